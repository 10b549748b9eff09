// SPDX-License-Identifier: Apache-2.0

/// A folder with compiled catalogues of the project, for `KEYBRIDGE_LOCALES`.
package struct CompiledLocales {
  private let folder: TemporaryFolder

  package struct Failure: Error {
    package var errors: String
  }

  package init(_ languages: String...) throws {
    folder = try TemporaryFolder()
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    for language in languages {
      try folder.makeFolder(language)
      try folder.makeFolder(language + "/LC_MESSAGES")
      let child = try Child.run([
        "msgfmt", "-o", "\(folder.path)/\(language)/LC_MESSAGES/keybridge.mo",
        "\(root)/Sources/KeyCommands/Locales/\(language).po",
      ])
      guard child.status == 0 else { throw Failure(errors: child.errors) }
    }
  }

  package var path: String { folder.path }
}
