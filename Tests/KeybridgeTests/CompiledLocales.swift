// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// A folder with some of the project's own catalogues, for `KEYBRIDGE_LOCALES`.
struct CompiledLocales {
  private let folder: TemporaryFolder

  init(_ languages: String...) throws {
    folder = try TemporaryFolder()
    for language in languages {
      try folder.makeFolder(language)
      try folder.makeFolder(language + "/LC_MESSAGES")
      let child = try Child.run([
        "msgfmt", "-o", "\(folder.path)/\(language)/LC_MESSAGES/keybridge.mo",
        "\(Program.root)/Sources/KeyCommands/Locales/\(language).po",
      ])
      #expect(child.status == 0, "\(child.errors)")
    }
  }

  var path: String { folder.path }
}
