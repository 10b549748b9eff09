// SPDX-License-Identifier: Apache-2.0
import Keys
import TestTraits
import Testing
import TextInput

@testable import InputMethods

@Suite struct RomajiTests {
  private static func kana(_ keys: String) -> String {
    var reading = KanaReading()
    for key in keys { reading.typeRomaji(key) }
    reading.finishRomaji()
    return reading.text
  }

  @Test(
    "F027 romaji becomes kana: the rules for n, doubled consonants, small kana and punctuation",
    arguments: [
      ("kyou", "きょう"), ("toukyou", "とうきょう"), ("konnnichiha", "こんにちは"), ("kannji", "かんじ"),
      ("kanji", "かんじ"), ("kan'i", "かんい"), ("kani", "かに"), ("hon", "ほん"), ("honn", "ほん"),
      ("nya", "にゃ"), ("kinyuu", "きにゅう"), ("kin'yuu", "きんゆう"), ("kitte", "きって"),
      ("zasshi", "ざっし"), ("matcha", "まっちゃ"), ("xtu", "っ"), ("ltsu", "っ"), ("kk", "っk"),
      ("ky", "ky"), ("kq", "kq"), ("ra-men", "らーめん"), ("a,b.", "あ、b。"), ("[a]", "「あ」"),
      ("a!?", "あ！？"), ("2gatu", "2がつ"), ("Kana", "Kana"), ("kaNa", "かNa"), ("1.5kai", "1.5かい"),
      ("3.a", "3。あ"), ("10:30,a", "10:30、あ"), ("vaiorin", "ゔぁいおりん"),
      ("dhi-zeru", "でぃーぜる"), ("n", "ん"), ("nk", "んk"), ("wwa", "っわ"), ("xka", "ヵ"), ("lke", "ヶ"),
      ("z.z-", "…〜"),
    ])
  func spelling(_ keys: String, _ kana: String) {
    #expect(Self.kana(keys) == kana)
  }

  @Test("every spelling of the table is typed as it says, also after another kana")
  func table() {
    #expect(RomajiTable.kana.count > 300)
    for (spelling, kana) in RomajiTable.kana {
      #expect(Self.kana(spelling) == kana, "\(spelling)")
      #expect(Self.kana("a" + spelling) == "あ" + kana, "\(spelling)")
      guard let first = spelling.first, first.isLetter, !"aiueon".contains(first) else { continue }
      #expect(Self.kana(String(first) + spelling) == "っ" + kana, "\(spelling)")
    }
  }

  @Test(
    "libskk's table has the same spellings, except where it differs from Kotoeri",
    .needs(file: "/usr/share/libskk/rules/default/rom-kana/default.json"))
  func oracle() throws {
    let path = "/usr/share/libskk/rules/default/rom-kana/default.json"
    let text = String(decoding: try RegularFile.read(path), as: UTF8.self)
    // Entries are `"kya": ["", "きゃ" ]`: the letters kept pending, and the kana.
    let entry = /"([^"]+)": \["([^"]*)", *"([^"]*)"/
    var count = 0
    var differences: [String] = []
    for match in text.matches(of: entry) {
      let (keys, rest, kana) = (String(match.1), String(match.2), String(match.3))
      count += 1
      let ours = Self.kana(keys)
      if ours != kana + rest { differences.append("\(keys) \(kana)\(rest) \(ours)") }
    }
    #expect(count == 245)
    #expect(differences.sorted() == Self.differences)
  }

  @Test(
    "F027 mozc's table, which is in its program, has the same spellings",
    .needs(file: "/usr/lib/mozc/mozc_server"))
  func mozc() throws {
    let program = try RegularFile.read("/usr/lib/mozc/mozc_server", limit: 1 << 26)
    // The file `romanji-hiragana.tsv` is a part of the program: the keys, the kana, and the keys
    // that stay pending, as in `kk`, `っ`, `k`.
    let start = try #require(Self.place(of: "kk\tっ\tk\n", in: program))
    var spellings: [String: String] = [:]
    for line in program[start...].prefix(20_000).split(separator: 0x0A) {
      let fields = String(decoding: line, as: UTF8.self).split(
        separator: "\t", omittingEmptySubsequences: false
      ).map(String.init)
      // Another table of keys follows it.
      guard fields.count >= 3, !line.contains(0), fields[0] != "*" else { break }
      if fields[1].isEmpty { spellings[fields[0]] = fields[2] }
    }
    #expect(spellings.count > 280 && spellings["kya"] == "きゃ")
    for (keys, kana) in spellings { #expect(Self.kana(keys) == kana, "\(keys)") }
    // Every spelling of ours with letters only is mozc's too, except some of Kotoeri's.
    let own = RomajiTable.kana.keys.filter { keys in
      keys.allSatisfy(\.isLetter) && spellings[keys] == nil
    }
    #expect(
      own.sorted().joined(separator: " ")
        == "fwa fwe fwi fwo fwu fye fyi lwe lwi qwa qwe qwi qwo qwu qya qye qyi qyo qyu xn xwe xwi"
        + " zh zj zk zl")
  }

  private static func place(of text: String, in bytes: [UInt8]) -> Int? {
    let wanted = Array(text.utf8)
    return bytes.indices.first { place in
      bytes[place] == wanted[0] && bytes[place...].starts(with: wanted)
    }
  }

  /// The keys, libskk's kana, and ours: `tha` is a mistake there, ゔ is one character here, and some
  /// symbols after `z` are SKK's own.
  private static let differences = [
    "tha てぁ てゃ", "va う゛ぁ ゔぁ", "ve う゛ぇ ゔぇ", "vi う゛ぃ ゔぃ", "vo う゛ぉ ゔぉ", "vu う゛ ゔ", "z  　 z　",
    "z( （ z（", "z) ） z）", "z* ※ z＊", "z0 ○ z0", "z: ゜ z：", "z; ゛ z；", "z@ ◎ z@", "zL ⇒ zL",
    "z{ 【 z｛", "z} 】 z｝",
  ]
}
