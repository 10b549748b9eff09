// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The requests for the user's words at the control socket.
@Suite(.heldToSchema) struct LanguageMethodTests {
  private let desk: Desk
  private let control: Observer

  init() throws {
    desk = try Desk()
    control = try desk.connectControl()
  }

  private func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    try desk.ask(control, method, parameters)
  }

  @Test(
    "AST-53 each change reaches the user's words with its members",
    arguments: [
      ("dictionary.learn", #"{"word":"Keybridge"}"#, "learn Keybridge "),
      ("dictionary.learn", #"{"word":"fika","language":"sv-SE"}"#, "learn fika sv"),
      ("dictionary.learn", #"{"word":"don’t","language":null}"#, "learn don’t "),
      ("dictionary.forget", #"{"word":"Keybridge"}"#, "unlearn Keybridge "),
      ("dictionary.ignore", #"{"word":"prty"}"#, "ignore prty"),
      ("learning.forget", #"{}"#, "forget - -"),
      ("learning.forget", #"{"word":null}"#, "forget - -"),
      ("learning.forget", #"{"word":"fika","language":"sv"}"#, "forget fika sv"),
      (
        "replacements.set", #"{"shortcut":"omw","phrase":"On my\nway!"}"#, "set omw On my\nway!"
      ),
      ("replacements.remove", #"{"shortcut":"omw"}"#, "remove omw"),
      (
        "choices.forget", #"{"kind":"pinyin","reading":"zhong"}"#, "forget choice pinyin zhong -"
      ),
      (
        "choices.forget", #"{"kind":"hanja","reading":"가","text":"家"}"#,
        "forget choice hanja 가 家"
      ),
    ])
  func changes(_ method: String, _ parameters: String, _ change: String) throws {
    #expect(try ask(method, parameters).contains(#""result":{}"#))
    #expect(desk.language.changes == [change])
  }

  @Test("Learned words are listed and forgotten in parts, and only their client waits")
  func parts() throws {
    desk.language.learned = [
      LearnedListing.Language(
        language: "sv", user: 7,
        words: (1...300).map { LearnedListing.Word(word: "ord\"\($0)", count: $0) }, pairs: 1)
    ]
    let listed = try ask("learning.list")
    #expect(desk.workPauses > 300, "after each word")
    #expect(listed.contains(#""pairs":1,"user":7,"words":[{"count":1,"word":"ord\"1"},"#))
    #expect(listed.contains(#"{"count":300,"word":"ord\"300"}]}]}"#))
    desk.worksLater = true
    let other = try desk.connectControl()
    for method in ["learning.list", "learning.forget"] {
      control.send(
        #"{"jsonrpc":"2.0","id":"l","method":"\#(method)","params":{}}"# + "\n"
          + #"{"jsonrpc":"2.0","id":"p","method":"ping"}"# + "\n")
      desk.loop.settle()
      #expect(control.lines().isEmpty)
      #expect(try desk.ask(other, "ping").contains("result"))
      desk.endWork()
      desk.loop.settle()
      let lines = control.lines()
      #expect(lines.count == 2 && lines[0].contains(#""id":"l""#), "\(lines)")
      #expect(lines.last?.contains(#""id":"p""#) == true)
    }
    desk.language.refusal = LanguageRefusal(.unknown, "fika was not learned", member: "word")
    control.send(
      #"{"jsonrpc":"2.0","id":"f","method":"learning.forget","params":{"word":"fika"}}"# + "\n")
    desk.loop.settle()
    desk.endWork()
    desk.loop.settle()
    #expect(control.lines().first?.contains(#""name":"unknownName""#) == true)
  }

  @Test("F110 the supplementary lexicon is listed as pairs")
  func supplementary() throws {
    _ = try ask("replacements.set", #"{"shortcut":"omw","phrase":"On my way!"}"#)
    let pairs = #"{"entries":[{"documentText":"On my way!","userInput":"omw"}]}"#
    #expect(try ask("supplementaryLexicon.list").contains(pairs))
    #expect(try ask("supplementaryLexicon.list", #"{"language":"en-GB"}"#).contains(pairs))
  }

  @Test("The lists have all members")
  func lists() throws {
    _ = try ask("dictionary.learn", #"{"word":"Keybridge"}"#)
    _ = try ask("dictionary.learn", #"{"word":"fika","language":"sv"}"#)
    #expect(
      try ask("dictionary.list").contains(
        #"{"words":[{"source":"user","word":"Keybridge"},"#
          + #"{"language":"sv","source":"user","word":"fika"}]}"#))
    _ = try ask("replacements.set", #"{"shortcut":"omw","phrase":"On my way!"}"#)
    #expect(
      try ask("replacements.list").contains(
        #"{"replacements":[{"phrase":"On my way!","shortcut":"omw","source":"user"}]}"#))
    desk.language.learned = [
      LearnedListing.Language(
        language: "sv", words: [LearnedListing.Word(word: "fika", count: 3)], pairs: 2)
    ]
    let learned =
      #"{"languages":[{"language":"sv","pairs":2,"words":[{"count":3,"word":"fika"}]}]}"#
    #expect(try ask("learning.list").contains(learned))
    #expect(try ask("learning.list", #"{"language":"sv-SE"}"#).contains(learned))
    #expect(try ask("learning.list", #"{"language":"en"}"#).contains(#"{"languages":[]}"#))
    #expect(
      try ask("languages.list").contains(
        #"{"file":"/lexicon.en","hasWords":true,"language":"en-US","mode":"en-US","words":3},"#
          + #"{"hasWords":false,"language":"pl-PL","mode":"pl-PL","problem":"not installed"}"#))
    #expect(
      try ask("spelling.guesses", #"{"word":"prty"}"#)
        .contains(#"{"guesses":["party","pretty"]}"#))
    #expect(desk.language.changes.last == "guess prty - 5")
    #expect(
      try ask("choices.list", #"{"kind":"pinyin","reading":"zhong"}"#)
        .contains(#"{"choices":[{"count":2,"text":"种"}]}"#))
    _ = try ask("spelling.guesses", #"{"word":"prty","language":"en-GB","count":20}"#)
    #expect(desk.language.changes.last == "guess prty en 20")
  }

  private static let wordMethods = [
    "dictionary.learn", "dictionary.forget", "dictionary.ignore", "learning.forget",
    "spelling.guesses",
  ]

  @Test(
    "A member with a mistake is refused with its place, and nothing changes",
    arguments: [
      #""""#, #""two words""#, #""tab\tword""#, #""line\nword""#, #""esc\u001b[31m""#, #""""#,
      #""42""#, #""--""#, "42", "true", "[]", "{}", #""\#(String(repeating: "w", count: 65))""#,
      #""\#(String(repeating: "w", count: 5000))""#, #""\u0000w""#,
    ])
  func badWords(_ word: String) throws {
    for method in Self.wordMethods {
      let answer = try ask(method, #"{"word":\#(word)}"#)
      #expect(
        answer.contains(#""name":"invalidParameter""#) && answer.contains(#""/params/word""#),
        "\(method) \(answer)")
      #expect(answer.utf8.count < 600 && !answer.contains("\u{1B}"))
    }
    #expect(desk.language.changes.isEmpty)
  }

  @Test(
    "A language with a mistake is refused with its place",
    arguments: [#""""#, #""english language""#, #""x-mine""#, #""123""#, "7", #""../../etc""#])
  func badLanguages(_ language: String) throws {
    for method in ["dictionary.learn", "dictionary.forget", "learning.forget", "spelling.guesses"] {
      let answer = try ask(method, #"{"word":"w","language":\#(language)}"#)
      #expect(
        answer.contains(#""name":"invalidParameter""#) && answer.contains(#""/params/language""#),
        "\(method) \(answer)")
    }
    #expect(try ask("learning.list", #"{"language":\#(language)}"#).contains("/params/language"))
    #expect(desk.language.changes.isEmpty)
  }

  @Test(
    "Members of other types, unknown and missing ones are refused",
    arguments: [
      ("dictionary.learn", "{}", "/params/word"),
      ("dictionary.list", #"{"word":"x"}"#, "/params/word"),
      ("dictionary.ignore", #"{"word":"x","language":"en"}"#, "/params/language"),
      ("replacements.set", #"{"shortcut":"omw"}"#, "/params/phrase"),
      ("replacements.set", #"{"phrase":"x"}"#, "/params/shortcut"),
      ("replacements.set", #"{"shortcut":7,"phrase":"x"}"#, "/params/shortcut"),
      ("replacements.remove", #"{"shortcut":null}"#, "/params/shortcut"),
      ("supplementaryLexicon.list", #"{"language":7}"#, "/params/language"),
      ("spelling.guesses", #"{"word":"x","count":0}"#, "/params/count"),
      ("spelling.guesses", #"{"word":"x","count":21}"#, "/params/count"),
      ("spelling.guesses", #"{"word":"x","count":"2"}"#, "/params/count"),
      ("choices.list", #"{"kind":"pinyin"}"#, "/params/reading"),
      ("choices.forget", #"{"reading":"zhong"}"#, "/params/kind"),
      ("choices.forget", #"{"kind":"pinyin","reading":"zhong","text":7}"#, "/params/text"),
    ])
  func badMembers(_ method: String, _ parameters: String, _ place: String) throws {
    let answer = try ask(method, parameters)
    #expect(
      answer.contains(#""name":"invalidParameter""#) && answer.contains(#""\#(place)""#),
      "\(answer)")
    #expect(desk.language.changes.isEmpty)
  }

  @Test(
    "A refusal has the name of its kind and the place of its member",
    arguments: [
      (LanguageRefusal.Kind.invalid, "invalidParameter", #"set {"shortcut":"o w","phrase":"x"}"#),
      (.unknown, "unknownName", #"remove {"shortcut":"omw"}"#),
      (.full, "tooMany", #"set {"shortcut":"omw","phrase":"x"}"#),
      (.failed, "failed", #"set {"shortcut":"omw","phrase":"x"}"#),
    ])
  func refusals(_ kind: LanguageRefusal.Kind, _ name: String, _ request: String) throws {
    desk.language.refusal = LanguageRefusal(kind, "the reason", member: "shortcut")
    let parts = request.split(separator: " ", maxSplits: 1).map(String.init)
    let answer = try ask("replacements.\(parts[0])", parts[1])
    #expect(
      answer.contains(#""name":"\#(name)""#) && answer.contains("the reason")
        && answer.contains(#""/params/shortcut""#), "\(answer)")
  }

  @Test("Without the user's words the requests are unsupported")
  func none() throws {
    desk.control.languageService = nil
    for method in ["dictionary.list", "languages.list", "learning.forget", "replacements.list"] {
      #expect(try ask(method).contains(#""name":"unsupported""#))
    }
  }

  @Test("Programs cannot call any of the requests")
  func programs() throws {
    let till = try desk.greet("till")
    for method in ControlMethods.languageMethods.keys.sorted() {
      let answer = try desk.ask(till, method)
      #expect(answer.contains(#""name":"notPermitted""#), "\(method) \(answer)")
    }
    #expect(desk.language.changes.isEmpty)
  }

  @Test("A change of words is not reported to programs, nor to observers")
  func silence() throws {
    let hub = try desk.serveObservers()
    defer { withExtendedLifetime(hub) {} }
    let till = try desk.greet("till")
    let observer = try Observer(path: desk.folder.path + "/observers", at: .observers)
    desk.loop.settle()
    _ = (till.lines(), observer.lines())
    _ = try ask("dictionary.learn", #"{"word":"Geheimwort"}"#)
    _ = try ask("replacements.set", #"{"shortcut":"gw","phrase":"Geheimwort"}"#)
    desk.turn()
    #expect(!(till.lines() + observer.lines()).joined().contains("Geheimwort"))
  }
}
