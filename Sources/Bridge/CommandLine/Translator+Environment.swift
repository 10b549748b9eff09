// SPDX-License-Identifier: Apache-2.0
package import KeyCommands

extension Translator {
  /// The program's own messages in a language: those of a list such as `sv:de`, or what the
  /// environment asks for.
  package init(locale: String?) throws(Complaint) {
    if let locale, LocaleName.list(locale).isEmpty, !["C", "POSIX"].contains(locale) {
      throw Complaint(
        "--locale does not understand '\(locale)'", mend: "a language such as sv, pt_BR or zh-Hant",
        status: .usage)
    }
    self.init(
      locale.map(LocaleName.list) ?? LocaleName.preferred(environment: Console.environment),
      folders: Self.folders(
        besideProgram: StartupPages.ownPath, first: Console.environment("KEYBRIDGE_LOCALES")))
  }
}
