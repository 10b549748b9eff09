// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// The state of all programs between two runs of the service, as lines of JSON.
///
/// The first line is the version of the form. Each program has a line of its own, so that one that
/// is damaged affects no other. The last line has the keyboard.
struct KeptPrograms: Hashable {
  /// The version of the form; another version is not read.
  static let version = 1
  /// The limit of all lines, in bytes.
  static let limit = 64 << 20

  var programs: [KeptProgram] = []
  /// Nil if the last line is missing.
  var keyboard: KeptKeyboard?

  /// The reason why lines were not read.
  enum Flaw: Error, Hashable {
    /// The first line has another version, or none.
    case otherVersion(Int?)
  }

  /// A line that is not the state of a program, by its number.
  typealias BadLine = Int

  // MARK: Writing

  /// Encodes the state.
  ///
  /// - Returns: the lines, and the programs that are left out, because the lines have their limit.
  func encoded(limit: Int = Self.limit) -> (bytes: [UInt8], omitted: [KeptProgram]) {
    var omitted: [KeptProgram] = []
    var bytes: [UInt8] = []
    Self.append(.object(["version": .number(Self.version)]), to: &bytes)
    var end: [UInt8] = []
    Self.append(.object(["keyboard": (keyboard ?? KeptKeyboard()).json]), to: &end)
    for program in programs {
      let length = bytes.count
      Self.append(.object(["program": program.json]), to: &bytes)
      guard bytes.count + end.count > limit else { continue }
      bytes.removeLast(bytes.count - length)
      omitted.append(program)
    }
    return (bytes + end, omitted)
  }

  private static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
    JSONWriter.append(value, as: .line, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  // MARK: Reading

  init(_ programs: [KeptProgram] = [], keyboard: KeptKeyboard? = nil) {
    (self.programs, self.keyboard) = (programs, keyboard)
  }

  /// Reads lines.
  ///
  /// - Parameters:
  ///   - bytes: the lines.
  ///   - bad: receives the lines that are damaged; one of a later version that means something
  ///     else is skipped.
  /// - Throws: why nothing can be read.
  init(reading bytes: [UInt8], bad: inout [BadLine]) throws(Flaw) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let version = lines.first.flatMap { JSONValue(line: Array($0)) }?["version"]?.number
    guard version == Self.version else { throw .otherVersion(version) }
    var numbers: Set<Int> = []
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      guard let value = JSONValue(line: Array(line)) else {
        bad.append(index + 1)
        continue
      }
      if let program = value["program"] {
        // A number belongs to one program.
        if let program = KeptProgram(program), numbers.insert(program.number).inserted {
          programs.append(program)
        } else {
          bad.append(index + 1)
        }
      } else if let keyboard = value["keyboard"] {
        self.keyboard = KeptKeyboard(keyboard)
      }
    }
  }
}
