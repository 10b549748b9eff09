// SPDX-License-Identifier: Apache-2.0
import YAMLNodes

extension YAMLPlace {
  /// A mistake in a file, as compilers print it.
  func line(in path: String, _ message: (text: String, mend: String?)) -> String {
    "\(path):\(line):\(column): \(message.text)" + (message.mend.map { "; \($0)" } ?? "")
  }
}
