// SPDX-License-Identifier: Apache-2.0

/// The kinds of text containers (F036).
@nonexhaustive
public enum ContainerKind: String, Hashable, Sendable, CaseIterable {
  /// ``TextField``: one line.
  case textField
  /// ``TextView``: many lines.
  case textView
  /// ``WebField``: one line in a page's form.
  case webField

  /// The properties of reference 4.1 that the kind has.
  public var properties: Set<ContainerProperty> {
    switch self {
    case .textField, .webField:
      Set(ContainerProperty.allCases).subtracting([.isEditable, .isSelectable])
    case .textView:
      [
        .text, .clearsOnInsertion, .isEnabled, .backgroundColor, .textAlignment, .textColor, .font,
        .isEditable, .isSelectable, .maximumLength, .pattern,
      ]
    }
  }
}

/// A property of reference 4.1 by UIKit's name.
@nonexhaustive
public enum ContainerProperty: String, Hashable, Sendable, CaseIterable {
  /// The text.
  case text
  /// What shows while there is no text; a view has none (F057).
  case placeholder
  /// When the clear button shows.
  case clearButtonMode
  /// Whether the beginning of editing empties the text.
  case clearsOnBeginEditing
  /// Whether the next insertion replaces the text.
  case clearsOnInsertion
  /// Whether it takes part.
  case isEnabled
  /// How it is framed.
  case borderStyle
  /// The image behind the text.
  case background
  /// The image behind the text while it is disabled.
  case disabledBackground
  /// The colour behind the text.
  case backgroundColor
  /// Whether text shrinks before it scrolls.
  case adjustsFontSizeToFitWidth
  /// The size down to which it shrinks.
  case minimumFontSize
  /// Where the text stands.
  case textAlignment
  /// The colour of the text.
  case textColor
  /// The font of the text.
  case font
  /// The view where the text begins.
  case leftView
  /// When that shows.
  case leftViewMode
  /// The view where the text ends.
  case rightView
  /// When that shows.
  case rightViewMode
  /// Whether the keyboard edits the text of a view.
  case isEditable
  /// Whether text of a view can be selected.
  case isSelectable
  /// The most code units that the person can make the text have.
  case maximumLength
  /// What the text must look like in the end.
  case pattern
}

/// What a container answers that it cannot do, or not so; nothing has changed then.
@nonexhaustive
public enum ContainerError: Error, Hashable, Sendable {
  /// A trait that this kind cannot have (DSP-4).
  case unsupportedTrait(kind: ContainerKind)
  /// Something that no container can do.
  case unsupported(TextCapabilities.Feature)
}

/// What the engine has and what it has not: the answer to a capability query.
public struct TextCapabilities: Hashable, Sendable {
  /// Something that a program might ask for.
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    /// A style of its own for a part of a text (F015).
    case rangeStyles
    /// A placeholder in a text of many lines (F057).
    case textViewPlaceholder
    /// A recogniser for strokes of a pen or a finger (F026).
    case handwriting
    /// Suggestions that nobody asked for (F115).
    case proactive
    /// Feedback that is felt (F115).
    case haptics
    /// Location, audio and voice while the program is in the background (F158).
    case backgroundServices
    /// Notifications at a time, and from a server (F160).
    case notifications
    /// A store of calendar entries (F161).
    case calendarStore
    /// Advertisements, and the store of their pictures (F162).
    case advertisements
    /// Leader boards, achievements and matchmaking (F163).
    case gameCenter
  }

  /// How much of a feature there is.
  public enum Support: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case unsupported
    /// Of suggestions, addresses that another program posted.
    case addressOnly
  }

  /// The kinds of containers there are (F036).
  public let containerKinds = ContainerKind.allCases
  /// The features that are missing or partial.
  public let limited = Feature.allCases

  /// Returns how much of a feature there is.
  public func support(for feature: Feature) -> Support {
    feature == .proactive ? .addressOnly : .unsupported
  }

  /// The capabilities of this engine.
  public static let current = TextCapabilities()
}
