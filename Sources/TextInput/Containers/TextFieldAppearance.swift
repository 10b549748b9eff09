// SPDX-License-Identifier: Apache-2.0

extension TextField {
  /// When something that belongs to a field shows; UIKit's `UITextField.ViewMode`.
  public enum ViewMode: Int, Hashable, Sendable, CaseIterable {
    /// Never.
    case never = 0
    /// While the field has the focus.
    case whileEditing = 1
    /// While the field has not the focus.
    case unlessEditing = 2
    /// Always.
    case always = 3

    /// Whether it shows in a field that is being edited, or is not.
    public func shows(isEditing: Bool) -> Bool {
      switch self {
      case .never: false
      case .whileEditing: isEditing
      case .unlessEditing: !isEditing
      case .always: true
      }
    }
  }

  /// How a field is framed; UIKit's `UITextField.BorderStyle`.
  public enum BorderStyle: Int, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// By lines: `│ │`.
    case line = 1
    /// By brackets: `[ ]`.
    case bezel = 2
    /// By round brackets: `( )`; hides a background image.
    case roundedRect = 3

    /// What is drawn in the first and the last cell (F043); nil for nothing, which takes no cells.
    public var cells: (first: Character, last: Character)? {
      switch self {
      case .none: nil
      case .line: ("│", "│")
      case .bezel: ("[", "]")
      case .roundedRect: ("(", ")")
      }
    }
  }

  /// What is behind the text of a field.
  public enum Backdrop: Hashable, Sendable {
    /// What is behind the field.
    case none
    /// A colour.
    case color(TextStyle.Color)
    /// An image, by its name; a mirror of cells shows a pattern for it (F136).
    case image(String)
  }

  /// What shows at the moment.
  public final var appearance: TextFieldAppearance { TextFieldAppearance(of: self) }
}

/// What of a text field shows at a moment: the rules of reference 4.1, for mirrors to draw from.
public struct TextFieldAppearance: Hashable, Sendable {
  /// Whether the field has its window's focus.
  public var isEditing: Bool
  /// Whether the text may be edited.
  public var isEnabled: Bool
  /// What is drawn as text: the text, or dots (FLD-2); empty where the placeholder shows.
  public var text: String
  /// The placeholder, dimmer than text; nil where there is text, or no placeholder.
  public var placeholder: String?
  /// Whether the clear button shows: in its modes, and only while there is text (D15).
  public var showsClearButton: Bool
  /// Whether ``TextField/leftView`` shows.
  public var showsLeftView: Bool
  /// Whether ``TextField/rightView`` shows.
  public var showsRightView: Bool
  /// Whether the text runs from right to left, so that left and right views change sides.
  public var isRightToLeft: Bool
  /// Whether all text is to be replaced by the next edit; then there is no caret.
  public var isToBeReplaced: Bool
  /// Whether a caret shows.
  public var showsCaret: Bool
  /// The frame that is drawn: none around a background image, except the round one (4.1).
  public var borderStyle: TextField.BorderStyle
  /// What is behind the text.
  public var backdrop: TextField.Backdrop
  /// Colour, font and alignment of the text and the placeholder.
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
      && field.engine?.firstResponder === field
    let image = Self.image(of: field)
    borderStyle = image == nil ? field.borderStyle : .none
    backdrop = image.map { .image($0) } ?? field.backgroundColor.map { .color($0) } ?? .none
    style = field.style
  }

  /// The image behind the text: not in a round frame, and the disabled one only beside another.
  private static func image(of field: TextField) -> String? {
    guard field.borderStyle != .roundedRect, let background = field.background else { return nil }
    return field.isEnabled ? background : field.disabledBackground ?? background
  }
}
