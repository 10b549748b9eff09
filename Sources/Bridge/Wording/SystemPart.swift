// SPDX-License-Identifier: Apache-2.0
package import InputMethods

/// A part of the system that Keybridge uses, and that a package of the distribution contains.
///
/// The libraries that the program is linked with are not among them, because without one the
/// program does not start: `Packaging/release/launcher` names their packages.
package enum SystemPart: Hashable, Sendable, CaseIterable {
  /// The daemon that creates device nodes and sets their permissions.
  case udev
  /// The layouts of xkeyboard-config.
  case layouts
  /// The compose tables of libX11.
  case composeTables
  /// The library of Unicode's rules.
  case icu
  /// The library that reads the descriptions of terminals.
  case terminfoLibrary
  /// The descriptions of common terminals.
  case terminals
  /// The descriptions of all terminals.
  case allTerminals
  /// Python, which runs the example kiosk.
  case python
  /// The Chinese characters of Korean syllables.
  case hanja
  /// The stroke orders of Chinese characters.
  case strokes

  /// The names of the packages; nil where the distribution has none.
  ///
  /// The sources of the names are the packages' files at packages.debian.org, and the build files
  /// in Fedora's, Arch's, openSUSE's and Alpine's repositories.
  private var names: (apt: String, dnf: String?, pacman: String?, zypper: String?, apk: String?) {
    switch self {
    case .udev: ("udev", "systemd-udev", "systemd", "udev", "eudev")
    case .layouts:
      (
        "xkb-data", "xkeyboard-config", "xkeyboard-config", "xkeyboard-config", "xkeyboard-config"
      )
    case .composeTables: ("libx11-data", "libX11-common", "libx11", "libX11-data", "libx11")
    // Debian's name has the number of the release, and apt-get finds it by an expression. The name
    // of openSUSE has the number, too, but each of its packages provides this one.
    case .icu: ("'^libicu[0-9]+$'", "libicu", "icu", "libicu", "icu-libs")
    // Alpine has no library of this name.
    case .terminfoLibrary: ("libtinfo6", "ncurses-libs", "ncurses", "libncurses6", nil)
    case .terminals:
      ("ncurses-base", "ncurses-base", "ncurses", "terminfo-base", "ncurses-terminfo-base")
    case .allTerminals: ("ncurses-term", "ncurses-term", "ncurses", "terminfo", "ncurses-terminfo")
    case .python: ("python3", "python3", "python", "python3", "python3")
    case .hanja: ("libhangul-data", "libhangul", "libhangul", "libhangul1", "libhangul")
    case .strokes: ("rime-data-stroke", "brise", "rime-stroke", "rime-schema-stroke", nil)
    }
  }

  /// Returns the name of the package.
  ///
  /// - Parameter manager: the package manager of the distribution.
  /// - Returns: the name, in quotes if a shell would expand it; nil if the distribution has no such
  ///   package.
  package func name(for manager: PackageManager) -> String? {
    let names = names
    return switch manager {
    case .apt: names.apt
    case .dnf: names.dnf
    case .pacman: names.pacman
    case .zypper: names.zypper
    case .apk: names.apk
    }
  }

  /// Returns the command that installs the part, as a hint.
  ///
  /// - Parameter manager: the package manager; nil for a distribution that is not known, or if
  ///   there is none.
  /// - Returns: the hint, without a full stop.
  package func hint(for manager: PackageManager? = .current) -> String {
    guard let manager else { return "install its package (Debian: \(names.apt))" }
    guard let name = name(for: manager) else {
      return "this distribution has no package with it (Debian: \(names.apt))"
    }
    return "\(manager.command) \(name)"
  }
}

extension SystemPart {
  /// Creates the part that is a data file of an input method.
  ///
  /// - Parameter data: the file.
  package init(_ data: MethodData) {
    switch data {
    case .hanja: self = .hanja
    case .strokes: self = .strokes
    }
  }
}
