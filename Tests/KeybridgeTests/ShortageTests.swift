// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Whether a sanitizer is active; it keeps freed memory.
private let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
  dlsym(nil, name) != nil
}

/// The real binary with few descriptors, with a full disk, and with frequent reloads.
@Suite(.onTestbed, .notInFastRuns) struct ShortageTests {
  private let bench: LoadBench

  init() throws {
    bench = try LoadBench()
  }

  private func limit(_ service: LiveChild, _ what: String) throws {
    let child = try Child.run(["prlimit", "--pid", "\(service.pid)", what])
    try #require(child.status == 0, "\(child.errors)")
  }

  @Test("If clients use up the descriptors, others are refused, and a new keyboard is still opened")
  func descriptors() throws {
    // More than the descriptors that it may inherit from tests that run at the same time.
    let service = try bench.start(prefix: ["prlimit", "--nofile=256"])
    let honest = try bench.honest()
    try bench.type("before", honest)
    let before = try bench.quiet(service)
    let holder = try bench.abuser("hold", 300)
    #expect(bench.descriptors(of: service) >= 224)
    try bench.type("meanwhile", honest)
    bench.machine.plug(2, "Second")
    try eventually("the grab") { bench.machine.isGrabbed(2) }
    try bench.type("two", honest, on: 2)
    let late = try bench.abuser("hold", 1)
    late.closeInput()
    #expect(try late.end() == 0)
    #expect(late.output.hasSuffix("done 1\n"), "refused in words: \(late.output)")
    holder.closeInput()
    #expect(try holder.end() == 0, "\(holder.errors)")
    bench.machine.unplug(2)
    try bench.waitForDescriptors(before, service)
    let next = try bench.abuser("hold", 1)
    next.closeInput()
    #expect(try next.end() == 0)
    #expect(next.output.hasSuffix("done 0\n"), "served again: \(next.output)")
    try bench.end(service, honest)
  }

  @Test(
    "Without any descriptor the service sleeps, keys arrive, and a waiting client is served later")
  func noDescriptor() throws {
    let service = try bench.start()
    let honest = try bench.honest()
    try limit(service, "--nofile=3:1024")
    let waiting = try bench.connect()
    defer { close(waiting) }
    try bench.type("meanwhile\n", honest)
    // A process that spins is hardly ever asleep.
    try eventually("rest") { (0..<20).allSatisfy { _ in bench.isAsleep(service) } }
    var byte: UInt8 = 0
    #expect(recv(waiting, &byte, 1, Int32(MSG_DONTWAIT)) < 0 && errno == EAGAIN)
    try limit(service, "--nofile=1024:1024")
    try eventually("a response to the waiting client") {
      try bench.type("k", honest)
      return recv(waiting, &byte, 1, Int32(MSG_DONTWAIT)) == 1
    }
    try bench.end(service, honest)
  }

  @Test("A full disk is reported once, and every key arrives")
  func disk() throws {
    let service = try bench.start(prefix: ["prlimit", "--fsize=1"])
    let honest = try bench.honest()
    for round in 0..<6 {
      try bench.type("round\n", honest)
      let set = try bench.ask("mode", round.isMultiple(of: 2) ? "sv-SE" : "en-US")
      #expect(set.status == 0, "\(set.errors)")
    }
    try bench.end(service, honest)
    let said = service.errors.split(separator: "\n")
    #expect(said.count { $0.contains("postponed") || $0.contains("be kept") } <= 2, "\(said)")
  }

  @Test("Reloading settings while keys are typed and down does not change the typed text")
  func reload() throws {
    // With a terminal, this signal ends the program instead of reloading the settings.
    let service = try bench.start(prefix: ["setsid"])
    let honest = try bench.honest()
    var random = SeededGenerator(seed: 7)
    for round in 1...40 {
      let settings = [
        "modes: [en-US, sv-SE]\n", "keyboards:\n- match: name=Bo*\n  layout: us\n",
        "layuot: wrong\n", "hold-for-accents: false\n",
      ]
      // The reload of the round before may read the file only now.
      try bench.folder.replace(
        "keybridge.yaml", with: ("assistance: off\n" + settings[round % settings.count]).utf8)
      let word = String((0..<12).map { _ in "abcdefghijkl".randomElement(using: &random) ?? "a" })
      let place = Int.random(in: 0..<12, using: &random)
      // One reload happens while a key is down, and one while unread keys are queued.
      for (number, letter) in word.enumerated() {
        let code = Typing(String(letter)).events[0].code
        bench.machine.key(1, code, 1)
        if number == place { service.signal(SIGHUP) }
        bench.machine.key(1, code, 0)
      }
      try bench.expect(word, honest)
      try bench.type("\n", honest)
    }
    #expect(try bench.ask("reload").status == 0)
    try bench.end(service, honest)
  }

  @Test(
    "Memory does not grow between five thousand and twenty thousand keys",
    .enabled(if: !isSanitized))
  func memory() throws {
    let service = try bench.start()
    let honest = try bench.honest()
    var memory: [Int] = []
    for number in 1...500 {
      try bench.type("the quick brown fox jumps over the dogs\n", honest)
      if number.isMultiple(of: 125) { memory.append(bench.privateMemory(of: service)) }
    }
    // The allocator's pages vary; a leak of a few bytes per key would exceed this.
    #expect(memory[3] <= memory[0] + 256, "\(memory) kB")
    try bench.end(service, honest)
  }
}
