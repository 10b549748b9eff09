// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How the program was installed, so that hints name the command that fits.
package enum Installation {
  /// Whether the distribution's package is installed; no other installation has its changelog.
  package static let isPackaged = access("/usr/share/doc/keybridge/changelog.gz", F_OK) == 0

  /// The command that installs the udev rule, the group and the units, as a hint.
  package static var hint: String {
    isPackaged ? "apt-get install --reinstall keybridge, as root" : "make install, as root"
  }
}
