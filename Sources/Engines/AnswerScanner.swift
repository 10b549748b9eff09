// SPDX-License-Identifier: Apache-2.0
import InputMethods
import TextInput

/// Reads conversions and lists of candidates in their usual form, without intermediate values: a
/// tree takes four times the rest of the key.
///
/// The usual form has the documented members only, no escapes, and lengths of at most nine digits.
/// Any other line, whether it is JSON or not, is left to the reader of JSON.
struct AnswerScanner {
  private let line: [UInt8]
  private var place = 0

  /// Creates a scanner.
  ///
  /// - Parameter line: the line.
  init(_ line: [UInt8]) { self.line = line }

  /// Reads the line; called once.
  ///
  /// - Returns: the answer; nil for a line in another form.
  mutating func scan() -> EngineAnswer? {
    var number: Int?
    var result: EngineResult?
    let isAnswer = takeObject { scanner in
      if scanner.take(name: "id") {
        number = scanner.takeNumber()
        return number != nil
      }
      guard scanner.take(name: "result") else { return false }
      result = scanner.takeResult()
      return result != nil
    }
    skipSpace()
    guard isAnswer, place == line.count, let number, let result else { return nil }
    return EngineAnswer(number: number, result: result)
  }

  // MARK: Results

  private mutating func takeResult() -> EngineResult? {
    var result: EngineResult?
    let isResult = takeObject { scanner in
      guard result == nil else { return false }
      if scanner.take(name: "segments") {
        result = scanner.takeList { $0.takeSegment() }.map { .segments($0) }
      } else if scanner.take(name: "candidates") {
        result = scanner.takeList { $0.takeScoredCandidate() }.map { .candidates($0) }
      }
      return result != nil
    }
    return isResult ? result : nil
  }

  private mutating func takeSegment() -> ConvertedSegment? {
    var reading: String?
    var candidates: [ConvertedCandidate]?
    let isSegment = takeObject { scanner in
      if scanner.take(name: "reading") {
        reading = scanner.takeText()
        return reading != nil
      }
      guard scanner.take(name: "candidates") else { return false }
      candidates = scanner.takeList { $0.takeConvertedCandidate() }
      return candidates != nil
    }
    guard isSegment, let reading, let candidates else { return nil }
    return ConvertedSegment(reading, candidates)
  }

  private mutating func takeConvertedCandidate() -> ConvertedCandidate? {
    var length: Int?
    let candidate = takeCandidate { scanner in
      guard scanner.take(name: "length") else { return false }
      length = scanner.takeNumber()
      return length != nil
    }
    guard let candidate, let length else { return nil }
    return ConvertedCandidate(candidate.text, length: length, annotation: candidate.annotation)
  }

  /// Takes a candidate that may have a score; its place in the list says enough.
  private mutating func takeScoredCandidate() -> Candidate? {
    takeCandidate { scanner in
      scanner.take(name: "score") && scanner.takeNumber() != nil
    }
  }

  /// Takes a candidate.
  ///
  /// - Parameter takeOther: takes a member that is neither the text nor the annotation; false if
  ///   there may be none.
  /// - Returns: the candidate; nil for anything else.
  private mutating func takeCandidate(
    _ takeOther: (inout AnswerScanner) -> Bool = { _ in false }
  ) -> Candidate? {
    var text: String?
    var annotation: String?
    let isCandidate = takeObject { scanner in
      if scanner.take(name: "text") {
        text = scanner.takeText()
        return text != nil
      }
      guard scanner.take(name: "annotation") else { return takeOther(&scanner) }
      annotation = scanner.takeText()
      return annotation != nil
    }
    guard isCandidate, let text else { return nil }
    return Candidate(text, annotation: annotation)
  }

  // MARK: JSON

  /// Takes an object.
  ///
  /// - Parameter takeMember: takes a member; false if it has another form.
  /// - Returns: false for anything else, and for an empty object.
  private mutating func takeObject(_ takeMember: (inout AnswerScanner) -> Bool) -> Bool {
    guard take("{") else { return false }
    repeat {
      guard takeMember(&self) else { return false }
    } while take(",")
    return take("}")
  }

  /// Takes the name of a member and the colon after it; if the member has another name, nothing is
  /// taken but white space.
  private mutating func take(name: StaticString) -> Bool {
    skipSpace()
    let begin = place
    guard take("\""), take(bytes: name), place < line.count, line[place] == UInt8(ascii: "\"")
    else {
      place = begin
      return false
    }
    place += 1
    return take(":")
  }

  private mutating func take(bytes: StaticString) -> Bool {
    let end = place + bytes.utf8CodeUnitCount
    guard end <= line.count else { return false }
    for offset in 0..<bytes.utf8CodeUnitCount where line[place + offset] != bytes.utf8Start[offset]
    {
      return false
    }
    place = end
    return true
  }

  /// Takes an array; nil for anything else.
  private mutating func takeList<Element>(
    of takeElement: (inout AnswerScanner) -> Element?
  ) -> [Element]? {
    guard take("[") else { return nil }
    if take("]") { return [] }
    var list: [Element] = []
    repeat {
      guard let element = takeElement(&self) else { return nil }
      list.append(element)
    } while take(",")
    return take("]") ? list : nil
  }

  /// Takes a string without escapes; nil for anything else.
  private mutating func takeText() -> String? {
    guard take("\"") else { return nil }
    let begin = place
    while place < line.count {
      switch line[place] {
      case UInt8(ascii: "\""):
        place += 1
        let text = try? UTF8Span(validating: line.span.extracting(begin..<place - 1))
        return if let text { String(copying: text) } else { nil }
      case UInt8(ascii: "\\"), 0..<0x20: return nil
      default: place += 1
      }
    }
    return nil
  }

  /// Takes a number of digits, at most nine; nil for anything else.
  private mutating func takeNumber() -> Int? {
    skipSpace()
    let begin = place
    var number = 0
    while place < line.count, case let digit = line[place] &- UInt8(ascii: "0"), digit < 10 {
      number = number * 10 + Int(digit)
      place += 1
      if place - begin > 9 { return nil }
    }
    let hasLeadingZero = place - begin > 1 && line[begin] == UInt8(ascii: "0")
    return place == begin || hasLeadingZero ? nil : number
  }

  /// Takes a sign and the white space before it.
  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < line.count, line[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while place < line.count, [0x20, 0x09, 0x0A, 0x0D].contains(line[place]) { place += 1 }
  }
}
