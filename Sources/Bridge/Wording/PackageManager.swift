// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The program that installs packages on a distribution, so that hints name a command that works.
package enum PackageManager: Hashable, Sendable, CaseIterable {
  case apt, dnf, pacman, zypper, apk

  /// The package manager of this machine; nil for a distribution that is not known.
  package static let current = PackageManager()

  /// Reads the distribution from its `os-release` file.
  ///
  /// A distribution that is not known is treated like the first known one of `ID_LIKE`. Nil if
  /// there is none, or if there is no file, as in some containers.
  ///
  /// - Parameter root: the folder of the file system to look in.
  package init?(root: String = "") {
    // The order of os-release(5).
    let text = ["/etc/os-release", "/usr/lib/os-release"].lazy
      .compactMap { try? readFile(root + $0) }.first
    guard let text else { return nil }
    let values = Self.values(String(decoding: text, as: UTF8.self))
    let names =
      [values["ID"] ?? ""] + (values["ID_LIKE"] ?? "").split(separator: " ").map(String.init)
    guard let manager = names.lazy.compactMap(Self.init(distribution:)).first else { return nil }
    self = manager
  }

  /// Finds the package manager of a distribution.
  ///
  /// - Parameter distribution: the `ID` of its `os-release` file.
  private init?(distribution: String) {
    switch distribution {
    case "debian", "ubuntu", "raspbian", "devuan": self = .apt
    case "fedora", "rhel", "centos", "rocky", "almalinux": self = .dnf
    case "arch", "archarm", "manjaro": self = .pacman
    case "suse", "opensuse", "opensuse-leap", "opensuse-tumbleweed", "sles": self = .zypper
    case "alpine", "postmarketos": self = .apk
    default: return nil
    }
  }

  /// Reads the assignments of an `os-release` file.
  ///
  /// - Parameter text: the lines of the file, `NAME=VALUE`, where a value may be in quotes.
  /// - Returns: the values by their names; the last one counts, as in a shell.
  private static func values(_ text: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      var value = parts[1]
      if let quote = value.first, quote == "\"" || quote == "'", value.count > 1,
        value.last == quote
      {
        value = value.dropFirst().dropLast()
      }
      values[String(parts[0])] = String(value)
    }
    return values
  }

  /// The command that installs packages, without their names.
  var command: String {
    switch self {
    case .apt: "apt-get install"
    case .dnf: "dnf install"
    case .pacman: "pacman -S"
    case .zypper: "zypper install"
    case .apk: "apk add"
    }
  }
}
