// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// The check that the codes of a scanner cannot be received by any program that takes a name.
extension Configuration {
  /// Finds scanners whose codes a program of any user receives if it takes a name.
  ///
  /// None is a mistake, because a machine may have programs of one user only.
  package var scannerFindings: [SettingFinding] {
    scannersOfAnyUser.map { entry in
      SettingFinding(
        place: entry.place, isMistake: false,
        userError: UserFacingError(
          "a program of any user that calls itself \(entry.program.excerpt) receives the codes of"
            + " this scanner",
          hint: "name the user of the program with 'user' next to 'for'"))
    }
  }
}
