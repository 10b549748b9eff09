// SPDX-License-Identifier: Apache-2.0
import Assistance
import Glibc

/// How the program was installed, so that hints name the command that fits.
package enum Installation: Hashable, Sendable {
  /// By the distribution's package.
  case packaged
  /// From a release's archive, into this folder.
  case unpacked(String)
  /// By `make install`, or not at all.
  case built

  /// How this program was installed.
  package static let current = Installation(program: InstalledData.ownPath)

  /// Looks for the script next to the program that only an archive has, then for the changelog that
  /// only the distribution's package has.
  ///
  /// - Parameters:
  ///   - root: the folder of the file system to look in.
  ///   - program: the path of the program; nil if unknown.
  package init(root: String = "", program: String? = nil) {
    if let folder = InstalledData.prefix(of: program),
      access(folder + "/" + Self.script, X_OK) == 0
    {
      self = .unpacked(folder)
      return
    }
    let changelog = root + "/usr/share/doc/keybridge/changelog.gz"
    self = access(changelog, F_OK) == 0 ? .packaged : .built
  }

  /// The script of an archive that installs the udev rule, the group and the units.
  private static let script = "install.sh"

  /// Returns a path as a word of a shell's command.
  private static func word(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+".utf8.contains(byte)
      }
    }
    // A quote ends the quoted part, is escaped, and begins the next one.
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? path : "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// Returns packages of this project as arguments of apt-get.
  ///
  /// Without a repository they are files, in one call, because packages may depend on each other.
  ///
  /// - Parameters:
  ///   - names: the names of the packages.
  ///   - repository: the address of the repository; empty for none.
  /// - Returns: the arguments, without the options.
  private static func packages(_ names: [String], in repository: String) -> String {
    guard repository.isEmpty else { return names.joined(separator: " ") }
    return names.map { "./\($0)_*.deb" }.joined(separator: " ") + " (files of the release)"
  }

  /// Returns the command that installs the udev rule, the group and the units, as a hint.
  ///
  /// - Parameter repository: the address of the apt repository; empty for none.
  /// - Returns: the hint, without a full stop.
  package func hint(repository: String = BuildValues.repository) -> String {
    switch self {
    case .packaged:
      "apt-get install --reinstall \(Self.packages(["keybridge"], in: repository)), as root"
    case .unpacked(let folder): "\(Self.word(folder + "/" + Self.script)), as root"
    case .built: "make install, as root"
    }
  }

  /// Returns the command that installs a language engine, as a hint.
  ///
  /// Archives contain no engines, because an engine needs the libraries of its distribution.
  ///
  /// - Parameters:
  ///   - package: the package of the engine.
  ///   - repository: the address of the apt repository; empty for none.
  /// - Returns: the hint, without a full stop.
  package func engineHint(
    package: String, repository: String = BuildValues.repository
  ) -> String {
    switch self {
    case .packaged: "apt-get install \(Self.packages([package], in: repository))"
    case .unpacked, .built: "make install-engines in a clone of Keybridge"
    }
  }

  /// Returns the command that installs the data of an engine, as a hint.
  ///
  /// - Parameters:
  ///   - package: the package of the data.
  ///   - target: what `make` installs with `install-` before it.
  ///   - repository: the address of the apt repository; empty for none.
  /// - Returns: the hint, without a full stop.
  package func dataHint(
    package: String, target: String, repository: String = BuildValues.repository
  ) -> String {
    switch self {
    case .packaged: "apt-get install \(Self.packages([package], in: repository))"
    case .unpacked, .built: "make install-\(target) in a clone of Keybridge"
    }
  }

  /// The command that unpacks the words of all languages into an archive's folder.
  private static func unpacking(into folder: String) -> String {
    "tar -C \(word(folder)) -xf keybridge-lexicons-*.tar.xz, a file of the release"
  }

  /// Returns the packages that hold the words of languages, as arguments of apt-get.
  private static func lexicons(_ languages: [String], in repository: String) -> String {
    let names = languages.map { "keybridge-lexicon-\($0)" }
    return packages(repository.isEmpty ? [commonLexicon] + names : names, in: repository)
  }

  /// The package that each package of words depends on.
  private static let commonLexicon = "keybridge-lexicon-common"

  /// Returns the command that installs the words of languages, as a hint.
  ///
  /// - Parameters:
  ///   - languages: the languages, such as `fr`.
  ///   - repository: the address of the apt repository; empty for none.
  /// - Returns: the hint, without a full stop.
  package func lexiconHint(
    for languages: [String], repository: String = BuildValues.repository
  ) -> String {
    switch self {
    case .packaged: "apt-get install \(Self.lexicons(languages, in: repository)), as root"
    case .unpacked(let folder): Self.unpacking(into: folder)
    case .built: "make install-lexicons"
    }
  }

  /// Returns the command that replaces a file of words that cannot be used, as a hint.
  ///
  /// - Parameters:
  ///   - path: the path of the file, which ends in the language.
  ///   - repository: the address of the apt repository; empty for none.
  /// - Returns: the hint, without a full stop.
  package func lexiconHint(
    replacing path: String, repository: String = BuildValues.repository
  ) -> String {
    let isCombined = path.hasPrefix(LexiconFolders.cache + "/")
    let language = path[(path.lastIndex(of: ".").map(path.index(after:)) ?? path.endIndex)...]
    switch self {
    case .packaged where isCombined:
      return "delete it, and run dpkg-reconfigure \(Self.commonLexicon), as root"
    case .packaged where path.containsBytes(of: "/../share/keybridge/lexicons/"):
      let packages = Self.lexicons([String(language)], in: repository)
      return "apt-get install --reinstall \(packages), as root"
    case .unpacked(let folder) where path.containsBytes(of: "/../share/keybridge/lexicons/"):
      return Self.unpacking(into: folder)
    case .packaged, .unpacked: return "delete it, or replace it"
    case .built: return "write it again: make install-lexicons"
    }
  }

  /// The hint if opening a keyboard is not permitted.
  package var permissionHint: String {
    let rule =
      switch self {
      case .packaged: ""
      case .unpacked(let folder):
        "install the udev rule (\(Self.word(folder + "/" + Self.script))) and "
      case .built: "install the udev rule (make install) and "
      }
    return """
      as root, \(rule)add yourself to the group of the udev rule
      (usermod -aG keybridge-input USER), then log in again; 'keybridge doctor' checks each step
      """
  }
}
