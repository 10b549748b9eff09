// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import InputMethods
import TestSupport
import Testing

/// The packages that hints name, which depend on the distribution.
@Suite struct SystemPartTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Reads the package manager of a machine with this `os-release` file.
  private func manager(_ text: String, in file: String = "etc/os-release") throws -> PackageManager?
  {
    for name in ["etc", "usr", "usr/lib"] { _ = mkdir(folder.path + "/" + name, 0o755) }
    _ = try folder.write(text.utf8, to: file)
    return PackageManager(root: folder.path)
  }

  @Test(
    "The package manager follows from the distribution, or from the one that it is derived from",
    arguments: [
      ("ID=debian\n", .apt), ("ID=ubuntu\nID_LIKE=debian\n", .apt),
      ("NAME=\"Raspberry Pi OS\"\nID=raspbian\nID_LIKE=debian\n", .apt),
      ("ID=fedora\n", .dnf), ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", .dnf),
      ("ID=endeavouros\nID_LIKE=\"arch\"\n", .pacman),
      ("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n", .zypper),
      ("ID='opensuse-slowroll'\nID_LIKE='opensuse suse'\n", .zypper), ("ID=alpine\n", .apk),
      ("# ID=alpine\n\nID=linuxmint\nID_LIKE=\"ubuntu debian\"", .apt),
    ] as [(String, PackageManager)])
  func known(text: String, expected: PackageManager) throws {
    #expect(try manager(text) == expected)
    #expect(unlink(folder.path + "/etc/os-release") == 0)
    #expect(try manager(text, in: "usr/lib/os-release") == expected)
  }

  @Test(
    "An unknown distribution, a damaged file and a missing one have no package manager",
    arguments: [
      "ID=void\n", "ID=nixos\nID_LIKE=\n", "", "ID", "=debian\n", "ID=\"\n", "ID=\"debian\n",
      "ID = debian\n", "\u{0}\u{feff}ID=debian",
    ])
  func unknown(text: String) throws {
    #expect(try manager(text) == nil)
    #expect(unlink(folder.path + "/etc/os-release") == 0)
    #expect(PackageManager(root: folder.path) == nil)
  }

  @Test("A hint is the command of the distribution, or says that there is no package")
  func hints() {
    #expect(SystemPart.udev.hint(for: .apt) == "apt-get install udev")
    #expect(SystemPart.udev.hint(for: .dnf) == "dnf install systemd-udev")
    #expect(SystemPart.layouts.hint(for: .pacman) == "pacman -S xkeyboard-config")
    #expect(SystemPart.composeTables.hint(for: .zypper) == "zypper install libX11-data")
    #expect(SystemPart.icu.hint(for: .apk) == "apk add icu-libs")
    #expect(SystemPart.icu.hint(for: .apt) == "apt-get install '^libicu[0-9]+$'")
    #expect(
      SystemPart.strokes.hint(for: .apk)
        == "this distribution has no package with it (Debian: rime-data-stroke)")
    #expect(SystemPart.python.hint(for: nil) == "install its package (Debian: python3)")
  }

  @Test("Each part has a name for each package manager, or none; a name is one word of a shell")
  func names() {
    for part in SystemPart.allCases {
      for manager in PackageManager.allCases {
        guard let name = part.name(for: manager) else {
          #expect(manager == .apk, "only Alpine lacks packages: \(part)")
          continue
        }
        #expect(!name.isEmpty && !name.contains(" "))
      }
    }
    #expect(SystemPart(MethodData.hanja) == .hanja && SystemPart(MethodData.strokes) == .strokes)
  }
}
