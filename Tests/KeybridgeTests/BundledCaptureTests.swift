// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// The captures in `Documentation/Captures`, which come from keyboards under a real kernel.
@Suite struct BundledCaptureTests {
  static let folder = Program.root + "/Documentation/Captures"

  /// The text of each capture, by the first part of its name.
  static let texts: [String: (layout: String, text: String)] = [
    "hello": (
      "us",
      """
      Hello! This is Keybridge.
      No desktop here: a keyboard, a layout,
      And text.
      Words can be selected, cut, pasted, and changes undone.
      Attach a keyboard and type.
      """
    ),
    // The number of repeats of the held x differs; a PS/2 keyboard repeats on its own.
    "ps2": ("de", german(repeats: 14)),
    "usb": ("de", german(repeats: 12)),
    "virtio": ("de", german(repeats: 12)),
    "two": ("us", "One TWO three\n"),
    "scanner": ("us", "04006381333931\n1x7-Q.42\n"),
  ]

  private static func german(repeats: Int) -> String {
    "!Grüße, OK éà@€\nThe no \(String(repeating: "x", count: repeats))42\n"
  }

  private static let all = entries(of: folder).map(\.name).filter { $0 != "README.md" }
  static let captures = all.filter { !$0.hasPrefix("drawn-") }
  /// The captures of pads; the tests of captures compare their strokes with those that were drawn.
  static let drawings = all.filter { $0.hasPrefix("drawn-") }

  static func subject(_ capture: String) -> String {
    capture.split(separator: ".").first.map(String.init) ?? ""
  }

  @Test("monitor shows the strokes of each drawing, and a replay without an engine types nothing")
  func drawings() throws {
    let counts = ["drawn-ja": 40, "drawn-zh-Hans": 52, "drawn-zh-Hant": 66]
    #expect(Set(Self.drawings.map(Self.subject)) == Set(counts.keys))
    for capture in Self.drawings {
      let child = try Program.run("monitor", "\(Self.folder)/\(capture)")
      let lines = child.lines.filter { $0.contains(" stroke → ") }
      #expect(lines.count == counts[Self.subject(capture)], "\(capture)")
      #expect(lines.allSatisfy { $0.contains(" points ") && $0.hasSuffix(" ms → not taken") })
      #expect(child.status == 0 && child.errors == "")
      let typed = try Program.run("replay", "\(Self.folder)/\(capture)", "--exact")
      #expect(typed.output == "" && typed.status == 0)
    }
  }

  @Test("each bundled capture types its text, without an error", arguments: captures)
  func text(_ capture: String) throws {
    let (layout, text) = try #require(Self.texts[Self.subject(capture)])
    let child = try Program.run(
      "replay", "\(Self.folder)/\(capture)", "--layout", layout, "--exact")
    #expect(child.output == text)
    #expect(child.status == 0 && child.errors == "")
  }

  @Test("the captures' page describes each capture, and no other")
  func page() throws {
    let page = contents(of: Self.folder + "/README.md")
    for capture in Self.all {
      #expect(page.contains("| `\(capture)`") || page.contains("| `\(Self.subject(capture)).*`"))
    }
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.count
    #expect(rows == Set(Self.all.map(Self.subject)).count)
    #expect(rows == Self.texts.count + Self.drawings.count)
  }

  @Test(
    "keybridge record, evemu-record and libinput record saw the same keys at the same times",
    arguments: ["ps2", "usb", "virtio", "scanner"])
  func recorders(_ subject: String) throws {
    let recorders = ["keybridge.evemu", "evemu-record.evemu", "libinput-record.yaml"]
    let runs = try recorders.map { recorder in
      try Program.run("replay", "\(Self.folder)/\(subject).\(recorder)", "--mirror", "keystrokes")
        .lines.map(Stroke.init)
    }
    #expect(runs[0].count > 20)
    for (run, recorder) in zip(runs, recorders).dropFirst() {
      try #require(run.map(\.key) == runs[0].map(\.key), "\(recorder)")
      // Each recorder's clock starts at another moment, but the distances come from the kernel.
      #expect(run.gaps == runs[0].gaps, "\(recorder)")
    }
  }

  @Test("the capture that make run plays is a bundled one")
  func demonstration() {
    let makefile = contents(of: Program.root + "/Makefile")
    #expect(makefile.contains("--or-replay Documentation/Captures/hello.evemu"))
    #expect(Self.captures.contains("hello.evemu"))
  }
}

/// One line of the keystrokes mirror.
private struct Stroke {
  var key: String
  var time: Int

  init(_ line: String) {
    func value(_ name: String) -> Substring {
      guard let start = line.firstRange(of: "\"\(name)\":")?.upperBound else { return "" }
      return line[start...].prefix { $0 != "," && $0 != "}" }
    }
    key = "\(value("key")) \(value("repeat"))"
    time = Int(value("time")) ?? -1
  }
}

extension [Stroke] {
  fileprivate var gaps: [Int] { zip(dropFirst(), self).map { $0.time - $1.time } }
}
