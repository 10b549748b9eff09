// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Programs that want more than their share are served in turns.
struct FloodTests {
  private let desk: Desk
  private let calm: Observer

  init() throws {
    desk = try Desk()
    calm = try desk.greet("calm")
    _ = try desk.ask(calm, "container.create", #"{"container":"field"}"#)
    _ = try desk.ask(calm, "focus.request", #"{"container":"field"}"#)
  }

  private func line(_ number: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"container.get\","
      + "\"params\":{\"container\":\"none\"}}\n"
  }

  @Test("A program that sends a hundred requests at once does not delay another program's request")
  func turns() throws {
    let eager = try desk.greet("eager")
    eager.send((1...100).map(line).joined())
    calm.send(line(1))
    var answers = 0
    #expect(
      desk.loop.run {
        answers += eager.lines().count
        return !calm.lines().isEmpty
      })
    #expect(answers < 100, "\(answers)")
    #expect(
      desk.loop.run {
        answers += eager.lines().count
        return answers == 100
      }, "and has all answers, in the end")
  }

  @Test("All requests sent before a program stops sending get a response")
  func endOfSending() throws {
    let eager = try desk.greet("eager")
    eager.send((1...100).map(line).joined())
    eager.stopSending()
    var answers = 0
    #expect(
      desk.loop.run {
        answers += eager.lines().count
        return eager.isAtEnd
      })
    #expect(answers == 100 && desk.connections == 1)
  }

  @Test(
    "Suspended programs with a grace period are limited too, but the one with the keyboard is kept")
  func heirs() throws {
    var limits = ProgramHub.Limits()
    limits.suspendedPrograms = 3
    let desk = try Desk(limits: limits)
    var holder: Observer? = try desk.greet("holder", #","grace":600"#)
    if let holder {
      _ = try desk.ask(holder, "container.create", #"{"container":"field"}"#)
      _ = try desk.ask(holder, "focus.request", #"{"container":"field"}"#)
    }
    holder = nil
    for number in 1...10 {
      _ = try desk.greet("heir \(number)", #","grace":600"#)
      desk.loop.settle()
    }
    #expect(desk.programs.programs.map(\.name) == ["holder", "heir 9", "heir 10"])
    desk.type("x")
    #expect(desk.programs.programs.first?.containers["field"]?.text.text == "x")
    #expect(desk.timers.count { $0 != nil } == 3, "dropped programs have no timers")
    desk.letTimePass()
    desk.letTimePass()
    #expect(desk.programs.programs.isEmpty && desk.engine.windows.count == 1)
  }

  @Test("The buffer of a long line is released once the line is handled")
  func longLine() throws {
    let wordy = try desk.greet("wordy")
    let line =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"nonsense\",\"params\":{\"x\":\""
      + String(repeating: "x", count: 100_000) + "\"}}\n"
    wordy.send(line)
    #expect(desk.loop.run { !wordy.lines().isEmpty })
    let connection = try #require(
      desk.programs.programs.first { $0.name == "wordy" }?.connection)
    #expect(connection.pending.isEmpty && connection.pending.startIndex == 0)
  }

  @Test("A program that floods instead of responding gets its default answers, and is still served")
  func asked() throws {
    let asked = try desk.greet("asked")
    _ = try desk.ask(calm, "focus.release")
    _ = try desk.ask(
      asked, "container.create",
      #"{"container":"a","questions":{"text.shouldChange":true}}"#)
    _ = try desk.ask(asked, "focus.request", #"{"container":"a"}"#)
    asked.send((1...500).map(line).joined())
    desk.type("xy")
    // Requests of programs that are waited for are each timed separately.
    desk.pass(milliseconds: 301)
    desk.pass(milliseconds: 301)
    let program = desk.programs.programs.first { $0.name == "asked" }
    #expect(program?.containers["a"]?.text.text == "xy")
    var lines: [String] = []
    #expect(
      desk.loop.run {
        lines += asked.lines()
        return lines.count { $0.hasPrefix("{\"error\"") } == 500
      })
    #expect(lines.count { $0.contains("question.preset") } == 2)
    #expect(desk.engine.isIdle)
  }
}
