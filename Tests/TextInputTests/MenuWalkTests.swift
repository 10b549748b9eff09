// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import TextInput

/// Random keys while a menu may be open.
@Suite struct MenuWalkTests {
  private static let keys = [
    "⌃F2", "⌃F2", "↑", "↓", "←", "→", "home", "end", "⏎", "␠", "⎋", "a", "f", "s", "⌘K", "⌘C", "⌘Z",
    "⇥", "cmd", "⌃K",
  ]

  @Test(
    "CMD-30b random keys leave the menu's reports and highlight consistent, and no key down",
    arguments: [1, 2, 3] as [UInt64])
  func walk(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let application = RecordingResponder("application")
    application.performable = []
    let desk = Desk(application: application)
    let stay = KeyCommand(id: "stay", title: "Stay") { $0.attributes = .keepsMenuPresented }
    application.menu = { $0.insertElements([.command(stay)], atStartOfMenu: .find) }
    let fields = ["one", "two"].map { TextField(name: $0) }
    for field in fields { desk.engine.window.addSubview(field) }
    var shown: MenuPanel?
    var opened = 0
    var depth = 0
    func follow() {
      for update in desk.engine.takeUpdates() {
        switch update {
        case .menuShown(let panel):
          if shown == nil { opened += 1 }
          #expect(panel != shown, "only a changed panel is reported")
          shown = panel
          #expect(panel.openLists.count == panel.highlights.count)
          depth = max(depth, panel.highlights.count)
          for (list, highlight) in zip(panel.openLists, panel.highlights) {
            guard let highlight else { continue }
            #expect(list.items[highlight].isSelectable)
          }
        case .menuHidden:
          #expect(shown != nil)
          shown = nil
        default: break
        }
      }
      #expect(desk.engine.menuPanel == shown)
    }
    for step in 0..<4000 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: fields.randomElement(using: &random)?.becomeFirstResponder()
      case 1: desk.engine.window.focus(nil)
      case 2: desk.engine.setActive(step % 2 == 0)
      case 3: application.performable = step % 3 == 0 ? [] : ["find", "stay", "show-spelling"]
      case 4: desk.engine.mainMenu.setNeedsRebuild()
      case 5: desk.engine.mainMenu.setNeedsRevalidate()
      case 6: fields[step % 2].text = step % 4 < 2 ? "" : "some text"
      default:
        let key = Self.keys.randomElement(using: &random) ?? "a"
        desk.down(key)
        if Bool.random(using: &random) { desk.repeats(key) }
        follow()
        desk.up(key)
      }
      follow()
      #expect(desk.engine.isIdle, "step \(step)")
    }
    #expect(opened > 20 && depth == 2, "the walk must open menus and submenus")
  }
}
