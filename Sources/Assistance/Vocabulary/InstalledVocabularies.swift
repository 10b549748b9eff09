// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The vocabularies of the lexicon files in a list of folders.
///
/// A file is opened when its language is first requested, and is compared with its checksum in
/// slices, one at each request. If it cannot be used, the next folder is tried. Each problem is
/// reported once.
package final class InstalledVocabularies: VocabularySource {
  /// Receives each problem once.
  package var notice: (LexiconError) -> Void

  /// The languages that lexicons exist for; in other languages a missing file is no problem.
  package static let languages: Set<String> = [
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "id",
    "it", "nb", "nl", "pl", "pt", "ro", "ru", "sh", "sk", "sl", "sr", "sv", "tr", "uk",
  ]

  private let folders: [String]
  private var entries: [String: Entry] = [:]
  private var lastEntry: (name: String, entry: Entry)?
  /// The last language with the name of its lexicon.
  private var last: (language: LanguageTag, name: String?)?
  private var reported: Set<LexiconError> = []

  /// Creates a source without opening a file.
  ///
  /// - Parameters:
  ///   - folders: the folders in the order in which they are searched.
  ///   - notice: receives each problem once.
  package init(folders: [String], notice: @escaping (LexiconError) -> Void = { _ in }) {
    self.folders = folders
    self.notice = notice
  }

  package func vocabulary(of language: LanguageTag) -> (any Vocabulary)? {
    guard let name = name(for: language) else { return nil }
    let entry = usedEntry(name)
    if let check = entry.check, !check.isFinished {
      do throws(LexiconError) {
        try entry.check?.advance()
      } catch {
        report(error, in: entry)
        open(name, entry)
      }
    }
    if let check = entry.ngramCheck, !check.isFinished {
      do throws(LexiconError) {
        try entry.ngramCheck?.advance()
      } catch {
        report(error, in: entry)
        openNGrams(name, entry)
      }
    }
    return SwissVocabulary.serves(language)
      ? entry.vocabulary.map(SwissVocabulary.init) : entry.vocabulary
  }

  /// Returns the value of ``lexiconName(for:)``, which is kept for the last language.
  private func name(for language: LanguageTag) -> String? {
    if let last, last.language == language { return last.name }
    let name = Self.lexiconName(for: language)
    last = (language, name)
    return name
  }

  /// Returns what is known about the words of a language without reading more than the header of
  /// its file, so that a request about it delays no key.
  ///
  /// - Parameter name: a name of ``languages``.
  /// - Returns: the path of the file in use with the number of its words, nil if there is none; and
  ///   the problems that were found so far.
  package func state(
    of name: String
  ) -> (file: (path: String, words: Int)?, problems: [LexiconError]) {
    let entry = usedEntry(name)
    return (entry.file, entry.problems)
  }

  /// Returns the entry of a language whose files are open, and as long as when they were opened.
  private func usedEntry(_ name: String) -> Entry {
    let entry = entry(of: name)
    // A page that was cut off is read as zeros, and pages of two files do not fit.
    if let problem = entry.lexiconFile?.problem {
      report(problem, in: entry)
      open(name, entry)
    } else if entry.vocabulary == nil, !entry.isExhausted {
      open(name, entry)
    }
    if let problem = entry.ngramFile?.problem {
      report(problem, in: entry)
      openNGrams(name, entry)
    }
    return entry
  }

  private func entry(of name: String) -> Entry {
    if let lastEntry, lastEntry.name == name { return lastEntry.entry }
    let entry = entries[name] ?? Entry()
    entries[name] = entry
    lastEntry = (name, entry)
    return entry
  }

  /// Forgets which files are missing or damaged, and opens each file anew at its next request.
  package func reload() {
    entries = [:]
    lastEntry = nil
    reported = []
  }

  /// Reads the whole file of a language, for a diagnosis.
  ///
  /// - Parameter name: a name of ``languages``.
  /// - Returns: the first usable lexicon, and the problems of the files before it and of n-grams.
  package func examine(_ name: String) -> (lexicon: Lexicon?, problems: [LexiconError]) {
    var problems: [LexiconError] = []
    func firstUsable<File>(_ open: (String) throws(LexiconError) -> (File, LexiconCheck)) -> File? {
      for folder in folders {
        do throws(LexiconError) {
          var (file, check) = try open(folder)
          try check.finish()
          return file
        } catch {
          if error.reason != .missing { problems.append(error) }
        }
      }
      return nil
    }
    let lexicon = firstUsable { folder throws(LexiconError) in
      let lexicon = try Lexicon(path: Self.path(name, in: folder), language: name)
      return (lexicon, LexiconCheck(lexicon))
    }
    _ = firstUsable { folder throws(LexiconError) in
      let ngrams = try NGrams(path: Self.ngramPath(name, in: folder), language: name)
      return (ngrams, LexiconCheck(ngrams))
    }
    return (lexicon, problems)
  }

  /// Returns the name of the lexicon for a language tag: that of the language without its region.
  ///
  /// - Parameter tag: the language of a mode.
  /// - Returns: the name; nil if no lexicon exists for the language.
  package static func lexiconName(for tag: LanguageTag) -> String? {
    let name =
      switch tag.language {
      // Norwegian without a written standard; most text in it is Bokmål.
      case "no": "nb"
      // The words of Bosnian, Croatian and Serbian in Latin letters are one list.
      case "bs", "hr": "sh"
      case "sr" where tag.script == .latin: "sh"
      default: tag.language
      }
    return languages.contains(name) ? name : nil
  }

  /// Opens the file in the first folder after those that failed.
  private func open(_ name: String, _ entry: Entry) {
    entry.vocabulary = nil
    entry.check = nil
    entry.lexiconFile = nil
    entry.ngramCheck = nil
    entry.ngramFile = nil
    entry.file = nil
    while entry.next < folders.count {
      let folder = folders[entry.next]
      entry.next += 1
      do throws(LexiconError) {
        let lexicon = try Lexicon(path: Self.path(name, in: folder), language: name)
        entry.lexiconFile = lexicon.file
        entry.vocabulary = LexiconVocabulary(lexicon)
        entry.check = LexiconCheck(lexicon)
        entry.file = (lexicon.path, lexicon.wordCount)
        entry.nextNGrams = 0
        openNGrams(name, entry)
        return
      } catch {
        guard error.reason != .missing else { continue }
        report(error, in: entry)
      }
    }
    entry.isExhausted = true
    if entry.problems.isEmpty, let folder = folders.last {
      report(LexiconError(path: Self.path(name, in: folder), reason: .missing))
    }
  }

  /// Opens the n-grams in the first folder after those that failed.
  ///
  /// They are optional: a missing file is no problem.
  private func openNGrams(_ name: String, _ entry: Entry) {
    entry.vocabulary?.ngrams = nil
    entry.ngramCheck = nil
    entry.ngramFile = nil
    while entry.nextNGrams < folders.count {
      let folder = folders[entry.nextNGrams]
      entry.nextNGrams += 1
      do throws(LexiconError) {
        let ngrams = try NGrams(path: Self.ngramPath(name, in: folder), language: name)
        entry.ngramFile = ngrams.file
        entry.vocabulary?.ngrams = ngrams
        entry.ngramCheck = LexiconCheck(ngrams)
        return
      } catch {
        if error.reason != .missing { report(error, in: entry) }
      }
    }
  }

  private func report(_ error: LexiconError, in entry: Entry) {
    entry.problems.append(error)
    report(error)
  }

  private func report(_ error: LexiconError) {
    if reported.insert(error).inserted { notice(error) }
  }

  private static func path(_ name: String, in folder: String) -> String {
    "\(folder)/lexicon.\(name)"
  }

  private static func ngramPath(_ name: String, in folder: String) -> String {
    "\(folder)/ngrams.\(name)"
  }

  /// The state of a language.
  private final class Entry {
    var vocabulary: LexiconVocabulary?
    var check: LexiconCheck?
    var lexiconFile: MappedFile?
    var ngramCheck: LexiconCheck?
    var ngramFile: MappedFile?
    /// The lexicon in use, with the number of its words.
    var file: (path: String, words: Int)?
    /// The index of the folder to try next.
    var next = 0
    var nextNGrams = 0
    var isExhausted = false
    /// Why files that were found cannot be used.
    var problems: [LexiconError] = []
  }
}
