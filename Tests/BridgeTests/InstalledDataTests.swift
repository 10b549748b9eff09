// SPDX-License-Identifier: Apache-2.0
import Engines
import Testing

@testable import Bridge

/// The folders of the data that was installed with the program.
@Suite struct InstalledDataTests {
  @Test(
    "Data is next to the folder of the program",
    arguments: [
      ("/usr/bin/keybridge", "/usr"), ("/opt/my keyboard/bin/keybridge", "/opt/my keyboard"),
      ("/bin/keybridge", ""), ("/keybridge", nil), ("keybridge", nil), ("", nil), (nil, nil),
    ] as [(String?, String?)])
  func prefix(program: String?, expected: String?) {
    #expect(InstalledData.prefix(of: program) == expected)
    #expect(
      InstalledData.folder("engines", of: program)
        == expected.map { $0 + "/share/keybridge/engines" })
  }

  @Test("Manifests of engines next to the program come first; a variable replaces all folders")
  func engines() {
    let system = ["/usr/local/share/keybridge/engines", "/usr/share/keybridge/engines"]
    func folders(_ program: String?, variable: String? = nil) -> [String] {
      EngineList.folders(of: program) { $0 == "KEYBRIDGE_ENGINES" ? variable : nil }
    }
    #expect(
      folders("/opt/keybridge/bin/keybridge") == ["/opt/keybridge/share/keybridge/engines"] + system
    )
    #expect(folders("/usr/local/bin/keybridge") == system)
    #expect(folders("/usr/bin/keybridge") == system.reversed())
    #expect(folders(nil) == system)
    #expect(folders("/usr/bin/keybridge", variable: "/a:/b") == ["/a", "/b"])
  }

  @Test("Extensions of a person come after the system's; the service of the system has none")
  func extensions() {
    let system = ["/usr/share/keybridge/extensions", "/usr/local/share/keybridge/extensions"]
    func folders(_ variables: [String: String]) -> [String] {
      ExtensionList.folders(of: "/usr/bin/keybridge") { variables[$0] }
    }
    #expect(folders([:]) == system)
    #expect(
      folders(["HOME": "/home/ann"])
        == system + ["/home/ann/.local/share/keybridge/extensions"])
    #expect(
      folders(["HOME": "/home/ann", "XDG_DATA_HOME": "/data"])
        == system + ["/data/keybridge/extensions"])
    #expect(
      folders(["HOME": "/home/ann", "XDG_DATA_HOME": "data"])
        == system + ["/home/ann/.local/share/keybridge/extensions"])
    #expect(folders(["HOME": "/", "STATE_DIRECTORY": "/var/lib/keybridge"]) == system)
    #expect(folders(["KEYBRIDGE_EXTENSIONS": "/a:/b", "HOME": "/home/ann"]) == ["/a", "/b"])
  }
}
