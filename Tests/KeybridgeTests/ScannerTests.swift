// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `mode: scanner` in the real binary.
@Suite struct ScannerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func settings(_ match: String, _ codes: String = "") throws -> String {
    let scanner = codes.isEmpty ? "" : "\n    scanner: {\(codes)}"
    return try folder.write(
      "layout: fr\ndevices:\n  - match: \"\(match)\"\n    layout: us\n    mode: scanner\(scanner)"
        .utf8,
      to: "till.yaml")
  }

  // MARK: Replays

  @Test("a scanner's capture gives its codes as lines, in every capture format")
  func recorded() throws {
    for name in ["keybridge.evemu", "evemu-record.evemu", "libinput-record.yaml"] {
      let child = try Program.run(
        "replay", Program.root + "/Documentation/Captures/scanner.\(name)", "--config",
        try settings("name=*Scanner*"))
      #expect(child.output == "04006381333931\n1x7-Q.42\n" && child.errors == "", "\(name)")
    }
  }

  @Test("a replay's JSON says how each code ended")
  func json() throws {
    var typing = Typing("b1")
    typing.stroke(15)
    typing.type("c")
    let child = try Program.run(
      "replay", "-", "--mirror", "json", "--config",
      try settings("046d:c31c", "terminators: tab, prefix: b"), input: typing.bytes(.evemu))
    #expect(
      child.lines.filter { $0.contains(#""event":"scan""#) } == [
        #"{"device":"Test Keyboard","duration":80028,"end":"tab","event":"scan","text":"1","time":1100035}"#,
        #"{"complete":false,"device":"Test Keyboard","duration":0,"end":"disconnect","event":"scan","#
          + #""reason":"disconnect","text":"c","time":1140049}"#,
      ])
    #expect(child.lines.allSatisfy { $0.contains("device.") || $0.contains("scan") })
    #expect(child.lines.first?.contains(#""role":"scanner""#) == true)
    let check = "import json, sys\nfor line in sys.stdin: json.loads(line)"
    #expect(try Child.run(["python3", "-c", check], input: child.output).status == 0)
  }

  @Test("lost events make the code incomplete in which they were lost")
  func lost() throws {
    let typed = String(decoding: Typing("ab\nc\n").bytes(.evemu), as: UTF8.self)
    var records = typed.split(separator: "\n").map(String.init)
    // After the release of the first key.
    let place = try #require(records.firstIndex { $0.hasPrefix("E:") }) + 4
    records.insert(contentsOf: ["E: 1.50000 0000 0003 0", "E: 1.50000 0000 0000 0"], at: place)
    let events = Array((records.joined(separator: "\n") + "\n").utf8)
    let path = try settings("046d:c31c")
    let lines = try Program.run("replay", "-", "--config", path, input: events).lines
    #expect(lines == ["c"])
    let json = try Program.run(
      "replay", "-", "--mirror", "json", "--config", path, input: events)
    #expect(json.lines.filter { $0.contains(#""reason":"lost""#) }.count == 2)
  }

  @Test("a mistake in a scanner's settings is reported with its place")
  func mistakes() throws {
    let path = try settings("046d:c31c", "terminator: enter")
    let child = try Program.run("check", path)
    #expect(child.status == 1)
    #expect(
      child.userErrors.map { $0.replacing(folder.path + "/", with: "") } == [
        "keybridge: till.yaml:6:15: unknown setting 'terminator'; did you mean 'terminators'?"
      ])
    #expect(try Program.run("check", try settings("046d:c31c", "gap: 100")).status == 0)
    // Scanners press this key within their codes.
    let shift = try Program.run("check", try settings("046d:c31c", "terminators: [tab, leftshift]"))
    #expect(shift.status == 1)
    #expect(shift.userErrors.first?.contains("till.yaml:6:34") == true, "\(shift.userErrors)")
  }

  // MARK: Devices

  @Test(
    "with a scanner and a keyboard connected, codes are printed as lines and text is typed",
    .onTestbed, .notInFastRuns)
  func live() throws {
    let machine = Machine()
    try #require(testbed_active())
    machine.plug(1, "Board")
    machine.plug(2, "Barcode Scanner", vendor: 0x05e0, product: 0x1200)
    let child = try machine.start(
      ["run", "--mirror", "text", "--config", try settings("05e0:1200")])
    for number: Int32 in [1, 2] {
      try eventually("the grab") { machine.isGrabbed(number) }
    }
    machine.key(1, Typing.shift, 1)
    machine.type(2, "aq")
    machine.type(1, "aq")
    machine.type(2, "\n")
    #expect(try child.line() == "aq")
    machine.key(1, Typing.shift, 0)
    machine.type(1, "w\n")
    #expect(try child.line() == "QAz", "the keyboard is French")
    machine.type(2, "half")
    machine.unplug(2)
    machine.plug(2, "Barcode Scanner", vendor: 0x05e0, product: 0x1200)
    try eventually("the grab") { machine.isGrabbed(2) }
    machine.type(2, "whole\n")
    #expect(try child.line() == "whole")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    #expect(child.output == "aq\nQAz\nwhole\n" && child.errors == "")
  }

  @Test(
    "settings with nothing but a scanner leave keyboards usable; 'keyboards' restricts the devices",
    .onTestbed, .notInFastRuns)
  func onlyTheScanner() throws {
    let machine = Machine()
    try #require(testbed_active())
    machine.plug(1, "Board")
    machine.plug(2, "Barcode Scanner", vendor: 0x05e0, product: 0x1200)
    let scanner = "devices:\n  - match: \"05e0:1200\"\n    mode: scanner\n"
    for (text, isTaken) in [(scanner, true), ("keyboards: \"05e0:1200\"\n" + scanner, false)] {
      let path = try folder.write(text.utf8, to: "till.yaml")
      let child = try machine.start(["run", "--mirror", "text", "--config", path])
      try eventually("the scanner to be grabbed") { machine.isGrabbed(2) }
      if isTaken { try eventually("the keyboard to be grabbed") { machine.isGrabbed(1) } }
      machine.type(1, "x\n")
      machine.type(2, "aq\n")
      #expect(try child.line() == (isTaken ? "X" : "aq"))
      #expect(machine.isGrabbed(1) == isTaken)
      child.signal(SIGTERM)
      #expect(try child.end() == 0)
    }
  }

  @Test(
    "devices marks a scanner of the settings, and monitor shows its codes",
    .onTestbed, .notInFastRuns)
  func listed() throws {
    let machine = Machine()
    try #require(testbed_active())
    machine.plug(1, "Board")
    machine.plug(2, "Barcode Scanner", vendor: 0x05e0, product: 0x1200)
    let path = try settings("05e0:1200")
    let table = try machine.run("devices", "--config", path)
    #expect(table.status == 0)
    let rows = table.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.first { $0.contains("Board") }?.contains("keyboard") == true)
    #expect(rows.first { $0.contains("Barcode") }?.contains("scanner") == true)
    let json = try machine.run("devices", "--format", "json", "--config", path)
    #expect(json.output.split(separator: #""scanner" : true"#).count == 2, "\(json.output)")
    let wrong = try folder.write("devices: 5".utf8, to: "wrong.yaml")
    #expect(try machine.run("devices", "--config", wrong).status == 1)

    let child = try machine.start(["monitor", "--config", path])
    while try !child.line().contains("(a scanner)") {}
    machine.type(2, "aq\n")
    let line = try child.line()
    #expect(line.hasSuffix(" enter → \"aq\" → scan"), "\(line)")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }
}
