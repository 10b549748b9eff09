// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The quotas that the programs of one user share, and the time limit for hello.
@Suite(.heldToSchema) struct UserQuotaTests {
  private func desk(_ change: (inout ProgramHub.Limits) -> Void = { _ in }) throws -> Desk {
    var limits = ProgramHub.Limits()
    change(&limits)
    return try Desk(limits: limits)
  }

  private func refusals(_ client: Observer) -> [String] {
    client.lines().filter { $0.contains(#""method":"refused""#) }
  }

  // MARK: Clients without hello

  @Test("A client that sends no hello within ten seconds is disconnected with a reason")
  func silence() throws {
    let desk = try desk()
    let silent = try desk.connectProgram()
    let program = try desk.greet("till")
    #expect(desk.timers.compactMap { $0?.seconds } == [10])
    desk.letTimePass()
    #expect(refusals(silent).last?.contains(#""reason":"noHello""#) == true && silent.isAtEnd)
    #expect(desk.connections == 1 && desk.timers.allSatisfy { $0 == nil })
    #expect(try desk.ask(program, "snapshot").contains("result"))
  }

  @Test("No timer runs once all clients have sent hello")
  func noTimer() throws {
    let desk = try desk()
    let programs = try (0..<3).map { try desk.greet("\($0)") }
    #expect(desk.timers.allSatisfy { $0 == nil } && desk.connections == programs.count)
  }

  @Test("A client without hello is disconnected at once if another client needs its place")
  func places() throws {
    let desk = try desk { $0.connection.connections = 3 }
    let silent = try (0..<3).map { _ in try desk.connectProgram() }
    let program = try desk.greet("till")
    #expect(refusals(silent[0]).last?.contains("tooManyConnections") == true)
    #expect(try desk.ask(program, "snapshot").contains("result") && desk.connections == 3)
    let others = try (0..<2).map { try desk.greet("other \($0)") }
    // Every connected program has sent hello, so none is disconnected for the new one.
    let last = try desk.connectProgram()
    #expect(refusals(last).count == 1 && last.isAtEnd && desk.connections == others.count + 1)
  }

  @Test("A hello that was sent but not read yet keeps its client connected")
  func sentHello() throws {
    let desk = try desk { $0.connection.connections = 1 }
    let first = try Observer(path: desk.folder.path + "/programs", at: .programs)
    first.send(#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"name":"first"}}"# + "\n")
    let second = try desk.connectProgram()
    #expect(refusals(second).count == 1)
    desk.turn()
    #expect(desk.programs.programs.map(\.name) == ["first"])
  }

  @Test("The log of a refusal names the user and the process that have most connections")
  func most() throws {
    let desk = try desk {
      $0.connection.connections = 9
      $0.connection.connectionsOfUser = 2
    }
    var entries: [LogEntry] = []
    desk.programs.log = { entries.append($0) }
    let programs = try (0..<2).map { try desk.greet("\($0)") }
    let third = try desk.connectProgram()
    #expect(refusals(third).count == 1 && programs.count == 2)
    let entry = try #require(entries.last)
    #expect(
      entry.message.hasSuffix(
        "; user \(geteuid()) has 2 of them, most of them in process \(getpid())"), "\(entry)")
    #expect(entry.fields.contains(LogEntry.Field("MOST_UID", "\(geteuid())")))
  }

  // MARK: Quotas of programs

  @Test("The texts of all programs of a user are limited together, static texts included")
  func together() throws {
    let desk = try desk {
      $0.textUnits = 600
      $0.textUnitsOfUser = 1000
    }
    let programs = try (0..<3).map { try desk.greet("\($0)") }
    let text = String(repeating: "x", count: 400)
    for program in programs.prefix(2) {
      let made = try desk.ask(
        program, "container.create", "{\"container\":\"a\",\"text\":\"\(text)\"}")
      #expect(made.contains("result"))
    }
    let refused = try desk.ask(
      programs[2], "container.create", "{\"container\":\"a\",\"text\":\"\(text)\"}")
    #expect(
      refused.contains(#""name":"tooMany""#) && refused.contains("texts of a user's programs"))
    // Static text counts too.
    #expect(
      try desk.ask(programs[2], "label.create", "{\"label\":\"a\",\"text\":\"\(text)\"}")
        .contains("tooMany"))
    _ = try desk.ask(programs[0], "bye")
    #expect(
      try desk.ask(programs[2], "label.create", "{\"label\":\"a\",\"text\":\"\(text)\"}")
        .contains("result"))
    #expect(
      try desk.ask(programs[2], "label.set", "{\"label\":\"a\",\"text\":\"\(text + text)\"}")
        .contains("tooMany"))
    _ = try desk.ask(programs[2], "label.remove", #"{"label":"a"}"#)
    #expect(
      try desk.ask(programs[2], "container.create", "{\"container\":\"a\",\"text\":\"\(text)\"}")
        .contains("result"))
  }

  @Test("One program may have 500 containers, and all programs of a user a thousand")
  func items() throws {
    let desk = try desk()
    let programs = try (0..<3).map { try desk.greet("\($0)") }
    for program in programs.prefix(2) {
      for number in 0..<Program.itemLimit {
        _ = try desk.ask(program, "label.create", "{\"label\":\"\(number)\"}")
      }
    }
    let refused = try desk.ask(programs[2], "label.create", #"{"label":"a"}"#)
    #expect(refused.contains("the programs of a user can have at most 1000"), "\(refused)")
  }

  @Test("status reports the costs of each user and the process that was served longest")
  func status() throws {
    let desk = try desk()
    let program = try desk.greet("till")
    _ = try desk.ask(program, "container.create", #"{"container":"a","text":"abc"}"#)
    let gone = try desk.greet("gone")
    _ = try desk.ask(gone, "container.create", #"{"container":"a"}"#)
    gone.stopSending()
    #expect(desk.loop.run { desk.programs.programs.last?.state == .suspended })
    let status = try desk.ask(try desk.connectControl(), "status")
    for part in [
      #""busiestProcess":\#(getpid())"#, #""connections":1"#, #""kept":1"#, #""programs":1"#,
      #""textUnits":3"#, #""user":\#(geteuid())"#, #""servedMilliseconds":"#,
    ] {
      #expect(status.contains(part), "\(part) in \(status)")
    }
  }
}
