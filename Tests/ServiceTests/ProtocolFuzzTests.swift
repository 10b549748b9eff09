// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Mirrors
import Testing

@testable import Service
@testable import TextInput

/// Programs that send arbitrary lines: no other program is affected, and they leave no state.
@Suite(.heldToSchema) struct ProtocolFuzzTests {
  private static let names = [
    "a", "b", "", "ä\u{0}", "form", "x/~y", String(repeating: "n", count: 300),
  ]
  private static let words = [
    "external", "edit", "other", "inserted", "utf8",
    "textField", "textView", "webField", "cmd+k cmd+c", "f9", "cmd+", "⌘↓", "no", "yes", "default",
    "emailAddress", "text.didChange", "keyboard.*", "nonsense", "💥", "é\u{301}",
  ]

  /// A random JSON value, mostly of the types that parameters have.
  private static func value(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 7 : 10), using: &random) {
    case 0: return "null"
    case 1: return Bool.random(using: &random) ? "true" : "false"
    case 2: return "\(Int.random(in: -3...2000, using: &random))"
    case 3:
      return ["1e300", "-0.5", "99999999999999999999", "0"].randomElement(using: &random) ?? "0"
    case 4, 5: return quoted(words.randomElement(using: &random) ?? "")
    case 6: return quoted(names.randomElement(using: &random) ?? "")
    case 7:
      let count = Int.random(in: 0...4, using: &random)
      return "[" + (0..<count).map { _ in value(&random, depth: depth + 1) }.joined(separator: ",")
        + "]"
    default:
      let keys =
        ContainerSpecification.members + TextInputTraits.names + ["form", "fields", "items"]
      let count = Int.random(in: 0...3, using: &random)
      let members = (0..<count).map { _ in
        quoted(keys.randomElement(using: &random) ?? "x") + ":" + value(&random, depth: depth + 1)
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\u{0}"..<" ": quoted += "\\u00" + (scalar.value < 16 ? "0" : "1") + "0"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// A request that is almost valid: a known method with its own or other parameters.
  private static func request(_ random: inout SeededGenerator) -> String {
    let method = SocketMethods.programs.names.randomElement(using: &random) ?? "hello"
    let known = SocketMethods.programs.parameters(of: method) ?? []
    let members = known.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }.map { name in
      let right =
        switch name {
        case "container", "form", "label", "command":
          quoted(["a", "b", "c"].randomElement(using: &random) ?? "a")
        case "chord": quoted("cmd+k")
        case "string", "text", "title": quoted(words.randomElement(using: &random) ?? "")
        case "fields": "[{\"container\":\"c\"}]"
        case "seconds", "grace", "keep": "1"
        case "questions": "{\"text.shouldChange\":true}"
        default: value(&random)
        }
      return quoted(name) + ":"
        + (Int.random(in: 0..<4, using: &random) > 0 ? right : value(&random))
    }
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":{"
      + members.joined(separator: ",") + "}}"
  }

  private static func line(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      var bytes = Array(request(&random).utf8)
      for _ in 0..<Int.random(in: 1...5, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      return String(decoding: bytes, as: UTF8.self)
    case 1: return value(&random)
    case 2:
      return "{\"jsonrpc\":\"2.0\",\"id\":\"q\(Int.random(in: 1...9, using: &random))\",\"result\":"
        + value(&random) + "}"
    case 3: return String(request(&random).prefix(Int.random(in: 0...60, using: &random)))
    default: return request(&random)
    }
  }

  @Test(
    "A well-behaved program is served while others send anything, and the others leave no state")
  func anything() throws {
    for seed in 1...6 {
      var random = SeededGenerator(seed: UInt64(seed))
      let desk = try Desk()
      let calm = try desk.greet("calm")
      _ = try desk.ask(calm, "container.create", #"{"container":"field"}"#)
      var wild: [Observer] = []
      for _ in 0..<250 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0 where wild.count < 5: wild.append(try desk.greet("wild", #","keep":1"#))
        case 1 where wild.count > 2:
          wild.remove(at: Int.random(in: 0..<wild.count, using: &random))
        case 2: desk.press("k", "k", Bool.random(using: &random) ? .command : [])
        case 3: desk.press("\t", "", .command)
        case 4: _ = wild.randomElement(using: &random)?.lines()
        default:
          guard let program = wild.randomElement(using: &random) else { continue }
          program.send(Self.line(&random) + (Int.random(in: 0..<9, using: &random) > 0 ? "\n" : ""))
        }
        if Bool.random(using: &random) { desk.turn() }
      }
      let text = try desk.ask(calm, "text.set", #"{"container":"field","string":"calm"}"#)
      #expect(text.contains("result"))
      wild = []
      #expect(
        desk.loop.run {
          desk.turn()
          desk.letTimePass()
          return desk.programs.programs.count == 1
        }, "\(desk.programs.programs.map(\.name))")
      #expect(desk.engine.windows.count == 2 && desk.connections == 1)
      // The remaining program can get the keyboard.
      let focus = try desk.ask(calm, "focus.request", #"{"container":"field"}"#)
      #expect(focus.contains("granted"), "\(focus)")
      desk.type("!")
      #expect(try desk.ask(calm, "container.get", #"{"container":"field"}"#).contains("calm!"))
      #expect(desk.engine.isIdle)
    }
  }
}
