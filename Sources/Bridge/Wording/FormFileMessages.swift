// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Service
import TextInput
import YAMLNodes

/// Messages for the errors of a form file.
extension FormFileErrors {
  /// Returns one line for each error, like a compiler.
  package func message(path: String) -> String {
    mistakes.map { $0.place.line(in: path, $0.problem.message) }.joined(separator: "\n")
  }
}

extension FormFileError.Problem {
  fileprivate var message: (text: String, hint: String?) {
    switch self {
    case .yaml(let problem): problem.message
    case .unknownKey(let key, let near, let known):
      ("unknown property or trait '\(key.excerpt)'", Self.choice(near, known))
    case .expected(let expected, let found): ("expected \(expected), found \(found)", nil)
    case .unknownClass(let name, let near, let known):
      ("unknown class '\(name.excerpt)'", Self.choice(near, known))
    case .notOfClass(let name, let className): ("a \(className) has no \(name)", nil)
    case .unknownValue(let value, let name, let near, let allowed):
      ("invalid value '\(value.excerpt)' for \(name)", Self.choice(near, allowed))
    case .notAValue(let name):
      ("\(name) is a view, which a form file cannot hold", "set it in the program")
    case .passwordRules(let error):
      (
        "invalid password rules after \(error.column) characters: \(error.words)",
        error.hint.map { "write \($0)" }
      )
    case .pattern(let error):
      ("invalid pattern after \(error.column) characters: \(error.words)", nil)
    case .duplicateTag(let tag, let first):
      ("duplicate tag \(tag)", "the first one is on line \(first.line)")
    case .duplicateLabel(let label, let first):
      ("duplicate label '\(label.excerpt)'", "the first one is on line \(first.line)")
    }
  }

  private static func choice(_ near: String?, _ known: [String]) -> String {
    near.map { "did you mean '\($0)'?" } ?? "expected \(known.alternatives)"
  }
}
