// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Layouts
import TestSupport
import Testing
import TestTraits

@Suite struct LayoutCatalogueTests {
  @Test("The catalogue has the layouts that xkbcli lists", .needs("xkbcli"))
  func agreesWithXkbcli() throws {
    let listing = try Child.run(["xkbcli", "list"]).output
    let known = Set(
      try LayoutCatalogue().entries.map { "\($0.kind) \($0.layout) \($0.name) \($0.description)" })
    let listed = Set(Self.entries(in: listing))
    #expect(listed.count > 900)
    #expect(listed.subtracting(known) == [])
    // xkbcli omits an option that the rules describe twice.
    #expect(known.subtracting(listed).filter { !$0.hasPrefix("option") } == [])
  }

  // xkbcli writes YAML: a section per kind, an item per entry, and options within their groups.
  private static func entries(in listing: String) -> [String] {
    var section = ""
    var name = ""
    var layout = ""
    var isOption = false
    var result: [String] = []
    for line in listing.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map { trimmed(String($0)) }
      if !line.hasPrefix(" "), !line.hasPrefix("-") {
        section = parts[0]
        continue
      }
      guard parts.count == 2 else { continue }
      switch parts[0].hasPrefix("- ") ? String(parts[0].dropFirst(2)) : parts[0] {
      case "name":
        name = parts[1]
        isOption = line.hasPrefix("  ")
      case "layout":
        (layout, name) = (parts[1], "")
      case "variant":
        name = parts[1]
      case "description":
        switch section {
        case "models": result.append("model  \(name) \(parts[1])")
        case "layouts" where name.isEmpty: result.append("layout  \(layout) \(parts[1])")
        case "layouts": result.append("variant \(layout) \(name) \(parts[1])")
        default: if isOption { result.append("option  \(name) \(parts[1])") }
        }
      default: break
      }
    }
    return result
  }

  private static func trimmed(_ text: String) -> String {
    let blank: (Character) -> Bool = { $0 == " " }
    var text = String(text.drop(while: blank))
    while text.last == " " { text.removeLast() }
    if text.count >= 2, text.first == "'", text.last == "'" {
      text = String(text.dropFirst().dropLast())
    }
    return text
  }

  @Test("Layouts are found by every word of name or description, ignoring case")
  func search() throws {
    let catalogue = try LayoutCatalogue()
    let german = catalogue.search("german DEAD")
    #expect(german.contains { $0.layout == "de" && $0.name == "nodeadkeys" })
    #expect(german.allSatisfy { $0.description.lowercased().contains("german") })
    #expect(catalogue.search("de", kinds: [.layout]).contains { $0.name == "de" })
    #expect(catalogue.search("compose:ralt", kinds: [.option]).count == 1)
    #expect(catalogue.search("no such thing at all").isEmpty)
    #expect(catalogue.variants(of: "de").contains { $0.name == "neo" })
  }

  @Test(
    "A layout that does not exist is reported with the nearest name",
    arguments: [
      (LayoutName(layout: "german"), LayoutError.unknownLayout("german", nearest: "de")),
      (LayoutName(layout: "us,swedish"), .unknownLayout("swedish", nearest: "se")),
      (LayoutName(layout: "quite-unknown"), .unknownLayout("quite-unknown", nearest: nil)),
      (
        LayoutName(layout: "us,de-nodeadkeys"),
        .variantInLayout("de-nodeadkeys", layout: "de", variant: "nodeadkeys")
      ),
      (
        LayoutName(layout: "US_altgr-intel"),
        .variantInLayout("US_altgr-intel", layout: "us", variant: "altgr-intl")
      ),
      (LayoutName(layout: "se_SE"), .unknownLayout("se_SE", nearest: "se")),
      (
        LayoutName(layout: "de", variant: "nodedkeys"),
        .unknownVariant("nodedkeys", layout: "de", nearest: "nodeadkeys")
      ),
      (
        LayoutName(layout: "us,fr", variant: ",bpeo"),
        .unknownVariant("bpeo", layout: "fr", nearest: "bepo")
      ),
      (
        LayoutName(layout: "us", variant: "xxxxxxxxxx"),
        .unknownVariant("xxxxxxxxxx", layout: "us", nearest: nil)
      ),
    ])
  func unknown(name: LayoutName, error: LayoutError) throws {
    #expect(throws: error) { try Board(LayoutSettings(name: name)) }
    let layouts = try KeyboardLayouts()
    #expect(throws: error) { try layouts.prepare(name) }
  }

  @Test("Any other error has xkb's message")
  func invalid() throws {
    let folder = try UserFolder(symbols: "xkb_symbols \"basic\" { key <AC01> {[ a ] };\n")
    let name = LayoutName(layout: "test")
    let error = #expect(throws: LayoutError.self) { try Board("test", sources: folder.sources) }
    guard case .invalid(name, let messages) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      messages.contains { $0.contains("test:1:") && $0.contains("syntax error") }, "\(messages)")
    #expect(throws: LayoutError.self) { try Board(LayoutSettings(name: LayoutName(rules: "no"))) }
  }

  @Test("A failed layout does not affect the others")
  func failureIsLocal() throws {
    let board = try Board(LayoutSettings(name: LayoutName(layout: "us")))
    #expect(throws: LayoutError.self) { try board.layouts.prepare(LayoutName(layout: "german")) }
    #expect(board.tap(.a).text == "a")
  }

  @Test("A user's symbol file is a layout, is listed, and precedes xkb's of the same name")
  func userFolder() throws {
    let folder = try UserFolder(
      symbols: """
        xkb_symbols "basic" { name[Group1] = "Cherokee"; include "us(basic)"
          key <AC01> {[ U13A0, U13AB ]}; };
        xkb_symbols "other" { key <AC01> {[ x ]}; };
        """)
    _ = try folder.folder.write(
      "xkb_symbols \"basic\" { key <AC01> {[ 7 ]}; };".utf8, to: "symbols/fr")
    #expect(try Board("test", sources: folder.sources).tap(.a).text == "Ꭰ")
    #expect(try Board("test", "other", sources: folder.sources).tap(.a).text == "x")
    #expect(try Board("fr", sources: folder.sources).tap(.a).text == "7")
    #expect(try Board("fr").tap(.a).text == "q")
    let catalogue = try LayoutCatalogue(folder.sources)
    #expect(catalogue.search("test", kinds: [.layout]).contains { $0.name == "test" })
    #expect(catalogue.nearest(to: "tset", kind: .layout) == "test")
    #expect(catalogue.search("German", kinds: [.layout]).contains { $0.name == "de" })
  }

  @Test("A folder that does not exist is skipped")
  func missingFolder() throws {
    let sources = LayoutSources(includeFolders: ["/nonexistent"])
    #expect(try Board("us", sources: sources).tap(.a).text == "a")
  }

  @Test("A malformed symbol file is an error, never a crash", arguments: 1...20)
  func fuzz(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "xkb_symbols", "\"basic\"", "{", "}", "key", "<AC01>", "[", "]", ";", ",", "a", "include",
      "\"us\"", "\"test\"", "modifier_map", "Mod1", "=", "type", "(", ")", "\n", "//", "\0", "é",
    ]
    let middle = (0..<60).compactMap { _ in pieces.randomElement(using: &random) }
    let folder = try UserFolder(
      symbols: "xkb_symbols \"basic\" { " + middle.joined(separator: " ") + " };")
    do throws(LayoutError) {
      let layouts = try KeyboardLayouts(sources: folder.sources)
      try layouts.prepare(LayoutName(layout: "test"))
    } catch {
      guard case .invalid(LayoutName(layout: "test"), _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("64 keyboards of one layout share one keymap")
  func sharedKeymap() throws {
    let folder = try UserFolder(symbols: "xkb_symbols \"basic\" { key <AC01> {[ 1 ]}; };")
    let name = LayoutName(layout: "test")
    let layouts = try KeyboardLayouts(sources: folder.sources) { _ in LayoutSettings(name: name) }
    try layouts.prepare(name)
    // A second compilation would not find the file.
    unlink(folder.folder.path + "/symbols/test")
    for number in UInt32(0)..<64 {
      try layouts.connect(DeviceInfo(id: DeviceID(rawValue: number), name: "board"))
    }
    let keystroke = layouts.keystroke(
      for: KeyEvent(time: .zero, device: DeviceID(rawValue: 63), code: .a, phase: .press))
    #expect(keystroke.text == "1")
  }
}
