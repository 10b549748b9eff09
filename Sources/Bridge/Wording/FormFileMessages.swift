// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput
import YAMLNodes

extension FormFileErrors {
  /// Returns one line for each error, like a compiler.
  package func message(path: String) -> String {
    mistakes.map { $0.place.line(in: path, $0.problem.message) }.joined(separator: "\n")
  }
}

extension FormFileError.Problem {
  fileprivate var message: (text: String, mend: String?) {
    switch self {
    case .yaml(let problem): problem.message
    case .unknownKey(let key, let near, let known):
      ("there is no property or trait '\(key)' here", Self.choice(near, known))
    case .expected(let expected, let found): ("expected \(expected), found \(found)", nil)
    case .unknownClass(let name, let near, let known):
      ("there is no class '\(name)'", Self.choice(near, known))
    case .notOfClass(let name, let className): ("a \(className) has no \(name)", nil)
    case .unknownValue(let value, let name, let near, let allowed):
      ("\(name) cannot be '\(value)'", Self.choice(near, allowed))
    case .notAValue(let name): ("\(name) is a view", "the program sets it")
    case .passwordRules(let error):
      (
        "password rules, behind \(error.column) characters: \(error.words)",
        error.mend.map { "write \($0)" }
      )
    case .pattern(let error):
      ("a pattern, behind \(error.column) characters: \(error.words)", nil)
    case .duplicateTag(let tag, let first):
      ("tag \(tag) stands here for the second time", "the first is in line \(first.line)")
    case .duplicateLabel(let label, let first):
      ("'\(label)' stands here for the second time", "the first is in line \(first.line)")
    }
  }

  private static func choice(_ near: String?, _ known: [String]) -> String {
    near.map { "did you mean '\($0)'?" }
      ?? (known.count == 1 ? "it is \(known[0])" : "one of: \(known.joined(separator: ", "))")
  }
}
