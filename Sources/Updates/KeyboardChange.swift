// SPDX-License-Identifier: Apache-2.0
public import Keys
public import Responders

/// An event of the keyboard area (NTF-1).
///
/// The UIKit counterparts are the notifications of `UIResponder`, such as
/// `keyboardWillShowNotification`.
@nonexhaustive
public enum KeyboardEvent: Hashable, Sendable, CaseIterable {
  /// The area is about to be shown.
  case willShow
  /// The area was shown.
  case didShow
  /// The area is about to be hidden.
  case willHide
  /// The area was hidden.
  case didHide
  /// The area is about to move or change its size; also sent when it is shown or hidden (NTF-4).
  case willChangeFrame
  /// The area has moved or changed its size.
  case didChangeFrame
}

/// A change of the keyboard area: its frames, and whether a program caused it (NTF-2, NTF-13); the
/// UIKit counterpart is the notification's `userInfo`.
///
/// Rectangles are in the cells of the screen (NTF-3). The height of the area depends on language,
/// candidates, accessories and settings, so do not rely on a fixed number (NTF-9).
public struct KeyboardChange: Hashable, Sendable {
  /// The speed curve of an animation; the UIKit counterpart is `UIView.AnimationCurve`.
  @nonexhaustive
  public enum Curve: Hashable, Sendable {
    /// Slow at the start and at the end.
    case easeInOut
    /// Slow at the start.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Constant speed.
    case linear
  }

  /// The rectangle of the area before the change.
  public var frameBegin: CellRect
  /// The rectangle of the area after the change.
  public var frameEnd: CellRect
  /// The time that the mirror takes to move the area; zero unless the mirror has an animation
  /// (NTF-14).
  public var duration: Duration
  /// The curve of the animation; meaningful only if the duration is not zero.
  public var curve: Curve
  /// The window whose focus shows the area, or showed it last.
  public var window: WindowID

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - frameBegin: the rectangle of the area before the change, in the cells of the screen.
  ///   - frameEnd: the rectangle of the area after the change; empty if the area is hidden.
  ///   - duration: the time that the mirror takes to move the area; zero for no animation.
  ///   - curve: the curve of the animation.
  ///   - window: the window whose focus shows the area, or showed it last.
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

  /// Reports whether a program's own window caused the change (NTF-13).
  ///
  /// - Parameter window: the program's window; nil for an observer.
  /// - Returns: whether it caused the change.
  public func isLocal(to window: WindowID?) -> Bool { window == self.window }
}
