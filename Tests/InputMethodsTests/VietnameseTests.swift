// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import InputMethods

@Suite struct VietnameseTests {
  private func typed(_ keys: String) -> MethodDesk {
    MethodDesk(VietnameseMethod(.telex)).type(keys)
  }
  private func telex(_ keys: String) -> String { typed(keys).drawn }
  private func vni(_ keys: String) -> String { MethodDesk(VietnameseMethod(.vni)).type(keys).drawn }

  @Test(
    "IME-21 Telex types syllables, and a mark may follow at any place of its syllable",
    arguments: [
      ("tieengs", "tiếng"), ("tiengse", "tiếng"), ("tiengs", "tiéng"), ("vieetj", "việt"),
      ("Vieetj", "Việt"), ("VIEETJ", "VIỆT"), ("dduwowngf", "đường"), ("duongdwf", "đường"),
      ("dduongwf", "đường"), ("hoaf", "hòa"), ("toans", "toán"), ("tosan", "toán"), ("quaw", "quă"),
      ("thuowr", "thuở"), ("thuowngf", "thường"), ("nuocwj", "nược"), ("muaw", "mưa"),
      ("giof", "giò"),
      ("gif", "gì"), ("gieengs", "giếng"), ("quys", "quý"), ("khuyur", "khuỷu"), ("tw", "tư"),
      ("uw", "ư"), ("w", "ư"), ("W", "Ư"), ("xooong", "xoong"), ("ddawks", "đắk"),
    ])
  func telexSyllables(_ keys: String, _ text: String) { #expect(telex(keys) == "{\(text)‸}") }

  @Test(
    "IME-21 VNI types syllables with digits",
    arguments: [
      ("tie6ng1", "tiếng"), ("tieng61", "tiếng"), ("d9uong72", "đường"), ("Vie6t5", "Việt"),
      ("hoa2", "hòa"), ("mua7", "mưa"), ("trang8", "trăng"), ("D9a4", "Đã"), ("thuo73", "thuở"),
      ("to6i", "tôi"), ("a1", "á"), ("a10", "a"),
    ])
  func vniSyllables(_ keys: String, _ text: String) { #expect(vni(keys) == "{\(text)‸}") }

  @Test(
    "IME-22 a repeated key removes its mark, and the word stays as it is typed from then on",
    arguments: [
      ("tess", "{tes‸}"), ("tesst", "{test‸}"), ("aaa", "{aa‸}"), ("ddd", "{dd‸}"), ("ww", "{w‸}"),
      ("oww", "{ow‸}"), ("uoww", "{uow‸}"), ("asz", "{a‸}"), ("loox", "{lỗ‸}"),
      ("looox", "{loox‸}"),
    ])
  func undone(_ keys: String, _ drawn: String) { #expect(telex(keys) == drawn) }

  @Test("IME-23 a word of English keeps its double letter, if the words are installed")
  func englishWords() {
    var services = MethodServices()
    services.englishWord = { ["password", "off", "error"].contains($0) ? $0 : nil }
    let desk = MethodDesk(VietnameseMethod(.telex, services: services))
    #expect(desk.type("Password␠off␠error␠tesst␠").drawn == "Password off error test ‸")
    #expect(typed("password␠").drawn == "pasword ‸")
  }

  @Test("IME-22 in VNI a repeated digit is typed")
  func undoneDigits() {
    #expect(vni("a11") == "{a1‸}")
    #expect(vni("d99") == "{d9‸}")
    #expect(vni("2024") == "2024‸", "digits without a letter before them")
  }

  @Test(
    "IME-23 a word that is no Vietnamese syllable comes out as it was typed",
    arguments: [
      "windows", "Google", "class", "water", "data", "book", "file", "world", "software",
      "internet",
      "street", "deep", "look", "great", "keyboard", "Facebook", "press", "will",
      "free", "please", "browser", "laser", "weekend", "beep", "cafes", "server", "fix",
    ])
  func foreign(_ word: String) {
    #expect(typed(word + "␠").drawn == word + " ‸")
  }

  @Test("IME-23 a syllable that ends in a stop has one of two tones, or is restored")
  func stops() {
    #expect(typed("vieets␠").drawn == "viết ‸")
    #expect(typed("vieet␠").drawn == "vieet ‸")
    #expect(typed("vieetf␠").drawn == "vieetf ‸")
  }

  @Test("IME-21 a space, punctuation and caret keys commit the syllable, and then act")
  func commits() {
    #expect(typed("xin␠chaof,").drawn == "xin chào,‸")
    #expect(typed("chaof⏎").drawn == "chào⏎‸")
    #expect(typed("chaof").press("←").drawn == "chà‸o")
  }

  @Test("IME-24 ⌫ removes the last letter with its marks")
  func deletes() {
    let desk = typed("tieengs")
    var drawn: [String] = []
    for _ in 0..<5 { drawn.append(desk.press("⌫").drawn) }
    #expect(drawn == ["{tiến‸}", "{tiế‸}", "{ti‸}", "{t‸}", "‸"])
    #expect(telex("toans⌫") == "{tóa‸}")
    #expect(telex("windo⌫⌫") == "{win‸}")
    #expect(telex("winn⌫⌫") == "{ưi‸}")
  }

  @Test("IME-24 ⎋ restores the keys as typed; again, it drops them")
  func restores() {
    let desk = typed("was")
    #expect(desk.drawn == "{ứa‸}")
    #expect(desk.press("⎋").drawn == "{was‸}")
    #expect(desk.type("h⌫␠").drawn == "was ‸")
    #expect(typed("xin⎋").drawn == "‸")
    #expect(typed("was⎋⎋").drawn == "‸")
  }

  @Test("IME-21 a chord acts, and letters of other scripts and dead keys are not taken")
  func chords() {
    let desk = typed("chaof").press("⌘a")
    #expect(desk.drawn == "«chào‸»")
    #expect(typed("é").drawn == "é‸")
  }

  @Test("A word of any length is typed")
  func long() {
    let word = String(repeating: "bkv", count: 60)
    #expect(typed(word + "␠").drawn == word + " ‸")
  }
}
