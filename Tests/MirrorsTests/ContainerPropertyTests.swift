// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Testing
import TextInput

/// The properties of fields and views by their names (reference 4.1).
@Suite struct ContainerPropertyTests {
  /// The rows of reference 4.1: a property, its default, another value by name, and the value read
  /// back.
  private static let rows: [(String, String, JSONValue, String)] = [
    ("text", "", .text("abc"), "abc"), ("placeholder", "nil", .text("Color"), "Color"),
    ("clearButtonMode", "never", .number(1), "whileEditing"),
    ("clearsOnBeginEditing", "false", .bool(true), "true"),
    ("clearsOnInsertion", "false", .bool(true), "true"),
    ("isEnabled", "true", .bool(false), "false"), ("borderStyle", "none", .number(2), "bezel"),
    ("background", "nil", .text("paper"), "paper"),
    ("disabledBackground", "nil", .text("grey"), "grey"),
    ("backgroundColor", "nil", .text("red"), "indexed(1)"),
    ("adjustsFontSizeToFitWidth", "false", .bool(true), "true"),
    ("minimumFontSize", "0.0", .number(7), "7.0"), ("textAlignment", "left", .number(2), "right"),
    ("textColor", "indexed(0)", .text("#ff0010"), "rgb(255, 0, 16)"),
    ("font", "Helvetica", .text("Courier"), "Courier"),
    ("leftViewMode", "never", .number(3), "always"),
    ("rightViewMode", "never", .number(2), "unlessEditing"),
    ("maximumLength", "nil", .number(6), "6"), ("pattern", "nil", .text("[0-9]+"), "[0-9]+"),
  ]

  private func read(_ name: String, of field: TextField) -> String {
    func text(_ value: some Any) -> String { "\(value)" }
    return switch ContainerProperty(rawValue: name) {
    case .text: field.text
    case .placeholder: field.placeholder ?? "nil"
    case .clearButtonMode: text(field.clearButtonMode)
    case .clearsOnBeginEditing: text(field.clearsOnBeginEditing)
    case .clearsOnInsertion: text(field.clearsOnInsertion)
    case .isEnabled: text(field.isEnabled)
    case .borderStyle: text(field.borderStyle)
    case .background: field.background ?? "nil"
    case .disabledBackground: field.disabledBackground ?? "nil"
    case .backgroundColor: field.backgroundColor.map { text($0) } ?? "nil"
    case .adjustsFontSizeToFitWidth: text(field.adjustsFontSizeToFitWidth)
    case .minimumFontSize: text(field.minimumFontSize)
    case .textAlignment: text(field.textAlignment)
    case .textColor: text(field.textColor)
    case .font: field.font.name
    case .leftViewMode: text(field.leftViewMode)
    case .rightViewMode: text(field.rightViewMode)
    case .maximumLength: field.maximumLength.map { text($0) } ?? "nil"
    case .pattern: field.pattern?.description ?? "nil"
    case .leftView, .rightView, .isEditable, .isMultiline, .isSelectable, nil: "?"
    }
  }

  @Test("4.1, F135, F142 properties have defaults, are set by name and read back", arguments: rows)
  func properties(name: String, first: String, value: JSONValue, then: String) throws {
    let field = TextField(name: "a")
    #expect(read(name, of: field) == first)
    try field.setProperty(name, to: value)
    #expect(read(name, of: field) == then)
    #expect(throws: PropertyError.invalidValue(name, .text("?!"))) {
      guard name != "text", first != "nil" || name == "backgroundColor", name != "font" else {
        throw PropertyError.invalidValue(name, .text("?!"))
      }
      try field.setProperty(name, to: .text("?!"))
    }
    #expect(read(name, of: field) == then)
  }

  @Test("4.1 null clears an optional value, and invalid values are refused")
  func values() throws {
    let field = TextField(name: "a")
    field.placeholder = "x"
    try field.setProperty("placeholder", to: .null)
    #expect(field.placeholder == nil)
    #expect(throws: PropertyError.self) {
      try field.setProperty("clearButtonMode", to: .number(4))
    }
    #expect(throws: PropertyError.self) { try field.setProperty("textAlignment", to: .number(3)) }
    #expect(throws: PropertyError.notAValue("leftView")) {
      try field.setProperty("leftView", to: .text("x"))
    }
    #expect(throws: PropertyError.unsupportedProperty("isEditable", kind: .textField)) {
      try field.setProperty("isEditable", to: .bool(true))
    }
    for name in ["#12345", "#1234567", "#-12345", "#+12345", "purple", ""] {
      #expect(TextStyle.Color(name: name) == nil, "\(name)")
    }
    #expect(TextStyle.Color(name: "#0a0B0c") == .rgb(10, 11, 12))
  }

  @Test("F057, 4.1 a placeholder for a view is an error")
  func viewPlaceholder() throws {
    let view = TextView(name: "v")
    #expect(throws: PropertyError.unsupportedProperty("placeholder", kind: .textView)) {
      try view.setProperty("placeholder", to: .text("x"))
    }
    try view.setProperty("isEditable", to: .bool(false))
    try view.setProperty("isSelectable", to: .bool(false))
    #expect(!view.isEditable && !view.isSelectable)
    for property in ContainerKind.textView.properties {
      do throws(PropertyError) {
        try view.setProperty(property.rawValue, to: .null)
      } catch {
        if case .unsupportedProperty = error { Issue.record("\(property)") }
      }
    }
  }
}
