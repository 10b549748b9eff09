// SPDX-License-Identifier: Apache-2.0

/// The syllable that keys spell; a state machine whose state follows from the keys alone.
///
/// A mark may follow at any place of its syllable, as in Unikey: `tiengse` is tiếng. A key for a
/// mark that the letter has removes it and types itself, and all later keys of the word type
/// themselves: `tesst` is test. Keys that no syllable begins with stay as they are typed.
struct VietnameseSyllable {
  private(set) var letters: [VietnameseLetter] = []
  private var tone = VietnameseTone.level
  private var toneKeys: [Int] = []
  /// Whether a repeated key has said that the word is not Vietnamese.
  private(set) var isLiteral = false
  /// Whether no syllable begins with the keys.
  private var isForeign = false
  private let keys: [Character]

  /// Composes keys.
  ///
  /// - Parameters:
  ///   - keys: letters and digits in the order in which they were typed.
  ///   - method: what they mean.
  init(_ keys: [Character], _ method: VietnameseKeys) {
    self.keys = keys
    for (place, key) in keys.enumerated() {
      guard !isForeign else { return }
      type(key, at: place, method)
      guard !isLiteral else { continue }
      joinHorns()
      isForeign = VietnameseSpelling(letters)?.mayBecomeSyllable != true
    }
  }

  /// The text to show.
  var text: String {
    guard !isForeign else { return String(keys) }
    let place = VietnameseSpelling(letters)?.tonePlace
    return letters.enumerated().map { index, letter in
      let form = String(letter.form(with: index == place ? tone : .level))
      return letter.isCapital ? form.uppercased() : form
    }.joined()
  }

  /// The text at the end of the word: the keys as typed if they spell no syllable.
  var finished: String {
    if isLiteral || VietnameseSpelling(letters)?.isSyllable(with: tone) == true, !isForeign {
      return text
    }
    return String(keys)
  }

  /// The keys without those that made the last letter.
  var keysWithoutLastLetter: [Character] {
    guard !isForeign, let last = letters.last else { return Array(keys.dropLast()) }
    var removed = Set(last.keys)
    if VietnameseSpelling(letters)?.tonePlace == letters.count - 1 { removed.formUnion(toneKeys) }
    return keys.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
  }

  // MARK: Keys

  private mutating func type(_ key: Character, at place: Int, _ method: VietnameseKeys) {
    let small = key.lowercased().first ?? key
    let isDone =
      switch isLiteral ? .letter : method.meaning(of: small) {
      case .tone(let tone): set(tone, at: place, key)
      case .mark(let mark, let bases): set(mark, on: bases, at: place, key)
      case .hornOrBreve: setHornOrBreve(at: place, key)
      case .stroke: setStroke(at: place, key)
      case .letter: false
      }
    if !isDone { append(key, [place]) }
  }

  private mutating func append(_ key: Character, _ places: [Int]) {
    let small = key.lowercased().first ?? key
    letters.append(VietnameseLetter(base: small, isCapital: key != small, keys: places))
  }

  /// Takes a mark away, and types the key that has asked for it again.
  private mutating func undo(_ places: [Int], at place: Int, _ key: Character) -> Bool {
    isLiteral = true
    append(key, places + [place])
    return true
  }

  private mutating func set(_ new: VietnameseTone, at place: Int, _ key: Character) -> Bool {
    guard VietnameseSpelling(letters)?.vowels.isEmpty == false, new != .level || tone != .level
    else { return false }
    if new == tone {
      let places = toneKeys
      (tone, toneKeys) = (.level, [])
      return undo(places, at: place, key)
    }
    tone = new
    toneKeys.append(place)
    return true
  }

