// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How the program came to the machine, so that hints name the way that is there.
package enum Installation {
  /// Whether the distribution's package has installed it.
  package static let isPackaged = access("/var/lib/dpkg/info/keybridge.list", F_OK) == 0

  /// What brings the udev rule, the group and the units, as a hint.
  package static var hint: String {
    isPackaged ? "apt-get install --reinstall keybridge, as root" : "make install, as root"
  }
}
