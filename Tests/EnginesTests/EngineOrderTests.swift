// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import Keys
import Mirrors
import Testing
import TextInput

@testable import Engines

/// The answers of an engine, the timers of its supervision, the deadlines of keys and further keys,
/// in every order in which a loop may handle those of one moment.
@Suite struct EngineOrderTests {
  private enum Step: CaseIterable {
    case answer, supervision, deadline, key
  }

  /// The orders of the four steps.
  private static let orders: [[Step]] = Step.allCases.reduce([[]]) { orders, _ in
    orders.flatMap { order in
      Step.allCases.filter { !order.contains($0) }.map { order + [$0] }
    }
  }

  /// A pinyin keyboard with an engine that the test plays.
  private final class Desk {
    private let loop = EngineLoop()
    private let engines: InstalledEngines
    private let peer: Int32
    private let typist: TextEngine
    private let view = TextView(name: "view")
    private let start: Timestamp
    /// How long the answer to each conversion takes, in milliseconds; nil for no answer.
    private let delays: [Int64?]
    private var keys: [(time: Timestamp, letter: String)]
    private var answers: [(due: Timestamp, id: Int, number: Int)] = []
    /// The conversions that were requested.
    private var asked = 0
    /// The time that the keyboard knows: of the last key, answer or deadline.
    private var clock = Timestamp.zero
    /// The conversion that a key waits for, and when its default applies.
    private var awaited: (number: Int, deadline: Timestamp)?
    /// The conversions whose answers came while a key waited for them.
    private(set) var expected: [Int] = []
    /// The conversions whose answers a key has taken.
    private(set) var taken: [Int] = []

