// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import Testing

@testable import Bridge

/// The setting `handwriting` of devices.
@Suite struct HandwritingSettingTests {
  private static let touchpad = DeviceNode(
    path: "/dev/input/event7",
    info: DeviceInfo(
      id: DeviceID(rawValue: 0), name: "Paper", vendor: 0x2, product: 0x7, kind: .pointer),
    capabilities: Capabilities(types: 0xb, keys: [KeyCode(0x14a)], absoluteAxes: 3))

  @Test(
    "pads are used if an entry allows them, by any selector, and no entry ignores them",
    arguments: [
      ("[]", false), ("[{match: all}]", false), ("[{match: all, handwriting: yes}]", true),
      ("[{match: name=Pap*, handwriting: yes}]", true),
      ("[{match: '0002:0007', handwriting: yes}]", true),
      ("[{match: name=Other, handwriting: yes}]", false),
      ("[{match: all, layout: de}, {match: name=Paper, handwriting: yes}]", true),
      ("[{match: name=Paper, handwriting: no}, {match: all, handwriting: yes}]", false),
      ("[{match: all, handwriting: yes}, {match: name=Paper, handwriting: no}]", true),
      ("[{match: all, handwriting: yes}, {match: name=Paper, ignore: yes}]", false),
      ("[{match: all, handwriting: yes, ignore: yes}]", false),
      ("[{match: name=Other, ignore: yes}, {match: all, handwriting: yes}]", true),
    ])
  func rules(_ devices: String, _ isAllowed: Bool) throws {
    let configuration = try SettingsFile.read("devices: \(devices)".utf8)
    #expect(configuration.padRules.allow(Self.touchpad) == isAllowed)
    #expect(
      configuration.liveOptions(isGrabbing: true).padRules.allow(Self.touchpad) == isAllowed)
    #expect(configuration.liveOptions(isGrabbing: false).padRules.isEmpty)
    // No other setting of an entry reaches a pad without its path.
    #expect(!configuration.liveOptions(isGrabbing: true).takes(Self.touchpad))
  }
}
