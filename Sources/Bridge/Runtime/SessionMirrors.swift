// SPDX-License-Identifier: Apache-2.0
package import Devices
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
    case .terminal: return try makeTerminalMirror(output)
    case .nothing: return nil
    }
  }
}
