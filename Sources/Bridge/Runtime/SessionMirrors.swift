// SPDX-License-Identifier: Apache-2.0
package import Devices
import Glibc
import Layouts
package import Mirrors
package import TextInput

/// What `--mirror` can be.
package enum MirrorName: String, CaseIterable {
  /// The screen, on a terminal.
  case terminal
  /// The document.
  case text
  /// A line of JSON for each update.
  case json
  /// A line of JSON for each keystroke.
  case keystrokes
  /// Standard output stays empty; observers connect to the socket.
  case nothing = "none"

  /// The option of that name.
  package static let option = Option(
    "mirror", "m", .choice("MIRROR", allCases.map(\.rawValue)),
    help: "print: terminal, text, json, keystrokes or none")
}

/// Makes the mirrors of a session.
package struct SessionMirrors {
  private let engine: TextEngine
  private let storage: SessionStorage
  /// Fits the window to the terminal.
  let fit: WindowFit

  init(engine: TextEngine, storage: SessionStorage, fit: WindowFit) {
    (self.engine, self.storage, self.fit) = (engine, storage, fit)
  }

  /// Makes the mirror that standard output gets.
  ///
  /// - Parameters:
  ///   - name: which mirror.
  ///   - loop: the loop of a live run, which must not wait for a reader; nil for a replay, whose
  ///     text mirror prints the final document, not line by line.
  ///   - document: what the text mirror prints.
  ///   - isExact: whether the text mirror of a replay adds no line end.
  /// - Returns: the mirror; nil for none. The terminal's has taken the terminal.
  /// - Throws: what keeps the terminal from being used.
  package func make(
    _ name: MirrorName, loop: EventLoop?, document: TextView, isExact: Bool = false
  ) throws -> (any UpdateSink)? {
    let output = ByteOutput(descriptor: 1, loop: loop)
    switch name {
    case .json: return JSONMirror(output: output, encoder: makeEncoder())
    case .keystrokes: return KeystrokesMirror(output: output, encoder: makeEncoder())
    case .text where loop == nil:
      return DocumentTextMirror(output: output, isExact: isExact) {
        document.storage.forEachChunk($0)
      }
    case .text: return RunningTextMirror(container: document.id, output: output)
    case .terminal: return try makeTerminal(output)
    case .nothing: return nil
    }
  }

  /// Makes an encoder of lines; each mirror has its own, because it learns the keyboards' names.
  package func makeEncoder(style: WireEncoder.Style = .event) -> WireEncoder {
    WireEncoder(style: style, keysymName: { keysymName($0) })
  }

  /// Takes the terminal and makes a mirror of the engine's key window, which is fitted to it from now on.
  ///
  /// - Parameter output: a writer to standard output.
  /// - Returns: the mirror, which has taken the terminal.
  /// - Throws: what keeps the terminal from being used.
  package func makeTerminal(_ output: ByteOutput) throws -> TerminalMirror {
    let kind = try TerminalKind(
      name: Console.environment("TERM"), hasSymbols: !Console.hasPlainLocale)
    // The kernel stops a process that sets its terminal from the background; any other terminal may be set.
    let foreground = tcgetpgrp(1)
    guard foreground < 0 || foreground == getpgrp() else {
      throw Complaint(
        "the terminal cannot be used from the background", mend: "add --mirror none, or text")
    }
    let session = try TerminalSession(descriptor: 1, kind: kind, output: output)
    let size = session.size
    fit.begin(columns: size.columns, rows: size.rows)
    let mirror = TerminalMirror(
      engine: engine, output: output, session: session, kind: kind, size: size,
      words: .english(for: kind))
    storage.move(to: mirror)
    return mirror
  }
}
