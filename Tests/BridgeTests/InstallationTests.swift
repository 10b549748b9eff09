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
    #expect(installation.hint(repository: "") == "make install, as root")
    #expect(installation.lexiconHint(for: ["fr"]) == "make install-lexicons")
    #expect(
      installation.engineHint(package: "keybridge-engine-mozc")
        == "make install-engines in a clone of Keybridge")
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
    #expect(
      installation.hint(repository: "")
        == "apt-get install --reinstall ./keybridge_*.deb (files of the release), as root")
    #expect(
      installation.engineHint(package: "keybridge-engine-mozc", repository: "")
        == "apt-get install ./keybridge-engine-mozc_*.deb (files of the release)")
    #expect(
      installation.lexiconHint(for: ["fr", "sv"], repository: "")
        == "apt-get install ./keybridge-lexicon-common_*.deb ./keybridge-lexicon-fr_*.deb"
        + " ./keybridge-lexicon-sv_*.deb (files of the release), as root")
    let folder = "/usr/bin/../share/keybridge/lexicons"
    #expect(
      installation.lexiconHint(replacing: folder + "/ngrams.en", repository: "")
        == "apt-get install --reinstall ./keybridge-lexicon-common_*.deb"
        + " ./keybridge-lexicon-en_*.deb (files of the release), as root")
    #expect(
      installation.lexiconHint(replacing: "/var/cache/keybridge/lexicons/lexicon.fr")
        == "delete it, and run dpkg-reconfigure keybridge-lexicon-common, as root")
    #expect(
      installation.lexiconHint(replacing: "/home/ann/.local/share/keybridge/lexicons/lexicon.fr")
        == "delete it, or replace it")
    #expect(
      installation.permissionHint == """
        as root, add yourself to the group of the udev rule
        (usermod -aG keybridge-input USER), then log in again; 'keybridge doctor' checks each step
        """)
  }

  @Test("If the packages are in a repository, hints name them without files")
  func repository() throws {
    try installPackage()
    let installation = Installation(root: folder.path)
    let address = "https://packages.example/keybridge"
    #expect(
      installation.hint(repository: address) == "apt-get install --reinstall keybridge, as root")
    #expect(
      installation.engineHint(package: "keybridge-engine-mozc", repository: address)
        == "apt-get install keybridge-engine-mozc")
    #expect(
      installation.lexiconHint(for: ["fr", "sv"], repository: address)
        == "apt-get install keybridge-lexicon-fr keybridge-lexicon-sv, as root")
    #expect(
      installation.lexiconHint(
        replacing: "/usr/bin/../share/keybridge/lexicons/lexicon.fr", repository: address)
        == "apt-get install --reinstall keybridge-lexicon-fr, as root")
  }

  /// Creates the folder of an archive, which is the only kind with a script next to `bin`.
  private func unpack(into name: String) throws -> String {
    let archive = folder.path + "/" + name
    try #require(mkdir(archive, 0o755) == 0)
    let script = try folder.write("#!/bin/sh\n".utf8, to: name + "/install.sh")
    try #require(chmod(script, 0o755) == 0)
    return archive
  }

  @Test("Hints of a program from an archive name its folder, also if a package is installed")
  func unpacked() throws {
    try installPackage()
    let archive = try unpack(into: "keybridge-1.0-linux-amd64")
    let installation = Installation(root: folder.path, program: archive + "/bin/keybridge")
    #expect(installation == .unpacked(archive))
    #expect(installation.hint(repository: "") == archive + "/install.sh, as root")
    #expect(
      installation.lexiconHint(for: ["fr"])
        == "tar -C \(archive) -xf keybridge-lexicons-*.tar.xz, a file of the release")
    #expect(
      installation.lexiconHint(
        replacing: archive + "/bin/../share/keybridge/lexicons/lexicon.en")
        == installation.lexiconHint(for: ["en"]))
    #expect(
      installation.lexiconHint(replacing: "/home/ann/.local/share/keybridge/lexicons/lexicon.fr")
        == "delete it, or replace it")
    #expect(
      installation.engineHint(package: "keybridge-engine-mozc")
        == "make install-engines in a clone of Keybridge")
    #expect(
      installation.permissionHint == """
        as root, install the udev rule (\(archive)/install.sh) and add yourself to the group of the udev rule
        (usermod -aG keybridge-input USER), then log in again; 'keybridge doctor' checks each step
        """)
  }

  @Test(
    "A folder's name that a shell would divide is quoted",
    arguments: [
      ("my keyboard", "/my keyboard/install.sh', as root"),
      ("it's", "/it'\\''s/install.sh', as root"),
    ])
  func quoted(name: String, expected: String) throws {
    let archive = try unpack(into: name)
    let installation = Installation(root: folder.path, program: archive + "/bin/keybridge")
    #expect(installation.hint(repository: "") == "'" + folder.path + expected)
  }
}
