// SPDX-License-Identifier: Apache-2.0

/// Parses the expression of a ``TextPattern`` and creates the states of its state machine.
struct PatternParser {
  /// A part of an expression.
  private indirect enum Part {
    case set(PatternSet)
    case sequence([Part])
    case choice([Part])
    /// The part repeated from `least` to `most` times; `most` is nil for no upper limit.
    case repeated(Part, least: Int, most: Int?)
  }

  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0
  private var states: [PatternProgram.State] = []
  private var work = 0

  init(_ expression: String) {
    scalars = Array(expression.unicodeScalars.prefix(4097))
  }

  mutating func program() throws(TextPatternError) -> PatternProgram {
    guard scalars.count <= 4096 else { throw mistake(.tooLarge, at: 0) }
    _ = take("^")
    let part = try choice()
    guard place == scalars.count else { throw mistake(.unexpected(Character(scalars[place]))) }
    states = [.end]
    let start = try add(part, before: 0)
    return PatternProgram(states: states, start: start, end: 0)
  }

  // MARK: States

  /// Adds the states of a part, the last ones first, and returns its initial state.
  private mutating func add(_ part: Part, before next: Int) throws(TextPatternError) -> Int {
    work += 1
    guard work <= 8192 else { throw mistake(.tooLarge, at: 0) }
    switch part {
    case .set(let set): return try append(.take(set, next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() { next = try add(part, before: next) }
      return next
    case .choice(let parts):
      var start: Int?
      for part in parts.reversed() {
        let own = try add(part, before: next)
        start = if let other = start { try append(.split(own, other)) } else { own }
      }
      return start ?? next
    case .repeated(let part, let least, let most):
      var start = next
      if let most {
        for _ in least..<most {
          start = try append(.split(try add(part, before: start), next))
        }
      } else {
        start = try append(.end)
        states[start] = .split(try add(part, before: start), next)
      }
      for _ in 0..<least { start = try add(part, before: start) }
      return start
    }
  }

  private mutating func append(_ state: PatternProgram.State) throws(TextPatternError) -> Int {
    guard states.count < PatternProgram.largest else { throw mistake(.tooLarge, at: 0) }
    states.append(state)
    return states.count - 1
  }

  // MARK: Parts

  private mutating func choice() throws(TextPatternError) -> Part {
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(TextPatternError) -> Part {
    var parts: [Part] = []
    while let next, next != "|", next != ")" {
      if next == "$", place == scalars.count - 1 {
        place += 1
        break
      }
      parts.append(try quantified(try part()))
    }
    return .sequence(parts)
  }

  private mutating func part() throws(TextPatternError) -> Part {
    let start = place
    guard let scalar = takeAny() else { throw mistake(.nothing("(")) }
    switch scalar {
    case "(":
      if take("?"), !take(":") { throw mistake(.unsupported("(?"), at: start) }
      depth += 1
      guard depth <= 32 else { throw mistake(.tooLarge, at: start) }
      let inner = try choice()
      guard take(")") else { throw mistake(.unclosed("("), at: start) }
      depth -= 1
      return inner
    case "[": return .set(try characterClass(from: start))
    case "\\": return .set(try escape())
    case ".": return .set(PatternSet(ranges: ["\n"..."\n", "\r"..."\r"], isNegated: true))
    case "?", "*", "+", "{": throw mistake(.nothing(Character(scalar)), at: start)
    case "^", "$", "]", "}": throw mistake(.unexpected(Character(scalar)), at: start)
    default: return .set(PatternSet(ranges: [scalar...scalar]))
    }
  }

  private mutating func quantified(_ part: Part) throws(TextPatternError) -> Part {
    let start = place
    let result: Part
    switch next {
    case "?": result = .repeated(part, least: 0, most: 1)
    case "*": result = .repeated(part, least: 0, most: nil)
    case "+": result = .repeated(part, least: 1, most: nil)
    case "{":
      place += 1
      let least = try count(from: start)
      let most = take(",") ? next == "}" ? nil : try count(from: start) : least
      guard take("}") else { throw mistake(.unclosed("{"), at: start) }
      guard most ?? least >= least else { throw mistake(.badCount, at: start) }
      place -= 1
      result = .repeated(part, least: least, most: most)
    default: return part
    }
    place += 1
    // Skipped, because a lazy quantifier matches the same whole texts.
    _ = take("?")
    return result
  }

  private mutating func count(from start: Int) throws(TextPatternError) -> Int {
    var digits = ""
    while let next, ("0"..."9").contains(next) {
      digits.unicodeScalars.append(next)
      place += 1
    }
    guard let count = Int(digits), count <= PatternProgram.largest else {
      throw mistake(.badCount, at: start)
    }
    return count
  }

  // MARK: Characters

  private mutating func characterClass(from start: Int) throws(TextPatternError) -> PatternSet {
    var set = PatternSet(isNegated: take("^"))
    while !take("]") {
      let from = place
      guard let first = try member() else { throw mistake(.unclosed("["), at: start) }
      guard let low = first.single, next == "-", following != "]" else {
        set.ranges += first.ranges
        set.categories += first.categories
        continue
      }
      place += 1
      guard let last = try member() else { throw mistake(.unclosed("["), at: start) }
      guard let high = last.single, low <= high else { throw mistake(.badCount, at: from) }
      set.ranges.append(low...high)
    }
    guard !set.ranges.isEmpty || !set.categories.isEmpty else {
      throw mistake(.nothing("["), at: start)
    }
    return set
  }

  private mutating func member() throws(TextPatternError) -> PatternSet? {
    guard let scalar = takeAny() else { return nil }
    return scalar == "\\" ? try escape() : PatternSet(ranges: [scalar...scalar])
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(TextPatternError) -> PatternSet {
    let start = place - 1
    guard let scalar = takeAny() else { throw mistake(.nothing("\\"), at: start) }
    switch scalar {
    case "d": return .digits
    case "D": return .digits.opposite
    case "w": return .word
    case "W": return .word.opposite
    case "s": return .space
    case "S": return .space.opposite
    case "t": return PatternSet(ranges: ["\t"..."\t"])
    case "n": return PatternSet(ranges: ["\n"..."\n"])
    case "r": return PatternSet(ranges: ["\r"..."\r"])
    case "p", "P": return try category(isNegated: scalar == "P", from: start)
    case "u":
      let digits = String(String.UnicodeScalarView(scalars[place...].prefix(4)))
      guard digits.count == 4, let code = UInt32(digits, radix: 16),
        let meant = Unicode.Scalar(code)
      else { throw mistake(.unsupported("\\u"), at: start) }
      place += 4
      return PatternSet(ranges: [meant...meant])
    case "a"..."z", "A"..."Z", "0"..."9":
      throw mistake(.unsupported("\\\(scalar)"), at: start)
    default: return PatternSet(ranges: [scalar...scalar])
    }
  }

  private mutating func category(
    isNegated: Bool, from start: Int
  ) throws(TextPatternError) -> PatternSet {
    var name = ""
    if take("{") {
      while let next, next != "}" {
        name.unicodeScalars.append(next)
        place += 1
      }
      guard take("}") else { throw mistake(.unclosed("{"), at: start) }
    } else if let letter = takeAny() {
      name.unicodeScalars.append(letter)
    }
    guard PatternSet.categoryNames.contains(where: { $0 == name || String($0.prefix(1)) == name })
    else { throw mistake(.unsupported("\\p{\(name.prefix(20))}"), at: start) }
    return PatternSet(categories: [.init(name: name, isNegated: isNegated)])
  }

  // MARK: Signs

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }
  private var following: Unicode.Scalar? {
    place + 1 < scalars.count ? scalars[place + 1] : nil
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == sign else { return false }
    place += 1
    return true
  }

  private mutating func takeAny() -> Unicode.Scalar? {
    defer { place += 1 }
    return next
  }

  private func mistake(_ problem: TextPatternError.Problem, at place: Int? = nil)
    -> TextPatternError
  {
    TextPatternError(column: min(place ?? self.place, scalars.count), problem: problem)
  }
}
