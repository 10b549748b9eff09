// SPDX-License-Identifier: Apache-2.0

/// What a descriptor is ready for, or is waited for.
public struct Readiness: OptionSet, Hashable, Sendable {
  /// One bit per kind.
  public var rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// There is something to read; `EPOLLIN`.
  public static let read = Readiness(rawValue: 1)
  /// There is room to write; `EPOLLOUT`.
  public static let write = Readiness(rawValue: 2)
  /// The other side has gone; always reported, `EPOLLHUP` and `EPOLLERR`.
  public static let hangUp = Readiness(rawValue: 4)
  /// A file of sysfs has other contents than were read last; `EPOLLPRI`.
  public static let change = Readiness(rawValue: 8)
}

/// The one loop, seen by a stage that has descriptors of its own.
public protocol DescriptorLoop: AnyObject {
  /// Calls `body` whenever the descriptor is ready, until it is unwatched.
  ///
  /// Watching a watched descriptor replaces what is waited for.
  ///
  /// - Returns: false where the kernel refuses to watch it.
  @discardableResult
  func watch(
    _ descriptor: Int32, for interest: Readiness, _ body: @escaping (Readiness) -> Void
  ) -> Bool

  /// Changes what a watched descriptor is waited for; unknown descriptors are ignored.
  func rewatch(_ descriptor: Int32, for interest: Readiness)

  /// Stops watching; to be called before the descriptor is closed.
  func unwatch(_ descriptor: Int32)
}
