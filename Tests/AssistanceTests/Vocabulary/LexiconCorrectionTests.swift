// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import Testing

@testable import Assistance

@Suite("Corrections of a lexicon", .needs("python3"))
struct LexiconCorrectionTests {
  static let keys = KeyNeighbors(rows: ["qwertyuiop", "asdfghjkl", "zxcvbnm"])

  static let english: [(String, Double)] = [
    ("the", 7.7), ("they", 6.6), ("then", 6.2), ("tea", 5.0), ("ten", 5.5), ("receive", 4.8),
    ("recieve", 3.0), ("received", 5.0), ("weird", 5.0), ("wired", 4.0), ("hello", 5.5),
    ("help", 5.8), ("i", 7.3), ("i'm", 6.3), ("im", 4.5), ("don't", 6.3), ("dont", 4.7),
    ("we'll", 5.4), ("well", 6.1), ("monday", 5.0), ("definitely", 5.3), ("separate", 4.8),
    ("necessary", 5.0), ("beginning", 5.0), ("house", 5.6), ("horse", 4.9), ("kitten", 4.0),
    ("mitten", 3.1), ("anna", 4.5), ("information", 5.6), ("tehran", 4.0), ("phone", 5.3),
    ("café", 4.5), ("cafe", 4.4), ("naïve", 3.6), ("jazz", 4.6),
  ]

  static func vocabulary(_ language: String, _ words: [(String, Double)]) throws
    -> (vocabulary: LexiconVocabulary, built: BuiltLexicon)
  {
    let built = try BuiltLexicon()
    let path = try built.write(language, words)
    return (LexiconVocabulary(try Lexicon(path: path, language: language)), built)
  }

