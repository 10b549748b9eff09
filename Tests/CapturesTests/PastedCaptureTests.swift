// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import Testing

/// Recordings that were copied from a terminal, a page or a mail.
@Suite struct PastedCaptureTests {
  private static let list = """
    Available devices:
    /dev/input/event0:\tPower Button
    /dev/input/event3:\tTest Keyboard
    Select the device event number [0-3]: 
    """
  private static let texts = [Sample.evemu(), Sample.evtest()]

  private func check(_ text: String, _ comment: Comment? = nil) throws {
    let read = try readAll(text.utf8)
    #expect(read.failure == nil, comment)
    #expect(read.records.map(\.event) == Sample.events, comment)
    #expect(read.devices.first?.info.name == "Test Keyboard", comment)
  }

  /// Puts something in front of each line.
  private func prefixed(_ text: String, _ prefix: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 }
      .joined(separator: "\n")
  }

  @Test("A list of devices may precede a recording, with or without the answer", arguments: texts)
  func deviceList(text: String) throws {
    for answer in ["3\n", "3 \n", "\n", ""] {
      try check(Self.list + answer + text, "\(answer)")
      try check("No device specified, trying to scan all of it\n" + Self.list + answer + text)
    }
  }

  @Test("A list of devices without a recording is evtest's, as far as it goes")
  func onlyList() throws {
    let read = try readAll((Self.list + "3\n").utf8)
    #expect(read.failure == nil && read.records.isEmpty)
  }

  @Test(
    "The prompt of a shell may stand before a recording and after it", arguments: texts,
    [
      "$ ", "# ", "root@till:~# ", "ann@till:/tmp$ ", "[root@till ~]# ", "till% ", "~$ ", "/ # ",
      "bash-5.2$ ",
    ])
  func prompts(text: String, prompt: String) throws {
    try check("\(prompt)sudo record /dev/input/event3\n\(text)\(prompt)\n", "\(prompt)")
    let end = "^C\n\(prompt)exit\n\(prompt)"
    try check("\(prompt)sudo record\n\(Self.list)3\n\(text)\(end)", "\(prompt)")
  }

  @Test(
    "Fences, quotes and indentation may surround a recording", arguments: texts,
    ["", "> ", "> > ", ">", "    ", "\t", " >  "])
  func quotes(text: String, prefix: String) throws {
    for fence in ["```", "```text", "~~~"] {
      try check(prefixed("\(fence)\n\(text)\(fence)", prefix), "\(fence)")
      try check(prefixed("\(fence)\n$ record\n\(text)\(fence)\n", prefix), "\(fence)")
    }
    // The first line often loses its indentation.
    try check(String(prefixed(text, prefix).dropFirst(prefix.count)))
  }

  private static let recordings = [
    Sample.libinput(), Sample.libinput([Sample.events, []]), Sample.libinput([[], Sample.events]),
  ]

  @Test(
    "Fences, prompts and marks of an omission are skipped in a recording of libinput",
    arguments: recordings, ["\n", "\r\n"])
  func libinput(text: String, end: String) throws {
    func check(_ text: String) throws {
      let read = try readAll(text.replacing("\n", with: end).utf8)
      #expect(read.failure == nil, "\(text)")
      #expect(read.records.map(\.event) == Sample.events, "\(text)")
    }
    for fence in ["```", "```yaml", "~~~"] {
      let closing = String(fence.prefix(3))
      try check("\(fence)\n\(text)\(closing)\n")
      try check("\(fence)\n\(text)\(closing)")
      try check("\(fence)\n$ sudo libinput record --show-keycodes\n\(text)^C\n\(closing)\n")
    }
    try check("ann@till:~$ sudo libinput record\n\(text)^C\nann@till:~$ ")
    for mark in ["...", "…", "[...]", "[…]"] {
      var lines = text.split(separator: "\n").map(String.init)
      for place in [lines.count - 2, 2] { lines.insert(mark, at: place) }
      try check(lines.joined(separator: "\n") + "\n")
    }
  }

  @Test("A mistake in a pasted recording of libinput is reported at its place in the file")
  func libinputMistakes() throws {
    let text = "```\n" + Sample.libinput().replacing("version: 1", with: "version: 7") + "```\n"
    let line = text.split(separator: "\n").firstIndex(of: "version: 7") ?? -1
    let failure = try readAll(text.utf8).failure?.errors.first
    #expect(failure?.place == .line(line + 1, column: 10))
    #expect(failure?.problem == .unsupportedVersion(.libinput, found: "7"))
  }

  @Test("A mark of an omission is skipped", arguments: ["...", "…", "[...]", "[…]", "  ..."])
  func omissions(mark: String) throws {
    for text in Self.texts {
      var lines = text.split(separator: "\n").map(String.init)
      for place in [lines.count - 3, 2] { lines.insert(mark, at: place) }
      try check(lines.joined(separator: "\n") + "\n", "\(mark)")
    }
  }

  @Test("Other words are mistakes in a pasted recording too, at their place in the line")
  func mistakes() throws {
    let evemu = "> # EVEMU 1.3\n> N: K\n> E: 1.5 0001 001e 1\n> and so on\n> E: 2.x 0 0 0\n"
    #expect(
      try readAll(evemu.utf8).failure?.errors == [
        CaptureError(
          place: .line(4, column: 3), problem: .expected(.evemuLine, found: "and so on")),
        CaptureError(
          place: .line(5, column: 8), problem: .expected(.microseconds, found: "x 0 0 0")),
      ])
    for words in ["Dear diary,\n", "$ ls\nDear diary,\n", "> see below\n", "```\nhello\n"] {
      guard case .unrecognized = try readAll(words.utf8).failure?.errors.first?.problem else {
        Issue.record("\(words) is accepted")
        continue
      }
    }
  }

  // MARK: Time

  private static let formats: [CaptureFormat] = [
    .evemu, .evtest, .libinput, .raw(recordBytes: 24), .raw(recordBytes: 16),
  ]
  /// A, B and C, where the clock was set back by four seconds after A.
  private static let events =
    [(5_000_000, 30), (1_000_000, 48), (1_200_000, 46)].flatMap { time, code in
      [Sample.key(time, code, 1), Sample.key(time + 50_000, code, 0), Sample.report(time + 50_000)]
    }

  @Test("A step back in time goes on with a warning, in every format", arguments: formats)
  func stepBack(format: CaptureFormat) throws {
    let bytes = Sample.bytes(in: format, Self.events)
    let played = try play(bytes)
    #expect(played.failure == nil)
    #expect(
      played.frames.map { $0[0].time.microseconds } == [5_000_000, 5_050_000, 5_250_000])
    let device = try #require(played.devices.first)
    #expect(played.notices == [.notice(.timeSteppedBack(device, microseconds: 4_050_000))])
  }

  @Test("A strict reader refuses a step back in time, in every format", arguments: formats)
  func strict(format: CaptureFormat) throws {
    let failure = try readAll(Sample.bytes(in: format, Self.events), isStrict: true).failure
    #expect(
      failure?.errors.first?.problem == .timeBackwards(microseconds: 4_050_000))
  }
}
