// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Mirrors
import Testing

@testable import Service
@testable import TextInput

/// The protocol's page agrees with the service.
@Suite(.heldToSchema) struct ProtocolPageTests {
  private static let page: String = {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return contents(of: "/" + folder + "/Documentation/Protocol.md")
  }()

  private static let session = page.split(separator: "```session\n").dropFirst().first.map {
    $0.prefix { $0 != "`" }.split(separator: "\n").map(String.init)
  }

  /// Whether a line matches the page's line, in which `…` stands for anything.
  private func matches(_ line: String, _ shown: String) -> Bool {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, line.hasPrefix(first) else {
      return false
    }
    var rest = line.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.ranges(of: part).first else { return false }
      rest = rest[found.upperBound...]
    }
    return parts.count == 1 ? rest.isEmpty : rest.hasSuffix(last)
  }

  @Test("The session on the protocol's page happens as shown, line by line")
  func session() throws {
    let desk = try Desk()
    let program = try desk.connectProgram()
    let lines = try #require(Self.session)
    #expect(lines.count > 20)
    var sent: [String] = []
    for line in lines {
      let text = String(line.dropFirst(2))
      switch line.first {
      case "→":
        #expect(sent == [], "the service sent lines that the page does not show")
        program.send(text + "\n")
        desk.loop.settle()
        desk.turn()
        sent = program.lines()
      case "⌨":
        #expect(sent == [], "the service sent lines that the page does not show")
        if text == "F9" { desk.press(.function(9)) } else { desk.type(text) }
        sent = program.lines()
      case "←":
        let first = sent.isEmpty ? "nothing" : sent.removeFirst()
        #expect(matches(first, text), "\(first)\n\(text)")
      default: Issue.record("\(line)")
      }
    }
    #expect(sent == [])
  }

  @Test("The page leads to the shapes of candidates, the panel and menus, which are there")
  func shapes() throws {
    #expect(!Self.page.contains("This page is all"))
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let lines = contents(of: "/" + folder + "/Documentation/WireFormat.md")
    let shown = [
      "candidates.didChange": ["list", "items", "kind", "first"],
      "hud.shown": ["groups", "rows", "chords"], "menu.shown": ["menus", "items", "highlights"],
    ]
    for (name, members) in shown {
      let example = lines.split(separator: "\n").first {
        $0.hasPrefix("{") && $0.contains("\"event\":\"\(name)\"")
      }
      let line = try #require(example, "\(name)")
      for member in members {
        #expect(line.contains("\"\(member)\":"), "\(name) \(member)")
      }
      let row = Self.page.split(separator: "\n").first {
        $0.hasPrefix("| ") && $0.contains("`\(name.prefix { $0 != "." }).")
          && $0.contains("(WireFormat.md)")
      }
      #expect(row != nil, "\(name)")
    }
  }

  @Test("The page lists every error with its code, and its examples are right")
  func errors() throws {
    for name in RequestError.Name.allCases {
      #expect(Self.page.contains("| `\(name.rawValue)` | \(name.code) |"), "\(name)")
    }
    let desk = try Desk()
    let program = try desk.greet("till")
    program.send(#"{"jsonrpc":"2.0","id":7,"method":"containr.create"}"# + "\n{\n")
    desk.loop.settle()
    for line in program.lines() { #expect(Self.page.contains(line), "\(line)") }
  }

  @Test("The page lists every method, parameter, request to a program and notification")
  func complete() {
    let words = Set(Self.page.split { !($0.isLetter || $0 == ".") }.map(String.init))
    for name in ProgramMethods.names.union(ControlMethods.names) {
      #expect(words.contains(name), "\(name)")
      let parameters =
        (SocketMethods.programs.parameters(of: name) ?? [])
        + (SocketMethods.control.parameters(of: name) ?? [])
      for parameter in parameters { #expect(words.contains(parameter), "\(name) \(parameter)") }
    }
    for question in ProgramRequestName.allCases { #expect(words.contains(question.rawValue)) }
    for name in [
      "refused", "resync", "hello", "program.didBecomeActive", "form.didFinish",
      "accessory.activated", "question.preset", "text.wasRefused", "container.created",
      "fill.consentDidChange", "form.didCancel",
    ] {
      #expect(words.contains(name), "\(name)")
    }
  }

  @Test("F016 the page lists the settings with their defaults, and those that are unsupported")
  func settings() throws {
    for (name, value) in TextInputSettings().namedValues {
      let usual =
        switch value {
        case .bool(let flag): "\(flag)"
        case .number(let number): "\(number)"
        default: ""
        }
      #expect(Self.page.contains("| `\(name)` | \(usual) |"), "\(name)")
    }
    for (name, reason) in TextInputSettings.unsupported {
      #expect(Self.page.contains("| `\(name)` | \(reason) |"), "\(name)")
    }
  }

  @Test("The form on the page can be created")
  func form() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    let line = try #require(
      Self.page.split(separator: "\n").first { $0.contains(#""method":"form.create""#) })
    program.send(line + "\n")
    desk.loop.settle()
    #expect(program.lines().last?.contains(#""containers":["name","city","zip"]"#) == true)
  }
}
