// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import TestTraits
import Testing

@testable import TextInput

/// Random keys, holds of ⌘, sequences and moves of the focus.
@Suite(.notInFastRuns) struct CommandPanelWalkTests {
  private static let keys = [
    "cmd", "cmd", "cmd", "right-cmd", "shift", "cmd+shift", "caps", "globe", "⌘K", "⌘C", "⌘O", "⌘⇟",
    "⌘⇞", "⇟", "x", "e", "⎋", "⏎", "⇥", "⌘D", "⌘B", "⌃Space",
  ]

  @Test(
    "With no key down there is no panel and no timer, and each shown panel was hidden",
    arguments: 1...6 as ClosedRange<UInt64>)
  func walk(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let desk = Desk(modes: "en-US sv-SE")
    try desk.declare("open cmd+o", "comment cmd+k cmd+c", "deep cmd+k cmd+d x", "plain f3")
    for number in 1...20 { try desk.declare("n\(number) opt+f\(number)") }
    let fields = ["one", "two"].map { TextField(name: $0) }
    for field in fields { desk.engine.window.addSubview(field) }
    let other = desk.engine.makeWindow(name: "other")
    desk.engine.screen = CellSize(width: 80, height: 12)
    var down: [String] = []
    var isShown = false
    var shown = 0
    func follow() {
      for update in desk.engine.takeUpdates() {
        switch update {
        case .hudShown(let panel):
          isShown = true
          shown += 1
          #expect(!panel.groups.isEmpty && panel.groups.allSatisfy { !$0.rows.isEmpty })
          #expect((0..<panel.rowCount).contains(panel.firstRow))
        case .hudHidden:
          #expect(isShown)
          isShown = false
        default: break
        }
      }
      #expect(isShown == (desk.engine.commandPanel != nil))
    }
    for step in 0..<6000 {
      let key = Self.keys.randomElement(using: &random) ?? "x"
      switch Int.random(in: 0..<24, using: &random) {
      case 0: fields.randomElement(using: &random)?.becomeFirstResponder()
      case 1: desk.engine.window.focus(nil)
      case 2: other.makeKey()
      case 3: desk.engine.window.makeKey()
      case 4: desk.engine.setActive(step % 2 == 0)
      case 5:
        desk.engine.screen = CellSize(
          width: Int.random(in: 0...100, using: &random),
          height: Int.random(in: 0...30, using: &random))
      case 6: for key in down { desk.send(Desk.keystroke(key), .cancel) }
      case 7...9: if let held = down.randomElement(using: &random) { desk.repeats(held) }
      case 10...13:
        if !down.isEmpty { desk.up(down.remove(at: Int.random(in: down.indices, using: &random))) }
      default:
        if !down.contains(key) { down.append(key) }
        desk.down(key)
      }
      if step % 3 == 0 { desk.wait(Int64.random(in: 0...1200, using: &random)) }
      follow()
      guard step % 40 == 39 else { continue }
      for key in down { desk.up(key) }
      down = []
      // A pending sequence ends after its timeout.
      desk.wait(3000)
      follow()
      #expect(desk.engine.commandPanel == nil && desk.engine.isIdle, "step \(step)")
      #expect(desk.engine.nextDeadline == nil && !desk.engine.stages.heldKeys.panel.hold.isWatching)
    }
    #expect(shown > 20, "the walk must open panels")
  }
}
