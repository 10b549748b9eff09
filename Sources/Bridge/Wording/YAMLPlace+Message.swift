// SPDX-License-Identifier: Apache-2.0
import YAMLNodes

extension YAMLPlace {
  /// Formats an error in a file, like a compiler.
  func line(in path: String, _ message: (text: String, hint: String?)) -> String {
    "\(path):\(line):\(column): \(message.text)" + (message.hint.map { "; \($0)" } ?? "")
  }
}
