// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import InputMethods

@Suite struct HanjaTests {
  private let folder: TemporaryFolder
  private let dictionary: HanjaDictionary

  init() throws {
    folder = try TemporaryFolder()
    let lines =
      "# a comment\n\n가:家:집 가\n가:可:옳을 가\n가격:價格:\n"
      + (0..<12).map { "각:\(["各", "角", "覺", "刻"][$0 % 4])\($0):\n" }.joined() + "한:韓:나라 이름 한\n"
    let path = try folder.write(lines.utf8, to: "hanja.txt")
    dictionary = HanjaDictionary(path: path)
  }

  private func desk(memory: any InputMemory = VolatileMemory()) -> MethodDesk {
    MethodDesk(
      { [dictionary] engine in
        HangulMethod(hanja: dictionary, services: MethodServices(engine))
      }, memory: memory)
  }

  @Test("IME-17 the Hanja key and ⌥⏎ open the list for the syllable that is composed")
  func composing() {
    for key in ["<KEY_HANJA>", "⌥⏎"] {
      let desk = desk().type("rk").press(key)
      #expect(desk.drawn == "{가‸}")
      #expect(desk.row == "[家] 可")
      #expect(desk.engine.candidates?.items.first?.annotation == "집 가")
      #expect(desk.press("2").drawn == "可‸")
      #expect(desk.row == "")
      #expect(desk.facts().suffix(2) == ["unmarked", "text 0-0 可"])
    }
  }

  @Test(
    "IME-3a, IME-4, IME-7a, IME-7d keys in the list",
    arguments: [
      ("⏎", "家‸"), ("␠", "家‸"), ("↓⏎", "可‸"), ("↑⏎", "可‸"), ("→⏎", "可‸"), ("↓↓⏎", "家‸"),
      ("⎋", "{가‸}"), ("⌫", "{가‸}"), ("⎋⌫", "{ㄱ‸}"), ("3", "{가‸}"), ("s", "{간‸}"), (".", "가.‸"),
    ])
  func keys(_ keys: String, _ drawn: String) {
    let desk = desk().type("rk").press("⌥⏎").type(keys)
    #expect(desk.drawn == drawn)
    #expect((desk.row == "") == (keys != "3"))
  }

  @Test("IME-6a, IME-6b, IME-7b, IME-8a the list has pages of nine, and a grid")
  func pages() {
    let desk = desk().type("rkr").press("<KEY_HANJA>")
    #expect(desk.engine.candidates?.visible == 0..<9)
    #expect(desk.press("⇟").engine.candidates?.visible == 9..<12)
    #expect(desk.press("⌘↓").engine.candidates?.visible == 0..<12)
    #expect(desk.press("2").drawn == "覺10‸")
  }

  @Test("IME-17 the list opens for the syllable before the caret, and for a selected word")
  func committed() {
    let before = desk().type("rkrk␠⌫")
    #expect(before.drawn == "가가‸")
    #expect(before.press("<KEY_HANJA>").row == "[家] 可")
    #expect(before.press("⏎").drawn == "가家‸")
    let selected = desk().type("rkrur␠⌫").press("⇧← ⇧←")
    #expect(selected.drawn == "«‸가격»")
    #expect(selected.press("⌥⏎").row == "[價格]")
    #expect(selected.press("1").drawn == "價格‸")
    #expect(selected.press("⌘z").drawn == "«‸가격»")
  }

  @Test("IME-17 of words with the same reading, the one that other words begin with is first")
  func order() throws {
    let longer = "가나다라마바사아".map { "한국\($0):韓國\($0):\n" }.joined()
    let lines =
      "한국:寒國:\n한국:寒菊:\n한국:韓國:대한민국\n\(longer)한국화:寒菊花:\n한글:韓契:\n"
    let dictionary = HanjaDictionary(path: try folder.write(lines.utf8, to: "words.txt"))
    #expect(dictionary.candidates(for: "한국").map(\.text) == ["韓國", "寒國", "寒菊"])
    #expect(dictionary.candidates(for: "한국").first?.annotation == "대한민국")
  }

