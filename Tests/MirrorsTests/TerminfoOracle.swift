// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// A terminal according to ncurses' programs: `infocmp` lists its entry, and `tput` prints a
/// sequence.
struct TerminfoOracle {
  /// The names of the sequences that the entry has.
  let names: Set<String>
  /// The sequences that a mirror of this size may send, with their names.
  private var sequences: [[UInt8]: Set<String>] = [:]
  private let terminal: String

  init(_ terminal: String, columns: Int, rows: Int) throws {
    self.terminal = terminal
    let listed = try Child.run(["infocmp", "-x", "-1", "-T", terminal])
    guard listed.status == 0 else { throw OracleFailure(words: listed.errors) }
    var plain: [String] = []
    var names: Set<String> = []
    for line in listed.output.split(separator: "\n") where line.first == "\t" {
      guard let end = line.firstIndex(of: "=") else { continue }
      let name = String(line[line.index(after: line.startIndex)..<end])
      names.insert(name)
      // Keys are sent by the terminal; sequences with parameters get theirs below. The bell
      // separates.
      if name.first != "k", !["%", "\\007", "^G"].contains(where: line[end...].contains) {
        plain.append(name)
      }
    }
    self.names = names
    var calls = plain
    for row in 0..<rows { calls += (0..<columns).map { "cup \(row) \($0)" } }
    let colors = try Self.run(["tput", "-T", terminal, "colors"]).filter { $0.isNumber }
    for index in 0..<(Int(colors) ?? 0) { calls += ["setaf \(index)", "setab \(index)"] }
    try print(calls.filter { names.contains(String($0.prefix { $0 != " " })) })
  }

  /// Prints sequences, separated by the bell.
  private mutating func print(_ calls: [String]) throws {
    let printed = try Self.run(
      ["tput", "-x", "-T", terminal, "-S"], input: calls.map { $0 + "\nbel\n" }.joined())
    let pieces = printed.utf8.split(separator: 7, omittingEmptySubsequences: false)
    guard pieces.count == calls.count + 1 else {
      throw OracleFailure(words: "\(terminal): \(pieces.count) of \(calls.count)")
    }
    for (call, piece) in zip(calls, pieces) where !piece.isEmpty {
      sequences[Array(piece), default: []].insert(String(call.prefix { $0 != " " }))
    }
  }

  private static func run(_ arguments: [String], input: String = "") throws -> String {
    try Child.run(arguments, input: input).output
  }

  /// Divides output into sequences and text.
  ///
  /// - Returns: The names of the sequences in the entry, and the sequences that are not in it.
  func read(_ bytes: [UInt8]) -> (known: Set<String>, strangers: [String]) {
    var rest = bytes[...]
    var known: Set<String> = []
    var strangers: [String] = []
    let lengths = Set(sequences.keys.map(\.count)).sorted(by: >)
    while let byte = rest.first {
      if byte >= 0x20, byte != 0x7f {
        rest.removeFirst()
        continue
      }
      let match = lengths.lazy.map { Array(rest.prefix($0)) }.first { sequences[$0] != nil }
      if let match, let names = sequences[match] {
        known.formUnion(names)
        rest.removeFirst(match.count)
      } else {
        let end = rest.dropFirst().firstIndex { $0 == 0x1b } ?? rest.endIndex
        strangers.append(String(decoding: rest[..<end], as: UTF8.self).debugDescription)
        rest = rest[end...]
      }
    }
    return (known, strangers)
  }

  private struct OracleFailure: Error {
    var words: String
  }
}
