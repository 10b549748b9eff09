// SPDX-License-Identifier: Apache-2.0
import Storage
import Testing

@Suite struct StateDirectoryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var environment: [String: String]
    var home: String? = "/home/ann"
    var path: String?
    var testDescription: String { "\(environment) \(home ?? "-")" }
  }

  static let cases = [
    Case(environment: [:], path: "/home/ann/.local/state/keybridge"),
    Case(environment: [:], home: nil, path: nil),
    Case(environment: [:], home: "", path: nil),
    Case(environment: [:], home: "ann", path: nil),
    Case(environment: ["XDG_STATE_HOME": "/x"], path: "/x/keybridge"),
    Case(environment: ["XDG_STATE_HOME": "/x"], home: nil, path: "/x/keybridge"),
    Case(environment: ["XDG_STATE_HOME": ""], path: "/home/ann/.local/state/keybridge"),
    Case(environment: ["XDG_STATE_HOME": "x"], path: "/home/ann/.local/state/keybridge"),
    Case(
      environment: ["STATE_DIRECTORY": "/var/lib/keybridge", "XDG_STATE_HOME": "/x"],
      path: "/var/lib/keybridge"),
    Case(
      environment: ["STATE_DIRECTORY": "/var/lib/keybridge:/var/lib/other"], home: nil,
      path: "/var/lib/keybridge"),
    Case(environment: ["STATE_DIRECTORY": "", "XDG_STATE_HOME": "/x"], path: "/x/keybridge"),
    Case(environment: [:], home: "/", path: "/.local/state/keybridge"),
    Case(environment: [:], home: "//home//ann/", path: "/home/ann/.local/state/keybridge"),
    Case(environment: ["XDG_STATE_HOME": "//"], path: "/keybridge"),
    Case(environment: ["XDG_STATE_HOME": "/x//"], path: "/x/keybridge"),
    Case(environment: ["XDG_STATE_HOME": "/x y\n/%3f"], path: "/x y\n/%3f/keybridge"),
    Case(environment: ["STATE_DIRECTORY": "/x//:/y"], path: "/x"),
    Case(environment: ["STATE_DIRECTORY": "here"], path: "/home/ann/.local/state/keybridge"),
  ]

  @Test(
    "The state directory is systemd's, otherwise XDG's, otherwise in the home folder",
    arguments: cases)
  func path(_ given: Case) {
    #expect(StateDirectory.path(environment: given.environment, home: given.home) == given.path)
  }
}
