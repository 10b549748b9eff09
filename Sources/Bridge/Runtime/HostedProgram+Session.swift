// SPDX-License-Identifier: Apache-2.0
package import Devices
package import Hosting

/// A hosted program as an observer of a session's pipeline.
extension HostedProgram: PipelineObserver {
  package var wantsTurns: Bool { true }

  /// Creates the terminal of a program, and its view, which gets the focus.
  ///
  /// - Parameters:
  ///   - session: the session, whose window has no other view.
  ///   - loop: the loop of the run.
  ///   - scrollback: the number of rows that are kept after they left the screen.
  ///   - version: the name and version that programs can query.
  ///   - assists: whether the text that is typed for the program is corrected.
  /// - Throws: why the kernel gives no terminal.
  package convenience init(
    _ session: Session, loop: EventLoop, scrollback: Int, version: String, assists: Bool
  ) throws {
    let (settings, pipeline) = (session.settings, session.pipeline)
    // The program's output shows what a release does.
    pipeline.drawsEndsOfPresses = false
    let host = ProgramHost(
      engine: session.engine, loop: loop, now: { loop.now },
      makeTimer: { body in
        let timer = try LoopTimer(loop: loop, body)
        return { timer.set($0) }
      },
      launch: { words, variables, terminal throws(HostingError) in
        try ProcessLauncher.start(words, variables: variables, terminal: terminal)
          .mapError { HostingError.program(words.first ?? "", errno: $0.errno) }.get()
      },
      bindings: { settings.configuration.bindings }, deliver: { pipeline.deliver() },
      end: { pipeline.end() })
    try self.init(host, scrollback: scrollback, version: version, assists: assists)
  }
}
