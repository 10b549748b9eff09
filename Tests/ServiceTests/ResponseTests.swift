// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Testing

@testable import Service

/// A client of the control socket decodes what the service encodes.
@Suite struct ResponseTests {
  private static let status = """
    {"isFocused":true,"keyboardNames":["Board"],"server":"0.1.0","keyboards":["event3","event4"],"mode":"sv-SE","process":7,"programs":[{"commands":2,\
    "containers":1,"hasKeyboard":true,"isLate":false,"name":"till","process":-8,"program":1,"state":"active",\
    "user":4294967295}],"receivers":[{"connected":true,"dropped":0,"name":"stock","owed":3}],"seconds":12,"settings":"/etc/keybridge.yaml","users":[{"busiestProcess":7,\
    "connections":2,"kept":0,"programs":1,"servedMilliseconds":5,"textUnits":3,"user":4294967295}],\
    "version":"1"}
    """
  private static let modes = """
    {"current":"ja-JP","modes":[{"inputMethod":"kana","language":"ja","mode":"ja-JP","name":"かな"}],\
    "others":[{"inputMethod":"x","language":"sv","mode":"sv-SE","name":"Svenska"}]}
    """
  private static let command = """
    {"argument":"1","chords":["cmd+a","cmd+b c"],"group":"Edit","id":"x","source":"built-in","state":"on",\
    "title":"X","where":"text"}
    """

  private typealias Read = @Sendable (ResponseMembers) throws -> any Encodable

  /// Each kind of answer with all its members, and its decoder.
  private static let answers: [(text: String, optional: Set<String>, read: Read)] = [
    (status, ["settings", "server", "keyboardNames", "receivers"], { try ServiceStatus($0) }),
    (modes, [], { try ServiceModes($0) }),
    (command, ["argument"], { try ListedCommand($0) }),
  ]

  private func value(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  /// An answer, decoded and encoded again.
  private func read(_ value: JSONValue, _ read: Read) throws -> JSONValue {
    try JSONValue(encoding: read(ResponseMembers(value)))
  }

  @Test("every kind of response is decoded with all its members, and unknown members are ignored")
  func whole() throws {
    for answer in Self.answers {
      let sent = try value(answer.text)
      #expect(try read(sent, answer.read) == sent)
      guard case .object(var members) = sent else { continue }
      members["later"] = .list([.null])
      #expect(try read(.object(members), answer.read) == sent)
    }
  }

  @Test("an optional member may be missing or null; a response without a required one is refused")
  func missing() throws {
    for answer in Self.answers {
      guard case .object(let members) = try value(answer.text) else { continue }
      for name in members.keys {
        var left = members
        left[name] = nil
        var null = members
        null[name] = .null
        if answer.optional.contains(name) {
          #expect(try read(.object(left), answer.read) == .object(left))
          #expect(try read(.object(null), answer.read) == .object(left))
        } else {
          #expect(throws: ResponseMembers.Unexpected.self, "\(name)") {
            try read(.object(left), answer.read)
          }
        }
        var wrong = members
        wrong[name] = .object(["x": .fraction(1.5)])
        #expect(throws: ResponseMembers.Unexpected.self, "\(name)") {
          try read(.object(wrong), answer.read)
        }
      }
    }
  }

  @Test(
    "a number out of range, or a list with an element of the wrong type, is refused")
  func mistakes() throws {
    for (right, wrong) in [
      (#""process":-8"#, #""process":2147483648"#), (#""user":4294967295"#, #""user":-1"#),
      (#"["event3","#, "[3,"), (#""programs":[{"#, #""programs":[1,{"#),
      (#""isLate":false"#, #""isLate":0"#),
    ] {
      #expect(Self.status.contains(right))
      let answer = try value(Self.status.replacing(right, with: wrong))
      #expect(throws: ResponseMembers.Unexpected.self, "\(wrong)") {
        try read(answer) { try ServiceStatus($0) }
      }
    }
    #expect(throws: ResponseMembers.Unexpected.self) { try ResponseMembers(.list([])) }
    #expect(throws: ResponseMembers.Unexpected.self) { try ResponseMembers(nil) }
  }

  @Test("the client's monitor decodes the lines that the encoder writes for it")
  func monitored() throws {
    let encoder = WireEncoder(style: .notification, keysymName: { _ in "a" })
    let keystroke = Keystroke(
      event: KeyEvent(
        time: Timestamp(microseconds: -5), device: DeviceID(rawValue: 1), code: .a, phase: .press),
      text: "ä\"", modifiers: [.shift, .command])
    var line: [UInt8] = []
    encoder.append(keystroke: keystroke, outcome: "command", events: ["command.invoked"], to: &line)
    guard case .keystroke(let reported) = try monitored(line) else {
      Issue.record("no keystroke in \(String(decoding: line, as: UTF8.self))")
      return
    }
    #expect(
      reported.key == "KEY_A" && reported.keysym == "a" && reported.text == "ä\""
        && reported.time == -5)
    #expect(reported.modifiers == ["shift", "command"] && reported.phase == "press")
    #expect(reported.outcome == "command" && reported.events == ["command.invoked"])
    line = []
    let scan = Scan(
      device: DeviceID(rawValue: 1), text: "4006381333931", time: Timestamp(microseconds: 9),
      duration: .microseconds(1200), end: .gap)
    encoder.append(scan, to: &line)
    guard case .scan(let reported) = try monitored(line) else {
      Issue.record("no scan in \(String(decoding: line, as: UTF8.self))")
      return
    }
    #expect(reported.text == scan.text && reported.duration == 1200 && reported.time == 9)
    #expect(reported.end == scan.end.description && reported.reason == nil)
    line = []
    let point = Stroke.Point(x: 5, y: 6, time: .zero)
    let ink = InkEvent(
      time: Timestamp(microseconds: 9), device: DeviceID(rawValue: 1),
      surface: InkEvent.Surface(width: 10, height: 10), action: .stroke(Stroke([point])))
    encoder.append(ink: ink, outcome: "not taken", events: [], to: &line)
    guard case .ink(let reported) = try monitored(line) else {
      Issue.record("no stroke in \(String(decoding: line, as: UTF8.self))")
      return
    }
    #expect(reported.action == "stroke" && reported.from == [5, 6] && reported.points == 1)
    #expect(reported.duration == 9 && reported.outcome == "not taken")
    #expect(try monitored(Array(#"{"method":"other","params":{}}"#.utf8)) == nil)
  }

  private func monitored(_ line: [UInt8]) throws -> ServiceClient.Monitored? {
    ServiceClient.Monitored(try ResponseMembers(JSONValue(parsing: line)))
  }
}
