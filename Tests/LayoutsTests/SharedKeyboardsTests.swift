// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import TestSupport
import Testing

@Suite struct SharedKeyboardsTests {
  private func usAndGerman() throws -> Board {
    try Board(
      LayoutSettings(name: LayoutName(layout: "us")),
      LayoutSettings(name: LayoutName(layout: "de")))
  }

  @Test("Each keyboard uses its own layout")
  func ownLayouts() throws {
    let board = try usAndGerman()
    #expect(board.tap(KeyCode(21), on: 0).text == "y")
    #expect(board.tap(KeyCode(21), on: 1).text == "z")
  }

  @Test("KEY-9a a modifier on one keyboard applies to the keys of another, in both directions")
  func modifiersAreShared() throws {
    let board = try usAndGerman()
    board.key(.leftShift, .press, on: 0)
    let two = board.tap(KeyCode(3), on: 1)
    #expect(two.text == "\"" && two.modifiers == .shift && two.consumedModifiers == .shift)
    board.key(.leftShift, .release, on: 0)
    #expect(board.tap(KeyCode(3), on: 1).text == "2")
    board.key(.leftMeta, .press, on: 1)
    #expect(board.tap(.a, on: 0).modifiers == .command)
    board.key(.leftMeta, .release, on: 1)
    #expect(board.tap(.a, on: 0).modifiers == [])
  }

  @Test("KEY-9a AltGr on one keyboard applies to a keyboard without AltGr")
  func altGrIsShared() throws {
    let board = try usAndGerman()
    board.key(.rightAlt, .press, on: 1)
    #expect(board.tap(KeyCode(16), on: 1).text == "@")
    let key = board.tap(KeyCode(16), on: 0)
    #expect(key.text == "q" && key.modifiers == .option && key.consumedModifiers == [])
  }

  @Test("KEY-9a Shift held on two keyboards ends when both are released")
  func shiftTwice() throws {
    let board = try usAndGerman()
    board.key(.leftShift, .press, on: 0)
    board.key(.leftShift, .press, on: 1)
    board.key(.leftShift, .release, on: 0)
    #expect(board.tap(.a, on: 0).text == "A")
    #expect(board.tap(.a, on: 1).text == "A")
    board.key(.leftShift, .release, on: 1)
    #expect(board.tap(.a, on: 0).text == "a")
    #expect(board.tap(.a, on: 1).text == "a")
  }

