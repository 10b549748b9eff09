// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import Layouts
import Mirrors
import Testing

@testable import Bridge

/// A terminal as a source of keys.
@Suite(.serialized) struct TerminalKeyboardTests {
  private let loop: EventLoop
  private let keyboard: TerminalKeyboard

  init() throws {
    loop = try EventLoop(signals: [])
    let layouts = try KeyboardLayouts()
    keyboard = TerminalKeyboard(loop: loop, layouts: layouts, endsWithInterrupt: true)
    try layouts.connect(keyboard.devices[0])
    var frame: [KeyEvent] = []
    let first = try keyboard.next(before: nil, into: &frame)
    #expect(first == .connected(keyboard.devices[0]))
  }

  private static func key(
    _ character: Unicode.Scalar, _ held: TerminalKey.Held = [], _ phase: TerminalKey.Phase = .tap
  ) -> TerminalEvent {
    let text = held.isDisjoint(with: .chord) ? String(character) : ""
    return .key(TerminalKey(.character(character), held, phase: phase, text: text))
  }

  /// Returns what the source reports until it would wait, in words.
  ///
  /// No time limit decides when that is, because on a busy machine any limit may pass before the
  /// source has reported a key.
  private func drain() throws -> [String] {
    var words: [String] = []
    var frame: [KeyEvent] = []
    var waits = false
    let wake = try LoopTimer(loop: loop) {}
    keyboard.willWait = { [loop] in
      waits = true
      wake.set(loop.now)
    }
    defer { keyboard.willWait = nil }
    while words.count < 50 {
      switch try keyboard.next(before: nil, into: &frame) {
      case .frame: words += frame.map { "\($0.code) \($0.phase)" }
      case .deadline where waits: return words
      case .deadline: words.append("turn")
      case .end(let reason): return words + ["end \(reason)"]
      default: words.append("other")
      }
    }
    return words
  }

  @Test("⌃C ends the run after all keys were released")
  func interrupt() throws {
    keyboard.take(Self.key("a", [], .press))
    keyboard.take(Self.key("c", .control, .press))
    keyboard.take(Self.key("x"))
    #expect(try drain() == ["KEY_A press", "KEY_A cancel", "end signal(2)"])
  }

  @Test("a program receives ⌃C, and ⌃C after the prefix ends the run")
  func program() throws {
    let layouts = try KeyboardLayouts()
    try layouts.connect(keyboard.devices[0])
    let other = TerminalKeyboard(loop: loop, layouts: layouts, endsWithInterrupt: false)
    var frame: [KeyEvent] = []
    _ = try other.next(before: nil, into: &frame)
    other.take(Self.key("c", .control))
    other.take(Self.key("]", .control))
    other.take(Self.key("c", .control))
    var words: [String] = []
    while true {
      let occurrence = try other.next(before: .distantFuture, into: &frame)
      if case .end(let reason) = occurrence {
        #expect(reason == .signal(SIGINT))
        break
      }
      words += frame.map { "\($0.code) \($0.phase)" }
    }
    #expect(
      words == [
        "KEY_LEFTCTRL press", "KEY_C press", "KEY_C release", "KEY_LEFTCTRL release",
        "KEY_LEFTMETA press", "KEY_LEFTMETA cancel",
      ])
  }

  @Test("a paste comes between the keys before and after it, and waits for those before it")
  func paste() throws {
    var (pasted, isWaiting): ([String?], Bool) = ([], true)
    keyboard.pasted = { pasted.append($0) }
    keyboard.delaysPastes = { isWaiting }
    keyboard.take(Self.key("a"))
    keyboard.take(.paste("text"))
    keyboard.take(Self.key("b"))
    #expect(try drain() == ["KEY_A press", "KEY_A release"] && pasted == [])
    isWaiting = false
    #expect(try drain() == ["turn", "KEY_B press", "KEY_B release"] && pasted == ["text"])
  }

  @Test("when the focus goes every key is cancelled before the pipeline is notified")
  func focus() throws {
    keyboard.take(Self.key("a", [], .press))
    keyboard.take(.focus(false))
    #expect(try drain() == ["KEY_A press", "KEY_A cancel", "turn"])
    keyboard.take(Self.key("a", [], .release))
    #expect(try drain() == [])
    keyboard.take(Self.key("b"))
    #expect(try drain() == ["turn", "KEY_B press", "KEY_B release"])
    keyboard.take(.focus(false))
    keyboard.take(.focus(true))
    keyboard.take(Self.key("c"))
    #expect(try drain() == ["turn", "turn", "KEY_C press", "KEY_C release"])
  }

  @Test("nothing is down after the layout or the focus of the engine changes")
  func ends() throws {
    keyboard.take(Self.key("a", [], .press))
    _ = try drain()
    let ends = keyboard.takeEnds(ofKeysOn: keyboard.devices[0].id)
    #expect(ends.map(\.phase) == [.cancel] && ends.map(\.code) == [.a])
    keyboard.take(Self.key("a", [], .press))
    _ = try drain()
    keyboard.setGrabbed(false)
    #expect(try drain() == ["KEY_A cancel"])
  }

  @Test("the panic chord ends the run, and its last press is not reported")
  func panic() throws {
    for code in [KeyCode.backspace, .escape, .enter] {
      keyboard.take(.key(TerminalKey(.code(code), phase: .press)))
    }
    #expect(
      try drain() == [
        "KEY_BACKSPACE press", "KEY_ESC press", "KEY_ESC cancel", "KEY_BACKSPACE cancel",
        "end panic",
      ])
  }

  @Test("a deadline before a key is reported before it")
  func deadline() throws {
    keyboard.take(Self.key("a"))
    var frame: [KeyEvent] = []
    let past = loop.now.advanced(byMicroseconds: -1000)
    #expect(try keyboard.next(before: past, into: &frame) == .deadline(past) && frame == [])
    #expect(try keyboard.next(before: nil, into: &frame) == .frame && frame.count == 1)
  }

  @Test("it is known once whether the terminal has ⌘ and releases")
  func known() {
    var known: [Bool] = []
    keyboard.protocolBecameKnown = { known.append($0) }
    for flags in [0, 1, 8, 10, 31] { keyboard.take(.keyboard(flags: flags)) }
    #expect(known == [false, false, false, true, true])
  }

  @Test("the kiosk is next to the installed program, or in the tree of its sources")
  func kiosk() {
    let installed = ExampleKiosk.places(of: "/usr/bin/keybridge")
    #expect(installed.map(\.path) == ["/usr/share/keybridge/kiosk/kiosk.py"])
    #expect(installed.first?.client == "/usr/lib/python3/dist-packages")
    let built = ExampleKiosk.places(of: "/src/.build-release/x86_64/release/keybridge")
    #expect(built.map(\.path).last == "/src/Examples/Kiosk/kiosk.py")
    #expect(built.last?.client == "/src/Clients/Python")
  }
}
