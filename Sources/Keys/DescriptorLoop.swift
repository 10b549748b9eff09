// SPDX-License-Identifier: Apache-2.0

/// The conditions that a descriptor is ready for, or that it is watched for.
public struct Readiness: OptionSet, Hashable, Sendable {
  /// One bit per condition.
  public var rawValue: UInt8

  /// Creates a set from its bits.
  ///
  /// - Parameter rawValue: one bit per condition, numbered as in this type and not as in `epoll`.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Data can be read; `EPOLLIN`.
  public static let read = Readiness(rawValue: 1)
  /// Data can be written; `EPOLLOUT`.
  public static let write = Readiness(rawValue: 2)
  /// The other side closed the connection, or an error occurred; always reported, `EPOLLHUP` and
  /// `EPOLLERR`.
  public static let hangUp = Readiness(rawValue: 4)
  /// The contents of a sysfs file changed since they were last read; `EPOLLPRI`.
  public static let change = Readiness(rawValue: 8)
}

/// The event loop, as seen by a stage that has descriptors of its own.
public protocol DescriptorLoop: AnyObject {
  /// Calls `body` whenever the descriptor is ready, until ``unwatch(_:)`` is called.
  ///
  /// Watching a watched descriptor replaces its conditions and its body.
  ///
  /// - Parameters:
  ///   - descriptor: the file descriptor.
  ///   - interest: the conditions to watch for.
  ///   - body: the function to call, with the conditions that hold.
  /// - Returns: false if the kernel refuses to watch the descriptor.
  @discardableResult
  func watch(
    _ descriptor: Int32, for interest: Readiness, _ body: @escaping (Readiness) -> Void
  ) -> Bool

  /// Changes the conditions that a descriptor is watched for; an unwatched descriptor is ignored.
  ///
  /// - Parameters:
  ///   - descriptor: the watched descriptor.
  ///   - interest: the new conditions.
  func rewatch(_ descriptor: Int32, for interest: Readiness)

  /// Stops watching a descriptor. Call it before closing the descriptor.
  ///
  /// - Parameter descriptor: the watched descriptor.
  func unwatch(_ descriptor: Int32)
}