  @Test(
    "IME-17 common words of the installed file are first",
    .needs(file: HanjaDictionary.installedPath),
    arguments: [
      ("한국", "韓國"), ("대학", "大學"), ("사기", "詐欺"), ("전기", "電氣"), ("경제", "經濟"), ("사회", "社會"),
      ("역사", "歷史"),
      ("문화", "文化"), ("정치", "政治"), ("과학", "科學"), ("가정", "家庭"), ("의사", "意思"), ("시장", "市場"),
      ("은행", "銀行"),
    ])
  func common(_ reading: String, _ word: String) {
    #expect(HanjaDictionary().candidates(for: reading).first?.text == word)
  }

  @Test("without characters for the text, or without the file, the Hanja key changes nothing")
  func missing() {
    let unknown = desk().type("sk").press("<KEY_HANJA>")
    #expect(unknown.drawn == "{나‸}" && unknown.row == "")
    #expect(HanjaDictionary(path: "/missing").candidates(for: "가") == [])
    #expect(!HanjaDictionary(path: "/missing").isInstalled)
    #expect(dictionary.candidates(for: "") == [] && dictionary.candidates(for: "가:") == [])
    #expect(desk().type("a").press("⌥⏎").drawn == "{ㅁ‸}")
  }

  @Test("The absence of the dictionary is reported when its list is wanted")
  func absent() {
    var lacking: [MethodData] = []
    func desk(_ hanja: HanjaDictionary) -> MethodDesk {
      MethodDesk({
        var services = MethodServices($0)
        services.lacks = { lacking.append($0) }
        return HangulMethod(hanja: hanja, services: services)
      })
    }
    #expect(desk(HanjaDictionary(path: "/missing")).type("gks").press("⌥⏎").row == "")
    #expect(lacking == [.hanja])
    desk(HanjaDictionary(path: "/etc/hostname")).type("gks").press("⌥⏎")
    #expect(lacking == [.hanja], "a file without the syllable")
  }

  @Test("IME-10 a chosen character is first in the next list, but not after a secret")
  func learning() {
    let memory = VolatileMemory()
    let first = desk(memory: memory).type("rk").press("⌥⏎ 2")
    #expect(first.type("rk").press("⌥⏎").row == "[可] 家")
    #expect(memory.choices(for: "가", kind: .hanja).map(\.text) == ["可"])
    let later = desk(memory: memory).type("rk").press("⌥⏎")
    #expect(later.row == "[可] 家")
    let secret = desk(memory: memory)
    secret.container.traits.isSecureTextEntry = true
    secret.container.traits.isSecureTextEntry = false
    secret.type("rk").press("⌥⏎ 2")
    #expect(memory.choices(for: "가", kind: .hanja).map(\.text) == ["可"])
  }

  @Test("every reading of libhangul's file is found", .needs(file: HanjaDictionary.installedPath))
  func installed() throws {
    let real = HanjaDictionary()
    #expect(real.candidates(for: "수").count == 311)
    #expect(real.candidates(for: "한").first == Candidate("韓", annotation: "나라 이름 한, 한나라 한"))
    #expect(real.candidates(for: "대한민국").map(\.text) == ["大韓民國"])
    let text = String(decoding: try RegularFile.read(HanjaDictionary.installedPath), as: UTF8.self)
    var expected: [String: [String]] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      expected[String(fields[0]), default: []].append(String(fields[1]))
    }
    var random = SeededGenerator(seed: 3)
    let keys = expected.keys.sorted()
    let sample =
      [keys.first, keys.last] + (0..<500).map { _ in keys.randomElement(using: &random) }
    for key in sample.compactMap(\.self) {
      let found = real.candidates(for: key).map(\.text)
      let known = try #require(expected[key])
      // Only the first one may not be at its place in the file.
      #expect(found.count == known.count && Set(found) == Set(known), "\(key)")
      #expect(found.dropFirst().elementsEqual(known.filter { $0 != found.first }), "\(key)")
    }
  }
}
