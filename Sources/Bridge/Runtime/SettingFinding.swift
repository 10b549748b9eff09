// SPDX-License-Identifier: Apache-2.0
import Layouts
package import YAMLNodes

/// A problem with something outside of the settings file that it names: a folder, a layout, a
/// model.
package struct SettingFinding {
  /// The place in the settings file; nil if the command line names it.
  package var place: YAMLPlace?
  /// Whether the setting cannot be used; otherwise it probably has no effect.
  package var isMistake = true
  /// The message and the hint.
  package var userError: UserFacingError

  /// Returns the message as one line, like a compiler's, with the place if it has one.
  package func line(in file: String?) -> String {
    let hint = userError.hint.map { $0.replacingBytes(of: "\n", with: " ") }
    guard let file, let place else {
      return userError.message + (hint.map { "; \($0)" } ?? "")
    }
    return place.line(in: file, (userError.message, hint))
  }
}

extension UserFacingError {
  /// Combines findings into one error: those with a place as one line each, the others with the
  /// hint on its own line.
  package init(_ findings: [SettingFinding], in file: String?) {
    if let finding = findings.first, findings.count == 1, file == nil || finding.place == nil {
      self = finding.userError
    } else {
      self.init(findings.map { $0.line(in: file) }.joined(separator: "\n"))
    }
  }
}

extension Configuration {
  /// Removes folders and files that cannot be read, so that the rest can be checked.
  ///
  /// - Returns: a finding for each of them.
  package mutating func removeUnusableFiles() -> [SettingFinding] {
    var findings: [SettingFinding] = []
    var folders: [String] = []
    for (index, folder) in sources.includeFolders.enumerated() {
      do throws(UserFacingError) {
        try CommonOptions.requireFolder(folder)
        folders.append(folder)
      } catch {
        let place = index < symbolsPlaces.count ? symbolsPlaces[index] : nil
        findings.append(SettingFinding(place: place, userError: error))
      }
    }
    sources.includeFolders = folders
    do throws(ComposeError) {
      try sources.checkComposeFile()
    } catch {
      findings.append(
        SettingFinding(place: composeFilePlace, userError: UserFacingError(error)))
      sources.composeFile = ""
    }
    return findings
  }
}
