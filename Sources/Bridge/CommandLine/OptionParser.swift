// SPDX-License-Identifier: Apache-2.0
@preconcurrency import CGetopt
@preconcurrency import Glibc
import Keys
import Service

/// Parses a command line with `getopt_long`, so that GNU conventions hold: abbreviations,
/// `--option=value`, `-lde`, options and operands in any order, `--`.
package enum OptionParser {
  /// Parses the arguments after the subcommand's name.
  ///
  /// - Throws: a ``UserFacingError`` about the first invalid option.
  package static func parse(
    _ arguments: [String], for subcommand: Subcommand
  ) throws(UserFacingError) -> Invocation {
    let table = subcommand.options() + [helpOption]
    var invocation = Invocation()
    var argv = ([subcommand.name] + arguments).map { strdup($0) } + [nil]
    let strings = argv
    let names = table.map { strdup($0.long) }
    defer { (strings + names).forEach { free($0) } }
    var long = zip(names, table.indices).map { name, index in
      option(
        name: name, has_arg: table[index].argumentName == nil ? 0 : 1, flag: nil,
        val: Int32(256 + index))
    }
    long.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
    // A leading ":" makes `getopt_long` distinguish a missing argument from an unknown option.
    let short =
      ":"
      + table.compactMap { row in
        row.short.map { "\($0)" + (row.argumentName == nil ? "" : ":") }
      }.joined()
    optind = 0
    opterr = 0
    while true {
      let found = getopt_long(Int32(arguments.count + 1), &argv, short, long, nil)
      switch found {
      case -1:
        invocation.operands = argv[Int(optind)..<(arguments.count + 1)].compactMap {
          $0.map { String(cString: $0) }
        }
        return invocation
      case Int32(UInt8(ascii: "?")), Int32(UInt8(ascii: ":")):
        // Operands before the option were skipped.
        let place = min(max(Int(optind) - 1, 1), arguments.count)
        let word = argv[place].map { String(cString: $0) } ?? ""
        throw userError(
          about: optopt >= 256 ? "--" + table[Int(optopt) - 256].long : word,
          isMissingArgument: found == Int32(UInt8(ascii: ":")), optopt: optopt, table: table)
      default:
        let row =
          found >= 256
          ? table[Int(found) - 256] : table.first { $0.short?.asciiValue.map(Int32.init) == found }
        guard let row else { continue }
        let value = row.argumentName == nil ? "" : optarg.map { String(cString: $0) } ?? ""
        invocation.options[row.long, default: []].append(value)
      }
    }
  }

  /// The option that every subcommand accepts.
  package static let helpOption = Option("help", "h", help: "show this help")

  private static func userError(
    about word: String, isMissingArgument: Bool, optopt: Int32, table: [Option]
  ) -> UserFacingError {
    let letter = (1..<256).contains(optopt) ? "-\(Character(UnicodeScalar(UInt8(optopt))))" : nil
    let name = letter ?? String(word.prefix { $0 != "=" })
    if isMissingArgument {
      return UserFacingError("option '\(name)' needs a value", status: .usage)
    }
    let matches = table.map { "--" + $0.long }.filter { $0.hasPrefix(name) }
    if letter == nil, name.hasPrefix("--"), matches.count > 1 {
      return UserFacingError(
        "option '\(name)' is ambiguous", hint: "expected \(matches.alternatives)",
        status: .usage)
    }
    if optopt >= 256 || matches.contains(name) {
      return UserFacingError("option '\(name)' takes no value", status: .usage)
    }
    let near = nearest(to: name, among: table.map { "--" + $0.long })
    return UserFacingError(
      "unknown option '\(name.excerpt)'", hint: near.map { "did you mean '\($0)'?" }, status: .usage
    )
  }
}
