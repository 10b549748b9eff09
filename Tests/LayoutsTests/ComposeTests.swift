// SPDX-License-Identifier: Apache-2.0
import CXkbcommon
import Glibc
import Keys
import Layouts
import TestSupport
import Testing
import TestTraits

@Suite struct ComposeTests {
  private static let nothingInstalled = LayoutSources(composeFolder: "/nonexistent")

  /// Types keys of the US keyboard, with Option where `⌥` precedes one, and returns the keystrokes.
  private func type(_ keys: String, on board: Board) throws -> [Keystroke] {
    try keys.split(separator: " ").map { key in
      let name = key.drop { $0 == "⌥" || $0 == "⇧" }
      let code = try #require(KeyCode(name: "KEY_" + name.uppercased()))
      if key.hasPrefix("⌥") { return board.tap(code, holding: .leftAlt) }
      if key.hasPrefix("⇧") { return board.tap(code, holding: .leftShift) }
      return board.tap(code)
    }
  }

  @Test(
    "MOD-13 dead keys of the US Option layout produce the characters of the reference's table",
    arguments: [
      ("⌥e e", "é"), ("⌥u u", "ü"), ("⌥grave a", "à"), ("⌥e x", "´x"), ("⌥n n", "ñ"),
      ("⌥i o", "ô"), ("⌥e space", "´"), ("⌥e backspace", ""), ("⌥e esc", ""), ("⌥e ⌥e", "´´"),
    ])
  func referenceTable(keys: String, text: String) throws {
    for sources in [LayoutSources(), Self.nothingInstalled] {
      let board = try Board("us", "mac", sources: sources)
      let keystrokes = try type(keys, on: board)
      #expect(keystrokes[0].text == "")
      #expect(keystrokes[0].composition.preview == (keys.hasPrefix("⌥grave") ? "`" : preview(keys)))
      #expect(keystrokes[1].text == text)
      // The sequence has ended, so the next key types normally.
      #expect(board.tap(.a).text == "a")
    }
  }

  private func preview(_ keys: String) -> String {
    ["e": "´", "u": "¨", "n": "~", "i": "^"][String(keys.dropFirst().prefix(1))] ?? ""
  }

  @Test("The end of a sequence is reported as completed, cancelled or swallowed")
  func compositions() throws {
    let board = try Board("us", "mac")
    #expect(try type("⌥e e", on: board)[1].composition == .completed)
    #expect(try type("⌥e space", on: board)[1].composition == .completed)
    #expect(try type("⌥e x", on: board)[1].composition == .cancelled(swallowed: false))
    #expect(try type("⌥e backspace", on: board)[1].composition == .cancelled(swallowed: true))
    #expect(try type("⌥e esc", on: board)[1].composition == .cancelled(swallowed: true))
    let left = try type("⌥e left", on: board)[1]
    #expect(left.composition == .cancelled(swallowed: false) && left.text == "")
    #expect(left.charactersIgnoringModifiers == .leftArrow)
    let enter = try type("⌥e enter", on: board)[1]
    #expect(enter.composition == .cancelled(swallowed: false) && enter.text == "\r")
    #expect(try type("x", on: board)[0].composition == .none)
  }

  @Test("A dead key that does not combine follows the first one, and nothing is pending")
  func deadKeyGivesUp() throws {
    let board = try Board("us", "mac")
    _ = try type("⌥e", on: board)
    let second = board.tap(KeyCode(34), holding: .leftAlt, .leftShift)
    #expect(second.text == "´˝" && second.composition == .cancelled(swallowed: false))
    let third = try type("e", on: board)[0]
    #expect(third.text == "e" && third.composition == .none)
  }

  @Test("On other layouts a dead key and a space produce the character of libX11's table")
  func notApple() throws {
    let board = try Board("de")
    #expect(try type("equal space", on: board)[1].text == "'")
    #expect(try type("equal equal", on: board)[1].text == "´")
    #expect(try type("grave space", on: board)[1].text == "^")
    #expect(try type("equal e", on: board)[1].text == "é")
    let dead = try type("equal", on: board)[0]
    #expect(dead.charactersIgnoringModifiers == "´" && keysymName(dead.keysym) == "dead_acute")
  }

  @Test("Modifier keys, releases and commands keep a sequence pending")
  func undisturbed() throws {
    let board = try Board("de")
    board.tap(KeyCode(13))
    let shift = board.key(.leftShift, .press)
    #expect(shift.composition == .none)
    #expect(board.key(KeyCode(18), .press).text == "É")
    board.key(.leftShift, .release)
    board.tap(KeyCode(13))
    for modifier: KeyCode in [.leftControl, .leftMeta, .leftAlt] {
      let command = board.tap(KeyCode(18), holding: modifier)
      #expect(command.composition == .none && command.text == "")
    }
    #expect(board.tap(KeyCode(18)).text == "é")
  }

