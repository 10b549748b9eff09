// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
package import Keys
package import TextInput

/// The parts of the running program that a hosted program uses.
package struct ProgramHost {
  /// Sets a timer to a time on the clock of the run; nil stops it.
  package typealias Timer = (Timestamp?) -> Void
  /// Starts a program on a terminal: its words, additions to the environment, the terminal's path.
  package typealias Launch = ([String], [String: String], String) throws(HostingError) -> Int32

  /// The engine, whose window has no other view.
  package var engine: TextEngine
  /// The event loop.
  package var loop: any DescriptorLoop
  /// The current time.
  package var now: () -> Timestamp
  /// Creates a timer that calls a closure once at the time to which it is set.
  package var makeTimer: (@escaping () -> Void) throws -> Timer
  /// Starts the program, and returns the number of its process.
  package var launch: Launch
  /// Returns the keys of commands while a text of Keybridge has the focus.
  package var bindings: () -> TextBindings
  /// Delivers the updates that wait.
  package var deliver: () -> Void
  /// Ends the run.
  package var end: () -> Void

  /// Creates a host from its parts.
  ///
  /// - Parameters:
  ///   - engine: the engine, whose window has no other view.
  ///   - loop: the event loop.
  ///   - now: returns the current time.
  ///   - makeTimer: creates a timer that calls a closure.
  ///   - launch: starts the program.
  ///   - bindings: returns the keys of commands while a text of Keybridge has the focus.
  ///   - deliver: delivers the updates that wait.
  ///   - end: ends the run.
  package init(
    engine: TextEngine, loop: any DescriptorLoop, now: @escaping () -> Timestamp,
    makeTimer: @escaping (@escaping () -> Void) throws -> Timer, launch: @escaping Launch,
    bindings: @escaping () -> TextBindings, deliver: @escaping () -> Void,
    end: @escaping () -> Void
  ) {
    (self.engine, self.loop, self.now) = (engine, loop, now)
    (self.makeTimer, self.launch, self.bindings) = (makeTimer, launch, bindings)
    (self.deliver, self.end) = (deliver, end)
  }
}
