// SPDX-License-Identifier: Apache-2.0
import Storage

extension StateDirectory {
  /// The folder for the user's choices, and for what is owed to programs; nil if none can be
  /// determined.
  static var ofThisProcess: String? {
    var environment: [String: String] = [:]
    for name in ["STATE_DIRECTORY", "XDG_STATE_HOME"] {
      environment[name] = Console.environment(name)
    }
    return path(environment: environment, home: Console.environment("HOME"))
  }

  /// Whether a path is that of the environment, whose bytes are replaced if they are not UTF-8.
  static func isUsable(_ directory: String) -> Bool {
    !directory.unicodeScalars.contains("\u{FFFD}")
  }
}
