// SPDX-License-Identifier: Apache-2.0
public import Keys
public import Text

/// A message for the toolkit that owns a text: it changes the text, shows text that is being
/// composed, or is a key.
///
/// The messages of a text are numbered 1, 2, … and are handled in this order (EXT-2).
public struct ExternalMessage: Hashable, Sendable {
  /// The contents of a message.
  @nonexhaustive
  public enum Content: Hashable, Sendable {
    /// The text changes.
    case edit(ExternalEdit)
    /// Text that is being composed is shown in place of the one before; an empty one removes it.
    case preedit(ExternalPreedit)
    /// A key that is not text was pressed, repeats or was released.
    case key(ExternalKey)
  }

  /// The number of the message in its text.
  public var number: Int
  /// The contents.
  public var content: Content
}

/// A change of a text that a toolkit owns, as one message (EXT-3).
///
/// The toolkit removes the text that is being composed, deletes the selection, deletes `before` and
/// `after` around the caret, inserts `text`, and shows `preedit`.
public struct ExternalEdit: Hashable, Sendable {
  /// The text to delete before the caret, as the engine knows it.
  public var before = ""
  /// The text to delete after the caret, as the engine knows it.
  public var after = ""
  /// The text to insert; without control characters, except newlines in a text of many lines.
  public var text = ""
  /// The text that is being composed after this; nil for none.
  public var preedit: ExternalPreedit?
  /// The revision of the surroundings that the edit depends on; nil for an edit that is never stale
  /// (EXT-7).
  public var revision: Int?
  /// The text to insert in place of everything else if the edit is stale (EXT-8); nil for none.
  public var plain: String?
  /// The composition that the edit ends; nil for none.
  ///
  /// If the toolkit has ended it, the edit is stale (EXT-11).
  public var composition: Int?
}

/// Text that is being composed in a text that a toolkit owns (EXT-10).
public struct ExternalPreedit: Hashable, Sendable {
  /// The number of the composition, which grows with each new one.
  public var composition: Int
  /// The segments of the text.
  public var segments: [MarkedSegment]
  /// The place of the caret in the text, in UTF-16 code units from its start.
  public var caret: Int

  /// The text to insert if the toolkit ends the composition: the text as it is shown.
  public var fallback: String { segments.text }

  /// Creates a preedit.
  ///
  /// - Parameters:
  ///   - composition: the number of the composition.
  ///   - segments: the segments of the text; none removes what is shown.
  ///   - caret: the place of the caret, in UTF-16 code units from the start of the text.
  public init(composition: Int, segments: [MarkedSegment], caret: Int) {
    (self.composition, self.segments, self.caret) = (composition, segments, caret)
  }
}

/// A key for the toolkit that owns the focused text (EXT-14).
public struct ExternalKey: Hashable, Sendable {
  /// The state of the key.
  public enum Phase: Hashable, Sendable {
    /// The key was pressed.
    case began
    /// The key repeats.
    case repeated
    /// The key was released.
    case ended
    /// The press ends without a release: focus moved, or the keyboard was disconnected.
    case cancelled
  }

  /// The state of the key.
  public var phase: Phase
  /// The event, as the layout interprets it.
  public var keystroke: Keystroke
}
