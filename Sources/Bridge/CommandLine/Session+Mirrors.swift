// SPDX-License-Identifier: Apache-2.0
package import Devices
import Glibc
package import Mirrors
package import TextInput

/// What `--mirror` can be.
package enum MirrorName: String, CaseIterable {
  /// The screen, on a terminal.
  case terminal
  /// The document.
  case text
  /// A line of JSON for each fact.
  case json
  /// A line of JSON for each keystroke.
  case keystrokes
  /// Standard output stays empty; who wants to know connects to the socket.
  case nothing = "none"

  /// The option of that name.
  package static let option = Option(
    "mirror", "m", .choice("MIRROR", allCases.map(\.rawValue)),
    help: "print: terminal, text, json, keystrokes or none")
}

extension Session {
  /// Makes the mirror that standard output gets.
  ///
  /// - Parameters:
  ///   - name: which mirror.
  ///   - loop: the loop of a live run, which must not wait for who reads; nil for a replay, whose
  ///     text mirror prints the final document, not line by line.
  ///   - document: what the text mirror prints.
  /// - Returns: the mirror, the terminal's having taken the terminal; nil for none.
  /// - Throws: what keeps the terminal from being used.
  package func makeMirror(
    _ name: MirrorName, loop: EventLoop?, document: TextView
  ) throws -> (any UpdateSink)? {
    let output = ByteOutput(descriptor: 1, loop: loop)
    switch name {
    case .json: return JSONMirror(output: output, encoder: makeEncoder())
    case .keystrokes: return KeystrokesMirror(output: output, encoder: makeEncoder())
    case .text where loop == nil:
      return DocumentTextMirror(output: output) { document.storage.forEachChunk($0) }
    case .text: return RunningTextMirror(container: document.id, output: output)
    case .terminal: return try makeTerminalMirror(output, document: document)
    case .nothing: return nil
    }
  }

  /// Takes the terminal and makes its mirror.
  ///
  /// - Throws: what keeps the terminal from being used.
  package func makeTerminalMirror(
    _ output: ByteOutput, document view: TextView
  ) throws -> TerminalMirror {
    guard let kind = TerminalKind(name: Console.environment("TERM")) else {
      throw Complaint(
        "this terminal cannot move its cursor (TERM=\(Console.environment("TERM") ?? ""))",
        mend: "--mirror text goes anywhere")
    }
    // The kernel stops whoever sets its terminal from the background; any other terminal may be set.
    let foreground = tcgetpgrp(1)
    guard foreground < 0 || foreground == getpgrp() else {
      throw Complaint(
        "the terminal cannot be used from the background", mend: "add --mirror none, or text")
    }
    let session = try TerminalSession(descriptor: 1, kind: kind, output: output)
    let size = session.size
    view.layout.wrapWidth = size.columns
    return TerminalMirror(
      container: view.id, text: view, output: output, session: session, kind: kind, size: size,
      words: .english(for: kind))
  }
}