  @Test("AST-11 the page of languages names mistakes that are corrected although a list has them")
  func listedMistakes() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = contents(of: root + "/Documentation/Languages.md")
    #expect(page.contains("`wont` becomes `won’t`") && !page.contains("never taken for mistakes"))
    let words = [("wont", 4.0), ("won't", 5.5), ("dont", 4.0), ("don't", 6.3), ("alot", 4.0)]
    let (vocabulary, _) = try Self.vocabulary("en", words)
    for (typed, meant) in [("wont", "won’t"), ("dont", "don’t"), ("alot", "a lot")] {
      #expect(vocabulary.correction(of: typed, after: nil, on: Self.keys) == meant)
    }
  }

  @Test("AST-11 the name of a library stays, unless a frequent word is meant")
  func libraries() throws {
    let words = [("lebedev", 2.9), ("living", 5.2), ("library", 4.8)]
    let (vocabulary, _) = try Self.vocabulary("en", words)
    for (typed, meant) in [("libudev", nil), ("libing", "living"), ("libary", "library")] {
      #expect(vocabulary.correction(of: typed, after: nil, on: Self.keys) == meant, "\(typed)")
    }
  }

  @Test("AST-11 a name keeps accents that the list does not have")
  func accentsOfNames() throws {
    let words = [("yilmaz", 3.5), ("müller", 4.5), ("ayse", 3.0), ("sır", 2.0), ("résumé", 3.9)]
    let (vocabulary, _) = try Self.vocabulary("de", words)
    func correction(_ word: String, _ previous: String?) -> String? {
      vocabulary.correction(of: word, after: previous, on: Self.keys)
    }
    #expect(correction("Yılmaz", "Frau") == nil)
    #expect(correction("Yılmaz", nil) == nil)
    // The other way round, and where no name is expected, the list decides.
    #expect(correction("Muller", "Frau") == "Müller")
    #expect(correction("yılmaz", "frau") == "yilmaz")
  }

  @Test(
    "AST-11 where words are more alike, the best one must be further ahead of the second",
    arguments: [("sv", 0.1), ("nb", 0.15), ("da", 0.3), ("fi", 0.05), ("tr", 0.1), ("de", 0)])
  func margins(_ language: String, _ margin: Double) throws {
    /// How much more frequent one of two words must be to be the correction of a third text.
    func lead(_ language: String) throws -> Double? {
      // In steps of 1/16, by bisection.
      var (tooSmall, steps) = (-1, 32)
      while tooSmall + 1 < steps {
        let middle = (tooSmall + steps) / 2
        let lead = Double(middle) / 16
        let words = [("madalitrodun", 4.5 + lead), ("magalitrodun", 4.5), ("f", 3)]
        let (vocabulary, _) = try Self.vocabulary(language, words)
        let correction = vocabulary.correction(of: "mafalitrodun", after: nil, on: Self.keys)
        if correction == "madalitrodun" { steps = middle } else { tooSmall = middle }
      }
      return steps < 32 ? Double(steps) / 16 : nil
    }
    let (own, english) = (try #require(try lead(language)), try #require(try lead("en")))
    let expected = margin / EditWeights().frequency
    #expect(abs(own - english - expected) <= 0.07, "\(own), \(english)")
    #expect(margin < 0.1 || own > english)
  }

  @Test("AST-11 letters typed twice are found below a tight bound")
  func repetition() throws {
    let words = [("detected", 4.0), ("detecting", 3.9), ("practitioner", 3.6)]
    let (vocabulary, _) = try Self.vocabulary("en", words)
    let table = [("detectected", "detected"), ("practictitioner", "practitioner")]
    for (typed, expected) in table {
      #expect(vocabulary.correction(of: typed, after: nil, on: Self.keys) == expected, "\(typed)")
    }
  }

  @Test("AST-11, AST-53 a frequent mistake of the list neither competes with a word nor is a guess")
  func mistakesAmongCandidates() throws {
    let words = [
      ("separated", 4.3), ("seperated", 2.0), ("accidentally", 4.2), ("accidently", 2.9),
      ("know", 6.1), ("konw", 1.5), ("see", 6.1),
      ("seee", 1.5), ("happened", 5.2), ("happend", 2.8), ("restaurant", 4.7), ("restaraunt", 1.5),
      ("beautiful", 5.2), ("beautifull", 2.2), ("hello", 4.7), ("helo", 2.5), ("fly", 5),
    ]
    let (vocabulary, _) = try Self.vocabulary("en", words)
    let table = [
      ("seperatedd", "separated"), ("konw", "know"), ("seee", "see"), ("happend", "happened"),
      ("restaraunt", "restaurant"), ("beautifull", "beautiful"), ("Helo", "Hello"),
    ]
    for (typed, expected) in table {
      #expect(vocabulary.correction(of: typed, after: nil, on: Self.keys) == expected, "\(typed)")
    }
    // The latter is in our own list.
    for (typed, expected) in [("seperatd", "separated"), ("accidetly", "accidentally")] {
      #expect(
        vocabulary.guesses(for: typed, after: nil, on: Self.keys, count: 3) == [expected])
    }
  }

  @Test("AST-17 a capitalized word within a sentence is left alone if the list has it")
  func listedNames() throws {
    let words = [("person", 5.6), ("persson", 2.6), ("willow", 4), ("jiang", 3.5), ("f", 3)]
    let (vocabulary, _) = try Self.vocabulary("en", words)
    func correction(_ word: String, _ previous: String?) -> String? {
      vocabulary.correction(of: word, after: previous, on: Self.keys)
    }
    #expect(correction("persson", "a") == "person")
    #expect(correction("Persson", nil) == "Person")
    #expect(correction("Persson", "Mrs") == nil)
    // A word that the list does not have may be a mistake in a name.
    #expect(correction("Wilow", "the") == "Willow")
    // It may also be another name, if the other word is rare.
    #expect(correction("Jiwang", "and") == nil && correction("jiwang", "and") == "jiang")
    // Nouns have capitals in German.
    let (german, _) = try Self.vocabulary("de", [("mädchen", 5), ("maedchen", 2.4), ("f", 3)])
    #expect(german.correction(of: "Maedchen", after: "das", on: Self.keys) == "Mädchen")
  }

  @Test("AST-22 a search returns the words that it compared with its correction")
  func alternatives() throws {
    let words = [("hello", 5.5), ("hallo", 5.2), ("help", 3.0), ("world", 5.0), ("would", 6.0)]
    let (vocabulary, _) = try Self.vocabulary("en", words)
    func found(_ word: String) -> FoundCorrection {
      vocabulary.search(for: word, after: nil, on: Self.keys)
    }
    let first = found("Hellllo")
    #expect(first.correction == "Hello" && first.alternatives?(2).first == "Hello")
    #expect(found("worle").alternatives?(2).first == "world")
    #expect(first.alternatives?(1) == ["Hello"], "another search changes no result")
    #expect(found("hello").alternatives == nil, "a word is not compared with others")
  }

  @Test("AST-11 a word that is not one has the likeliest word as its correction")
  func table() throws {
    let (vocabulary, _) = try Self.vocabulary("en", Self.english)
    let table: [(String, String?)] = [
      // Letters in the wrong order, one too few, one too many, a neighbouring key, a vowel.
      ("hlelo", "hello"), ("helo", "hello"), ("necesary", "necessary"), ("begining", "beginning"),
      ("hellllo", "hello"), ("helllo", "hello"), ("jello", nil), ("gello", "hello"),
      ("definatly", "definitely"),
      ("seperate", "separate"), ("fone", "phone"),
      // A frequent mistake that the list has, and words.
      ("recieve", "receive"), ("wierd", "weird"), ("wired", nil), ("horse", nil), ("tehran", nil),
      // Our own list of mistakes.
      ("teh", "the"), ("adn", "and"), ("alot", "a lot"), ("Infact", "In fact"),
      // Apostrophes.
      ("dont", "don’t"), ("im", "I’m"), ("well", nil), ("don't", nil), ("don’t", nil),
      // The capitals of a word, and case that is kept (AST-16).
      ("i", "I"), ("I", nil), ("monday", "Monday"), ("Monday", nil), ("MONDAY", nil),
      ("Teh", "The"), ("TEH", "THE"), ("Helo", "Hello"), ("HELO", "HELLO"), ("mondya", "Monday"),
      ("IM", "I’M"),
      // Never corrected (AST-17).
      ("hELO", nil), ("heLo", nil), ("helo1", nil), ("a@helo", nil), ("he_lo", nil), ("", nil),
      ("привет", nil), ("👍🏽", nil), ("hеllo", nil), ("ño", nil), ("x", nil), ("zz", nil),
      (String(repeating: "helo", count: 25_000), nil),
      // Two words are as likely.
      ("hitten", nil),
    ]
    for (typed, expected) in table {
      let correction = vocabulary.correction(of: typed, after: nil, on: Self.keys)
      #expect(correction == expected, "\(typed.prefix(20))")
    }
  }

  @Test(
    "AST-11 where words have many endings, another last letter is no mistake",
    arguments: [
      ("uk", "виходитимеш", "виходитиме", nil), ("uk", "виходтиме", "виходитиме", "виходитиме"),
      ("fi", "sanomal", "sanoma", nil), ("fi", "sanoam", "sanoma", "sanoma"),
      ("en", "separatem", "separate", "separate"),
    ] as [(String, String, String, String?)])
  func endings(_ language: String, _ typed: String, _ word: String, _ expected: String?) throws {
    let other = language == "uk" ? "мшлт" : "lmnt"
    let (vocabulary, _) = try Self.vocabulary(language, [(word, 5.5), (other, 3)])
    #expect(vocabulary.correction(of: typed, after: nil, on: Self.keys) == expected)
  }

  @Test("AST-53 guesses come best first, without the text itself, and at most as many as asked for")
  func guesses() throws {
    let (vocabulary, _) = try Self.vocabulary("en", Self.english)
    func guesses(_ word: String, _ count: Int = 3) -> [String] {
      vocabulary.guesses(for: word, after: nil, on: Self.keys, count: count)
    }
    #expect(guesses("hosue").first == "house")
    #expect(guesses("jouse", 5).first == "house")
    #expect(guesses("Hosue").first == "House")
    #expect(guesses("mondey").first == "Monday")
    #expect(guesses("hosue", 1).count == 1)
    #expect(guesses("hosue", 0).isEmpty)
    #expect(guesses("house").allSatisfy { $0 != "house" })
    #expect(guesses("👍🏽").isEmpty)
    #expect(guesses(String(repeating: "a", count: 100_000)).isEmpty)
  }

  @Test("completions come in the case of the typed text, the most frequent first")
  func completions() throws {
    let (vocabulary, _) = try Self.vocabulary("en", Self.english)
    func completions(_ start: String) -> [String] {
      vocabulary.completions(of: start, after: [], count: 3)
    }
    #expect(completions("th") == ["the", "they", "then"])
    #expect(completions("Th") == ["The", "They", "Then"])
    // A frequent mistake is no word.
    #expect(completions("REC") == ["RECEIVED", "RECEIVE", "RECEIVES"])
    #expect(completions("mon") == ["Monday"])
    #expect(completions("") == ["the", "I", "they"])
    #expect(completions("qx") == [])
    #expect(vocabulary.completions(of: "th", after: [], count: 0) == [])
  }

  @Test("no correction is searched for while a frequent word may still come")
  func prefixes() throws {
    let (vocabulary, _) = try Self.vocabulary("en", Self.english)
    for start in ["t", "th", "INFO", "informat", "house"] {
      #expect(vocabulary.mayContinue(start), "\(start)")
    }
    for start in ["infro", "housex", "teh", "", "1", "👍🏽"] where start != "" {
      #expect(!vocabulary.mayContinue(start), "\(start)")
    }
  }

  @Test("AST-11 a mistake in the list is offered its correction, although words begin with it")
  func mistakesThatContinue() throws {
    let words = [
      ("dont", 4.7), ("don't", 6.3), ("dontrell", 4.0), ("recieve", 3.0), ("receive", 4.8),
      ("recieved", 3.5), ("received", 5.0), ("well", 6.1), ("we'll", 5.4), ("wellness", 4.5),
    ]
    let (vocabulary, _) = try Self.vocabulary("en", words)
    #expect(!vocabulary.mayContinue("dont"))
    #expect(!vocabulary.mayContinue("recieve"))
    #expect(vocabulary.mayContinue("well"))
    #expect(vocabulary.mayContinue("don"))
  }

  @Test(
    "AST-11 a word without its accents is corrected, wherever they are and however frequent it is",
    arguments: [
      ("fr", "francais", 4.1, "français", 5.8), ("fr", "etre", 4.8, "être", 6.4),
      ("es", "tambien", 5.0, "también", 6.2), ("pl", "juz", 5.1, "już", 6.5),
      ("pl", "ktory", 4.4, "który", 6.2), ("pt", "nao", 4.9, "não", 7.0),
      ("it", "citta", 4.2, "città", 5.8), ("de", "koennen", 3.4, "können", 6.1),
    ])
  func unaccented(
    _ language: String, _ typed: String, _ rare: Double, _ word: String, _ often: Double
  ) throws {
    let words = [(typed, rare), (word, often), ("zzz", 3.0)]
    let (vocabulary, _) = try Self.vocabulary(language, words)
    #expect(vocabulary.correction(of: typed, after: nil, on: Self.keys) == word)
    #expect(!vocabulary.contains(typed) && !vocabulary.mayContinue(typed))
    #expect(vocabulary.contains(word))
    #expect(vocabulary.correction(of: word, after: nil, on: Self.keys) == nil)
  }

  @Test(
    "AST-11 words that differ in an accent are both words if neither is much more frequent",
    arguments: [
      ("fr", "marche", 5.2, "marché", 5.2), ("es", "ano", 4.9, "año", 6.0),
      ("pt", "inicio", 4.0, "início", 5.3), ("de", "mochte", 4.0, "möchte", 5.6),
    ])
  func accentPairs(
    _ language: String, _ left: String, _ first: Double, _ right: String, _ second: Double
  ) throws {
    let (vocabulary, _) = try Self.vocabulary(language, [(left, first), (right, second)])
    for word in [left, right] {
      #expect(vocabulary.contains(word), "\(word)")
      #expect(vocabulary.correction(of: word, after: nil, on: Self.keys) == nil, "\(word)")
    }
  }

  @Test("frequent mistakes are no words of their language, and are corrected in their case")
  func frequentMistakes() throws {
    for language in ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "pt", "ru", "sv"] {
      let mistakes = FrequentMistakes.of(language).filter { !$0.key.contains(" ") }
      #expect(!mistakes.isEmpty, "\(language)")
      let texts = mistakes.keys.joined() + mistakes.values.joined().lowercased()
      let letters = Set(texts.filter { $0 != " " })
      let words = mistakes.keys.map { ($0, 4.0) } + letters.map { (String($0), 3.0) }
      let (vocabulary, _) = try Self.vocabulary(language, words.filter { $0.0 != "’" })
      for (mistake, meant) in mistakes {
        #expect(mistakes[meant.lowercased()] == nil, "\(meant)")
        #expect(!vocabulary.contains(mistake), "\(mistake)")
        #expect(vocabulary.correction(of: mistake, after: nil, on: Self.keys) == meant)
      }
    }
    let (vocabulary, _) = try Self.vocabulary("en", Self.english)
    #expect(vocabulary.correction(of: "DEFINATELY", after: "I", on: Self.keys) == "DEFINITELY")
  }

  @Test("the keys that are next to each other depend on the layout")
  func keys() throws {
    let (vocabulary, _) = try Self.vocabulary(
      "en", [("cat", 5), ("cay", 4.9), ("car", 4.95), ("zoo", 4)])
    let german = KeyNeighbors(rows: ["qwertzuiopü", "asdfghjklöä", "yxcvbnm"])
    func first(_ keys: KeyNeighbors) -> String? {
      vocabulary.guesses(for: "caz", after: nil, on: keys, count: 1).first
    }
    #expect(first(german) == "cat")
    #expect(Self.keys.around["g"] == ["t", "y", "f", "h", "v", "b"])
    #expect(german.around["z"]?.contains("t") == true)
    #expect(Self.keys.around["z"] == ["a", "s", "x"])
  }

  @Test("words that are put together have 120 bytes at most")
  func longest() throws {
    let (vocabulary, _) = try Self.vocabulary("fr", [("peux", 5), ("tu", 5), ("il", 5)])
    let longest = String(repeating: "peux-tu-", count: 15)
    #expect(longest.utf8.count == 120 && vocabulary.contains(longest))
    #expect(!vocabulary.contains(longest + "il"))
  }

  @Test(
    "words that are put together are words, and are not corrected",
    arguments: [
      (
        "fr", ["arrive", "peux", "tu", "eau", "il"],
        ["j'arrive", "l’eau", "peux-tu", "Qu’il", "JUSQU'IL"], ["x’eau", "j’arrivee", "peux-tuu"]
      ),
      ("it", ["acqua", "aiuto"], ["l’acqua", "dell'aiuto"], ["z’acqua"]),
      (
        "pt", ["enviar", "me", "encontramos", "nos", "fazer", "lo", "la"],
        ["enviar-me", "encontramo-nos", "fazê-lo"], ["enviax-me", "fazê-me"]
      ),
      (
        "de", ["haus", "türen", "schlüssel", "arbeit", "zimmer"],
        ["Haustürenschlüssel", "Arbeitszimmer", "Haus-Schlüssel"],
        ["Hausxschlüssel", "Arbeitxzimmer"]
      ),
      ("nl", ["keuken", "tafel"], ["keukentafel"], ["keukentafl"]),
      ("da", ["sommer", "ferie"], ["sommerferie"], ["sommerferi"]),
      ("sv", ["fotboll", "plan", "lag"], ["fotbollsplan", "fotbollslag"], ["fotbollzplan"]),
      ("nb", ["sommer", "ferie"], ["sommerferie"], ["sommarferie"]),
      (
        "fi", ["talo", "talossa", "kirja", "kauppa"],
        ["talokin", "talossani", "talossanikin", "kirjakauppa"], ["talossax", "kixja"]
      ),
      (
        "tr", ["ev", "kitap", "ankara"], ["kitaplar", "kitaplarda", "Ankara’da", "Ankara'dan"],
        ["kitaplxr", "Ankara’xa"]
      ),
      ("en", ["anna", "dog"], ["Anna’s", "dog's", "dogs’"], ["dog’x"]),
      ("uk", ["п'ять", "м'ята"], ["п’ять", "м'ята"], ["п’ятт"]),
    ] as [(String, [String], [String], [String])])
  func parts(_ language: String, _ words: [String], _ right: [String], _ wrong: [String]) throws {
    let letters = "abcdefghijklmnopqrstuvwxyzаяіїю".map { ("q\($0)qx", 1.0) }
    let entries = words.map { ($0, 5.0) } + (language == "uk" ? [] : letters) + [("dogs", 5)]
    let (vocabulary, _) = try Self.vocabulary(language, entries)
    for word in right {
      #expect(vocabulary.contains(word), "\(word)")
      #expect(vocabulary.correction(of: word, after: nil, on: Self.keys) == nil, "\(word)")
    }
    for word in wrong { #expect(!vocabulary.contains(word), "\(word)") }
  }

  @Test("a spelling that a list folds stays as it is")
  func folded() throws {
    let (vocabulary, _) = try Self.vocabulary("de", [("strasse", 5), ("gross", 5)])
    for word in ["Straße", "groß", "strasse"] {
      #expect(vocabulary.contains(word))
      #expect(vocabulary.correction(of: word, after: nil, on: Self.keys) == nil)
    }
  }

  @Test("a frequent mistake in the list is no word, unless it is as frequent as a word")
  func suspects() throws {
    let (vocabulary, _) = try Self.vocabulary("en", Self.english)
    #expect(!vocabulary.contains("recieve"))
    #expect(vocabulary.contains("wired"))
  }
}
