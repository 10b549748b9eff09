// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// Prints the template of the catalogues: `make locales`.
@main struct Main {
  static func main() {
    print(MessageTemplate(BuiltinCommands.messages).text, terminator: "")
  }
}