  @Test("KEY-7 a held dead key does not combine with itself, and its letter repeats plainly")
  func repeats() throws {
    let board = try Board("de")
    board.key(KeyCode(13), .press)
    for _ in 0..<3 {
      let again = board.key(KeyCode(13), .repeat)
      #expect(again.text == "" && again.composition == .pending(preview: "´"))
    }
    board.key(KeyCode(13), .release)
    #expect(board.key(KeyCode(18), .press).text == "é")
    #expect(board.key(KeyCode(18), .repeat).text == "e")
  }

  @Test("A sequence may start on one keyboard and end on another")
  func shared() throws {
    let german = LayoutSettings(name: LayoutName(layout: "de"))
    let board = try Board(german, german)
    board.tap(KeyCode(13), on: 0)
    #expect(board.tap(KeyCode(18), on: 1).text == "é")
  }

  @Test("A command that takes the dead key cancels the sequence")
  func claimed() throws {
    let board = try Board("us", "mac")
    _ = try type("⌥e", on: board)
    board.layouts.cancelComposition()
    #expect(try type("e", on: board)[0].text == "e")
  }

  @Test("The Compose key shows a dot that is never typed, and then the typed characters")
  func composeKey() throws {
    for sources in [LayoutSources(), Self.nothingInstalled] {
      let board = try Board("us", options: "compose:ralt", sources: sources)
      let compose = board.tap(.rightAlt)
      #expect(compose.composition == .pending(preview: Keystroke.Composition.placeholder))
      let quote = try type("apostrophe", on: board)[0]
      #expect(quote.composition == .pending(preview: "'") && quote.text == "")
      #expect(try type("e", on: board)[0].text == "é")
      board.tap(.rightAlt)
      #expect(try type("a e", on: board)[1].text == "æ")
      // Cancelled: the typed characters stay, and the dot is removed.
      board.tap(.rightAlt)
      #expect(try type("apostrophe q", on: board)[1].text == "'q")
      board.tap(.rightAlt)
      #expect(try type("f24", on: board)[0].text == "")
      #expect(try type("q", on: board)[0].text == "q")
    }
  }

  @Test("Greek tonos and dialytika compose, with libX11's table and with the small one")
  func greek() throws {
    for sources in [LayoutSources(), Self.nothingInstalled] {
      let board = try Board("gr", sources: sources)
      #expect(try type("semicolon a", on: board)[1].text == "ά")
      #expect(try type("⇧semicolon i", on: board)[1].text == "ϊ")
    }
  }

  @Test(
    "Arabic ligature keys type their two letters from the first press",
    .needs(file: composeFile))
  func arabicLigature() throws {
    #expect(try Board("ara").tap(KeyCode(48)).text == "لا")
  }

  @Test(
    "Every sequence of the small table that these layouts can type is in libX11's table",
    .needs(file: composeFile),
    arguments: [
      (LayoutName("us", "intl"), 130), (LayoutName("us", "mac"), 390),
      (LayoutName("fr", "bepo"), 400), (LayoutName("gr"), 40), (LayoutName("ca", "multix"), 100),
    ])
  func smallTableAgrees(name: LayoutName, atLeast: Int) throws {
    let settings = LayoutSettings(name: name, optionAsThirdLevel: .never)
    let small = try Board(settings, sources: Self.nothingInstalled)
    let full = try Board(settings)
    let chords = Self.chords([[], [.leftShift], [.rightAlt], [.rightAlt, .leftShift]])
    var compared = 0
    for (dead, deadModifiers) in chords {
      guard small.tap(dead, holding: deadModifiers).composition.preview != nil else { continue }
      small.layouts.cancelComposition()
      for (base, modifiers) in chords {
        for board in [small, full] { board.tap(dead, holding: deadModifiers) }
        let ours = small.tap(base, holding: modifiers)
        let theirs = full.tap(base, holding: modifiers)
        if ours.composition == .completed, theirs.composition == .completed {
          compared += 1
          if ours.text != theirs.text {
            Issue.record("\(keysymName(ours.keysym)): \(ours.text), libX11 \(theirs.text)")
          }
        }
        for board in [small, full] { board.layouts.cancelComposition() }
      }
    }
    #expect(compared >= atLeast)
  }

