// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors
import TestSupport
import TestTraits
import Testing

@testable import Engines

/// Engines that do not behave: each request has exactly one answer, and nothing stays behind.
@Suite(.serialized, .needs(file: "/usr/bin/python3")) struct EngineFaultTests {
  private let desk = EngineDesk()

  private func expectNothingLeft(of engine: Engine) {
    engine.stop()
    let isCollected = desk.loop.run {
      engine.reap()
      return !engine.hasKilledProcesses
    }
    #expect(isCollected, "no process is left")
    #expect(desk.loop.watched.isEmpty && desk.loop.timerCount == 0)
    #expect(desk.loop.closedTooEarly.isEmpty, "a closed descriptor may be another file's number")
    #expect(engine.state == .stopped && engine.process == nil)
  }

  @Test("An engine answers, and reports its version")
  func answers() {
    let engine = desk.ready()
    #expect(engine.state == .ready && engine.reportedVersion == "1.5")
    #expect(desk.convert("ni", with: engine) == (1, "NI"))
    #expect(desk.convert("hao", with: engine) == (1, "HAO"))
    expectNothingLeft(of: engine)
    #expect(desk.notices.isEmpty && engine.lastFault == nil)
  }

  @Test("Requests before the engine is ready, and for verbs that it has not, have no answer")
  func early() {
    let engine = desk.engine()
    #expect(desk.convert("ni", with: engine) == (1, nil))
    #expect(engine.state == .starting)
    #expect(desk.loop.run { engine.state == .ready })
    var count = 0
    engine.ask(.predict, [:]) { result in
      count += 1
      #expect(result == nil)
    }
    #expect(count == 1)
    expectNothingLeft(of: engine)
  }

  @Test(
    "A faulty answer counts as none; the engine is ended and started again",
    arguments: [
      "sends no JSON", "sends invalid UTF-8", "sends a list", "sends an endless line",
      "ends at a request",
    ])
  func faults(_ fault: String) throws {
    let folder = try TemporaryFolder()
    let starts = folder.path + "/starts"
    let engine = desk.ready(fault, starts: starts)
    #expect(desk.convert("ni", with: engine) == (1, nil))
    #expect(engine.state == .stopped && engine.lastFault != nil)
    engine.prepare()
    #expect(desk.loop.run { engine.state == .ready })
    #expect(contents(of: starts) == "xx")
    expectNothingLeft(of: engine)
  }

  @Test(
    "An answer that is no result counts as none, and the engine goes on",
    arguments: ["sends other members", "reports an error"])
  func noResults(_ fault: String) {
    let engine = desk.ready(fault)
    #expect(desk.convert("ni", with: engine) == (1, nil))
    #expect(engine.state == .ready)
    expectNothingLeft(of: engine)
  }

  @Test("The second answer to a request is a fault; the first one counts")
  func twice() {
    let engine = desk.ready("answers twice")
    #expect(desk.convert("ni", with: engine) == (1, "NI"))
    #expect(desk.loop.run { engine.state == .stopped })
    #expect(engine.lastFault == Self.unasked)
    expectNothingLeft(of: engine)
  }

  private static let unasked = "it sent a response that no request waits for"

  @Test(
    "An engine that writes unasked lines without end is ended at the first of them",
    arguments: ["floods with answers", "floods with empty lines", "floods with later answers"])
  func floods(_ fault: String) {
    let engine = desk.ready(fault)
    #expect(desk.loop.run { engine.state == .stopped })
    // One for `hello` and one for `prepare`.
    #expect(desk.parsedLines <= 3)
    #expect(engine.lastFault != nil)
    expectNothingLeft(of: engine)
    // It floods again and again, and then rests.
    for _ in 0..<4 {
      engine.prepare()
      #expect(desk.loop.run { engine.state == .stopped })
    }
    #expect(engine.isResting && desk.notices.count == 1)
    #expect(desk.parsedLines <= 9)
  }

  @Test("A late answer may come once")
  func lateTwice() {
    let engine = desk.ready("is slow and answers twice")
    var answers: [EngineResult?] = []
    engine.ask(.convert, ["reading": "ni", "before": ""]) { answers.append($0) }
    desk.loop.pass(milliseconds: 301)
    #expect(answers == [nil])
    #expect(desk.loop.run { engine.state == .stopped })
    #expect(engine.lastFault == Self.unasked)
    expectNothingLeft(of: engine)
  }

  @Test("Answers out of order reach their requests")
  func order() {
    let engine = desk.ready("answers out of order")
    var texts: [String?] = [nil, nil]
    var count = 0
    for (index, reading) in ["a", "b"].enumerated() {
      engine.ask(.convert, ["reading": .text(reading), "before": ""]) {
        texts[index] = $0?.firstText
        count += 1
      }
    }
    #expect(desk.loop.run { count == 2 })
    #expect(texts == ["A", "B"])
    expectNothingLeft(of: engine)
  }

  @Test("A request has no answer after 300 ms; the third missing one ends the engine")
  func silent() {
    let engine = desk.ready("is silent")
    for number in 1...3 {
      var answers: [EngineResult?] = []
      engine.ask(.convert, ["reading": "ni", "before": ""]) { answers.append($0) }
      desk.loop.pass(milliseconds: 250)
      #expect(answers.isEmpty)
      desk.loop.pass(milliseconds: 60)
      #expect(answers == [nil])
      #expect(engine.state == (number < 3 ? .ready : .stopped))
    }
    #expect(engine.lastFault == "it does not answer")
    expectNothingLeft(of: engine)
  }

  @Test("An engine that hangs is ended, although every request is cancelled before its deadline")
  func cancelledBeforeAnAnswer() {
    let engine = desk.ready("is silent about what follows")
    func follow() {
      let number = engine.ask(.follow, ["text": "ni"]) { _ in Issue.record("cancelled") }
      number.map(engine.cancel)
    }
    // Requests that wait at the same time count once: this may be a short stall.
    for _ in 0..<5 { follow() }
    desk.loop.pass(milliseconds: 301)
    #expect(engine.state == .ready)
    // An answer resets the count.
    #expect(desk.convert("ni", with: engine) == (1, "NI"))
    for number in 1...3 {
      follow()
      desk.loop.pass(milliseconds: 299)
      #expect(engine.state == .ready)
      desk.loop.pass(milliseconds: 2)
      #expect(engine.state == (number < 3 ? .ready : .stopped))
    }
    #expect(engine.lastFault == "it does not answer")
    expectNothingLeft(of: engine)
  }

  @Test("The result of a request that was cancelled is dropped, and is not missing")
  func cancelledAndAnswered() {
    let engine = desk.ready()
    for _ in 0..<5 {
      let number = engine.ask(.follow, ["text": "ni"]) { _ in Issue.record("cancelled") }
      number.map(engine.cancel)
      #expect(desk.convert("ni", with: engine) == (1, "NI"))
      #expect(desk.loop.timerCount == 0)
      desk.loop.pass(milliseconds: 301)
    }
    #expect(engine.state == .ready)
    expectNothingLeft(of: engine)
  }

  @Test("Half a line is no answer")
  func halfALine() {
    let engine = desk.ready("sends half a line")
    var answers: [EngineResult?] = []
    engine.ask(.convert, ["reading": "ni", "before": ""]) { answers.append($0) }
    #expect(!desk.loop.run(for: 0.3) { !answers.isEmpty })
    desk.loop.pass(milliseconds: 301)
    #expect(answers == [nil])
    #expect(engine.state == .ready)
    expectNothingLeft(of: engine)
  }

  @Test("A late answer is dropped, and an answer in time resets the count of missing ones")
  func late() {
    let engine = desk.ready("is slow")
    for _ in 0..<5 {
      var count = 0
      engine.ask(.convert, ["reading": "ni", "before": ""]) { _ in count += 1 }
      desk.loop.pass(milliseconds: 301)
      #expect(count == 1)
      #expect(desk.convert("hao", with: engine) == (1, "HAO"))
      #expect(count == 1, "the late answer is dropped")
    }
    #expect(engine.state == .ready)
    expectNothingLeft(of: engine)
  }

  @Test("An answer after 299 ms counts, and one after 301 ms does not")
  func deadline() {
    let engine = desk.ready("is slow")
    for (milliseconds, text) in [(Int64(299), "NI"), (301, nil)] as [(Int64, String?)] {
      var answers: [String?] = []
      engine.ask(.convert, ["reading": "ni", "before": ""]) { answers.append($0?.firstText) }
      desk.loop.pass(milliseconds: milliseconds)
      _ = desk.loop.run { !answers.isEmpty }
      #expect(answers == [text])
    }
    expectNothingLeft(of: engine)
  }

  @Test("An engine answers after it has loaded; one that cannot load in 30 s is ended")
  func loading() {
    let engine = desk.engine("does not load")
    engine.prepare()
    #expect(desk.loop.run { engine.state == .loading })
    #expect(desk.convert("ni", with: engine) == (1, nil), "answered at once")
    #expect(engine.state == .loading && engine.reportedVersion == "1.5")
    desk.loop.pass(milliseconds: 29_900)
    #expect(engine.state == .loading)
    desk.loop.pass(milliseconds: 200)
    #expect(engine.state == .stopped && engine.lastFault == "it did not load in time")
    expectNothingLeft(of: engine)
    let other = desk.ready("cannot load")
    #expect(other.state == .stopped && other.lastFault == "it cannot load its data")
    expectNothingLeft(of: other)
  }

  @Test("A key may wait for an engine that is starting, until it is ready or has ended")
  func waiting() {
    var answers: [EngineResult?] = []
    func ask(_ engine: Engine) -> Int? {
      engine.ask(
        .convert, ["reading": "ni", "before": "", "boundaries": .list([]), "count": 9],
        isOfKey: true, waitsForStart: true
      ) { answers.append($0) }
    }
    let engine = desk.engine()
    engine.prepare()
    let first = ask(engine)
    let second = ask(engine)
    #expect(answers.isEmpty && first != nil && first != second)
    second.map(engine.cancel)
    #expect(desk.loop.run { !answers.isEmpty })
    #expect(answers.count == 1 && answers[0]?.firstText == "NI" && engine.state == .ready)
    expectNothingLeft(of: engine)
    answers = []
    let slow = desk.engine("does not load")
    slow.prepare()
    _ = ask(slow)
    #expect(desk.loop.run { slow.state == .loading })
    #expect(answers.isEmpty)
    desk.loop.pass(milliseconds: 30_100)
    #expect(answers.count == 1 && answers[0] == nil && slow.state == .stopped)
    expectNothingLeft(of: slow)
  }

  @Test(
    "An engine that does not greet is ended after 3 s",
    arguments: ["is silent at hello", "does not read"])
  func noGreeting(_ fault: String) {
    let engine = desk.engine(fault)
    engine.prepare()
    desk.loop.pass(milliseconds: 2900)
    #expect(engine.state == .starting)
    desk.loop.pass(milliseconds: 200)
    #expect(engine.state == .stopped)
    expectNothingLeft(of: engine)
  }

  @Test(
    "An engine that speaks another version, talks unasked or floods is ended",
    arguments: [
      "has another version", "has verbs that are no list", "talks unasked", "never stops writing",
      "closes at once",
    ])
  func badGreeting(_ fault: String) {
    let engine = desk.ready(fault)
    #expect(engine.state == .stopped && engine.lastFault != nil, "\(engine.state)")
    expectNothingLeft(of: engine)
  }

  @Test("Only requests that both the manifest and the engine name are sent; the name is reported")
  func greeting() {
    #expect(desk.engine().verbs == [.convert, .follow])
    let fewer = desk.ready("has fewer verbs")
    #expect(fewer.verbs == [.follow] && fewer.nameAndVersion == "1.5")
    #expect(desk.convert("ni", with: fewer) == (1, nil))
    var answers: [EngineResult?] = []
    fewer.ask(.follow, ["text": "ni"]) { answers.append($0) }
    #expect(desk.loop.run { !answers.isEmpty } && answers[0] != nil)
    expectNothingLeft(of: fewer)
    let other = desk.ready("has another name")
    #expect(other.nameAndVersion == String(repeating: "x", count: 64) + " 1.5")
    #expect(other.verbs == [.convert, .follow], "those of the manifest")
    expectNothingLeft(of: other)
  }

  @Test(
    "A program that is missing or not executable is a fault, and not a crash",
    arguments: ["/nonexistent/engine", "/etc/hostname", "/"])
  func missingProgram(_ path: String) {
    let manifest = EngineManifest(
      name: "missing", methods: ["pinyin"], languages: ["zh"], verbs: [.convert], program: [path])
    let engine = Engine(manifest, language: "zh", host: desk.host)
    #expect(desk.convert("ni", with: engine) == (1, nil))
    #expect(desk.loop.run { engine.state == .stopped })
    #expect(engine.lastFault?.hasPrefix("it cannot be started: ") == true)
    expectNothingLeft(of: engine)
  }

  @Test("The loop does not wait while the kernel opens the program; stopping it meanwhile ends it")
  func slowExecution() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("#!/bin/sh\nexec sleep 60\n".utf8, to: "slow")
    chmod(path, 0o755)
    // A lease of the file delays every process that opens it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let (setSignal, setLease) = (Int32(10), Int32(1024))
    #expect(fcntl(descriptor, setSignal, SIGURG) == 0)
    #expect(fcntl(descriptor, setLease, F_WRLCK) == 0)
    let manifest = EngineManifest(
      name: "slow", methods: ["pinyin"], languages: ["zh"], verbs: [.convert], program: [path])
    let engine = Engine(manifest, language: "zh", host: desk.host)
    let start = ContinuousClock.now
    engine.prepare()
    // The lease delays the program for 45 s, however busy the machine is.
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(engine.state == .starting && engine.process != nil)
    desk.loop.pass(milliseconds: 3001)
    #expect(engine.state == .stopped && engine.lastFault == "it did not answer hello in time")
    #expect(fcntl(descriptor, setLease, F_UNLCK) == 0)
    expectNothingLeft(of: engine)
  }

  @Test("A socket where connections queue is a fault, and no child replaces its unit")
  func busySocket() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/engine.sock"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    func with(_ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ made: Int32) -> Int32
    {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(made, $0, size) }
      }
    }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    var descriptors = [socket(AF_UNIX, kind, 0)]
    defer { for descriptor in descriptors { close(descriptor) } }
    #expect(with(bind, descriptors[0]) == 0 && listen(descriptors[0], 0) == 0)
    repeat {
      descriptors.append(socket(AF_UNIX, kind, 0))
    } while with(
      connect, descriptors[descriptors.count - 1]) == 0 && descriptors.count < 10
    let starts = folder.path + "/starts"
    var manifest = EngineDesk.manifest(starts: starts)
    manifest.socket = path
    let engine = Engine(manifest, language: "zh-Hans", host: desk.host)
    engine.prepare()
    #expect(engine.state == .stopped && engine.process == nil)
    #expect(engine.lastFault == "it cannot be started: \(String(cString: strerror(EAGAIN)))")
    // Once nothing listens there any more, the program is started.
    close(descriptors.removeFirst())
    engine.prepare()
    #expect(desk.loop.run { engine.state == .ready } && contents(of: starts) == "x")
    expectNothingLeft(of: engine)
  }

  @Test("Three ends in a minute make the engine rest for a minute, with one notice")
  func rest() throws {
    let folder = try TemporaryFolder()
    let starts = folder.path + "/starts"
    let engine = desk.ready("ends at a request", starts: starts)
    for _ in 0..<8 {
      _ = desk.convert("ni", with: engine)
      _ = desk.loop.run { engine.state == .ready || engine.state == .stopped }
    }
    #expect(contents(of: starts) == "xxx")
    #expect(desk.notices.count == 1)
    #expect(desk.notices.first?.contains("scripted ended 3 times in a minute") == true)
    desk.loop.pass(milliseconds: 59_000)
    engine.prepare()
    #expect(engine.state == .stopped)
    desk.loop.pass(milliseconds: 2000)
    engine.prepare()
    #expect(desk.loop.run { engine.state == .ready })
    #expect(contents(of: starts) == "xxxx")
    expectNothingLeft(of: engine)
  }

  @Test("An engine that is killed under typing costs at most the answers that were outstanding")
  func killed() throws {
    let engine = desk.ready()
    for _ in 0..<Thoroughness.repetitions(10, long: 200) {
      let isReady = desk.loop.run { engine.state == .ready }
      #expect(isReady, "\(engine.lastFault ?? "")")
      var count = 0
      engine.ask(.convert, ["reading": "ni", "before": ""]) { _ in count += 1 }
      if let process = engine.process { kill(process, SIGKILL) }
      #expect(desk.loop.run { count == 1 })
      _ = desk.loop.run { engine.state == .stopped }
      // Otherwise it would rest.
      desk.loop.pass(milliseconds: 61_000)
      engine.prepare()
    }
    #expect(desk.notices.isEmpty)
    expectNothingLeft(of: engine)
  }

  @Test("An engine that hangs at exit is killed with the program")
  func hangs() {
    let engine = desk.ready("hangs at exit")
    expectNothingLeft(of: engine)
  }

  @Test("An engine gets no descriptor, terminal or environment of this process")
  func isolation() throws {
    let folder = try TemporaryFolder()
    let result = folder.path + "/result"
    let program =
      "import os; open('\(result)', 'w').write(repr((sorted(os.environ), "
      + "sorted(os.listdir('/proc/self/fd'))[:-2], os.getcwd(), os.getsid(0) == os.getpid())))"
    let manifest = EngineManifest(
      name: "curious", methods: ["pinyin"], languages: ["zh"], verbs: [.convert],
      program: ["/usr/bin/python3", "-I", "-S", "-c", program])
    let engine = Engine(manifest, language: "zh", host: desk.host)
    engine.prepare()
    _ = desk.loop.run { engine.state == .stopped }
    #expect(
      contents(of: result)
        == "(['HOME', 'LANG', 'MALLOC_ARENA_MAX', 'PATH'], ['0', '1', '2'], '/', True)")
    expectNothingLeft(of: engine)
  }
}
