// SPDX-License-Identifier: Apache-2.0
import YAMLNodes

/// The form of an error in a file: path, line, column, message and hint.
extension YAMLPlace {
  /// Formats an error in a file, like a compiler.
  func line(in path: String, _ message: (text: String, hint: String?)) -> String {
    "\(path):\(line):\(column): \(message.text)" + (message.hint.map { "; \($0)" } ?? "")
  }
}
