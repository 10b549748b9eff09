// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing
import TestTraits
import TextInput

@testable import Engines

/// The ends of processes, which may store what they have learned (13.2).
@Suite(.notInFastRuns) struct ExtensionEndTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A desk with a program that stores something when it has read to the end of its input, once the
  /// file `go` exists.
  private func desk(_ grants: Set<ExtensionGrant> = []) throws -> ExtensionDesk {
    let script = try script()
    return try ExtensionDesk(requests: grants, grants: grants, isPlayed: false) {
      $0.program = ["/bin/sh", script]
    }
  }

  private func script() throws -> String {
    let text = #"""
      read hello
      echo "$hello" | sed 's/.*\("id":[0-9]*\).*/{\1,"result":{"protocol":1}}/'
      cat >/dev/null
      for turn in $(seq 6000); do [ -e \#(folder.path)/go ] && break; sleep 0.01; done
      echo x >>\#(folder.path)/saved
      """#
    return try folder.write(text.utf8, to: "program")
  }

  private func go() throws { _ = try folder.write([], to: "go") }

  /// The number of processes that have stored something.
  private var saved: Int {
    contents(of: folder.path + "/saved").filter { $0 == "x" }.count
  }

  private func start(_ desk: ExtensionDesk) throws -> Int32 {
    desk.process.prepare()
    try eventually("the response to hello") {
      desk.turn()
      return desk.process.state == .ready
    }
    return try #require(desk.process.process)
  }

  private func collect(_ process: Extension) throws {
    try eventually("the end") {
      process.reap()
      return !process.hasEndedProcesses
    }
  }

  @Test("13.2 a process that is disabled may store what it has learned")
  func orderly() throws {
    let desk = try desk()
    _ = try start(desk)
    desk.process.apply(ExtensionChoice())
    #expect(desk.process.state == .stopped)
    #expect(desk.process.isFinishing)
    try go()
    try collect(desk.process)
    #expect(saved == 1)
  }

  @Test("13.2 a process that does not end within 2 s of the end of its input is killed")
  func deadline() throws {
    let desk = try desk()
    let number = try start(desk)
    desk.process.stop()
    desk.pass(milliseconds: 1999)
    desk.process.reap()
    #expect(desk.process.isFinishing)
    #expect(kill(number, 0) == 0)
    desk.pass(milliseconds: 2)
    #expect(!desk.process.isFinishing)
    try collect(desk.process)
    #expect(saved == 0)
    #expect(kill(number, 0) != 0)
  }

  @Test("CIV-15 a process whose right is revoked is killed at once")
  func revoked() throws {
    let desk = try desk([.network])
    try go()
    _ = try start(desk)
    desk.process.apply(ExtensionChoice(hash: "0"))
    #expect(!desk.process.isFinishing)
    try collect(desk.process)
    #expect(saved == 0)
  }

  @Test("13.2 a process is not started again before the one that is finishing has ended")
  func restart() throws {
    let desk = try desk()
    _ = try start(desk)
    desk.process.stop()
    desk.type("a")
    #expect(desk.process.state == .starting)
    #expect(desk.starts == 1)
    try go()
    try eventually("the next start") {
      desk.process.reap()
      return desk.starts == 2
    }
    #expect(saved == 1)
    desk.process.stop()
    try collect(desk.process)
  }

  @Test("13.2 a start that waits for an end is dropped if the extension is disabled meanwhile")
  func dropped() throws {
    let desk = try desk()
    _ = try start(desk)
    desk.process.stop()
    desk.type("a")
    desk.process.apply(ExtensionChoice())
    desk.deliver()
    #expect(desk.text == "a")
    try go()
    try collect(desk.process)
    #expect(desk.starts == 1)
  }

  @Test("13.2 an extension that is enabled again goes on after its process has ended")
  func enabledAgain() throws {
    try folder.makeFolder("x")
    let manifest = "title: X\nversion: 1\nprogram: [x]\nmodes: [{id: x, language: eo, title: X}]\n"
    _ = try folder.write(manifest.utf8, to: "x/extension.yaml")
    let (loop, script, engine) = (EngineLoop(), try script(), TextEngine())
    let engines = EngineHost(
      loop: loop, now: { loop.now }, schedule: { loop.schedule($0, $1) },
      parse: { EngineDesk.parse($0) }, notice: { _ in })
    var starts = 0
    let extensions = InstalledExtensions(
      ExtensionList(folders: [folder.path]), in: engine,
      host: ExtensionHost(engines) { _, _ in
        starts += 1
        return EngineConnection.open(
          EngineManifest(
            name: "x", methods: [], languages: [], verbs: [], program: ["/bin/sh", script]),
          confinement: nil)
      })
    func use() throws {
      try extensions.enable("x", hash: String(repeating: "0", count: 64))
      engine.modes.perform(.choose("x.x"))
      extensions.follow(engine.modes.current)
    }
    try use()
    let first = try #require(extensions.enabled("x"))
    #expect(loop.run { first.state == .ready })
    try extensions.disable("x")
    #expect(extensions.enabled("x") == nil)
    try use()
    #expect(extensions.enabled("x") === first)
    #expect(starts == 1)
    try go()
    try eventually("the next start") {
      extensions.reap()
      return starts == 2
    }
    #expect(loop.run { first.state == .ready })
    // At the end of the run, the loop does not turn any more.
    extensions.stop()
    #expect(saved == 2)
    #expect(!first.isFinishing)
  }
}
