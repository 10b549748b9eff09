// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Why a property could not be set or read by name.
///
/// The container is unchanged.
package enum PropertyError: Error, Hashable, Sendable {
  /// This kind of container does not have the property, or no kind has it.
  case unsupportedProperty(String, kind: ContainerKind)
  /// The value is invalid for the property.
  case invalidValue(String, JSONValue)
  /// The property is a pattern, and the value is not a valid one.
  case badPattern(String, TextPatternError)
  /// The property is an object, which has no value on the wire.
  case notAValue(String)
}

/// Accesses properties by name, as requests and form files do.
extension TextContainer {
  /// Sets a property of reference 4.1 by its UIKit name.
  ///
  /// Enumerated values are given by number or word (``ContainerProperty/allowedValues``), colours
  /// by name or `#rrggbb`, and a font by its PostScript name. Properties that hold a view have no
  /// value on the wire.
  ///
  /// - Throws: ``PropertyError`` if this kind does not have the property, such as the placeholder
  ///   of a view (F057), or if the value is invalid. Nothing changes then.
  package func setProperty(_ name: String, to value: JSONValue) throws(PropertyError) {
    let property = try knownProperty(name)
    let reader = PropertyReader(name: name, value: value)
    switch property {
    case .text: text = try reader.text()
    case .isEnabled: isEnabled = try reader.bool()
    case .clearsOnInsertion: clearsOnInsertion = try reader.bool()
    case .textAlignment: textAlignment = try reader.choice()
    case .textColor: textColor = try reader.color()
    case .backgroundColor: backgroundColor = try reader.present?.color()
    case .font: font = Font(named: try reader.text(), size: font.size)
    case .maximumLength: maximumLength = try reader.present?.number(in: 0...(1 << 24))
    case .pattern: pattern = try reader.present?.pattern()
    default:
      switch self {
      case let field as TextField: try field.setOwnProperty(property, reader)
      case let view as TextView: try view.setOwnProperty(property, reader)
      case let text as ExternalText: try text.setOwnProperty(property, reader)
      default: throw .notAValue(name)
      }
    }
  }

  /// Reads a property of reference 4.1 by its UIKit name.
  ///
  /// - Returns: the value that ``setProperty(_:to:)`` accepts, the word of an enumerated one; null
  ///   for no value, and for a colour without a name.
  /// - Throws: ``PropertyError`` if this kind does not have the property, or if the property is a
  ///   view.
  package func property(_ name: String) throws(PropertyError) -> JSONValue {
    let property = try knownProperty(name)
    return switch property {
    case .text: text.wireValue
    case .isEnabled: isEnabled.wireValue
    case .clearsOnInsertion: clearsOnInsertion.wireValue
    case .textAlignment: textAlignment.wireValue
    case .textColor: textColor.name.wireValue
    case .backgroundColor: (backgroundColor?.name).wireValue
    case .font: font.name.wireValue
    case .maximumLength: maximumLength.wireValue
    case .pattern: (pattern?.description).wireValue
    default:
      switch self {
      case let field as TextField: try field.ownProperty(property)
      case let view as TextView: try view.ownProperty(property)
      case let text as ExternalText: try text.ownProperty(property)
      default: throw PropertyError.notAValue(name)
      }
    }
  }

  private func knownProperty(_ name: String) throws(PropertyError) -> ContainerProperty {
    guard let property = ContainerProperty(rawValue: name), kind.properties.contains(property)
    else { throw .unsupportedProperty(name, kind: kind) }
    return property
  }
}

extension TextField {
  fileprivate func setOwnProperty(
    _ property: ContainerProperty, _ reader: PropertyReader
  ) throws(PropertyError) {
    switch property {
    case .placeholder: placeholder = try reader.present?.text()
    case .clearButtonMode: clearButtonMode = try reader.choice()
    case .clearsOnBeginEditing: clearsOnBeginEditing = try reader.bool()
    case .borderStyle: borderStyle = try reader.choice()
    case .background: background = try reader.present?.text()
    case .disabledBackground: disabledBackground = try reader.present?.text()
    case .adjustsFontSizeToFitWidth: adjustsFontSizeToFitWidth = try reader.bool()
    case .minimumFontSize: minimumFontSize = Double(try reader.number())
    case .leftViewMode: leftViewMode = try reader.choice()
    case .rightViewMode: rightViewMode = try reader.choice()
    default: throw .notAValue(property.rawValue)
    }
  }

