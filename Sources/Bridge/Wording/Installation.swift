// SPDX-License-Identifier: Apache-2.0
import Assistance
import Glibc

/// How the program was installed, so that hints name the command that fits.
package enum Installation {
  /// By the distribution's package.
  case packaged
  /// By `make install`, or not at all.
  case built

  /// How this program was installed.
  package static let current = Installation()

  /// Looks for the changelog of the distribution's package, which no other installation has.
  ///
  /// - Parameter root: the folder of the file system to look in.
  package init(root: String = "") {
    let changelog = root + "/usr/share/doc/keybridge/changelog.gz"
    self = access(changelog, F_OK) == 0 ? .packaged : .built
  }

  /// The command that installs the udev rule, the group and the units, as a hint.
  package var hint: String {
    switch self {
    case .packaged: "apt-get install --reinstall ./keybridge_*.deb, as root"
    case .built: "make install, as root"
    }
  }

  /// The command that builds these packages.
  private static let build = "make deb-lexicons in a clone of Keybridge"

  /// Returns the files of the packages that hold the words of languages.
  ///
  /// No repository has these packages, so that apt needs their files, in one call, because each
  /// depends on the package that they share.
  private static func lexiconFiles(_ languages: [String]) -> String {
    (["keybridge-lexicons"] + languages.map { "keybridge-lexicon-\($0)" })
      .map { "./.build/deb/\($0)_*.deb" }.joined(separator: " ")
  }

  /// Returns the command that installs the words of languages, as a hint.
  ///
  /// - Parameter languages: the languages, such as `fr`.
  /// - Returns: the hint, without a full stop.
  package func lexiconHint(for languages: [String]) -> String {
    switch self {
    case .packaged: "\(Self.build), then apt-get install \(Self.lexiconFiles(languages)), as root"
    case .built: "make install-lexicons"
    }
  }

  /// Returns the command that replaces a file of words that cannot be used, as a hint.
  ///
  /// - Parameter path: the path of the file, which ends in the language.
  /// - Returns: the hint, without a full stop.
  package func lexiconHint(replacing path: String) -> String {
    let isCombined = path.hasPrefix(LexiconFolders.cache + "/")
    let language = path[(path.lastIndex(of: ".").map(path.index(after:)) ?? path.endIndex)...]
    switch self {
    case .packaged where isCombined:
      return "delete it, and run dpkg-reconfigure keybridge-lexicons, as root"
    case .packaged where path.containsBytes(of: "/../share/keybridge/lexicons/"):
      let files = Self.lexiconFiles([String(language)])
      return "\(Self.build), then apt-get install --reinstall \(files), as root"
    case .packaged: return "delete it, or replace it"
    case .built: return "write it again: make install-lexicons"
    }
  }

  /// The hint if opening a keyboard is not permitted.
  package var permissionHint: String {
    let rule = self == .packaged ? "" : "install the udev rule (make install) and "
    return """
      as root, \(rule)add yourself to the group of the udev rule
      (usermod -aG keybridge-input USER), then log in again; 'keybridge doctor' checks each step
      """
  }
}
