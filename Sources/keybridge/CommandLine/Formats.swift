// SPDX-License-Identifier: Apache-2.0
import Bridge
import Service

/// The option `--format`, for subcommands that list something.
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
    try word("format", among: names) ?? names[0]
  }

  /// Returns the value of an option that is one of some words; nil without the option.
  func word(_ option: String, among names: [String]) throws -> String? {
    guard let name = value(option) else { return nil }
    guard names.contains(name) else {
      throw UserFacingError(
        "invalid value '\(name.excerpt)' for --\(option)", hint: "expected \(names.alternatives)",
        status: .usage)
    }
    return name
  }
}
