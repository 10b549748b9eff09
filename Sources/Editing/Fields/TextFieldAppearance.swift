// SPDX-License-Identifier: Apache-2.0

extension TextField {
  /// The condition for showing a part of a field; UIKit's `UITextField.ViewMode`.
  public enum ViewMode: Int, Hashable, Sendable, CaseIterable {
    /// Never.
    case never = 0
    /// While the field has focus.
    case whileEditing = 1
    /// While the field does not have focus.
    case unlessEditing = 2
    /// Always.
    case always = 3

    /// Reports whether the part is shown.
    ///
    /// - Parameter isEditing: whether the field is being edited.
    /// - Returns: whether it is shown.
    public func shows(isEditing: Bool) -> Bool {
      switch self {
      case .never: false
      case .whileEditing: isEditing
      case .unlessEditing: !isEditing
      case .always: true
      }
    }
  }

  /// The style of a field's frame; UIKit's `UITextField.BorderStyle`.
  public enum BorderStyle: Int, Hashable, Sendable, CaseIterable {
    /// No frame.
    case none = 0
    /// Vertical lines: `│ │`.
    case line = 1
    /// Square brackets: `[ ]`.
    case bezel = 2
    /// Parentheses: `( )`; hides a background image.
    case roundedRect = 3

    /// The characters of the first and the last cell (F043); nil for no frame, which takes no
    /// cells.
    public var cells: (first: Character, last: Character)? {
      switch self {
      case .none: nil
      case .line: ("│", "│")
      case .bezel: ("[", "]")
      case .roundedRect: ("(", ")")
      }
    }
  }

  /// The backdrop of a field's text.
  public enum Backdrop: Hashable, Sendable {
    /// Nothing: what is behind the field.
    case none
    /// A colour.
    case color(TextStyle.Color)
    /// An image, by its name; a mirror of cells shows a pattern (F136).
    case image(String)
  }

  /// The current appearance.
  public final var appearance: TextFieldAppearance { TextFieldAppearance(of: self) }
}

/// The appearance of a text field, by the rules of reference 4.1, for mirrors to draw.
public struct TextFieldAppearance: Hashable, Sendable {
  /// Whether the field has its window's focus.
  public var isEditing: Bool
  /// Whether the text may be edited.
  public var isEnabled: Bool
  /// The text to draw: the text, or dots (FLD-2); empty while the placeholder is shown.
  public var text: String
  /// The placeholder, drawn dimmer than text; nil if there is text, or no placeholder.
  public var placeholder: String?
  /// Whether the clear button is shown: according to its mode, and only while there is text (D15).
  public var showsClearButton: Bool
  /// Whether ``TextField/leftView`` is shown.
  public var showsLeftView: Bool
  /// Whether ``TextField/rightView`` is shown.
  public var showsRightView: Bool
  /// Whether the text is right to left, which swaps the left and right views.
  public var isRightToLeft: Bool
  /// Whether the next edit replaces all text; there is then no caret.
  public var isToBeReplaced: Bool
  /// Whether a caret is shown.
  public var showsCaret: Bool
  /// The visible frame; none around a background image, but a round frame hides the image (4.1).
  public var borderStyle: TextField.BorderStyle
  /// The backdrop of the text.
  public var backdrop: TextField.Backdrop
  /// The colour, font and alignment of the text and the placeholder.
  public var style: ContainerStyle

  init(of field: TextField) {
    isEditing = field.isFirstResponder
    isEnabled = field.isEnabled
    text = field.visibleText
    placeholder = field.hasText ? nil : field.placeholder
    showsClearButton = field.hasText && field.clearButtonMode.shows(isEditing: isEditing)
    showsLeftView = field.leftView != nil && field.leftViewMode.shows(isEditing: isEditing)
    showsRightView = field.rightView != nil && field.rightViewMode.shows(isEditing: isEditing)
    isRightToLeft = field.storage.isRightToLeft(at: 0)
    isToBeReplaced = field.isToBeReplaced
    showsCaret =
      isEditing && !isToBeReplaced && field.selectedRange != nil
      && field.host?.firstResponder === field
    let image = Self.image(of: field)
    borderStyle = image == nil ? field.borderStyle : .none
    backdrop = image.map { .image($0) } ?? field.backgroundColor.map { .color($0) } ?? .none
    style = field.style
  }

  /// Returns the image behind the text: none in a round frame, and the disabled image only in
  /// addition to the normal one.
  private static func image(of field: TextField) -> String? {
    guard field.borderStyle != .roundedRect, let background = field.background else { return nil }
    return field.isEnabled ? background : field.disabledBackground ?? background
  }
}
