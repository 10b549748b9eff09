// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Mirrors
package import TextInput

/// The methods of each socket, which refuses those of the others by name.
///
/// A table is made at the first request.
enum SocketMethods {
  static let programs = MethodTable(ProgramMethods.all, elsewhere: ControlMethods.names)
  static let control = MethodTable(ControlMethods.all, elsewhere: ProgramMethods.names)
  static let observers = MethodTable(
    ObserverHub.ownMethods, elsewhere: ProgramMethods.names.union(ControlMethods.names))
}

extension ProgramHub {
  /// Serves a socket until ``finish()``.
  ///
  /// - Parameters:
  ///   - place: where programs connect.
  ///   - loop: the loop that watches the descriptors; it runs their handlers only between frames.
  ///   - engine: the engine that contains the programs' windows.
  ///   - encoder: encodes the lines; not shared, because it collects the keyboards' names.
  ///   - limits: how much programs may cost.
  ///   - owner: the user that may connect, as root may.
  ///   - group: the group that is served in addition.
  ///   - now: returns the time on the keyboards' clock.
  ///   - schedule: calls a closure later.
  ///   - deliver: delivers the pending updates to all sinks, this one included.
  /// - Throws: why the place cannot be served.
  package convenience init(
    _ place: SocketPlace, loop: any DescriptorLoop, engine: TextEngine, encoder: WireEncoder,
    limits: Limits = Limits(), owner: UInt32 = geteuid(), group: UInt32? = nil,
    now: @escaping () -> Timestamp, schedule: @escaping Schedule, deliver: @escaping () -> Void
  ) throws(ServiceError) {
    try self.init(
      place, loop: loop, engine: engine, encoder: encoder, limits: limits, owner: owner,
      group: group, methods: { SocketMethods.programs }, now: now, schedule: schedule,
      deliver: deliver)
  }
}

extension ControlHub {
  /// Serves a socket until ``finish()``.
  ///
  /// - Parameters:
  ///   - place: where clients connect.
  ///   - loop: the loop that watches the descriptors; it runs their handlers only between frames.
  ///   - engine: the engine that clients control.
  ///   - programs: the programs' socket; nil if there is none.
  ///   - encoder: encodes the lines; not shared, because it collects the keyboards' names.
  ///   - limits: how much clients may cost.
  ///   - owner: the user that may connect, as root may.
  ///   - actions: the service's functions that the engine does not provide.
  ///   - deliver: delivers the pending updates to all sinks, this one included.
  /// - Throws: why the place cannot be served.
  package convenience init(
    _ place: SocketPlace, loop: any DescriptorLoop, engine: TextEngine, programs: ProgramHub?,
    encoder: WireEncoder, limits: ConnectionLimits = ConnectionLimits(connections: 64),
    owner: UInt32 = geteuid(), actions: Actions, deliver: @escaping () -> Void
  ) throws(ServiceError) {
    try self.init(
      place, loop: loop, engine: engine, programs: programs, encoder: encoder, limits: limits,
      owner: owner, actions: actions, methods: { SocketMethods.control }, deliver: deliver)
  }
}

extension ObserverHub {
  /// Serves a socket until ``finish()``.
  ///
  /// - Parameters:
  ///   - place: where observers connect.
  ///   - loop: the loop that watches the descriptors; it runs their handlers only between frames.
  ///   - encoder: encodes the lines; not shared, because it collects the keyboards' names.
  ///   - limits: how much observers may cost.
  ///   - owner: the user that may connect, as root may.
  ///   - snapshot: returns the state after the last frame.
  /// - Throws: why the place cannot be served.
  package convenience init(
    _ place: SocketPlace, loop: any DescriptorLoop, encoder: WireEncoder,
    limits: ConnectionLimits = ConnectionLimits(), owner: UInt32 = geteuid(),
    snapshot: @escaping () -> Snapshot
  ) throws(ServiceError) {
    try self.init(
      place, loop: loop, encoder: encoder, limits: limits, owner: owner,
      methods: { SocketMethods.observers }, snapshot: snapshot)
  }
}
