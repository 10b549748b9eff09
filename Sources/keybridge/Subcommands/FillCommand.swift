// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Mirrors
import Service

/// `keybridge fill`: lists the programs that provide values, and allows or forgets one.
extension Subcommand {
  static let fill = Subcommand(
    "fill", "list programs that provide values; allow or forget one",
    operands: "[list|allow PROGRAM|forget PROGRAM]", operandLimit: 2,
    operand: .completed(
      "PROGRAM", command: "fill --format names 2>/dev/null; echo list; echo allow; echo forget"),
    options: { [.format(["table", "json", "names"]), .control] },
    discussion: """
      A program may provide a profile, or names with passwords. Nothing of it is
      suggested in a field before you allow the program, by its number. That lasts
      until you forget the program here, or its state is deleted. The values
      themselves are never shown, and only programs of the same user receive them.
      A program chooses its name itself: check its user and its executable.

        keybridge fill                      which programs provide what
        keybridge fill allow 2              suggest what program 2 provides
        keybridge fill forget 2             not any more
      """
  ) { invocation in
    let client = ServiceClient(invocation)
    var sources: [FillSourceStatus]
    switch invocation.operands.first {
    case nil, "list"?:
      if let extra = invocation.operands.dropFirst().first {
        throw UserFacingError("'\(extra)' is one word too many for fill list", status: .usage)
      }
      sources = try client.fillSources()
    case let word? where word == "allow" || word == "forget":
      let program = try programNumber(in: invocation, word)
      sources = try client.allowFilling(word == "allow", by: program)
    case let word?:
      throw UserFacingError(
        "invalid word '\(word)' for fill; expected list, allow or forget", status: .usage)
    }
    sources = sources.map(withExecutable)
    switch try invocation.format(["table", "json", "names"]) {
    case "json": try Console.print(try jsonText(sources))
    case "names": for source in sources { try Console.print("\(source.program)") }
    default: try printTable(of: sources)
    }
    return .done
  }

  private static func programNumber(in invocation: Invocation, _ word: String) throws -> Int {
    guard let operand = invocation.operands.dropFirst().first else {
      throw UserFacingError(
        "fill \(word) needs the number of a program", hint: "'keybridge fill' lists them",
        status: .usage)
    }
    guard let program = Int(operand) else {
      throw UserFacingError(
        "invalid program '\(operand)'; expected a number", hint: "'keybridge fill' lists them",
        status: .usage)
    }
    return program
  }

  private static func printTable(of sources: [FillSourceStatus]) throws {
    guard !sources.isEmpty else {
      return try Console.print("no program provides values")
    }
    var table = Table(
      headings: [
        "program", "name", "user", "process", "executable", "allowed", "passwords", "profile",
      ])
    for source in sources {
      table.rows.append([
        "\(source.program)", source.name.printable, userName(of: source.user),
        source.process.map { "\($0)" } ?? "", (source.executable ?? "unknown").printable,
        source.allowed ? "yes" : "no", "\(source.credentials)",
        source.profile.map(\.printable).joined(separator: ", "),
      ])
    }
    try Console.print(table.text(isBoxed: Console.isColoured))
  }

  /// Adds the executable, which the service may not read of another user's process: the person who
  /// decides may be root.
  private static func withExecutable(_ source: FillSourceStatus) -> FillSourceStatus {
    var source = source
    source.executable = source.executable ?? source.process.flatMap(Peer.executable)
    return source
  }

  private static func userName(of user: UInt32) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }
}
