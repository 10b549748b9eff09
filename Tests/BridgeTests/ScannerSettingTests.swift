// SPDX-License-Identifier: Apache-2.0
import Keys
import Scanners
import Testing

@testable import Bridge

/// `mode: scanner` in an entry of `devices`.
@Suite struct ScannerSettingTests {
  private let device = DeviceInfo(
    id: DeviceID(rawValue: 0), name: "Scanner", vendor: 0x05e0, product: 0x1200)

  private func configuration(_ entry: String, _ rest: String = "") throws -> Configuration {
    let indented = entry.split(separator: "\n").map { "    \($0)\n" }.joined()
    return try SettingsFile.read(
      "\(rest)\ndevices:\n  - match: \"05e0:1200\"\n\(indented)".utf8)
  }

  private func mistakes(_ entry: String) -> [String] {
    do {
      _ = try configuration(entry)
      return []
    } catch let errors as ConfigurationErrors {
      return errors.message(path: "f").split(separator: "\n").map(String.init)
    } catch {
      return ["\(error)"]
    }
  }

  @Test("every setting of a scanner is read")
  func everything() throws {
    let configuration = try configuration(
      """
      layout: de
      mode: scanner
      scanner:
        terminators: [enter, tab, KP-Enter, LF]
        maker: worth-data
        keys: {F8: GS, down: none, kp-plus: BS}
        prefix: "B"
        suffix: ["C", "no"]
        alt-numpad: true
        gap: 200
        min-length: 2
        max-length: 64
        for: till
        user: root
        secret: true
      """)
    let settings = configuration.settings(for: device)
    var expected = ScannerSettings()
    expected.terminators = [.enter, .tab, .keypadEnter]
    expected.controlTerminators = ["\n"]
    expected.keys = ScannerMaker.worthData.keys
    expected.keys[KeyCode(66)] = "\u{1d}"
    expected.keys[KeyCode(108)] = ""
    expected.keys[KeyCode(78)] = "\u{8}"
    expected.prefixes = ["B"]
    expected.suffixes = ["C", "no"]
    expected.decodesAltNumpad = true
    expected.gap = 200_000
    expected.minimumLength = 2
    expected.maximumLength = 64
    expected.programs = ["till"]
    expected.user = 0
    expected.isSecret = true
    #expect(settings.scannerProfile?.codes == expected)
    #expect(settings.layout.name.layout == "de")
    let other = DeviceInfo(id: DeviceID(rawValue: 1), name: "Board")
    #expect(configuration.settings(for: other).scannerProfile == nil)
  }

