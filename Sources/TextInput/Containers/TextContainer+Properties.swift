// SPDX-License-Identifier: Apache-2.0

/// Properties by name, as requests and form files set them; what a kind does not have is an error.
extension TextContainer {
  /// Sets a property of reference 4.1 by its UIKit name.
  ///
  /// Numbered values go by number or word, ``ContainerProperty/allowedValues``, colours by name or
  /// `#rrggbb`, a font by its PostScript name. Views have no value to send.
  ///
  /// - Throws: ``ContainerError`` for a property that this kind does not have, such as the
  ///   placeholder of a view (F057), and for a value that does not exist. Then nothing changes.
  public final func setProperty(
    _ name: String, to value: TraitWireValue
  ) throws(ContainerError) {
    guard let property = ContainerProperty(rawValue: name), kind.properties.contains(property)
    else { throw .unsupportedProperty(name, kind: kind) }
    let reader = PropertyReader(name: name, value: value)
    switch property {
    case .text: text = try reader.text()
    case .isEnabled: isEnabled = try reader.bool()
    case .clearsOnInsertion: clearsOnInsertion = try reader.bool()
    case .textAlignment: textAlignment = try reader.choice()
    case .textColor: textColor = try reader.color()
    case .backgroundColor: backgroundColor = try reader.present?.color()
    case .font: font = Font(named: try reader.text(), size: font.size)
    default: try setOwnProperty(property, reader)
    }
  }

  /// Reads a property of reference 4.1 by its UIKit name: the value that ``setProperty(_:to:)`` takes.
  ///
  /// - Returns: the value, the word of a numbered one; null for nothing, and for a colour without a
  ///   name.
  /// - Throws: ``ContainerError`` for a property that this kind does not have, and for a view.
  public final func property(_ name: String) throws(ContainerError) -> TraitWireValue {
    guard let property = ContainerProperty(rawValue: name), kind.properties.contains(property)
    else { throw .unsupportedProperty(name, kind: kind) }
    return switch property {
    case .text: .text(text)
    case .isEnabled: .bool(isEnabled)
    case .clearsOnInsertion: .bool(clearsOnInsertion)
    case .textAlignment: textAlignment.wireValue
    case .textColor: TraitWireValue(textColor.name)
    case .backgroundColor: TraitWireValue(backgroundColor?.name)
    case .font: .text(font.name)
    default: try ownProperty(property)
    }
  }

  /// Says what it wants of the text to come, all at once.
  ///
  /// - Throws: ``ContainerError/unsupportedTrait(kind:)`` where this kind cannot have one of the
  ///   traits (DSP-4); then none changes.
  public final func setTraits(_ traits: TextInputTraits) throws(ContainerError) {
    if let refusal = refusal(of: traits) { throw refusal }
    self.traits = traits
  }

  /// Would give a part of the text a style of its own; no container can (F015).
  ///
  /// - Throws: ``ContainerError/unsupported(_:)`` always; ``style`` is for the whole text.
  public final func setStyle(_ style: ContainerStyle, in range: TextRange) throws(ContainerError) {
    throw .unsupported(.rangeStyles)
  }
}

extension TraitWireValue {
  /// A text; null for none.
  init(_ text: String?) { self = text.map(Self.text) ?? .null }
}

/// Reads the value that a property was given.
struct PropertyReader {
  let name: String
  let value: TraitWireValue

  private var refusal: ContainerError { .invalidValue(name, value) }

  func bool() throws(ContainerError) -> Bool {
    guard case .bool(let value) = value else { throw refusal }
    return value
  }

  func text() throws(ContainerError) -> String {
    guard case .text(let value) = value else { throw refusal }
    return value
  }

  func number() throws(ContainerError) -> Int {
    guard case .number(let value) = value else { throw refusal }
    return value
  }

  /// One of UIKit's numbered values, by its number or its word.
  func choice<Choice: TraitChoice>() throws(ContainerError) -> Choice {
    do throws(TraitError) {
      return try Choice(wireValue: value, of: name)
    } catch {
      throw refusal
    }
  }

  func color() throws(ContainerError) -> TextStyle.Color {
    guard let color = TextStyle.Color(name: try text()) else { throw refusal }
    return color
  }

  /// The reader itself; nil for no value, where a property may have none.
  var present: PropertyReader? { value == .null ? nil : self }
}
