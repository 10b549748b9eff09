// SPDX-License-Identifier: Apache-2.0
import Keys
import ScriptedConverters
import Testing
import TextInput

@testable import InputMethods

/// Latin text within the modes of other scripts.
@Suite struct LatinTextTests {
  private static let words = ["hello": "hello", "women": "women", "github": "GitHub"]

  private func pinyin(_ entry: any ReadingEntry = PinyinEntry()) -> MethodDesk {
    let converter = ScriptedConverter(
      "wo=我", "wode=我的,窝的", "women=我们,我门", "hello=和了了哦:5,和:2", "ip=i拍:2", "www=问问问", "http=和他天平",
      "zg=中国", "a=啊", "hone=好哦呢", "hao=好")
    return MethodDesk(
      {
        var services = MethodServices($0)
        services.englishWord = { Self.words[$0] }
        func make(_ entry: some ReadingEntry) -> CandidateMethod {
          CandidateMethod(entry, learns: .pinyin, converter: converter, services: services)
        }
        return make(entry)
      }, language: "zh-Hans")
  }

  private func romaji(_ layout: JapaneseMethod.Layout = .romaji) -> MethodDesk {
    let converter = ScriptedConverter("きょうは=今日は", "へっぉ=屁っぉ", "あ=亜")
    converter.predictions = ["へっぉ": ["屁っぉ"]]
    return MethodDesk(
      {
        var services = MethodServices($0)
        services.englishWord = { Self.words[$0] }
        return JapaneseMethod(layout, converter: converter, services: services)
      }, language: "ja")
  }

  @Test(
    "12.3 in pinyin a capital and signs of addresses begin Latin text, which ␠ and ⏎ commit",
    arguments: [
      ("Hello⏎", "Hello‸"), ("Hello␠", "Hello‸"), ("Hello␠␠", "Hello ‸"), ("iPhone␠", "iPhone‸"),
      ("eBay␠", "eBay‸"), ("GitHub␠", "GitHub‸"), ("www.a.com␠", "www.a.com‸"),
      ("a@b.com⏎", "a@b.com‸"),
      ("hello_world␠", "hello_world‸"), ("http://a.b/c?d=1⏎", "http://a.b/c?d=1‸"),
      ("ip1␠", "ip1‸"),
      ("@wo␠", "@wo‸"), ("wodeIP⏎", "我的IP‸"), ("woA", "我{A‸}"), ("macB⏎", "macB‸"), ("Ab⌫", "{A‸}"),
      ("A⌫", "‸"), ("A⌫wo␠", "我‸"), ("Abc⎋", "‸"), ("Abc⎋wo␠", "我‸"), ("Abc␠wo␠", "Abc我‸"),
      ("Ab→", "Ab‸"), ("A1.5,x⏎", "A1.5,x‸"), ("zg.", "中国。‸"), ("zg:", "中国：‸"), ("_", "——‸"),
      ("wo1", "我‸"), ("wode↓A⏎", "窝的A‸"),
    ])
  func chinese(_ keys: String, _ drawn: String) {
    let desk = pinyin().type(keys)
    #expect(desk.drawn == drawn)
    #expect(!drawn.contains("{") || desk.row.isEmpty)
  }

  @Test("12.3 in Zhuyin and strokes a capital begins Latin text, and U begins a code point")
  func otherReadings() {
    #expect(pinyin(ZhuyinEntry()).type("Wu⏎").drawn == "Wu‸")
    #expect(pinyin(StrokeEntry()).type("Hs⏎").drawn == "Hs‸")
    #expect(pinyin(StrokeEntry()).type("U4").drawn == "{U4‸}")
  }

  @Test(
    "12.3 an English word is the second candidate, or the last of the page if it is pinyin, too")
  func englishWords() {
    let desk = pinyin().type("hello")
    #expect(desk.row == "[和了了哦] hello 和")
    #expect(desk.press("2").drawn == "hello‸")
    #expect(pinyin().type("women").row == "[我们] 我门 women")
    #expect(
      pinyin().type("github2").drawn == "GitHub‸" || pinyin().type("github1").drawn == "GitHub‸")
  }

  @Test(
    "12.2 in romaji a capital and signs of addresses begin Latin text, which ␠ and ⏎ commit",
    arguments: [
      ("Hello⏎", "Hello‸"), ("Hello␠", "Hello‸"), ("iPhone␠", "iPhone‸"),
      ("www.a.com␠", "www.a.com‸"),
      ("a@b.com⏎", "a@b.com‸"), ("hello_world␠", "hello_world‸"),
      ("http://a.b/c⏎", "http://a.b/c‸"),
      ("1.5⏎", "1.5‸"), ("1.5kai⏎", "1.5かい‸"), ("3.", "{3.‸}"), ("3.a⏎", "3。あ‸"),
      ("10:30⏎", "10:30‸"),
      ("kyouhaA⏎", "きょうはA‸"), ("Ab⌫", "{A‸}"), ("A⌫", "‸"), ("A⌫a⏎", "あ‸"), ("Abc⎋a⏎", "あ‸"),
      ("Abc←a⏎", "Abあc‸"), ("honA⏎", "ほんA‸"), ("a.⏎", "あ。‸"),
    ])
  func japanese(_ keys: String, _ drawn: String) {
    #expect(romaji().type(keys).drawn == drawn)
  }

  @Test("12.2 kana before Latin text are converted with it, and the forms know the keys")
  func mixed() {
    #expect(romaji().type("kyouhaA␠").drawn.hasPrefix("{"))
    #expect(romaji().type("Ab").press("<KEY_F9>").drawn == "{[Ａｂ‸]}")
    #expect(romaji().type("hello⇥").row.contains("hello"))
    #expect(romaji().type("hello␠").row.contains("hello"))
  }

  @Test("12.2 the keys of a kana keyboard begin no Latin text")
  func kanaKeyboard() {
    #expect(romaji(.kana).type("@").drawn != "{@‸}")
    #expect(!romaji(.kana).type("Q").drawn.contains("Q"))
  }

  @Test("IME-5b Latin text is committed as shown when the mode changes")
  func finish() {
    for desk in [pinyin(), romaji()] {
      desk.type("Hel")
      desk.engine.modes.perform(.choose("en-US"))
      desk.deliver()
      #expect(desk.drawn == "Hel‸")
    }
  }
}
