// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// Random windows, and windows full of hostile text.
@Suite struct TerminalFuzzTests {
  private static let pieces =
    [
      "a", "bc ", "日", "é", "e\u{301}", "👩‍👩‍👧‍👦", "\n", "\t", "שלום", "🇩🇪", "wide 本 line ",
      "\u{2028}", "\r", "…",
    ] + TerminalMirrorTests.hostile.filter { $0.utf8.count < 100 }

  @Test("for random windows only known sequences are sent, and updates equal a complete redraw")
  func windows() throws {
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let kind = Bool.random(using: &random) ? TerminalKind.window : .console
      var stage = try Stage(
        columns: Int.random(in: 1...24, using: &random),
        rows: Int.random(in: 1...10, using: &random),
        kind: kind)
      var builder = Builder(engine: stage.engine, random: random)
      for _ in 0..<40 {
        builder.change()
        if Int.random(in: 0..<10, using: &builder.random) == 0 {
          try stage.resize(
            Int.random(in: 0...24, using: &builder.random),
            Int.random(in: 0...10, using: &builder.random))
        }
        // Invisible characters take no column on this terminal, unlike on most.
        try stage.show()
        #expect(stage.terminal.strangers == [], "seed \(seed)")
        let (places, sent) = (stage.terminal.places, stage.sent)
        let cursor = [stage.terminal.row, stage.terminal.column]
        #expect(!sent.unicodeScalars.contains { (0x202a...0x202e).contains($0.value) })
        try stage.show()
        #expect(stage.sent == "", "seed \(seed): what is at rest is not drawn again")
        try stage.resize(stage.terminal.columns, stage.terminal.rows)
        #expect(stage.terminal.places == places, "seed \(seed)")
        if !places.isEmpty, places[0].count > 0 {
          #expect([stage.terminal.row, stage.terminal.column] == cursor, "seed \(seed)")
        }
      }
      try stage.mirror.finish()
      let printed = stage.pipe.read()
      #expect(
        printed.unicodeScalars.allSatisfy {
          $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
        })
    }
  }

  @Test("no text in a window controls the terminal", arguments: TerminalMirrorTests.hostile)
  func injection(_ text: String) throws {
    for kind in [TerminalKind.window, .console] {
      for columns in [1, 5, 30] {
        let field = TextField(name: text, frame: CellRect(width: columns, height: 1))
        let second = TextField(name: text, frame: CellRect(y: 1, width: columns, height: 1))
        var stage = try Stage(columns: columns, rows: 8, kind: kind) { engine in
          field.text = text
          field.leftView = View(name: text, frame: CellRect(width: 3, height: 1))
          field.leftViewMode = .always
          second.placeholder = text
          second.inputAccessoryView = AccessoryBar(items: [.appending(text)])
          let label = Label(text, frame: CellRect(y: 2, width: columns, height: 2))
          label.numberOfLines = 2
          for view in [field, second, label] { engine.window.addSubview(view) }
          second.becomeFirstResponder()
        }
        stage.mirror.show(message: text)
        stage.terminal = VirtualTerminal(columns: columns, rows: 8, isLenient: true)
        try stage.resize(columns, 8)
        try stage.mirror.finish()
        let sent = stage.sent + stage.pipe.read().replacing("\n", with: "")
        var lenient = VirtualTerminal(columns: columns, rows: 8, isLenient: true)
        lenient.feed(stage.sent)
        #expect(lenient.strangers == [])
        for steering
          in "\u{202e}\u{202c}\u{2066}\u{2069}\u{200f}\u{61c}\u{2028}\u{2029}\u{9b}\u{7f}"
          .unicodeScalars
        {
          #expect(!sent.unicodeScalars.contains(steering))
        }
        #expect(stage.sent.utf8.count < 4000)
      }
    }
  }

  /// Adds random views to a window and changes them, like a careless program.
  private struct Builder {
    let engine: TextEngine
    var random: SeededGenerator
    private var views: [View]

    init(engine: TextEngine, random: SeededGenerator) {
      self.engine = engine
      self.random = random
      views = [engine.window]
      for title in TerminalMirrorTests.hostile.filter({ $0.utf8.count < 100 }) + ["Open", "日本語"] {
        try? engine.declare(title, "opt+f\(number(1...12)) \(number(0...9))", group: text())
      }
    }

    mutating func change() {
      switch Int.random(in: 0..<12, using: &random) {
      case 10: engine.holdCommand()
      case 11:
        if number(0...2) == 0 {
          engine.releaseCommand()
        } else {
          try? engine.press(pick(["cmd+pagedown", "cmd+pageup"]) ?? "cmd+x")
        }
      case 0..<3: add()
      case 3: change(pick(views) ?? engine.window)
      case 4: pick(views.filter { $0 !== engine.window })?.removeFromSuperview()
      case 5: (pick(views) ?? engine.window).becomeFirstResponder()
      case 6: engine.firstResponder?.resignFirstResponder()
      case 7:
        let container = engine.firstResponder as? TextContainer
        let length = container?.storage.count ?? 0
        container?.select(Selection(anchor: number(0...length), head: number(0...length)))
      default:
        for _ in 0..<3 {
          let keys: [KeyInput] = [
            KeyInput.leftArrow, KeyInput.rightArrow, KeyInput.upArrow, KeyInput.delete,
            KeyInput.return, KeyInput.tab, KeyInput.function(5), KeyInput.function(6), "",
          ]
          let key = pick(keys) ?? ""
          engine.handle(
            Keystroke(
              event: keystroke().event, text: key.isEmpty ? text() : "",
              charactersIgnoringModifiers: key.isEmpty ? "a" : key))
        }
      }
    }

    private mutating func add() {
      let view: View
      switch Int.random(in: 0..<8, using: &random) {
      case 0: view = TextView(name: text())
      case 1, 2: view = TextField(name: text())
      case 3: view = Label()
      case 4: view = ScrollView()
      case 5: view = AccessoryBar(items: [.appending(text()), .inserting(text())])
      case 6:
        view = ExpandingAccessory(
          container: Bool.random(using: &random) ? TextView() : TextField(), maximumRows: 3)
      default: view = View(name: text())
      }
      change(view)
      views.append(view)
      let parents = views.filter { !($0 is TextContainer) && !($0 is Label) && $0 !== view }
      if Int.random(in: 0..<4, using: &random) == 0,
        let container = pick(views.compactMap { $0 as? TextContainer })
      {
        if Bool.random(using: &random) {
          container.inputAccessoryView = view
        } else {
          container.inputView = view
        }
        container.reloadInputViews()
      } else if view.superview == nil {
        (pick(parents) ?? engine.window).addSubview(view)
      }
    }

    private mutating func change(_ view: View) {
      guard view !== engine.window else { return }
      view.frame = CellRect(
        x: number(-3...12), y: number(-2...8), width: number(-1...20), height: number(-1...5))
      view.isHidden = number(0...9) == 0
      switch view {
      case let field as TextField: change(field)
      case let view as TextView:
        view.text = text()
        view.textAlignment = pick(TextAlignment.allCases) ?? .left
        view.layout.wrapWidth = number(0...2) == 0 ? nil : number(-1...20)
        view.backgroundColor = number(0...1) == 0 ? nil : .rgb(1, 2, 3)
        view.traits.isSecureTextEntry = number(0...5) == 0
      case let label as Label:
        label.styledText = StyledText([
          .init(text(), TextStyle(.bold, foreground: .red)), .init(text(), TextStyle(.reverse)),
        ])
        label.numberOfLines = number(-1...4)
        label.textAlignment = pick(TextAlignment.allCases) ?? .left
        label.lineBreakMode = pick(LineBreakMode.allCases) ?? .byClipping
      case let view as ScrollView: view.contentOffset = number(-2...6)
      default: break
      }
    }

    private mutating func change(_ field: TextField) {
      field.text = text()
      field.placeholder = number(0...2) == 0 ? nil : text()
      field.borderStyle = pick(TextField.BorderStyle.allCases) ?? .none
      field.clearButtonMode = pick(TextField.ViewMode.allCases) ?? .never
      field.textAlignment = pick(TextAlignment.allCases) ?? .left
      field.background = number(0...4) == 0 ? text() : nil
      field.backgroundColor = number(0...2) == 0 ? .indexed(UInt8(number(0...255))) : nil
      field.leftView = View(name: text(), frame: CellRect(width: number(-1...6), height: 1))
      field.leftViewMode = pick(TextField.ViewMode.allCases) ?? .never
      field.clearsOnInsertion = number(0...6) == 0
      field.isEnabled = number(0...6) > 0
      field.traits.isSecureTextEntry = number(0...5) == 0
      field.traits.keyboardAppearance = pick(KeyboardAppearance.allCases) ?? .default
    }

    private mutating func text() -> String {
      (0..<number(0...6)).map { _ in pick(TerminalFuzzTests.pieces) ?? "" }.joined()
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
      Int.random(in: range, using: &random)
    }

    private mutating func pick<Item>(_ items: [Item]) -> Item? {
      items.randomElement(using: &random)
    }
  }
}