  fileprivate func ownProperty(_ property: ContainerProperty) throws(PropertyError) -> JSONValue {
    switch property {
    case .placeholder: placeholder.wireValue
    case .clearButtonMode: clearButtonMode.wireValue
    case .clearsOnBeginEditing: clearsOnBeginEditing.wireValue
    case .borderStyle: borderStyle.wireValue
    case .background: background.wireValue
    case .disabledBackground: disabledBackground.wireValue
    case .adjustsFontSizeToFitWidth: adjustsFontSizeToFitWidth.wireValue
    case .minimumFontSize: .number(Int(exactly: minimumFontSize.rounded()) ?? 0)
    case .leftViewMode: leftViewMode.wireValue
    case .rightViewMode: rightViewMode.wireValue
    default: throw .notAValue(property.rawValue)
    }
  }
}

extension TextView {
  fileprivate func setOwnProperty(
    _ property: ContainerProperty, _ reader: PropertyReader
  ) throws(PropertyError) {
    switch property {
    case .isEditable: isEditable = try reader.bool()
    case .isSelectable: isSelectable = try reader.bool()
    default: throw .notAValue(property.rawValue)
    }
  }

  fileprivate func ownProperty(_ property: ContainerProperty) throws(PropertyError) -> JSONValue {
    switch property {
    case .isEditable: isEditable.wireValue
    case .isSelectable: isSelectable.wireValue
    default: throw .notAValue(property.rawValue)
    }
  }
}

extension ExternalText {
  fileprivate func setOwnProperty(
    _ property: ContainerProperty, _ reader: PropertyReader
  ) throws(PropertyError) {
    switch property {
    case .isEditable: isEditable = try reader.bool()
    case .isMultiline: isMultiline = try reader.bool()
    default: throw .notAValue(property.rawValue)
    }
  }

  fileprivate func ownProperty(_ property: ContainerProperty) throws(PropertyError) -> JSONValue {
    switch property {
    case .isEditable: isEditable.wireValue
    case .isMultiline: isMultiline.wireValue
    default: throw .notAValue(property.rawValue)
    }
  }
}

/// Reads the value for a property.
private struct PropertyReader {
  let name: String
  let value: JSONValue

  private var refusal: PropertyError { .invalidValue(name, value) }

  func bool() throws(PropertyError) -> Bool {
    guard case .bool(let value) = value else { throw refusal }
    return value
  }

  func text() throws(PropertyError) -> String {
    guard case .text(let value) = value else { throw refusal }
    return value
  }

  func number() throws(PropertyError) -> Int {
    guard case .number(let value) = value else { throw refusal }
    return value
  }

  func number(in range: ClosedRange<Int>) throws(PropertyError) -> Int {
    let number = try number()
    guard range.contains(number) else { throw refusal }
    return number
  }

  func pattern() throws(PropertyError) -> TextPattern {
    let expression = try text()
    do throws(TextPatternError) {
      return try TextPattern(expression)
    } catch {
      throw .badPattern(name, error)
    }
  }

  /// Reads one of UIKit's enumerated values, by its number or its word.
  func choice<Choice: WireChoice>() throws(PropertyError) -> Choice {
    do throws(TraitError) {
      return try Choice(wireValue: value, of: name)
    } catch {
      throw refusal
    }
  }

  func color() throws(PropertyError) -> TextStyle.Color {
    guard let color = TextStyle.Color(name: try text()) else { throw refusal }
    return color
  }

  /// The reader itself; nil if the value is null, for optional properties.
  var present: PropertyReader? { value == .null ? nil : self }
}

extension ContainerProperty {
  /// The valid words or, without any, a description of the valid values; for error messages.
  package var allowedValues: [String] {
    switch self {
    case .text, .font: ["a string"]
    case .placeholder, .background, .disabledBackground: ["a string", "null"]
    case .clearButtonMode, .leftViewMode, .rightViewMode: TextField.ViewMode.wireWords
    case .borderStyle: TextField.BorderStyle.wireWords
    case .textAlignment: TextAlignment.wireWords
    case .clearsOnBeginEditing, .clearsOnInsertion, .isEnabled, .adjustsFontSizeToFitWidth,
      .isEditable, .isMultiline, .isSelectable:
      ["false", "true"]
    case .textColor: TextStyle.Color.names + ["#rrggbb"]
    case .backgroundColor: TextStyle.Color.names + ["#rrggbb", "null"]
    case .minimumFontSize: ["a whole number"]
    case .maximumLength: ["a whole number from 0 to 16777216", "null"]
    case .pattern: ["a regular expression", "null"]
    case .leftView, .rightView: []
    }
  }
}
