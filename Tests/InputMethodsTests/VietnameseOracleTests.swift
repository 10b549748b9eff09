// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import Testing

@testable import InputMethods

/// The composition, compared with the tables of the m17n database.
@Suite(.needs(file: "/usr/share/m17n/vi-telex.mim")) struct VietnameseOracleTests {
  private static let initials = [
    "", "b", "c", "ch", "d", "đ", "g", "gh", "gi", "h", "k", "kh", "l", "m", "n", "ng", "ngh", "nh",
    "ph", "qu", "r", "s", "t", "th", "tr", "v", "x",
  ]
  private static let vowels = [
    "a", "ă", "â", "e", "ê", "i", "o", "ô", "ơ", "u", "ư", "y", "ai", "ao", "au", "ay", "âu", "ây",
    "eo", "êu", "ia", "iê", "iu", "yê", "oa", "oă", "oe", "oi", "ôi", "ơi", "ua", "uâ", "uê", "ui",
    "uô", "uy", "uyê", "ưa", "ưi", "ưu", "ươ", "iêu", "yêu", "oai", "oay", "oao", "oeo", "uây",
    "uôi", "ươi", "ươu", "uya", "uyu",
  ]
  private static let finals = ["", "c", "ch", "m", "n", "ng", "nh", "p", "t"]
  private static let marks: [Character: [VietnameseKeys: String]] = [
    "ă": [.telex: "aw", .vni: "a8"], "â": [.telex: "aa", .vni: "a6"],
    "ê": [.telex: "ee", .vni: "e6"], "ô": [.telex: "oo", .vni: "o6"],
    "ơ": [.telex: "ow", .vni: "o7"], "ư": [.telex: "uw", .vni: "u7"],
    "đ": [.telex: "dd", .vni: "d9"],
  ]
  private static let tones: [VietnameseKeys: [String]] = [
    .telex: ["", "s", "f", "r", "x", "j"], .vni: ["", "1", "2", "3", "4", "5"],
  ]

  private static func keys(_ text: String, _ method: VietnameseKeys) -> String {
    text.map { marks[$0]?[method] ?? String($0) }.joined()
  }

  /// The keys of every syllable, with the tone after the vowels and at the end.
  private static func lines(_ method: VietnameseKeys) -> [String] {
    var lines: [String] = []
    for initial in initials {
      for vowel in vowels {
        for final in finals {
          // The vowel of "gi" and "qu" is not doubled.
          if initial == "gi", "iy".contains(vowel.first ?? " ") { continue }
          if initial == "qu", "uưo".contains(vowel.first ?? " ") { continue }
          // m17n takes the i of "gi" for the first of three vowels.
          if initial == "gi", vowel.count > 1, !final.isEmpty { continue }
          // The open syllable has one horn: thuở.
          if vowel == "ươ", final.isEmpty { continue }
          let rest = keys(vowel, method) + final
          for (tone, key) in (tones[method] ?? []).enumerated() {
            let plain = keys(initial, method) + rest
            let syllable = VietnameseSyllable(Array(plain), method)
            guard
              VietnameseSpelling(syllable.letters)?
                .isSyllable(with: VietnameseTone(rawValue: tone) ?? .level) == true
            else { continue }
            lines.append(plain + key)
            // m17n leaves a tone on the first vowel when a consonant follows: its own comment says
            // that "toasn" is "toán".
            if !final.isEmpty, tone > 0, !["oa", "oe", "uy"].contains(vowel) {
              lines.append(keys(initial, method) + keys(vowel, method) + key + final)
            }
          }
        }
      }
    }
    return lines
  }

  @Test(
    "IME-21 m17n composes every syllable from the same keys",
    arguments: [(VietnameseKeys.telex, "telex"), (.vni, "vni")])
  func syllables(_ method: VietnameseKeys, _ name: String) throws {
    let lines = Self.lines(method)
    #expect(lines.count > 10_000)
    let folder = try TemporaryFolder()
    let path = try folder.write((lines.joined(separator: "\n") + "\n").utf8, to: "keys")
    let tests = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    let child = try Child.run(["python3", "-B", tests + "/m17n_types.py", "vi", name, path])
    #expect(child.status == 0, "\(child.errors)")
    let answers = child.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(answers.count >= lines.count)
    var differences: [String] = []
    for (line, answer) in zip(lines, answers) {
      let own = VietnameseSyllable(Array(line), method).finished
      if own != answer { differences.append("\(line): \(own), m17n \(answer)") }
    }
    let first = differences.prefix(20).joined(separator: "; ")
    #expect(differences.count == 0, "\(differences.count) of \(lines.count): \(first)")
  }

  @Test(
    "IME-21 everyday sentences are typed with Telex and VNI",
    arguments: [VietnameseKeys.telex, .vni])
  func sentences(_ method: VietnameseKeys) throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let text = contents(of: root + "/Benchmarks/language/sentences/vi.txt")
    let sentences = text.split(separator: "\n")
    #expect(sentences.count == 40)
    for sentence in sentences {
      let typed = sentence.map { Self.keys(of: $0, method) }.joined()
      let keys = typed.map { $0 == " " ? "␠" : String($0) }.joined()
      let desk = MethodDesk(VietnameseMethod(method)).type(keys)
      #expect(desk.container.text == sentence)
    }
  }

  /// The keys of a letter with its tone, which follow the vowel at once.
  private static func keys(of letter: Character, _ method: VietnameseKeys) -> String {
    let small = letter.lowercased().first ?? letter
    for (vowel, forms) in toned {
      guard let tone = Array(forms).firstIndex(of: small) else { continue }
      let typed = keys(String(vowel), method) + (tones[method]?[tone + 1] ?? "")
      return letter == small ? typed : typed.prefix(1).uppercased() + typed.dropFirst()
    }
    let typed = keys(String(small), method)
    return letter == small ? typed : typed.prefix(1).uppercased() + typed.dropFirst()
  }

  private static let toned: [(Character, String)] = [
    ("a", "áàảãạ"), ("â", "ấầẩẫậ"), ("ă", "ắằẳẵặ"), ("e", "éèẻẽẹ"), ("ê", "ếềểễệ"), ("i", "íìỉĩị"),
    ("o", "óòỏõọ"), ("ô", "ốồổỗộ"), ("ơ", "ớờởỡợ"), ("u", "úùủũụ"), ("ư", "ứừửữự"), ("y", "ýỳỷỹỵ"),
  ]
}
