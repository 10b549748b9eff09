// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Language engines that end while a composition is typed in the real program.
@Suite(
  .onTestbed, .notInFastRuns, .serialized, .needs("socat"), .needs(file: "/usr/bin/python3"))
struct EngineLossTests: EngineRunning {
  let machine = Machine()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try plugIn()
  }

  /// Kills the engines, and waits until the program knows it.
  private func killEngines(of service: LiveChild) throws {
    for child in engines(of: service) { kill(child.process, SIGKILL) }
    try awaitEnd()
  }

  /// Waits until the program knows that an engine has ended; a key may start it again at once.
  private func awaitEnd() throws {
    try eventually("the end") { try engines().contains(#""lastFault":"it ended""#) }
  }

  @Test("An engine that is killed at any step loses no letter, doubles none, and leaves no zombie")
  func killed() throws {
    var generator = SeededGenerator(seed: 18)
    for round in 0..<Thoroughness.repetitions(3, long: 67) {
      let service = try start(try EngineScript(in: folder, arguments: ["0.005"]), mirror: "text")
      for turn in 0..<3 {
        let word = "zhongguo"
        let step = (round * 3 + turn) % word.count
        // Otherwise the process is killed before it answers hello, or while it loads.
        if Bool.random(using: &generator) {
          try eventually("the engine") {
            let state = try engines()
            return [#""ready":true"#, "stopped"].contains(where: state.contains)
          }
        }
        for (place, letter) in word.enumerated() {
          machine.type(1, String(letter))
          guard place == step else { continue }
          // At most 9 ms later: before, in or after the conversion.
          usleep(UInt32.random(in: 0..<9000, using: &generator))
          for child in engines(of: service) { kill(child.process, SIGKILL) }
        }
        machine.type(1, " \n")
        let line = try service.line()
        // Without an answer ␠ commits the letters, and types a space.
        #expect([word.uppercased(), word + " "].contains(line), "killed at letter \(step)")
      }
      try eventually("no zombie") { !engines(of: service).contains { $0.state == "Z" } }
      try panic(service)
    }
  }

  @Test("An engine that hangs ends with a service that is killed, and so do its processes")
  func serviceKilled() throws {
    let text = """
      import os, time
      def hang():
          while True:
              time.sleep(60)
      try:
          if os.fork() == 0:
              hang()
      except OSError:
          pass
      """
    let program = text + "\n" + EngineScript.dictionary + "\nhang()\n"
    // Only a manifest of root has rights.
    for rights in geteuid() == 0 ? [nil, "[processes]"] : [nil] {
      let service = try start(try EngineScript(in: folder, program, rights: rights))
      try awaitEngine()
      let engine = try #require(engines(of: service).first?.process)
      let processes = [engine] + children(of: engine).map(\.process)
      #expect(processes.count == (rights == nil ? 1 : 2))
      kill(service.pid, SIGKILL)
      _ = try service.end()
      try awaitEnds(of: processes)
      try eventually("the release") { !machine.isGrabbed(1) }
    }
  }

  @Test("An engine that is killed within a reading is started at the next kana, and converts it")
  func killedInKana() throws {
    let service = try start(try EngineScript(in: folder), modes: "[ja]", mirror: "text")
    try awaitEngine()
    machine.type(1, "toukyo")
    try killEngines(of: service)
    machine.type(1, "u")
    try awaitEngine()
    machine.type(1, " \n\n")
    #expect(try service.line() == "東京")
    try panic(service)
  }

  @Test("An engine whose program is replaced by an upgrade converts on, and the next one is new")
  func replaced() throws {
    let engine = try EngineScript(in: folder)
    let service = try start(engine, mirror: "text")
    try awaitEngine()
    machine.type(1, "zho")
    let upgraded = EngineScript.dictionary.replacing("2.5", with: "2.6").replacing("中", with: "重")
    let file = try folder.write(upgraded.utf8, to: "engine.py.new")
    #expect(rename(file, engine.program) == 0)
    machine.type(1, "ng \n")
    #expect(try service.line() == "中")
    #expect(try engines("table").contains("2.5"))
    try killEngines(of: service)
    machine.type(1, "zho")
    try awaitEngine()
    machine.type(1, "ng \n")
    #expect(try service.line() == "重")
    #expect(try engines("table").contains("2.6"))
    try panic(service)
  }

  @Test("An engine without memory ends, which loses no letter, and the next one converts")
  func memory() throws {
    // More than the limit of a child process.
    let greedy = EngineScript.dictionary.replacing(
      #"reading = params["reading"]"#,
      with: #"reading = params["reading"]; kept = b"x" * (1 << 31 if reading == "chi" else 0)"#)
    let service = try start(try EngineScript(in: folder, greedy), mirror: "text")
    try awaitEngine()
    machine.type(1, "chi")
    try awaitEnd()
    machine.type(1, "n")
    try awaitEngine()
    machine.type(1, "a \n")
    #expect(try service.line() == "CHINA")
    try panic(service)
  }

  @Test("An engine that ends three times rests, which is reported once")
  func rests() throws {
    let engine = try EngineScript(in: folder, "import sys; sys.exit(1)")
    let service = try start(engine, mirror: "text")
    var typed = ""
    try eventually("the rest") {
      let list = try engines()
      // A letter starts the engine again, but not always before the next look at the list.
      if list.contains(#""state":"stopped""#) {
        machine.type(1, "a")
        typed += "a"
      }
      return list.contains(#""state":"resting""#)
    }
    machine.type(1, "hao \n")
    #expect(try service.line() == typed + "hao ")
    try panic(service)
    let reports = service.errors.split(separator: "\n").filter { $0.contains("it rests") }
    #expect(reports.count == 1, "\(service.errors)")
    #expect(reports.first?.contains("scripted ended 3 times in a minute") == true)
  }
}
