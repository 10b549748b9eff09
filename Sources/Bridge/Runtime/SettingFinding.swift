// SPDX-License-Identifier: Apache-2.0
import Layouts
package import YAMLNodes

/// Something that is wrong with what settings name outside of their file: folders, layouts, models.
package struct SettingFinding {
  /// Where the settings file says it; nil where the command line does.
  package var place: YAMLPlace?
  /// Whether it cannot be used; else it probably does nothing.
  package var isMistake = true
  /// What is wrong, and what to do about it.
  package var complaint: Complaint

  /// A line as compilers print it, with its place where a file has one.
  package func line(in file: String?) -> String {
    let mend = complaint.mend.map { $0.replacing("\n", with: " ") }
    guard let file, let place else {
      return complaint.message + (mend.map { "; \($0)" } ?? "")
    }
    return place.line(in: file, (complaint.message, mend))
  }
}

extension Complaint {
  /// Everything that was found: what has no place in a file stands alone, with its hint in a line of its own.
  package init(_ findings: [SettingFinding], in file: String?) {
    if let finding = findings.first, findings.count == 1, file == nil || finding.place == nil {
      self = finding.complaint
    } else {
      self.init(findings.map { $0.line(in: file) }.joined(separator: "\n"))
    }
  }
}

extension Configuration {
  /// Takes out folders and files that cannot be read, so that the rest can be looked at.
  ///
  /// - Returns: what was taken out.
  package mutating func removeUnusableFiles() -> [SettingFinding] {
    var findings: [SettingFinding] = []
    var folders: [String] = []
    for (index, folder) in sources.includeFolders.enumerated() {
      do throws(Complaint) {
        try CommonOptions.requireFolder(folder)
        folders.append(folder)
      } catch {
        let place = index < symbolsPlaces.count ? symbolsPlaces[index] : nil
        findings.append(SettingFinding(place: place, complaint: error))
      }
    }
    sources.includeFolders = folders
    guard !sources.composeFile.isEmpty else { return findings }
    do throws(Complaint) {
      _ = try readFile(sources.composeFile)
    } catch {
      findings.append(SettingFinding(place: composeFilePlace, complaint: error))
      sources.composeFile = ""
    }
    return findings
  }
}
