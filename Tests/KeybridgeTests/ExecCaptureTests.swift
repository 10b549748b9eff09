// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Captures that are played on a keyboard, and what reaches a program behind the engine.
@Suite(.serialized, .needs("tmux"), .onTestbed, .notInFastRuns) struct ExecCaptureTests {
  private let folder: TemporaryFolder
  private let received: String

  init() throws {
    folder = try TemporaryFolder()
    received = folder.path + "/received"
  }

  private func exec(
    _ program: String, settings: String, options: String = ""
  ) throws -> ExecPane {
    let file = try folder.write(settings.utf8, to: "settings.yaml")
    return try ExecPane(
      program, options: "--config \(file) \(options)",
      variables: ["XDG_STATE_HOME": folder.path], columns: 60)
  }

  /// Starts a program that prints a sequence, shows nothing that it reads, and writes it to a file.
  private func silent(
    _ sequence: String = "", settings: String = "", options: String = ""
  ) throws -> ExecPane {
    let program =
      "sh -c 'stty raw -echo; printf \"\(sequence)\"; printf ready; exec cat >\(received)'"
    let hosted = try exec(program, settings: settings, options: options)
    try hosted.pane.expect { $0.contains("ready") }
    return hosted
  }

  private func expectReceived(_ text: String) throws {
    try eventually("the bytes") { contents(of: received).utf8.count >= text.utf8.count }
    #expect(contents(of: received) == text)
  }

  // MARK: Text that is not committed yet

  @Test("a dead key is shown at the cursor, and only the composed character is sent")
  func deadKey() throws {
    let hosted = try silent(settings: "layout: de\n")
    try hosted.play("dead-keys") { _ in
      try hosted.pane.expect { $0.contains("ready´") }
      #expect(contents(of: received) == "")
    }
    try expectReceived("éâ'")
    try hosted.pane.expect { $0.contains("ready") && !$0.contains("´") }
  }

  @Test("marked text is shown at the cursor, and only the text that is committed is sent")
  func marked() throws {
    let hosted = try silent(settings: "modes: [ja-JP]\n")
    try hosted.play("composition") { _ in
      try hosted.pane.expect { $0.contains("readyにほn") }
      #expect(contents(of: received) == "")
    }
    // The first Return commits, and a text that Escape drops is not sent.
    try expectReceived("にほん\r")
    try hosted.pane.expect { $0.contains("ready") && !$0.contains("に") && !$0.contains("あ") }
  }

  @Test("marked text is visible at the right edge, and so is the end of one wider than the screen")
  func markedAtEdge() throws {
    let hosted = try silent(
      String(repeating: "x", count: 52), settings: "modes: [ja-JP]\n")
    hosted.type("nihongo")
    // Six columns are needed for にほん, two for ご, and one for the caret.
    try hosted.pane.expect { $0.hasPrefix(String(repeating: "x", count: 51) + "にほんご\n") }
    for count in 2...9 {
      hosted.type("nihongo")
      let shown = String(repeating: "にほんご", count: min(count, 7))
      try hosted.pane.expect { $0.contains("\(shown)\n") }
    }
    hosted.type("wokaku")
    try hosted.pane.expect {
      $0.hasPrefix("xんごにほんごにほんごにほんごにほんごにほんごにほんごをかく\n")
    }
    hosted.stroke(1)
    try hosted.pane.expect { $0.hasPrefix("xxx") && $0.contains("xready\n") }
  }

  @Test("a paste at the outer terminal commits the text that is being composed, and follows it")
  func pasteWhileComposing() throws {
    let hosted = try silent(settings: "modes: [ja-JP]\n")
    hosted.type("ni")
    try hosted.pane.expect { $0.contains("readyに") }
    try hosted.pane.tmux("set-buffer", "pq")
    try hosted.pane.tmux("paste-buffer", "-p")
    try expectReceived("にpq")
    hosted.type("na")
    try hosted.pane.expect { $0.contains("readyな") }
  }

  @Test("a password is sent, and nothing of it is shown, not even a dead key")
  func password() throws {
    let hosted = try exec(
      "sh -c 'stty -echo; printf word:; read -r x; stty echo; echo; echo \"got $x\"; cat'",
      settings: "layout: de\n")
    try hosted.pane.expect { $0.hasPrefix("word:\n") }
    try hosted.play("password") { number in
      switch number {
      case 0:
        // A command commits the dead key (CMD-35), which is not shown either.
        hosted.stroke(ExecPane.command, 37)
        try hosted.pane.expect { $0.contains("Clear Scrollback") }
        #expect(hosted.pane.screen.hasPrefix("word:\n"))
        // No line editor opens.
        hosted.stroke(ExecPane.command, 38)
      case 1: try hosted.pane.expect { $0.hasPrefix("word:\ngot ´ecret\n") }
      default: try hosted.pane.expect { $0.hasPrefix("word:\ngot ´ecret\n´\n") }
      }
    }
    try hosted.pane.expect { $0.hasPrefix("word:\ngot ´ecret\né\né\n") }
  }

  @Test("a release is owed to a program with kitty flags after the keyboard was unplugged")
  func owedRelease() throws {
    let hosted = try silent(#"\033[>2u"#)
    try hosted.play("held-at-the-end")
    try expectReceived("x\u{1b}[A")
    hosted.machine.unplug(1)
    try expectReceived("x\u{1b}[A\u{1b}[1;1:3A")
  }

  // MARK: Replacement

  /// A word for which the settings have a replacement, in a line of the kernel or of readline.
  struct Word: CustomTestStringConvertible, Sendable {
    var capture: String
    var layout = "us"
    /// The word, which is to be replaced by `on my way`.
    var word: String
    /// The program: a shell's commands before `cat`; nil for bash, which edits the line itself.
    var setup: String?
    /// The line that the program reads.
    var line: String

    var testDescription: String { "\(capture), \(setup.map { "cat, \($0)" } ?? "bash")" }
  }

  @Test(
    "a word is replaced only if one erase for each character certainly removes it",
    arguments: [
      Word(capture: "word", word: "omw", setup: "", line: "on my way x"),
      Word(capture: "umlaut", layout: "de", word: "ömw", setup: "", line: "on my way x"),
      Word(
        capture: "umlaut", layout: "de", word: "ömw", setup: "stty erase undef;", line: "ömw x"),
      Word(capture: "umlaut", layout: "de", word: "ömw", setup: "stty -iutf8;", line: "ömw x"),
      // The kernel counts columns differently from programs.
      Word(
        capture: "wide-characters", layout: "jp(kana)", word: "タテ", setup: "", line: "タテ サ"),
      Word(
        capture: "several-code-points", layout: "vn", word: "q\u{303}mw", setup: "",
        line: "q\u{303}mw x"),
      Word(capture: "word", word: "omw", line: "on my way x"),
      Word(capture: "umlaut", layout: "de", word: "ömw", line: "on my way x"),
      Word(capture: "wide-characters", layout: "jp(kana)", word: "タテ", line: "on my way サ"),
      Word(
        capture: "several-code-points", layout: "vn", word: "q\u{303}mw", line: "q\u{303}mw x"),
      // Only a part of the word was typed after the last key that the program received.
      Word(capture: "word-after-arrows", word: "omw", line: "omw x"),
    ])
  func replacement(_ row: Word) throws {
    let program =
      row.setup.map { "sh -c '\($0) printf %%; exec cat'" }
      ?? "LC_ALL=C.UTF-8 PS1=% bash --norc --noprofile"
    let hosted = try exec(
      program,
      settings: """
        assistance: on
        layout: \(row.layout)
        text-replacements: { \(row.word): on my way }

        """, options: "--assist")
    try hosted.pane.expect { $0.hasPrefix("%\n") }
    try hosted.play(row.capture) { _ in
      try hosted.pane.expect { $0.hasPrefix("%\(row.word)\n") }
    }
    // The echo of the line, and then the program: cat repeats it, bash has no such command.
    let command = row.line.split(separator: " ").first ?? ""
    let result = row.setup == nil ? "bash: \(command): command not found" : row.line
    try hosted.pane.expect { $0.hasPrefix("%\(row.line)\n\(result)\n") }
  }

  @Test("EXT-25 a word that the program does not show is not replaced, and is sent as it was typed")
  func notShown() throws {
    let hosted = try silent(
      settings: "assistance: on\ntext-replacements: { omw: on my way }\n", options: "--assist")
    try hosted.play("word") { _ in try expectReceived("omw") }
    try hosted.pane.expect { $0.contains("The text was not replaced") }
    try expectReceived("omw x\r")
  }
}
