// SPDX-License-Identifier: Apache-2.0
package import Devices
import Glibc
import Layouts
package import Mirrors
package import TextInput

/// The values of `--mirror`.
package enum MirrorName: String, CaseIterable {
  /// The screen, on a terminal.
  case terminal
  /// The document's text.
  case text
  /// One line of JSON for each update.
  case json
  /// One line of JSON for each keystroke.
  case keystrokes
  /// No output; observers connect to the socket.
  case nothing = "none"

  package static let option = Option(
    "mirror", "m", .choice("MIRROR", allCases.map(\.rawValue)),
    help: "output: terminal, text, json, keystrokes or none")
}

/// Creates the mirrors of a session.
package struct SessionMirrors {
  private let engine: TextEngine
  private let storage: SessionStorage
  /// Fits the window to the terminal's size.
  let fit: WindowFit

  init(engine: TextEngine, storage: SessionStorage, fit: WindowFit) {
    (self.engine, self.storage, self.fit) = (engine, storage, fit)
  }

  /// Creates the mirror on standard output.
  ///
  /// - Parameters:
  ///   - name: the kind of mirror.
  ///   - loop: the loop of a live run, which must not wait for a reader; nil for a replay, whose
  ///     text mirror prints the final document instead of each line.
  ///   - document: the document of the text mirror.
  ///   - isExact: whether the text mirror of a replay adds no final newline.
  /// - Returns: the mirror; nil for none. A terminal mirror has already taken over the terminal.
  /// - Throws: why the terminal cannot be used.
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

  /// Creates an encoder.
  ///
  /// Each mirror needs its own, because an encoder collects the keyboards' names.
  package func makeEncoder(style: WireEncoder.Style = .event) -> WireEncoder {
    WireEncoder(style: style, keysymName: { keysymName($0) })
  }

  /// Takes over the terminal and creates a mirror of the engine's key window, which from then on
  /// has the terminal's size.
  ///
  /// - Parameters:
  ///   - output: a writer to standard output.
  ///   - sendsSignals: whether Control-C at the terminal sends its signal.
  ///   - readsKeys: whether the keys of the terminal are read; then they send no signals.
  ///   - ordersText: whether text is drawn in visual order; not around a program, which draws its
  ///     own as the terminal expects it.
  ///   - words: changes the words of the status row.
  /// - Returns: the mirror.
  /// - Throws: why the terminal cannot be used.
  package func makeTerminal(
    _ output: ByteOutput, sendsSignals: Bool = true, readsKeys: Bool = false,
    ordersText: Bool = true,
    words: (inout StatusWords, TerminalKind) -> Void = { _, _ in }
  ) throws -> TerminalMirror {
    let kind = try TerminalKind(
      name: Console.environment("TERM"), hasSymbols: !Console.hasPlainLocale, ordersText: ordersText
    )
    // The kernel stops a background process that changes its controlling terminal; it may change
    // any other terminal.
    let foreground = tcgetpgrp(1)
    guard foreground < 0 || foreground == getpgrp() else {
      throw UserFacingError(
        "a background process cannot draw on the terminal", hint: "use --mirror none or text")
    }
    let session = try TerminalSession(
      descriptor: 1, kind: kind, output: output, sendsSignals: sendsSignals, readsKeys: readsKeys)
    let size = session.size
    fit.begin(columns: size.columns, rows: size.rows)
    var statusWords = StatusWords.english(for: kind)
    words(&statusWords, kind)
    let mirror = TerminalMirror(
      engine: engine, output: output, session: session, kind: kind, size: size, words: statusWords)
    storage.move(to: mirror)
    return mirror
  }
}
