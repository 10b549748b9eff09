// SPDX-License-Identifier: Apache-2.0
package import Mirrors
import TextInput

/// A run with the terminal's own keys, which needs no keyboard and no rights.
package final class Trial {
  /// The run.
  package let live: LiveRun
  /// The keys of the terminal.
  package let keyboard: TerminalKeyboard

  private let session: Session
  private let endsWithInterrupt: Bool

  /// Creates a run on the terminal of this process.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - endsWithInterrupt: whether ⌃C ends the run; false if a program receives it.
  /// - Throws: why the loop cannot be created.
  package init(_ session: Session, endsWithInterrupt: Bool) throws {
    (self.session, self.endsWithInterrupt) = (session, endsWithInterrupt)
    var made: TerminalKeyboard?
    live = try LiveRun(session, isGrabbing: true) { loop in
      let keyboard = TerminalKeyboard(
        loop: loop, layouts: session.layouts, endsWithInterrupt: endsWithInterrupt)
      made = keyboard
      return keyboard
    }
    guard let made else { preconditionFailure("a live run creates its source") }
    keyboard = made
    keyboard.delaysPastes = { [engine = session.engine] in engine.isHoldingKeys }
  }

  /// Takes over the terminal, and reads its keys from now on.
  ///
  /// - Parameters:
  ///   - output: a writer to the terminal.
  ///   - ordersText: whether text is drawn in visual order.
  /// - Returns: the mirror on the terminal.
  /// - Throws: why the terminal cannot be used.
  package func makeMirror(
    _ output: ByteOutput, ordersText: Bool = true
  ) throws -> TerminalMirror {
    var commandHint = ""
    let mirror = try session.mirrors.makeTerminal(
      output, readsKeys: true, ordersText: ordersText
    ) { words, kind in
      let hints = TrialHints(hasSymbols: kind.hasSymbols, endsWithInterrupt: endsWithInterrupt)
      words.keyboards = { _ in TerminalKeyboard.name }
      words.leaving = hints.keys
      commandHint = hints.withoutCommand
    }
    // The terminal keeps its key reports otherwise.
    mirror.session?.guardAgainstKill()
    keyboard.protocolBecameKnown = { [unowned mirror] hasCommand in
      if !hasCommand { mirror.show(message: commandHint) }
    }
    keyboard.pasted = { [engine = session.engine, unowned mirror] text in
      guard let text else { return mirror.show(message: "A paste longer than 1 MB was not taken") }
      Self.paste(text, into: engine)
    }
    if let terminal = mirror.session { keyboard.read(terminal) }
    return mirror
  }

  /// Pastes a text into what has the focus, as ⌘V does.
  private static func paste(_ text: String, into engine: TextEngine) {
    guard let container = (engine.keyWindow ?? engine.window).firstResponder as? TextContainer
    else { return }
    engine.performLikeKey { container.paste(text) }
  }
}

/// The hints in the status row of a run with the terminal's own keys.
struct TrialHints {
  /// Whether the terminal has symbols such as ⌘.
  let hasSymbols: Bool
  /// Whether ⌃C ends the run.
  let endsWithInterrupt: Bool

  private var prefix: String { hasSymbols ? "⌃]" : "Ctrl+]" }
  private var command: String { hasSymbols ? "⌘" : "Cmd" }
  private var interrupt: String { hasSymbols ? "⌃C" : "Ctrl+C" }

  /// The keys for ⌘, and those that end the run.
  var keys: String {
    let end = endsWithInterrupt ? interrupt : "\(prefix) \(interrupt)"
    return "\(prefix) for \(command), \(end) to exit"
  }

  /// The message if the terminal does not report ⌘.
  var withoutCommand: String {
    "This terminal has no \(command): press \(prefix), then the key"
  }
}
