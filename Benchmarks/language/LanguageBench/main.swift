// SPDX-License-Identifier: Apache-2.0
//
// Answers questions about words with the vocabulary of a language, for bench_language.py:
//
//   LanguageBench FOLDER LANGUAGE ROW…
//
// FOLDER has the lexicons and n-grams, and each ROW is a row of letters of the keyboard. Each line
// of standard input is a question, its parts separated by tabs; each line of output is the time in
// nanoseconds and the parts of the answer.
//
//   contains WORD              "1" or "0"
//   key WORD PREVIOUS…         the offer while the word is typed: the correction and its
//                              alternatives, or completions
//   correction WORD PREVIOUS   the correction, or nothing
//   guesses WORD PREVIOUS      up to three words
//   completions START PREVIOUS…  up to three words
//   inline START PREVIOUS…     the likeliest word with its probability in per cent
//   phrase END WORD…           what is meant by the last words, before a character
//   typed TAG TEXT             the text after it was typed in a mode of a language, with assistance
//   open                       opens the files again; the bytes of private memory that this and a
//                              search take
import Assistance
import Glibc
import Keys
import TextInput

/// Prints a line to standard error, and ends the program.
func fail(_ message: String, _ status: Int32) -> Never {
  var line = message + "\n"
  line.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
  exit(status)
}

guard CommandLine.arguments.count > 2 else {
  fail("usage: LanguageBench FOLDER LANGUAGE ROW…", 2)
}
let language = CommandLine.arguments[2]
let path = "\(CommandLine.arguments[1])/lexicon.\(language)"
let keys = KeyNeighbors(rows: Array(CommandLine.arguments.dropFirst(3)))
let vocabulary = openVocabulary()
var opened: [LexiconVocabulary] = []

/// Opens the files of the language.
@MainActor func openVocabulary() -> LexiconVocabulary {
  do {
    let ngramPath = "\(CommandLine.arguments[1])/ngrams.\(language)"
    let ngrams =
      access(ngramPath, F_OK) == 0 ? try NGrams(path: ngramPath, language: language) : nil
    return LexiconVocabulary(try Lexicon(path: path, language: language), ngrams: ngrams)
  } catch {
    fail("\(path): \(error)", 1)
  }
}

/// Returns the number of bytes that only this process has.
func privateMemory() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var text = [CChar](repeating: 0, count: 128)
  guard fgets(&text, 128, file) != nil else { return 0 }
  let text8 = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  let pages = String(decoding: text8, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
  return pages.count > 2 ? (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE)) : 0
}

/// Returns what the prediction row shows after a key: at most four words.
@MainActor func offer(_ word: String, _ previous: [String]) -> [String] {
  let last = previous.last
  if !vocabulary.mayContinue(word) {
    let found = vocabulary.search(for: word, after: last, on: keys)
    if let correction = found.correction {
      return [correction]
        + (found.alternatives?(4)
          ?? vocabulary.guesses(for: word, after: last, on: keys, count: 4))
    }
  }
  return vocabulary.completions(of: word, after: previous, count: 4)
}

/// The vocabulary for every language.
final class OpenVocabulary: VocabularySource {
  private let vocabulary: LexiconVocabulary
  init(_ vocabulary: LexiconVocabulary) { self.vocabulary = vocabulary }
  func vocabulary(of language: LanguageTag) -> (any Vocabulary)? { vocabulary }
  func reload() {}
}

/// Types a text into a text view, as a person does with the usual settings, and returns what is in
/// the view then.
@MainActor func typed(_ text: String, in tag: String) -> String {
  guard let language = LanguageTag(tag) else { return "" }
  let mode = TextInputMode(language, displayName: tag, layout: nil)
  let engine = TextEngine(modes: ModeList([mode]))
  let assistant = Assistant(vocabularies: OpenVocabulary(vocabulary))
  assistant.keys = { keys }
  engine.assistant = assistant
  let view = TextView(name: "view")
  engine.window.addSubview(view)
  view.becomeFirstResponder()
  for (index, scalar) in text.unicodeScalars.enumerated() {
    let character = String(scalar)
    var keystroke = Keystroke(
      event: KeyEvent(
        time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(UInt16(1 + index % 80)),
        phase: .press),
      keysym: Keysym(rawValue: 0x61), text: character, modifiers: [], consumedModifiers: [],
      charactersIgnoringModifiers: KeyInput(character.lowercased()))
    engine.handle(keystroke)
    engine.updatesWereDelivered()
    keystroke.event.phase = .release
    keystroke.text = ""
    engine.handle(keystroke)
  }
  return view.text
}

while let line = readLine() {
  let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  let word = parts.count > 1 ? parts[1] : ""
  let previous = parts.count > 2 && !parts[2].isEmpty ? parts[2] : nil
  var answer: [String] = []
  let memoryBefore = parts[0] == "open" ? privateMemory() : 0
  let clock = ContinuousClock()
  let time = clock.measure {
    switch parts[0] {
    case "contains": answer = [vocabulary.contains(word) ? "1" : "0"]
    case "key": answer = offer(word, Array(parts.dropFirst(2)))
    case "correction":
      answer = [vocabulary.correction(of: word, after: previous, on: keys) ?? ""]
    case "guesses": answer = vocabulary.guesses(for: word, after: previous, on: keys, count: 3)
    case "completions":
      // The prediction row leaves out what is typed already.
      answer = vocabulary.completions(of: word, after: Array(parts.dropFirst(2)), count: 4)
        .filter { $0 != word }
      answer = Array(answer.prefix(3))
    case "inline":
      let found = vocabulary.likeliest(of: word, after: Array(parts.dropFirst(2)), count: 4)
      answer = [found.words.first ?? "", String(Int(found.certainty * 100)), found.isStartMeant ? "1" : "0"]
    case "phrase":
      let phrase = vocabulary.phrase(
        endingIn: Array(parts.dropFirst(2)), before: word.unicodeScalars.first)
      answer = [phrase?.text ?? ""]
    case "typed": answer = [typed(previous ?? "", in: word)]
    case "open": opened.append(openVocabulary())
    default: answer = []
    }
  }
  if parts[0] == "open", let last = opened.last {
    _ = last.correction(of: "recieveing", after: nil, on: keys)
    answer = [String(max(0, privateMemory() - memoryBefore))]
  }
  let nanoseconds = time.components.attoseconds / 1_000_000_000
  print(([String(nanoseconds)] + answer).joined(separator: "\t"))
}
