// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TestSupport
import Testing

/// Reading compiled catalogues, compared with gettext's tools, and reading malformed bytes.
@Suite struct MessageCatalogueTests {
  @Test(
    "CMD-14a every message of a catalogue reads as msgunfmt reads it",
    arguments: Catalogues.languages)
  func oracle(language: String) throws {
    let folder = try Catalogues.compiled([language])
    let catalogue = try #require(MessageCatalogue(bytes: Catalogues.bytes(of: language)))
    let path = Catalogues.path(of: language, in: folder)
    let reported = try Child.run(["msgunfmt", "--no-wrap", path])
    let theirs = withExtendedLifetime(folder) { Catalogues.messages(in: reported.output) }
    #expect(theirs.count > 150)
    #expect(catalogue.count == theirs.count + 1, "the header is an entry too")
    for entry in theirs {
      #expect(catalogue.translation(of: entry.id, context: entry.context) == entry.translation)
    }
    #expect(catalogue.header.contains("Language: \(language)\n"))
  }

  private static let few = """
    msgid "Cut"
    msgstr "Klipp ut"

    msgctxt "group"
    msgid "Cut"
    msgstr "Urklipp"

    msgid "Untold"
    msgstr ""

    msgid "one line"
    msgid_plural "%d lines"
    msgstr[0] "en rad"
    msgstr[1] "%d rader"

    msgid "\\"quoted\\"\\n"
    msgstr "”citerad”\\n"
    """

  @Test(
    "CMD-14a contexts, plurals and both byte orders are read; missing messages and the header not",
    arguments: [[], ["--endianness=big"], ["--no-hash"], ["--alignment=8"]])
  func lookup(options: [String]) throws {
    let catalogue = try #require(
      MessageCatalogue(bytes: Catalogues.compile(Self.few, options: options)))
    #expect(catalogue.translation(of: "Cut") == "Klipp ut")
    #expect(catalogue.translation(of: "Cut", context: "group") == "Urklipp")
    #expect(catalogue.translation(of: "Cut", context: "menu") == nil)
    #expect(catalogue.translation(of: "Cu") == nil)
    #expect(catalogue.translation(of: "Cuts") == nil)
    #expect(catalogue.translation(of: "Untold") == nil)
    #expect(catalogue.translation(of: "one line") == "en rad")
    #expect(catalogue.translation(of: "\"quoted\"\n") == "”citerad”\n")
    #expect(catalogue.translation(of: "") == nil)
    #expect(catalogue.header == "Content-Type: text/plain; charset=UTF-8\n")
  }

  @Test(
    "A catalogue in a character set other than UTF-8 is refused")
  func charset() throws {
    let entry = "msgid \"Cut\"\nmsgstr \"Klipp ut\"\n"
    #expect(MessageCatalogue(bytes: try Catalogues.compile(entry, charset: "ISO-8859-1")) == nil)
    #expect(MessageCatalogue(bytes: try Catalogues.compile(entry, charset: "utf-8")) != nil)
  }

  @Test("A file that is no catalogue, is truncated, or has a later version is refused")
  func refused() throws {
    let whole = try Catalogues.bytes(of: "sv")
    #expect(MessageCatalogue(bytes: []) == nil)
    #expect(MessageCatalogue(bytes: Array("# no catalogue at all, not one".utf8)) == nil)
    for length in 0..<28 { #expect(MessageCatalogue(bytes: Array(whole.prefix(length))) == nil) }
    #expect(MessageCatalogue(bytes: Array(whole.prefix(400))) == nil)
    var later = whole
    later[6] = 2
    #expect(MessageCatalogue(bytes: later) == nil)
    // All bits set: no sum of its numbers may overflow.
    for place in stride(from: 8, to: 40, by: 4) {
      var bytes = whole
      bytes.replaceSubrange(place..<place + 4, with: [255, 255, 255, 255])
      if let catalogue = MessageCatalogue(bytes: bytes) { _ = catalogue.translation(of: "Copy") }
    }
  }

  @Test("A catalogue may end with its tables; with one byte less it is truncated")
  func tablesLast() throws {
    let texts = ["", "Content-Type: text/plain; charset=UTF-8\n", "Cut", "Klipp ut"]
    var strings: [UInt8] = []
    var entries: [UInt32] = []
    for text in texts {
      entries += [UInt32(text.utf8.count), UInt32(28 + strings.count)]
      strings += Array(text.utf8) + [0]
    }
    let tables = UInt32(28 + strings.count)
    let head: [UInt32] = [0x9504_12de, 0, 2, tables, tables + 16, 0, 0]
    func bytes(_ words: [UInt32]) -> [UInt8] {
      words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }
    let originals = entries[0...1] + entries[4...5]
    let translations = entries[2...3] + entries[6...7]
    let whole = bytes(head) + strings + bytes(Array(originals + translations))
    let catalogue = try #require(MessageCatalogue(bytes: whole))
    #expect(catalogue.translation(of: "Cut") == "Klipp ut")
    #expect(MessageCatalogue(bytes: whole.dropLast())?.translation(of: "Cut") == nil)
  }

  @Test("No bytes crash the reader, and its messages are in the file", arguments: 0..<8)
  func fuzz(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let whole = try Catalogues.bytes(of: "sv")
    var survivors = 0
    for _ in 0..<150 {
      var bytes = whole
      // The damage is in the header and the tables, where it changes the reader's path.
      let reach = Bool.random(using: &random) ? 28 : min(whole.count, 3000)
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        bytes[Int.random(in: 4..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      }
      guard let catalogue = MessageCatalogue(bytes: bytes) else { continue }
      survivors += 1
      for message in BuiltinCommands.messages.prefix(40) {
        let reported = catalogue.translation(of: message.text, context: message.context)
        #expect((reported?.utf8.count ?? 1) <= bytes.count && reported != "")
      }
    }
    #expect(survivors > 10)
  }
}
