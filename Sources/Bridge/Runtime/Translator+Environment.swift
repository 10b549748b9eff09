// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
package import KeyCommands
import Service

/// The translator for the languages of the environment, with the folders of its catalogues.
extension Translator {
  /// Loads the program's messages in the languages of a list such as `sv:de`; nil means those of
  /// the environment.
  ///
  /// Without messages in any of them, says so on standard error and uses English.
  ///
  /// - Throws: a ``UserFacingError`` if the list names no language.
  package init(locale: String?) throws(UserFacingError) {
    if let locale, LocaleName.list(locale).isEmpty, !["C", "POSIX"].contains(locale) {
      throw UserFacingError(
        "invalid value '\(locale.excerpt)' for --locale",
        hint: "expected a language such as sv, pt_BR or zh-Hant",
        status: .usage)
    }
    var names =
      locale.map(LocaleName.list) ?? LocaleName.preferred(environment: Console.environment)
    if let locale, !names.isEmpty, !names.contains(where: Self.isKnown) {
      Console.printError("no titles exist in '\(locale)'; they are shown in English")
      Console.printError(
        "  languages: \((Self.languages.filter { $0 != "en" } + ["en"]).sorted().joined(separator: ", "))"
      )
    }
    // Without a language, load English, because a title may be a key of the catalogue.
    if names.isEmpty { names = LocaleName.list("en") }
    self.init(
      names,
      folders: Self.ownFolders)
  }

  /// Returns the language of displayed titles, in HTML's notation.
  package static func language(locale: String?) -> String {
    let names =
      locale.map(LocaleName.list) ?? LocaleName.preferred(environment: Console.environment)
    guard let name = names.first(where: isKnown) else { return "en" }
    return ([name.language] + [name.script, name.territory].compactMap { $0 }).joined(
      separator: "-")
  }

  /// Whether messages exist in a language; English ones always do, because they are in the source.
  private static func isKnown(_ name: LocaleName) -> Bool {
    name.language == "en" || !Set(languages).isDisjoint(with: name.catalogueNames)
  }

  /// The languages for which message catalogues exist.
  package static var languages: [String] {
    let names = ownFolders.flatMap { folder in
      FolderContents.names(in: folder).filter {
        access("\(folder)/\($0)/LC_MESSAGES/keybridge.mo", R_OK) == 0
      }
    }
    return Set(names).sorted()
  }

  private static var ownFolders: [String] {
    folders(
      besideProgram: InstalledData.ownPath, first: Console.environment("KEYBRIDGE_LOCALES"))
  }
}