  @Test("Every Compose sequence of the small table is in libX11's table", .needs(file: composeFile))
  func smallComposeKeyAgrees() throws {
    let small = try Board("us", options: "compose:ralt", sources: Self.nothingInstalled)
    let full = try Board("us", options: "compose:ralt")
    let chords = Self.chords([[], [.leftShift]])
    var compared = 0
    for (first, firstModifiers) in chords {
      for (second, modifiers) in chords {
        for board in [small, full] {
          board.tap(.rightAlt)
          board.tap(first, holding: firstModifiers)
        }
        let ours = small.tap(second, holding: modifiers)
        let theirs = full.tap(second, holding: modifiers)
        if ours.composition == .completed {
          compared += 1
          if ours.text != theirs.text { Issue.record("\(ours.text), libX11 \(theirs.text)") }
        }
        for board in [small, full] { board.layouts.cancelComposition() }
      }
    }
    #expect(compared > 100)
  }

  /// Every key of the typing block with each of several sets of modifiers.
  private static func chords(_ modifiers: [[KeyCode]]) -> [(KeyCode, [KeyCode])] {
    let rows = Array(2...13) + Array(16...27) + Array(30...41) + Array(43...53) + [57, 86]
    return rows.flatMap { row in modifiers.map { (KeyCode(UInt16(row)), $0) } }
  }

