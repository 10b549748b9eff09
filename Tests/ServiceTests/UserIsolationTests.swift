// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import TestTraits
import Testing

@testable import Service
@testable import TextInput

/// Quotas count for each user: a user at a limit does not affect another one.
///
/// The kernel reports the effective user at the time of the connection, so root connects as other
/// users.
@Suite(.heldToSchema, .needsRoot) struct UserIsolationTests {
  private static let (greedy, modest): (UInt32, UInt32) = (65_533, 65_534)

  /// Makes a service whose socket other users of the group may connect to.
  private func desk(_ change: (inout ProgramHub.Limits) -> Void = { _ in }) throws -> Desk {
    var limits = ProgramHub.Limits()
    change(&limits)
    let desk = try Desk(limits: limits, group: getegid())
    chmod(desk.folder.path, 0o711)
    return desk
  }

  private func connect(_ desk: Desk, as user: UInt32) throws -> Observer {
    try asUser(user) { try desk.connectProgram() }
  }

  private func greet(_ desk: Desk, _ name: String, as user: UInt32) throws -> Observer {
    let client = try connect(desk, as: user)
    #expect(try desk.ask(client, "hello", "{\"name\":\"\(name)\"}").contains("result"))
    #expect(desk.programs.programs.last?.user == user)
    return client
  }

  @Test("A user with the maximum number of connections does not prevent another from connecting")
  func connections() throws {
    let desk = try desk { $0.connection.connectionsOfUser = 2 }
    let programs = try (0..<2).map { try greet(desk, "\($0)", as: Self.greedy) }
    let third = try connect(desk, as: Self.greedy)
    #expect(third.lines().last?.contains("tooManyConnections") == true && third.isAtEnd)
    let other = try greet(desk, "other", as: Self.modest)
    #expect(try desk.ask(other, "snapshot").contains("result") && programs.count == 2)
  }

  @Test("A program does not take over what a program of another user has in its grace period")
  func graceOfAnotherUser() throws {
    let desk = try desk()
    let old = try greet(desk, "gate", as: Self.modest)
    try desk.ask(old, "grace", #"{"seconds":600}"#)
    try desk.ask(old, "scanner.claim")
    try desk.ask(old, "focus.request")
    old.stopSending()
    #expect(desk.loop.run { desk.programs.programs[0].connection == nil })
    let other = try greet(desk, "gate", as: Self.greedy)
    #expect(try desk.ask(other, "scanner.claim").contains("nameInUse"))
    #expect(try desk.ask(other, "focus.request").contains("waits"))
  }

  @Test("Items, commands and texts of a user do not count in the quotas of another")
  func quotas() throws {
    let desk = try desk {
      $0.textUnits = 600
      $0.textUnitsOfUser = 600
    }
    let programs = try (0..<2).map { try greet(desk, "\($0)", as: Self.greedy) }
    let (items, commands) = (Program.itemLimit, Program.commandLimit)
    let text = String(repeating: "x", count: 400)
    let make = { (client: Observer, name: String) throws -> [String] in
      [
        try desk.ask(
          client, "container.create", "{\"container\":\"\(name)\",\"text\":\"\(text)\"}"),
        try desk.ask(client, "label.create", "{\"label\":\"l\(name)\"}"),
        try desk.ask(client, "command.register", "{\"command\":\"\(name)\"}"),
      ]
    }
    #expect(try make(programs[0], "a").allSatisfy { $0.contains("result") })
    for (client, used) in zip(programs, [2, 0]) {
      for number in used..<items {
        try desk.ask(client, "label.create", "{\"label\":\"\(number)\"}")
      }
      for number in (used / 2)..<commands {
        try desk.ask(client, "command.register", "{\"command\":\"c\(number)\"}")
      }
    }
    let last = try greet(desk, "last", as: Self.greedy)
    #expect(try make(last, "b").allSatisfy { $0.contains("tooMany") })
    let other = try greet(desk, "other", as: Self.modest)
    let made = try make(other, "b")
    #expect(made.allSatisfy { $0.contains("result") }, "\(made)")
  }

  @Test("The offers of a user do not replace those of another")
  func offers() throws {
    let desk = try desk()
    let other = try greet(desk, "other", as: Self.modest)
    let many = try greet(desk, "many", as: Self.greedy)
    let till = try greet(desk, "till", as: Self.modest)
    try desk.ask(other, "fill.offer", #"{"values":{"one-time-code":"4711"}}"#)
    for number in 0..<20 {
      try desk.ask(many, "fill.offer", "{\"values\":{\"one-time-code\":\"\(1000 + number)\"}}")
    }
    try desk.ask(
      till, "container.create", #"{"container":"c","traits":{"textContentType":"one-time-code"}}"#)
    try desk.ask(till, "focus.request", #"{"container":"c"}"#)
    let offered = desk.engine.candidates?.items.map(\.text) ?? []
    #expect(offered == ["4711"])
  }

  @Test("Kept programs of a user do not replace those of another")
  func kept() throws {
    let desk = try desk { $0.suspendedPrograms = 2 }
    func leave(_ name: String, as user: UInt32) throws {
      let client = try greet(desk, name, as: user)
      try desk.ask(client, "container.create", #"{"container":"a"}"#)
      client.stopSending()
      #expect(desk.loop.run { desk.programs.programs.last?.connection == nil })
      desk.turn()
    }
    try leave("other", as: Self.modest)
    for number in 0..<4 { try leave("\(number)", as: Self.greedy) }
    #expect(desk.programs.programs.map(\.name) == ["other", "2", "3"])
  }
}
