// SPDX-License-Identifier: Apache-2.0
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
    case .packaged: "apt-get install --reinstall keybridge, as root"
    case .built: "make install, as root"
    }
  }

  /// The command that installs the words of languages again, as a hint.
  package var lexiconHint: String {
    switch self {
    case .packaged: "apt-get install --reinstall keybridge-lexicons, as root"
    case .built: "make install-lexicons"
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
