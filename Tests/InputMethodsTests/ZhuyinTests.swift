// SPDX-License-Identifier: Apache-2.0
import Keys
import ScriptedConverters
import Testing
import TextInput

@testable import InputMethods

@Suite struct ZhuyinTests {
  private let converter = ScriptedConverter(
    "ㄓㄨㄥˉ=中,鐘", "ㄋㄧˇ=你", "ㄋㄧˇㄏㄠˇ=你好,你:3", "ㄏㄠˇ=好")

  private func desk(_ converter: ScriptedConverter?) -> MethodDesk {
    MethodDesk(
      {
        CandidateMethod(
          ZhuyinEntry(), learns: .zhuyin, converter: converter, services: MethodServices($0))
      }, language: "zh-Hant")
  }

  @Test("12.3 the standard layout by physical keys")
  func layout() {
    let rows = [
      ("1qaz2wsxedcrfv5tgbyhn", "ㄅㄆㄇㄈㄉㄊㄋㄌㄍㄎㄏㄐㄑㄒㄓㄔㄕㄖㄗㄘㄙ"), ("ujm", "ㄧㄨㄩ"),
      ("8ik,9ol.0p;/-", "ㄚㄛㄜㄝㄞㄟㄠㄡㄢㄣㄤㄥㄦ"),
    ]
    for (keys, symbols) in rows {
      let typed = keys.map { desk(nil).press(String($0)).container.text }.joined()
      #expect(typed == symbols)
    }
    for (key, tone) in zip("3467", "ˇˋˊ˙") {
      #expect(desk(nil).type("8\(key)").drawn == "{ㄚ\(tone)‸}")
    }
    #expect(desk(nil).type("8␠").drawn == "{ㄚˉ‸}")
  }

  @Test(
    "12.3 symbols take their places in the syllable, a tone ends it",
    arguments: [
      ("5j/␠", "{ㄓㄨㄥˉ‸}"), ("5j/␠␠", "中‸"), ("5j/␠↓2", "鐘‸"), ("5j/␠↓␠", "鐘‸"), ("/j5␠", "{ㄓㄨㄥˉ‸}"),
      ("5tj/", "{ㄔㄨㄥ‸}"), ("su3cl3␠", "你好‸"), ("su3|cl3", "{ㄋㄧˇ|ㄏㄠˇ‸}"), ("su3⏎", "ㄋㄧˇ‸"),
      ("su3⌫", "{ㄋㄧ‸}"), ("su3⌫⌫⌫", "‸"), ("su3⎋", "‸"), ("su3cl3↓⏎", "你{ㄏㄠˇ‸}"), ("3", "3‸"),
      ("su3<", "你，‸"), ("su3>", "你。‸"), ("<", "，‸"), ("?", "？‸"),
    ])
  func typing(_ keys: String, _ drawn: String) {
    #expect(desk(converter).type(keys.filter { $0 != "|" }).drawn == drawn)
  }

  @Test("F029 a client chooses a candidate, although its digit would be a symbol")
  func choosing() {
    let desk = desk(converter).type("5j/␠")
    #expect(desk.engine.chooseCandidate(2) && desk.drawn == "鐘‸")
  }

  @Test("a candidate for a part of a syllable keeps the other symbols")
  func partOfASyllable() {
    let desk = desk(ScriptedConverter("ㄓㄨㄥˉ=中:2")).type("5j/␠␠")
    #expect(desk.drawn == "中{ㄥˉ‸}")
  }

  @Test("without an engine the symbols stay")
  func withoutEngine() {
    #expect(desk(nil).type("5j/␠␠").drawn == "ㄓㄨㄥˉ ‸")
  }
}