    init(delays: [Int64?], secondKey: Int64) throws {
      let loop = loop
      self.delays = delays
      start = loop.now
      keys = [(start, "n"), (start.advanced(byMicroseconds: secondKey * 1000), "i")]
      var sockets: [Int32] = [-1, -1]
      try #require(
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &sockets) == 0)
      peer = sockets[1]
      let mode = TextInputMode(
        try #require(LanguageTag("zh-Hans")), inputMethod: "pinyin", displayName: "中文")
      let typist = TextEngine(modes: ModeList([mode]))
      self.typist = typist
      var host = EngineHost(
        loop: loop, now: { loop.now }, schedule: { loop.schedule($0, $1) },
        parse: { EngineDesk.parse($0) }, notice: { _ in })
      host.open = { [socket = sockets[0]] _ in
        .success(EngineConnection(process: nil, descriptor: socket))
      }
      host.willAnswer = { [unowned typist] in typist.timers.advance(to: $0) }
      engines = InstalledEngines(EngineList([EngineDesk.manifest()]), host: host)
      var services = MethodServices(typist)
      services.resume = { [unowned self] token, reply in
        let isTaken = self.typist.resume(token, with: .input(reply))
        for case .show(let list?) in reply.actions where isTaken {
          taken.append(Int(list.items.first?.text.dropFirst() ?? "") ?? -1)
        }
      }
      typist.registerInputMethod(
        CandidateMethod(
          PinyinEntry(), learns: .pinyin, converter: EngineConverter("pinyin", engines: engines),
          services: services), named: "pinyin")
      typist.window.addSubview(view)
      view.becomeFirstResponder()
      engines.prepare("pinyin", in: "zh-Hans")
      // The answers to `hello` and `prepare`.
      send(#"{"id":1,"result":{"protocol":1}}"#)
      receive()
      send(#"{"id":2,"result":{}}"#)
      receive()
      takeRequests()
    }

    deinit {
      engines.stop()
      close(peer)
    }

    /// The text that is composed.
    var text: String { view.text }

    /// Whether nothing is outstanding.
    var isIdle: Bool { typist.pendingKeystroke == nil }

    /// Plays everything; the loop wakes up late, and handles what is due in an order.
    func run(_ order: [Step], lateness: Int64) {
      while true {
        let due = [keys.first?.time, answers.map(\.due).min(), typist.nextDeadline, loop.nextTimer]
        guard !keys.isEmpty || !answers.isEmpty || typist.nextDeadline != nil,
          let next = due.compactMap(\.self).min()
        else { return }
        loop.sleep(until: next.advanced(byMicroseconds: lateness * 1000))
        for step in order {
          perform(step)
          deliver()
          takeRequests()
        }
      }
    }

    private func perform(_ step: Step) {
      switch step {
      case .answer:
        let due = answers.filter { $0.due <= loop.now }
        guard !due.isEmpty else { return }
        answers.removeAll { $0.due <= loop.now }
        clock = max(clock, loop.now)
        for answer in due {
          if let awaited, awaited.number == answer.number {
            expected.append(answer.number)
            self.awaited = nil
          }
          let candidate = #"{"text":"答\#(answer.number)","length":1}"#
          let reading = answer.number == 1 ? "n" : "ni"
          send(
            #"{"id":\#(answer.id),"result":{"segments":[{"reading":"\#(reading)","#
              + #""candidates":[\#(candidate)]}]}}"#)
          receive()
          deliver()
          takeRequests()
        }
      case .supervision: loop.fire()
      case .deadline:
        guard typist.nextDeadline.map({ $0 <= loop.now }) == true else { return }
        if let awaited, awaited.deadline <= loop.now { self.awaited = nil }
        clock = max(clock, loop.now)
        typist.advance(to: loop.now)
      case .key:
        while let key = keys.first, key.time <= loop.now {
          keys.removeFirst()
          if typist.pendingKeystroke == nil { clock = max(clock, key.time) }
          let event = KeyEvent(
            time: key.time, device: DeviceID(rawValue: 0), code: KeyCode(0), phase: .press)
          typist.handle(
            Keystroke(
              event: event, text: key.letter, charactersIgnoringModifiers: KeyInput(key.letter)))
          deliver()
          takeRequests()
        }
      }
    }

    private func deliver() {
      for _ in 0..<3 {
        _ = typist.takeUpdates()
        typist.updatesWereDelivered()
      }
    }

    private func send(_ line: String) {
      let bytes = Array((line + "\n").utf8)
      #expect(write(peer, bytes, bytes.count) == bytes.count)
    }

    /// Lets the loop read what was sent.
    private func receive() {
      var turns = 0
      _ = loop.run {
        turns += 1
        return turns > 1
      }
    }

    /// Reads the requests, and plans their answers.
    private func takeRequests() {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(peer, &bytes, bytes.count)
      guard count > 0 else { return }
      for line in bytes[..<count].split(separator: 0x0A) {
        guard case .object(let members)? = EngineDesk.parse(Array(line)),
          members["method"] == .text("convert"), case .number(let id)? = members["id"]
        else { continue }
        asked += 1
        // A key has the whole time from when it was handled.
        awaited = (asked, clock.advanced(by: TextEngine.answerLimit))
        #expect(typist.pendingKeystroke?.deadline == awaited?.deadline)
        if asked <= delays.count, let delay = delays[asked - 1] {
          answers.append((loop.now.advanced(byMicroseconds: delay * 1000), id, asked))
        }
      }
    }
  }

  @Test(
    "An answer counts until its key has gone on without it, in every order of one moment",
    arguments: [0, 40] as [Int64])
  func orders(lateness: Int64) throws {
    let delays: [Int64?] = [1, 260, 300, nil]
    var counts = (taken: 0, late: 0)
    for (first, second) in delays.flatMap({ one in delays.map { (one, $0) } }) {
      for key in [10, 301] as [Int64] {
        for order in Self.orders {
          let desk = try Desk(delays: [first, second], secondKey: key)
          desk.run(order, lateness: lateness)
          let description =
            "\(order) answers after \([first, second]), second key at \(key)" as String
          #expect(desk.taken == desk.expected, "\(description)")
          #expect(desk.text == "ni" && desk.isIdle, "\(description)")
          counts.taken += desk.taken.count
          counts.late += [first, second].compactMap(\.self).count - desk.taken.count
        }
      }
    }
    #expect(counts.taken > 500 && counts.late > 100, "\(counts)")
  }
}
