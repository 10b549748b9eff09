// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Log entries about clients.
struct ClientLogTests {
  private let desk: Desk
  private let kept = Kept()

  private final class Kept {
    var entries: [LogEntry] = []
    var events: [String] { entries.map(\.event) }
  }

  init() throws {
    var limits = ProgramHub.Limits()
    limits.connection.connections = 2
    limits.connection.queuedBytes = 4096
    desk = try Desk(limits: limits)
    desk.programs.log = { [kept] in kept.entries.append($0) }
  }

  @Test(
    "The log records connections and disconnections with process and user, but no typed text")
  func comings() throws {
    var program: Observer? = try desk.greet("till")
    let client = try #require(program)
    _ = try desk.ask(
      client, "container.create", #"{"container":"pin","traits":{"isSecureTextEntry":true}}"#)
    _ = try desk.ask(client, "focus.request", #"{"container":"pin"}"#)
    desk.type("4711")
    _ = try desk.ask(client, "text.set", #"{"container":"pin","string":"4712"}"#)
    program = nil
    try leave(client)
    let again = try desk.greetAgain("till")
    _ = try desk.ask(again, "bye")
    #expect(kept.events == ["program.came", "program.gone", "program.came", "program.gone"])
    #expect(
      kept.entries[0].message
        == "till (program 1, process \(getpid()) of user \(geteuid())) connected")
    #expect(kept.entries[1].message == "till (program 1) disconnected without sending bye")
    #expect(kept.entries[2].message.hasSuffix("reconnected"))
    #expect(kept.entries[3].message == "till (program 1) disconnected")
    #expect(
      kept.entries[0].fields == [
        LogEntry.Field("PROGRAM", "till"), LogEntry.Field("PROGRAM_NUMBER", "1"),
        LogEntry.Field("CLIENT_PID", "\(getpid())"), LogEntry.Field("CLIENT_UID", "\(geteuid())"),
      ])
    #expect(!"\(kept.entries)".contains("471"))
  }

  private func leave(_ client: Observer) throws {
    client.stopSending()
    _ = desk.loop.run {
      _ = client.lines()
      return client.isAtEnd
    }
    desk.turn()
  }

  @Test("The log distinguishes one late answer from a program that is no longer waited for")
  func alwaysLate() throws {
    let program = try desk.greet("till")
    _ = try desk.ask(
      program, "container.create",
      #"{"container":"a","questions":{"text.shouldChange":true}}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"a"}"#)
    for number in 1...4 {
      desk.type("x")
      desk.pass(milliseconds: 301)
      program.send("{\"jsonrpc\":\"2.0\",\"id\":\"q\(number)\",\"result\":true}\n")
      desk.turn()
    }
    let messages = kept.entries.filter { $0.event == "program.preset" }.map(\.message)
    #expect(
      messages.prefix(3).allSatisfy {
        $0
          == "till (program 1) did not respond in time to text.shouldChange; its default answer is "
          + "used"
      })
    #expect(
      messages.last == "till (program 1) answered too late, or not at all, three times in a row "
        + "and is not waited for; its default answer to text.shouldChange is used")
    #expect(messages.count == 4)
  }

  @Test("The log records programs that hang, do not read, or exceed the limit")
  func troubles() throws {
    let program = try desk.greet("till")
    _ = try desk.ask(
      program, "container.create",
      #"{"container":"a","kind":"textView","questions":{"text.shouldChange":true}}"#)
    _ = try desk.ask(program, "focus.request", #"{"container":"a"}"#)
    desk.type("x")
    desk.pass(milliseconds: 301)
    try #require(kept.events == ["program.came", "program.preset"])
    #expect(
      kept.entries[1].message
        == "till (program 1) did not respond in time to text.shouldChange; its default answer is used"
    )
    // Nothing is read from here on.
    for _ in 0..<20_000 where kept.events.last != "client.behind" {
      desk.engine.queue.append(.modeDidChange(desk.engine.modes.current))
      desk.turn()
    }
    #expect(kept.events.last == "client.behind")
    let count = kept.entries.count
    for _ in 0..<10 {
      desk.engine.queue.append(.modeDidChange(desk.engine.modes.current))
      desk.turn()
    }
    #expect(kept.entries.count == count, "the entry is logged once")
    let other = try desk.greet("other")
    let third = try desk.connectProgram()
    _ = desk.loop.run { !third.lines().isEmpty }
    #expect(kept.events.suffix(2) == ["program.came", "client.refused"])
    #expect(kept.entries.last?.message.contains("on the socket of programs; user ") == true)
    withExtendedLifetime(other) {}
  }
}