  /// Puts a mark on the last vowel that may have it.
  private mutating func set(
    _ mark: VietnameseMark, on bases: String, at place: Int, _ key: Character
  ) -> Bool {
    guard let vowels = VietnameseSpelling(letters)?.vowels else { return false }
    if mark == .horn, setHorns(in: vowels, at: place) { return true }
    for index in vowels.reversed() where bases.contains(letters[index].base) {
      var changed = letters
      changed[index].mark = mark
      guard letters[index].mark != mark, VietnameseSpelling.mayBegin(changed[vowels]) else {
        continue
      }
      letters = changed
      letters[index].keys.append(place)
      return true
    }
    let marked = vowels.filter { letters[$0].mark == mark && bases.contains(letters[$0].base) }
    guard !marked.isEmpty else { return false }
    return remove(from: marked, at: place, key)
  }

  /// Removes marks, and types the key.
  private mutating func remove(from marked: [Int], at place: Int, _ key: Character) -> Bool {
    var places: [Int] = []
    for index in marked {
      letters[index].mark = .none
      places += letters[index].keys.dropFirst()
      letters[index].keys = Array(letters[index].keys.prefix(1))
    }
    return undo(places, at: place, key)
  }

  /// Makes đ of the d at the start.
  private mutating func setStroke(at place: Int, _ key: Character) -> Bool {
    guard let first = letters.first, first.base == "d" else { return false }
    guard first.mark == .none else { return remove(from: [0], at: place, key) }
    letters[0].mark = .stroke
    letters[0].keys.append(place)
    return true
  }

  private mutating func setHornOrBreve(at place: Int, _ key: Character) -> Bool {
    guard let spelling = VietnameseSpelling(letters) else { return false }
    let vowels = spelling.vowels
    if vowels.isEmpty {
      guard spelling.mayBecomeSyllable else { return false }
      append(key.isUppercase ? "U" : "u", [place])
      letters[letters.count - 1].mark = .horn
      return true
    }
    // The key alone typed a ư.
    if spelling.final.isEmpty, vowels.count == 1, let letter = letters.last, letter.mark == .horn,
      letter.keys.count == 1, let typed = letter.keys.first.map({ keys[$0] }), "wW".contains(typed)
    {
      letters.removeLast()
      isLiteral = true
      append(typed, letter.keys + [place])
      return true
    }
    if setHorns(in: vowels, at: place) { return true }
    for index in vowels.reversed() {
      let mark: VietnameseMark =
        switch letters[index].base {
        case "a": .breve
        case "o", "u": .horn
        default: .none
        }
      var changed = letters
      changed[index].mark = mark
      guard mark != .none, letters[index].mark != mark,
        VietnameseSpelling.mayBegin(changed[vowels])
      else { continue }
      letters = changed
      letters[index].keys.append(place)
      return true
    }
    let marked = vowels.filter { [.horn, .breve].contains(letters[$0].mark) }
    return marked.isEmpty ? false : remove(from: marked, at: place, key)
  }

  /// Puts horns on both letters of `uo`.
  private mutating func setHorns(in vowels: Range<Int>, at place: Int) -> Bool {
    guard
      let first = vowels.first(where: {
        letters[$0].base == "u" && $0 + 1 < vowels.upperBound && letters[$0 + 1].base == "o"
      }), letters[first].mark != .horn || letters[first + 1].mark != .horn
    else { return false }
    for index in [first, first + 1] {
      if letters[index].mark != .horn { letters[index].keys.append(place) }
      letters[index].mark = .horn
    }
    return true
  }

  /// Gives `uơ` and `ươ` the form that fits what surrounds them: thuở, but thương.
  private mutating func joinHorns() {
    guard let spelling = VietnameseSpelling(letters) else { return }
    let vowels = spelling.vowels
    guard vowels.count >= 2, let first = vowels.first, letters[first].base == "u",
      letters[first + 1].base == "o", letters[first + 1].mark == .horn
    else { return }
    let start = String(letters[spelling.initial].map(\.base))
    let isOpen = spelling.final.isEmpty && vowels.count == 2
    letters[first].mark = isOpen && ["h", "kh", "th"].contains(start) ? .none : .horn
  }
}