  @Test("codes are owed to the programs that `for` names, and repetitions are ignored for a time")
  func owed() throws {
    let configuration = try configuration(
      """
      mode: scanner
      scanner: {for: [stock, forward], user: 0, owed: 1000, ignore-repeats: 3s}
      """)
    let codes = configuration.settings(for: device).scannerProfile?.codes
    #expect(
      codes?.order
        == DeliveryOrder(receivers: ["stock", "forward"], user: 0, limit: 1000))
    #expect(codes?.ignoredRepeat == 3_000_000)
    #expect(configuration.receivers == ["stock", "forward"])
    for (text, time) in [("500ms", 500_000), ("20", 20_000), ("1min", 60_000_000), ("0", 0)] {
      let other = try self.configuration("mode: scanner\nscanner: {ignore-repeats: \(text)}")
      #expect(other.settings(for: device).scannerProfile?.codes.ignoredRepeat == Int64(time))
      #expect(other.receivers == [])
    }
  }

  @Test("a scanner is always grabbed unless its own entry says otherwise")
  func grab() throws {
    let plain = try configuration("mode: scanner", "grab: never")
    #expect(plain.settings(for: device).grab == .always)
    #expect(plain.settings(for: device).scannerProfile == ScannerProfile())
    #expect(plain.liveOptions(isGrabbing: true).grabRules.map(\.policy) == [.always])
    let own = try configuration("mode: scanner\ngrab: focus")
    #expect(own.settings(for: device).grab == .focus)
    #expect(own.settings(for: device).scannerProfile?.followsFocus == true)
    #expect(try configuration("mode: keyboard").settings(for: device).grab == .focus)
  }

  @Test(
    "a mistake is reported with its place and the probable spelling",
    arguments: [
      ("mode: scaner", ["f:4:11: invalid value 'scaner' for mode; did you mean 'scanner'?"]),
      (
        "mode: scanner\nscanner:\n  terminators: [entr, xyzzyx, lf]",
        [
          "f:6:21: invalid value 'entr' for terminators; did you mean 'enter'?",
          "f:6:27: invalid value 'xyzzyx' for terminators; expected enter, kp-enter, CR, LF or tab",
          "f:6:35: invalid value 'lf' for terminators; did you mean 'LF'?",
        ]
      ),
      (
        "mode: scanner\nscanner:\n  alt-numpd: true",
        ["f:6:7: unknown setting 'alt-numpd'; did you mean 'alt-numpad'?"]
      ),
      (
        "mode: scanner\nscanner: {gap: -1, min-length: 0}",
        [
          "f:5:20: expected a whole number from 0 to 60000, found '-1'",
          "f:5:36: expected a whole number from 1 to 1048576, found '0'",
        ]
      ),
      (
        "mode: scanner\nscanner: {terminators: []}",
        [
          "f:5:28: codes would never end; list the keys that end a code, as in [enter], or set 'gap'"
        ]
      ),
      (
        "mode: scanner\nscanner: {min-length: 9, max-length: 3}",
        ["f:5:27: 'min-length' is larger than 'max-length', which is 3; change one of them"]
      ),
      (
        "mode: scanner\nscanner: {keys: {f8: gs, fx: GS, leftshift: GS, down: -}, maker: acme}",
        [
          "f:5:26: invalid value 'gs' for keys; did you mean 'GS'?",
          "f:5:30: invalid value 'fx' for keys; did you mean 'f'?",
          "f:5:38: invalid value 'leftshift' for keys; expected f8, down or esc",
          "f:5:59: invalid value '-' for keys; expected GS, RS, EOT or none",
          "f:5:70: invalid value 'acme' for maker; expected hand-held-products, idautomation,"
            + " worth-data or zebra",
        ]
      ),
      (
        "mode: scanner\nscanner: {keys: {enter: CR}}",
        ["f:5:22: expected a key that is not one of the terminators, found 'enter'"]
      ),
      (
        "mode: scanner\nscanner: {keys: [f8]}",
        [
          "f:5:21: expected keys with the names of control characters, as in '{f8: GS}', found a list"
        ]
      ),
      (
        "scanner: {gap: 100}",
        ["f:4:14: 'scanner' needs 'mode: scanner'; add 'mode: scanner' to the entry"]
      ),
      ("mode: scanner\nscanner: {terminators: [], gap: 100}", []),
      (
        "mode: scanner\nscanner: {for: ''}",
        ["f:5:20: expected the name of a program, from 1 to 100 bytes, found ''"]
      ),
      ("mode: scanner\nscanner: {for: till, user: 1000}", []),
      (
        "mode: scanner\nscanner: {for: till, user: no-such-user}",
        [
          "f:5:32: expected the name or the number of a user of this machine, found 'no-such-user'"
        ]
      ),
      (
        "mode: scanner\nscanner: {for: [a, b]}",
        ["f:5:20: expected one program, or 'owed' with a number of codes, found a list"]
      ),
      (
        "mode: scanner\nscanner: {for: [a, a], owed: 5}",
        ["f:5:24: expected each program once, found 'a' again"]
      ),
      (
        "mode: scanner\nscanner: {for: [], owed: 5}",
        ["f:5:20: expected the name of a program, or several, found an empty list"]
      ),
      (
        "mode: scanner\nscanner: {owed: 5}",
        ["f:5:21: expected 'for' with the names of programs next to 'owed', found no 'for'"]
      ),
      (
        "mode: scanner\nscanner: {for: a, owed: 5, secret: true}",
        [
          "f:5:29: expected a scanner that is not 'secret': secret codes are not kept, found 'owed'"
        ]
      ),
      (
        "mode: scanner\nscanner: {for: a, owed: 5, max-length: 20000}",
        ["f:5:44: expected at most 16384 characters with 'owed', found 20000"]
      ),
      (
        "mode: scanner\nscanner: {ignore-repeats: 3h}",
        ["f:5:31: expected a time from 0 to 600000 ms, such as '500ms' or '3s', found '3h'"]
      ),
      (
        "mode: scanner\nscanner: {user: root}",
        ["f:5:21: expected 'for' with the name of a program next to 'user', found no 'for'"]
      ),
    ])
  func mistakes(entry: String, expected: [String]) {
    #expect(mistakes(entry) == expected)
  }

  @Test("mode and scanner are settings of a device, not of all devices")
  func top() {
    #expect(throws: ConfigurationErrors.self) {
      try SettingsFile.read("mode: scanner".utf8)
    }
  }
}