  @Test("A user's compose file applies from the first key on, and precedes the locale's table")
  func userFile() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      include "%L"
      <a> <b> : "alphabet\u{7}"
      <dead_acute> <e> : "mine"
      """.utf8, to: "XCompose")
    let board = try Board("de", sources: LayoutSources(composeFile: file))
    let keystrokes = try type("a b equal e equal a", on: board)
    #expect(keystrokes[0].composition == .pending(preview: "a"))
    #expect(keystrokes[1].text == "alphabet")
    #expect(keystrokes[3].text == "mine")
    #expect(keystrokes[5].text == (hasComposeFile ? "á" : "´a"))
  }

  @Test(
    "A user's compose file that cannot be used leaves the locale's table in use",
    arguments: ["/nonexistent", "/", "/dev/null/x"])
  func badUserFile(path: String) throws {
    let board = try Board("de", sources: LayoutSources(composeFile: path))
    #expect(try type("equal e", on: board)[1].text == "é")
  }

  @Test(
    "A compose file that includes a pipe, a device or itself leaves the locale's table at once",
    arguments: ["pipe", "/dev/zero", "/dev/tty", ".", "XCompose", "missing", "deep"])
  func badInclude(name: String) throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    _ = try folder.write("include \"\(folder.path)/pipe\"\n".utf8, to: "deep")
    let path = name.hasPrefix("/") ? name : folder.path + "/" + name
    for line in [
      "include \"\(path)\"", "\u{FEFF}include\"\(path)\"",
      " \t\u{0B}\rinclude \t\"\(path)\" # x", "# include\ninclude \"\(path)\"",
    ] {
      let file = try folder.write(
        "\(line)\n<a> <b> : \"alphabet\"\n".utf8, to: "XCompose")
      let board = try Board("de", sources: LayoutSources(composeFile: file))
      let keystrokes = try type("equal e a b", on: board)
      #expect(keystrokes[1].text == "é" && keystrokes[3].text == "b", "\(line)")
    }
  }

  @Test("Included files stand where they are included; lines that include nothing are passed over")
  func includes() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("<a> <c> : \"later\"".utf8, to: "100%")
    let inner = """
      \u{FEFF}<a> <b> : "inner"
      <a> <c> : "inner"
        include "\(folder.path)/100%%" # more
      """
    _ = try folder.write(inner.utf8, to: "inner")
    let file = try folder.write(
      """
      <a> <b> : "outer"
      include "\(folder.path)/inner"
      include "\(folder.path)/pipe
      include \(folder.path)/pipe
      include "%X/pipe"
      include "\(folder.path)/pipe" <a>
      <x> <include> : "none"
      <b> <c> : "last"
      """.utf8, to: "XCompose")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let board = try Board("de", sources: LayoutSources(composeFile: file))
    let texts = try type("a b a c b c", on: board).map(\.text)
    #expect(texts == ["", "inner", "", "later", "", "last"])
  }

  @Test("Mistakes in a compose file are listed with the file and line that they are in")
  func mistakes() throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write(
      "<a> <b> : \"inner\"\n\n<nosuch> <b> : \"x\"".utf8, to: "inner")
    let file = try folder.write(
      """
      # mine
      <b> <c> : "outer"
        include "\(inner)" # more
      include "%L"
      <a> <nosuch> : "y" <z>
      include \(inner)
      garbage
      <dead_acute> <e> : "mine"
      """.utf8, to: "XCompose")
    let layouts = try KeyboardLayouts(sources: LayoutSources(composeFile: file))
    let found = layouts.composeMistakes(in: file)
    #expect(
      Set(found.map { "\($0.path.dropFirst(folder.path.count + 1)):\($0.line)" })
        == ["inner:3", "XCompose:5", "XCompose:6", "XCompose:7"])
    #expect(found.count == 4 && !found.contains(where: \.isFatal))
    #expect(found.contains { $0.message.contains("nosuch") && $0.column > 0 })
    #expect(layouts.composeMistakes(in: inner).isEmpty)
    let board = try Board("de", sources: LayoutSources(composeFile: file))
    #expect(
      try type("a b b c equal e", on: board).map(\.text) == ["", "inner", "", "outer", "", "mine"])
  }

  @Test("A compose file of rubbish is one mistake, and the locale's table is used")
  func rubbish() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "rubbish\n", count: 50)
    let file = try folder.write(text.utf8, to: "XCompose")
    let board = try Board("de", sources: LayoutSources(composeFile: file))
    let found = board.layouts.composeMistakes(in: file)
    #expect(found.map(\.line) == [1] && found.allSatisfy(\.isFatal))
    #expect(try type("equal e", on: board)[1].text == "é")
    let good = try folder.write("include \"%L\"\n<a> <b> : \"x\"\n".utf8, to: "XCompose")
    for locale in ["en_US.UTF-8", "pt_BR.UTF-8", "am_ET.UTF-8"] {
      let layouts = try KeyboardLayouts(
        sources: LayoutSources(composeLocale: locale, composeFile: good))
      #expect(layouts.composeMistakes(in: good).isEmpty, "installed tables are not the user's")
    }
  }

  @Test(
    "A sequence of a locale's table begins with an ordinary key, also as the first of all keys",
    .needs(file: "/usr/share/X11/locale/am_ET.UTF-8/Compose"),
    arguments: [("am_ET.UTF-8", true), ("am_ET", true), ("en_US.UTF-8", false), ("sv_SE", false)])
  func ordinaryFirst(locale: String, begins: Bool) throws {
    let board = try Board("us", sources: LayoutSources(composeLocale: locale))
    #expect(try type("backslash", on: board)[0].text == (begins ? "" : "\\"))
  }

  @Test("A locale's sequences are those of libxkbcommon", .needs(file: composeFile))
  func localeOracle() throws {
    let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
    defer { xkb_context_unref(context) }
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    for locale in ["am_ET.UTF-8", "el_GR.UTF-8", "fi_FI.UTF-8", "pt_BR.UTF-8", "sv_SE.UTF-8"] {
      let table = try #require(
        xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS))
      defer { xkb_compose_table_unref(table) }
      let state = try #require(xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS))
      defer { xkb_compose_state_unref(state) }
      // As the first key of all: 1, e, the apostrophe, the backslash and the slash.
      for code in [2, 18, 40, 43, 53] {
        let board = try Board("us", sources: LayoutSources(composeLocale: locale))
        let press = board.tap(KeyCode(UInt16(code)))
        xkb_compose_state_reset(state)
        xkb_compose_state_feed(state, press.keysym.rawValue)
        let composes = xkb_compose_state_get_status(state) == XKB_COMPOSE_COMPOSING
        #expect((press.composition.preview != nil) == composes, "\(locale), key \(code)")
      }
    }
  }

  @Test(
    "Every locale has a compose table",
    arguments: ["", "C", "POSIX", "de_DE.UTF-8", "de_DE.utf8", "de_DE@euro", "xx_XX", "pt_BR"])
  func locales(locale: String) throws {
    let board = try Board("de", sources: LayoutSources(composeLocale: locale))
    board.layouts.prepareCompose()
    #expect(try type("equal e", on: board)[1].text == "é")
  }

  @Test("A malformed compose file never crashes", arguments: 1...20)
  func fuzz(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "<dead_acute>", "<e>", ":", "\"", "\\", "include", "%L", "%H", "%", "<", ">", "\n", " ", "é",
      "\0", "\u{7f}", "<Multi_key>", "\"x\"", "~Ctrl", "!", "None", "<U110000>", "\\777",
    ]
    let text = (0..<400).compactMap { _ in pieces.randomElement(using: &random) }.joined()
    let folder = try TemporaryFolder()
    let file = try folder.write(text.utf8, to: "XCompose")
    let board = try Board("de", sources: LayoutSources(composeFile: file))
    for _ in 0..<20 { _ = try type("equal e a", on: board) }
  }
}

extension Keystroke.Composition {
  var preview: String? {
    if case .pending(let preview) = self { preview } else { nil }
  }
}