  @Test("KEY-9b unplugging a keyboard releases its keys", arguments: [true, false])
  func unplug(withCancel: Bool) throws {
    let board = try usAndGerman()
    board.key(.leftMeta, .press, on: 0)
    if withCancel { #expect(board.key(.leftMeta, .cancel, on: 0).modifiers == []) }
    board.layouts.disconnect(.first)
    let key = board.tap(.a, on: 1)
    #expect(key.modifiers == [] && key.text == "a")
  }

  @Test("A replugged keyboard has no keys held")
  func replug() throws {
    let board = try usAndGerman()
    board.key(.leftShift, .press, on: 0)
    try board.layouts.connect(DeviceInfo(id: .first, name: "again"))
    #expect(board.tap(.a, on: 0).text == "a")
    #expect(board.tap(.a, on: 1).text == "a")
  }

  @Test("Locks and groups count as changes, and held modifiers do not")
  func generation() throws {
    let board = try Board("us,de", options: "grp:shifts_toggle")
    var last = board.layouts.generation
    func changes(_ body: () -> Void) -> Bool {
      body()
      defer { last = board.layouts.generation }
      return board.layouts.generation != last
    }
    #expect(changes { board.tap(.capsLock) })
    #expect(!changes { board.tap(.a, holding: .leftShift) })
    #expect(!changes { board.tap(.a, holding: .rightAlt, .leftControl) })
    #expect(changes { board.tap(.capsLock) })
    #expect(changes { board.tap(.rightShift, holding: .leftShift) })
    #expect(board.tap(KeyCode(21)).text == "z")
    #expect(changes { board.layouts.releaseCapsLock() })
    #expect(changes { board.layouts.setLocks(.numLock) })
    #expect(changes { board.layouts.disconnect(.first) })
  }

  @Test("Locks and their LEDs apply to all keyboards")
  func locksAreShared() throws {
    let board = try usAndGerman()
    board.tap(.capsLock, on: 0)
    #expect(board.tap(.a, on: 1).text == "A")
    #expect(board.layouts.leds(of: .first) == .capsLock)
    #expect(board.layouts.leds(of: .second) == .capsLock)
    board.tap(.capsLock, on: 1)
    #expect(board.tap(.a, on: 0).text == "a")
    #expect(board.layouts.leds(of: .first) == [])
    board.tap(.numLock, on: 1)
    #expect(board.layouts.leds(of: .first) == .numLock)
    board.layouts.disconnect(.second)
    #expect(board.layouts.leds(of: .first).contains(.numLock))
    #expect(board.layouts.leds(of: .second) == [])
  }

  @Test("Locks can be set for all keyboards")
  func setLocks() throws {
    let board = try usAndGerman()
    board.layouts.setLocks([.numLock, .capsLock])
    #expect(board.layouts.leds(of: .second) == [.numLock, .capsLock])
    #expect(board.tap(KeyCode(75), on: 1).text == "4")
    #expect(board.tap(.a, on: 0).text == "A")
    board.tap(.capsLock, on: 0)
    board.layouts.setLocks([])
    #expect(board.tap(.a, on: 1).text == "a")
  }

  @Test("A latch on one keyboard applies to one key of another")
  func latches() throws {
    let folder = try UserFolder(
      symbols: """
        xkb_symbols "basic" { include "us"
          replace key <CAPS> {
            symbols[1] = [ ISO_Level2_Latch ], actions[1] = [ LatchMods(modifiers=Shift) ] }; };
        """)
    let latching = LayoutSettings(name: LayoutName(layout: "test"))
    let board = try Board(latching, LayoutSettings(), sources: folder.sources)
    board.tap(.capsLock, on: 0)
    #expect(board.tap(.a, on: 0).text == "A")
    #expect(board.tap(.a, on: 0).text == "a")
    board.tap(.capsLock, on: 0)
    let latched = board.tap(.a, on: 1)
    #expect(latched.text == "A" && latched.modifiers == .shift)
    #expect(board.tap(.a, on: 1).text == "a")
    #expect(board.tap(.a, on: 0).text == "a")
  }

  @Test("A latch used on another keyboard has ended: the next tap latches again, and does not lock")
  func usedLatch() throws {
    let folder = try UserFolder(
      symbols: """
        xkb_symbols "basic" { include "us"
          replace key <CAPS> {
            symbols[1] = [ ISO_Level2_Latch ],
            actions[1] = [ LatchMods(modifiers=Shift, latchToLock) ] }; };
        """)
    let latching = LayoutSettings(name: LayoutName(layout: "test"))
    let board = try Board(latching, LayoutSettings(), sources: folder.sources)
    board.tap(.capsLock, on: 0)
    #expect(board.tap(.a, on: 1).text == "A")
    #expect(board.tap(.a, on: 0).text == "a")
    board.tap(.capsLock, on: 0)
    #expect(board.tap(.a, on: 0).text == "A")
    #expect(board.tap(.a, on: 0).text == "a" && board.tap(.a, on: 1).text == "a")
  }

  @Test("Each keyboard has its own group")
  func groups() throws {
    let name = LayoutName(layout: "us,ru", options: "grp:alt_shift_toggle")
    let board = try Board(LayoutSettings(name: name), LayoutSettings(name: name))
    board.tap(.leftShift, holding: .leftAlt, on: 0)
    #expect(board.tap(.a, on: 0).text == "ф")
    #expect(board.tap(.a, on: 0).charactersIgnoringModifiers == "ф")
    #expect(board.tap(.a, on: 1).text == "a")
    board.tap(.leftShift, holding: .leftAlt, on: 0)
    #expect(board.tap(.a, on: 0).text == "a")
  }

  @Test("a modifier applies only to keys pressed while it is held")
  func reportOrder() throws {
    let board = try Board("us")
    #expect(board.key(.leftShift, .press).modifiers == .shift)
    #expect(board.key(.a, .press).text == "A")
    board.key(.leftShift, .release)
    #expect(board.key(KeyCode(48), .press).text == "b")
  }

  @Test(
    "KEY-11c of keys found down a modifier applies, a lock does not lock, a letter types nothing"
  )
  func found() throws {
    let board = try usAndGerman()
    let shift = board.key(.leftShift, .found)
    #expect(shift.modifiers == .shift && shift.text == "")
    #expect(board.tap(.a, on: 1).text == "A")
    board.key(.leftShift, .release)
    #expect(board.tap(.a).text == "a")

    #expect(board.key(.capsLock, .found).modifiers == [])
    #expect(board.tap(.a).text == "a")
    board.key(.capsLock, .release)
    #expect(board.tap(.a).text == "a" && board.layouts.leds(of: .first) == [])
    board.tap(.capsLock)
    board.key(.capsLock, .found)
    #expect(board.tap(.a).text == "A")
    board.key(.capsLock, .release)
    #expect(board.tap(.a, on: 1).text == "A")

    #expect(board.key(KeyCode(48), .found).text == "")
  }

  @Test("KEY-7 a letter repeats its text; other repeating keys type nothing")
  func repeats() throws {
    let board = try Board("us")
    board.key(.a, .press)
    #expect(board.key(.a, .repeat).text == "a")
    #expect(board.layouts.keyRepeats(PhysicalKey(device: .first, code: .a)))
    for code: KeyCode in [.leftShift, .capsLock, .numLock, .leftMeta] {
      #expect(!board.layouts.keyRepeats(PhysicalKey(device: .first, code: code)), "\(code)")
    }
    board.key(.capsLock, .press)
    #expect(board.key(.capsLock, .repeat).text == "")
    board.key(.capsLock, .release)
    #expect(board.tap(.a).text == "A")
    #expect(!board.layouts.keyRepeats(PhysicalKey(device: .second, code: .a)))
  }

  @Test("KEY-7 a letter that the layout excludes from repeating types once")
  func lettersThatDoNotRepeat() throws {
    let folder = try UserFolder(
      symbols: "xkb_symbols \"basic\" { key <AC01> { repeat=No, [ a ] }; };")
    let board = try Board("test", sources: folder.sources)
    #expect(board.key(.a, .press).text == "a")
    let again = board.key(.a, .repeat)
    #expect(again.text == "" && keysymName(again.keysym) == "a")
    #expect(!board.layouts.keyRepeats(PhysicalKey(device: .first, code: .a)))
  }

  @Test("An event of a keyboard that is not connected is ignored")
  func notConnected() throws {
    let keystroke = try Board("us").key(.a, .press, on: 7)
    #expect(keystroke.text == "" && keystroke.keysym == .none && keystroke.event.code == .a)
  }

  @Test(
    "Swapped modifier keys exchange their meanings and keep their codes",
    arguments: [
      (ModifierSwap.optionCommand, KeyCode.leftAlt, Modifiers.command),
      (.optionCommand, .rightAlt, .command), (.optionCommand, .leftMeta, .option),
      (.optionCommand, .rightMeta, .option), (.optionCommand, .leftControl, .control),
      (.controlCommand, .leftControl, .command), (.controlCommand, .rightControl, .command),
      (.controlCommand, .leftMeta, .control), (.controlCommand, .rightMeta, .control),
      (.controlCommand, .leftAlt, .option), (.none, .leftAlt, .option),
      (.none, .leftMeta, .command),
    ])
  func swaps(swap: ModifierSwap, code: KeyCode, role: Modifiers) throws {
    let board = try Board(LayoutSettings(swap: swap))
    #expect(board.key(code, .press).event.code == code)
    #expect(board.tap(.a).modifiers == role)
    board.key(code, .release)
    #expect(board.tap(.a).modifiers == [])
  }

  @Test(
    "With no key down no modifier is left, however keyboards are plugged and unplugged",
    arguments: 1...8)
  func nothingIsEverStuck(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["us", "de", "fr", "us"].map { LayoutSettings(name: LayoutName(layout: $0)) }
    let board = try Board(names[0], names[1], names[2], names[3])
    let keys: [KeyCode] = [
      .leftShift, .rightShift, .leftControl, .leftAlt, .rightAlt, .leftMeta, .a, .space,
    ]
    var down = Set<[UInt32]>()
    for _ in 0..<4000 {
      let device = UInt32.random(in: 0..<4, using: &random)
      if Int.random(in: 0..<100, using: &random) == 0 {
        board.layouts.disconnect(DeviceID(rawValue: device))
        down = down.filter { $0[0] != device }
        try board.layouts.connect(DeviceInfo(id: DeviceID(rawValue: device), name: "back"))
        continue
      }
      let code = keys.randomElement(using: &random) ?? .a
      let key = [device, UInt32(code.rawValue)]
      let isFound = Int.random(in: 0..<10, using: &random) == 0
      if down.remove(key) != nil {
        board.key(code, isFound ? .cancel : .release, on: device)
      } else {
        down.insert(key)
        board.key(code, isFound ? .found : .press, on: device)
      }
      if down.isEmpty {
        #expect(board.key(KeyCode(59), .release, on: device).modifiers == [])
      }
    }
    for key in down { board.key(KeyCode(UInt16(key[1])), .release, on: key[0]) }
    for device in UInt32(0)..<4 {
      let keystroke = board.tap(.a, on: device)
      #expect(keystroke.modifiers == [] && keystroke.text == (device == 2 ? "q" : "a"))
    }
  }
}
