// SPDX-License-Identifier: Apache-2.0
import Bridge

extension Option {
  /// The option `--format`, for subcommands that list something.
  static func format(_ names: [String]) -> Option {
    Option(
      "format", "f", .choice("FORMAT", names),
      help: names.dropLast().joined(separator: ", ")
        + " or \(names.last ?? ""); json is stable")
  }
}

extension Invocation {
  /// Returns the requested format; the first one by default.
  func format(_ names: [String]) throws -> String {
    guard let name = value("format") else { return names[0] }
    guard names.contains(name) else {
      throw Complaint(
        "--format does not know '\(name)'", mend: "one of: \(names.joined(separator: ", "))",
        status: .usage)
    }
    return name
  }
}
