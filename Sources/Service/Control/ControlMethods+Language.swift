// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The methods for the user's words, text replacements and languages.
extension ControlMethods {
  static let languageMethods: [String: Method<ControlClient>] = [
    "choices.forget": Method(["kind", "reading", "text"]) {
      (client, parameters) throws(RequestError) in
      let (kind, reading) = (try parameters.text("kind"), try parameters.text("reading"))
      let text = try parameters.text(ifThere: "text")
      let service = try client.languageService()
      try parameters.refusing { () throws(LanguageRefusal) in
        try service.forgetChoice(text, for: reading, of: kind)
      }
      return Done()
    },
    "choices.list": Method(["kind", "reading"]) { (client, parameters) throws(RequestError) in
      let (kind, reading) = (try parameters.text("kind"), try parameters.text("reading"))
      let service = try client.languageService()
      return ChoiceListing(
        choices: try parameters.refusing { () throws(LanguageRefusal) in
          try service.choices(for: reading, of: kind)
        })
    },
    "dictionary.list": listing { DictionaryListing(words: $0.dictionary) },
    "dictionary.learn": change(["word", "language"]) {
      (service, parameters) throws(RequestError) in
      let (word, language) = (try parameters.word(), try parameters.language() ?? "")
      try parameters.refusing { () throws(LanguageRefusal) in
        try service.learn(word, in: language)
      }
    },
    "dictionary.forget": change(["word", "language"]) {
      (service, parameters) throws(RequestError) in
      let (word, language) = (try parameters.word(), try parameters.language() ?? "")
      try parameters.refusing { () throws(LanguageRefusal) in
        try service.unlearn(word, in: language)
      }
    },
    "dictionary.ignore": change(["word"]) { (service, parameters) throws(RequestError) in
      let word = try parameters.word()
      try parameters.refusing { () throws(LanguageRefusal) in try service.ignore(word) }
    },
    "languages.list": listing { LanguageListing(languages: $0.languages) },
    "learning.forget": Method(["word", "language"]) {
      (client, parameters) throws(RequestError) in
      let word = parameters["word"].map { $0 != .null } == true ? try parameters.word() : nil
      let language = try parameters.language()
      let service = try client.languageService()
      client.work = { (hub, pause) throws(RequestError) in
        try parameters.refusing { () throws(LanguageRefusal) in
          try service.forget(word, in: language, pause: pause)
        }
        hub.engine.checkSpellingAgain()
        return Done()
      }
      return Done()
    },
    "learning.list": Method(["language"]) { (client, parameters) throws(RequestError) in
      let language = try parameters.language()
      let service = try client.languageService()
      client.work = { (_, pause) throws(RequestError) in
        LearnedListing(languages: service.learnedWords(in: language, pause: pause))
          .written(pause: pause)
      }
      return Done()
    },
    "replacements.list": listing { ReplacementListing(replacements: $0.replacements) },
    "replacements.remove": change(["shortcut"]) { (service, parameters) throws(RequestError) in
      let shortcut = try parameters.text("shortcut")
      try parameters.refusing { () throws(LanguageRefusal) in
        try service.removeReplacement(shortcut)
      }
    },
    "replacements.set": change(["shortcut", "phrase"]) {
      (service, parameters) throws(RequestError) in
      let shortcut = try parameters.text("shortcut")
      let phrase = try parameters.text("phrase", limit: phraseLimit)
      try parameters.refusing { () throws(LanguageRefusal) in
        try service.setReplacement(shortcut, phrase)
      }
    },
    "spelling.guesses": Method(["word", "language", "count"]) {
      (client, parameters) throws(RequestError) in
      let (word, language) = (try parameters.word(), try parameters.language())
      let count = try parameters.number(ifThere: "count", in: 1...20) ?? 5
      let service = try client.languageService()
      return GuessListing(
        guesses: try parameters.refusing { () throws(LanguageRefusal) in
          try service.guesses(for: word, in: language, count: count)
        })
    },
    "supplementaryLexicon.list": Method(["language"]) {
      (client, parameters) throws(RequestError) in
      let language = try parameters.language()
      return SupplementaryListing(
        entries: try client.languageService().supplementaryLexicon(in: language))
    },
  ]

  /// The longest phrase, in bytes; the limit in characters is lower.
  private static let phraseLimit = 16_384

  /// A method without parameters that returns a list.
  private static func listing(
    _ list: @escaping @Sendable (any LanguageService) -> any Encodable
  ) -> Method<ControlClient> {
    Method { (client, _) throws(RequestError) in list(try client.languageService()) }
  }

  /// A method that changes the user's words, after which the spelling is checked again.
  private static func change(
    _ parameters: [String],
    _ body: @escaping @Sendable (any LanguageService, Parameters) throws(RequestError) -> Void
  ) -> Method<ControlClient> {
    Method(parameters) { (client, parameters) throws(RequestError) in
      try body(try client.languageService(), parameters)
      client.hub.engine.checkSpellingAgain()
      return Done()
    }
  }
}

extension ControlClient {
  fileprivate func languageService() throws(RequestError) -> any LanguageService {
    guard let service = hub.languageService else {
      throw RequestError(.unsupported, "this service has no words of the user")
    }
    return service
  }
}

extension Parameters {
  /// Reads one word, without white space and control characters, which does not consist of digits
  /// and punctuation alone.
  fileprivate func word() throws(RequestError) -> String {
    let word = try text("word")
    let isWord =
      word.unicodeScalars.contains(where: Self.isWordScalar)
      && !word.contains { $0.isWhitespace || $0.isNewline }
      && !word.unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard isWord else {
      throw RequestError(
        .invalidParameter, "word must be one word without white space, not \(word.excerpt)",
        at: pointer("word"))
    }
    guard word.utf16.count <= Self.wordLimit else {
      throw RequestError(
        .invalidParameter,
        "word must have at most \(Self.wordLimit) UTF-16 code units, not \(word.utf16.count)",
        at: pointer("word"))
    }
    return word
  }

  /// Whether a scalar is an ASCII letter, or is beyond the punctuation of Latin-1.
  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z": true
    default: scalar.value >= 0xC0
    }
  }

  /// The longest word, in UTF-16 code units.
  private static let wordLimit = 64

  /// Reads the language of a tag, such as `en` of `en-GB`; nil if the member is missing.
  fileprivate func language() throws(RequestError) -> String? {
    guard let text = try text(ifThere: "language") else { return nil }
    guard let tag = LanguageTag(text), !tag.language.isEmpty else {
      throw RequestError(
        .invalidParameter, "language must be a language tag such as en, not \(text.excerpt)",
        at: pointer("language"))
    }
    return tag.language
  }

  /// Performs a change, and turns its refusal into an error of the request.
  fileprivate func refusing<Result>(
    _ body: () throws(LanguageRefusal) -> Result
  ) throws(RequestError) -> Result {
    do {
      return try body()
    } catch {
      let name: RequestError.Name =
        switch error.kind {
        case .invalid: .invalidParameter
        case .unknown: .unknownName
        case .full: .tooMany
        case .failed: .failed
        }
      throw RequestError(name, error.message, at: error.member.map(pointer))
    }
  }
}
