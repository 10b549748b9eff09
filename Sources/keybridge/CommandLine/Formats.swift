// SPDX-License-Identifier: Apache-2.0
import Bridge
import Service

extension Option {
  /// The option `--format`, for subcommands that list something.
  static func format(_ names: [String]) -> Option {
    Option(
      "format", "f", .choice("FORMAT", names),
      help: "\(names.alternatives); json is stable")
  }
}

extension Invocation {
  /// Returns the requested format; the first one by default.
  func format(_ names: [String]) throws -> String {
    guard let name = value("format") else { return names[0] }
    guard names.contains(name) else {
      throw UserFacingError(
        "invalid value '\(name.excerpt)' for --format", hint: "expected \(names.alternatives)",
        status: .usage)
    }
    return name
  }
}
