// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Mirrors

/// The direction of a line that is exchanged with a process.
package enum LineDirection: Hashable, Sendable {
  /// To the process.
  case sent
  /// From the process.
  case received
}

/// The parts of the running program that engines use.
package struct EngineHost {
  /// The rights of engines that this process starts; nil for no limits, in tests only.
  package var confinement: EngineConfinement? = EngineConfinement()
  /// Connects to an engine in place of this process, which may not start programs; nil if it may.
  package var open: ((EngineManifest) -> Result<EngineConnection, EngineStartError>)?
  /// The process that connects to the sockets of the service manager.
  package var connectingProcess: Int32 = getpid()
  /// The event loop.
  package var loop: any DescriptorLoop
  /// The current time.
  package var now: () -> Timestamp
  /// Calls a closure once after a delay; the returned closure cancels the call.
  package var schedule: (Duration, @escaping () -> Void) -> () -> Void
  /// Parses a line of JSON; nil if it is none.
  package var parse: ([UInt8]) -> JSONValue?
  /// Receives notices for the user: one sentence without a full stop.
  package var notice: (String) -> Void
  /// Called with the time before answers are given that the process has received.
  package var willAnswer: (Timestamp) -> Void = { _ in }
  /// Receives each line that is exchanged with a process, without its newline; nil outside of tests
  /// of an extension.
  package var trace: (([UInt8], LineDirection) -> Void)?
  /// Called after answers were given outside of a request; they may have changed a text.
  package var didAnswer: () -> Void = {}

  /// Creates a host from its parts.
  ///
  /// - Parameters:
  ///   - loop: the event loop.
  ///   - now: returns the current time.
  ///   - schedule: calls a closure once after a delay; the returned closure cancels the call.
  ///   - parse: parses a line of JSON; nil if it is none.
  ///   - notice: receives notices for the user.
  package init(
    loop: any DescriptorLoop, now: @escaping () -> Timestamp,
    schedule: @escaping (Duration, @escaping () -> Void) -> () -> Void,
    parse: @escaping ([UInt8]) -> JSONValue?, notice: @escaping (String) -> Void
  ) {
    self.loop = loop
    self.now = now
    self.schedule = schedule
    self.parse = parse
    self.notice = notice
  }
}
