// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing

/// The locks that are on, and the layout that a keyboard types with (NTF-18, NTF-19).
@Suite struct ActiveLayoutTests {
  private func active(_ board: Board, _ device: UInt32 = 0) -> ActiveLayout? {
    board.layouts.activeLayout(of: DeviceID(rawValue: device))
  }

  @Test("NTF-19a the active layout follows the group, with the names of that layout")
  func groups() throws {
    let board = try Board("us,de,fr", ",nodeadkeys,", options: "grp:caps_toggle")
    let layouts = [
      ActiveLayout(group: 0, layout: "us"),
      ActiveLayout(group: 1, layout: "de", variant: "nodeadkeys"),
      ActiveLayout(group: 2, layout: "fr"),
    ]
    for layout in layouts + [layouts[0]] {
      #expect(active(board) == layout)
      board.tap(.capsLock)
    }
    #expect(board.layouts.locks == [])
  }

  @Test("NTF-19a a keyboard has its own group, and one without names has us")
  func eachKeyboard() throws {
    let board = try Board(
      LayoutSettings(name: LayoutName(layout: "us,de", options: "grp:caps_toggle")),
      LayoutSettings(name: LayoutName()))
    board.tap(.capsLock)
    #expect(active(board)?.layout == "de")
    #expect(active(board, 1) == ActiveLayout(group: 0, layout: "us"))
    #expect(active(board, 2) == nil)
  }

  @Test("NTF-19b the layout of a mode is the active one, in its first group")
  func mode() throws {
    let board = try Board("us,de", options: "grp:caps_toggle")
    board.tap(.capsLock)
    try board.layouts.setModeLayout(ModeLayout("ru", variant: "phonetic", unlessTyping: "ф"))
    #expect(active(board) == ActiveLayout(group: 0, layout: "ru", variant: "phonetic"))
    try board.layouts.setModeLayout(nil)
    #expect(active(board)?.layout == "us")
  }

  @Test("NTF-18a the locks are those of all keyboards, with or without LEDs")
  func locks() throws {
    let board = try Board(
      LayoutSettings(name: LayoutName(layout: "us")), LayoutSettings(name: LayoutName(layout: "de"))
    )
    board.tap(.capsLock)
    #expect(board.layouts.locks == .capsLock)
    board.tap(.numLock, on: 1)
    #expect(board.layouts.locks == [.capsLock, .numLock])
    board.tap(.capsLock, on: 1)
    #expect(board.layouts.locks == .numLock)
    // Holding Shift locks nothing.
    board.key(.leftShift, .press)
    #expect(board.layouts.locks == .numLock)
  }
}
