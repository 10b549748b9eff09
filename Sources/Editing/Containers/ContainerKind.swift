// SPDX-License-Identifier: Apache-2.0

/// The kinds of text containers (F036).
@nonexhaustive
public enum ContainerKind: String, Hashable, Sendable, CaseIterable {
  /// A ``TextField``: one line.
  case textField
  /// A ``TextView``: many lines.
  case textView
  /// A ``WebField``: one line in a form of a web page.
  case webField
  /// An ``ExternalText``, which a toolkit owns.
  case external

  /// The properties of reference 4.1 that the kind supports.
  public var properties: Set<ContainerProperty> {
    switch self {
    case .textField, .webField:
      Set(ContainerProperty.allCases)
        .subtracting([.isEditable, .isMultiline, .isSelectable])
    case .textView:
      [
        .text, .clearsOnInsertion, .isEnabled, .backgroundColor, .textAlignment, .textColor, .font,
        .isEditable, .isSelectable, .maximumLength, .pattern,
      ]
    case .external: [.isEditable, .isEnabled, .isMultiline]
    }
  }
}

/// A property of reference 4.1, under its name in UIKit.
@nonexhaustive
public enum ContainerProperty: String, Hashable, Sendable, CaseIterable {
  /// The text.
  case text
  /// The text shown while the field is empty; a view has none (F057).
  case placeholder
  /// The condition for the clear button.
  case clearButtonMode
  /// Whether the text is cleared when editing begins.
  case clearsOnBeginEditing
  /// Whether the next insertion replaces the text.
  case clearsOnInsertion
  /// Whether the container is enabled.
  case isEnabled
  /// The style of the frame.
  case borderStyle
  /// The image behind the text.
  case background
  /// The image behind the text while the field is disabled.
  case disabledBackground
  /// The colour behind the text.
  case backgroundColor
  /// Whether text shrinks before it scrolls.
  case adjustsFontSizeToFitWidth
  /// The minimum font size for shrinking.
  case minimumFontSize
  /// The alignment of the text.
  case textAlignment
  /// The colour of the text.
  case textColor
  /// The font of the text.
  case font
  /// The view at the start of the text.
  case leftView
  /// The condition for the left view.
  case leftViewMode
  /// The view at the end of the text.
  case rightView
  /// The condition for the right view.
  case rightViewMode
  /// Whether the keyboard edits the text of a view, or types into a text that a toolkit owns.
  case isEditable
  /// Whether a text that a toolkit owns has many lines.
  case isMultiline
  /// Whether text of a view can be selected.
  case isSelectable
  /// The maximum number of code units of a text that the person edits.
  case maximumLength
  /// The pattern that the whole text must match.
  case pattern
}

/// The reason why a container refuses a request; nothing has changed.
@nonexhaustive
public enum ContainerError: Error, Hashable, Sendable {
  /// A trait that this kind of container does not support (DSP-4).
  case unsupportedTrait(kind: ContainerKind)
  /// A feature that no container supports.
  case unsupported(TextCapabilities.Feature)
}

/// The capabilities of the engine, as answered to a capability query.
public struct TextCapabilities: Hashable, Sendable {
  /// A feature that a program might request.
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    /// A separate style for a part of a text (F015).
    case rangeStyles
    /// A placeholder in a text view (F057).
    case textViewPlaceholder
    /// Handwriting recognition (F026).
    case handwriting
    /// Proactive suggestions (F115).
    case proactive
    /// Haptic feedback (F115).
    case haptics
    /// Location, audio and voice services while the program is in the background (F158).
    case backgroundServices
    /// Scheduled and remote notifications (F160).
    case notifications
    /// A store of calendar entries (F161).
    case calendarStore
    /// Advertisements, and a store of their images (F162).
    case advertisements
    /// Leader boards, achievements and matchmaking (F163).
    case gameCenter
  }

  /// The extent of support for a feature.
  public enum Support: String, Hashable, Sendable, CaseIterable {
    /// No support.
    case unsupported
    /// Suggestions of addresses that another program posted, and no others.
    case addressOnly
  }

  /// The supported kinds of containers (F036).
  public let containerKinds = ContainerKind.allCases
  /// The features with no support or partial support.
  public let limited = Feature.allCases

  /// Returns the extent of support for a feature.
  ///
  /// - Parameter feature: the feature to look up.
  /// - Returns: its support.
  public func support(for feature: Feature) -> Support {
    feature == .proactive ? .addressOnly : .unsupported
  }

  /// The capabilities of this engine.
  public static let current = TextCapabilities()
}
