// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import TestSupport
import Testing

/// The commands that hints name, which depend on how the program was installed.
@Suite struct InstallationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Creates the changelog that only the distribution's package installs.
  private func installPackage() throws {
    var path = folder.path
    for name in ["usr", "share", "doc", "keybridge"] {
      path += "/" + name
      try #require(mkdir(path, 0o755) == 0)
    }
    _ = try folder.write([], to: "usr/share/doc/keybridge/changelog.gz")
  }

  @Test("Hints of a program that was built from source name make install")
  func built() {
    let installation = Installation(root: folder.path)
    #expect(installation == .built)
    #expect(installation.hint == "make install, as root")
    #expect(installation.lexiconHint(for: ["fr"]) == "make install-lexicons")
    #expect(
      installation.lexiconHint(replacing: "/usr/local/share/keybridge/lexicons/lexicon.fr")
        == "write it again: make install-lexicons")
    #expect(
      installation.permissionHint == """
        as root, install the udev rule (make install) and add yourself to the group of the udev rule
        (usermod -aG keybridge-input USER), then log in again; 'keybridge doctor' checks each step
        """)
  }

  @Test("Hints of a packaged program name apt-get, and never make install")
  func packaged() throws {
    try installPackage()
    let installation = Installation(root: folder.path)
    #expect(installation == .packaged)
    #expect(installation.hint == "apt-get install --reinstall ./keybridge_*.deb, as root")
    #expect(
      installation.lexiconHint(for: ["fr", "sv"])
        == "make deb-lexicons in a clone of Keybridge, then apt-get install"
        + " ./.build/deb/keybridge-lexicons_*.deb ./.build/deb/keybridge-lexicon-fr_*.deb"
        + " ./.build/deb/keybridge-lexicon-sv_*.deb, as root")
    let folder = "/usr/bin/../share/keybridge/lexicons"
    #expect(
      installation.lexiconHint(replacing: folder + "/ngrams.en")
        == "make deb-lexicons in a clone of Keybridge, then apt-get install --reinstall"
        + " ./.build/deb/keybridge-lexicons_*.deb ./.build/deb/keybridge-lexicon-en_*.deb, as root")
    #expect(
      installation.lexiconHint(replacing: "/var/cache/keybridge/lexicons/lexicon.fr")
        == "delete it, and run dpkg-reconfigure keybridge-lexicons, as root")
    #expect(
      installation.lexiconHint(replacing: "/home/ann/.local/share/keybridge/lexicons/lexicon.fr")
        == "delete it, or replace it")
    #expect(
      installation.permissionHint == """
        as root, add yourself to the group of the udev rule
        (usermod -aG keybridge-input USER), then log in again; 'keybridge doctor' checks each step
        """)
  }
}
