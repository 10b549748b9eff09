// SPDX-License-Identifier: Apache-2.0

extension TextField.ViewMode: TraitChoice {
  /// The values' words.
  public static let wireWords = ["never", "whileEditing", "unlessEditing", "always"]
}

extension TextField.BorderStyle: TraitChoice {
  /// The values' words.
  public static let wireWords = ["none", "line", "bezel", "roundedRect"]
}

extension TextAlignment: TraitChoice {
  /// The values' words.
  public static let wireWords = ["left", "center", "right", "natural"]
}

extension ContainerProperty {
  /// The words that it takes, or what it takes where there are none; for error messages.
  public var allowedValues: [String] {
    switch self {
    case .text, .font: ["a text"]
    case .placeholder, .background, .disabledBackground: ["a text", "null"]
    case .clearButtonMode, .leftViewMode, .rightViewMode: TextField.ViewMode.wireWords
    case .borderStyle: TextField.BorderStyle.wireWords
    case .textAlignment: TextAlignment.wireWords
    case .clearsOnBeginEditing, .clearsOnInsertion, .isEnabled, .adjustsFontSizeToFitWidth,
      .isEditable, .isSelectable:
      ["false", "true"]
    case .textColor: TextStyle.Color.names + ["#rrggbb"]
    case .backgroundColor: TextStyle.Color.names + ["#rrggbb", "null"]
    case .minimumFontSize: ["a whole number"]
    case .leftView, .rightView: []
    }
  }
}
