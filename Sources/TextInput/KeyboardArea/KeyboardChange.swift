// SPDX-License-Identifier: Apache-2.0
public import Keys

/// What happens to the keyboard area (NTF-1); UIKit's counterparts are the notifications of
/// `UIResponder`, `keyboardWillShowNotification` and its like.
@nonexhaustive
public enum KeyboardEvent: Hashable, Sendable, CaseIterable {
  /// The area is about to appear.
  case willShow
  /// The area is there.
  case didShow
  /// The area is about to go.
  case willHide
  /// The area has gone.
  case didHide
  /// The area is about to be elsewhere or of another size; also when it appears or goes (NTF-4).
  case willChangeFrame
  /// The area is where it was to be.
  case didChangeFrame
}

/// How the keyboard area goes from one place to the other (NTF-2); UIKit's counterpart is the
/// notification's `userInfo`.
///
/// Rectangles are in the cells of the screen (NTF-3). How high the area is depends on language,
/// candidates, accessories and settings: never count on a number (NTF-9).
public struct KeyboardChange: Hashable, Sendable {
  /// How fast an animation goes at its ends; UIKit's counterpart is `UIView.AnimationCurve`.
  @nonexhaustive
  public enum Curve: Hashable, Sendable {
    /// Slow at both ends.
    case easeInOut
    /// Slow at the start.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Always the same.
    case linear
  }

  /// Where the area was.
  public var frameBegin: CellRect
  /// Where the area will be.
  public var frameEnd: CellRect
  /// How long the mirror takes to move it; nothing, unless the mirror has an animation (NTF-14).
  public var duration: Duration
  /// How the mirror moves it; meaningful only where it does.
  public var curve: Curve
  /// The window whose focus shows the area, or has let it go.
  public var window: WindowID

  /// Makes a change.
  public init(
    from frameBegin: CellRect, to frameEnd: CellRect, duration: Duration = .zero,
    curve: Curve = .easeInOut, window: WindowID = WindowID(rawValue: 0)
  ) {
    self.frameBegin = frameBegin
    self.frameEnd = frameEnd
    self.duration = duration
    self.curve = curve
    self.window = window
  }

  /// Whether a program's own window caused the change (NTF-13); who only observes has none.
  public func isLocal(to window: WindowID?) -> Bool { window == self.window }
}
