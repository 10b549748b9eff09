// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Testing

@testable import Service
@testable import TextInput

/// What an observer is told first is how things are then, though not all that changes is a fact.
@Suite(.heldToSchema) struct ObserverSnapshotTests {
  @Test("FLD-2d who comes later sees what was made, what went, and what became a secret meanwhile")
  func later() throws {
    let desk = try Desk()
    let path = desk.folder.path + "/observers"
    let hub = try ObserverHub(
      .path(path, mode: 0o600), loop: desk.loop,
      encoder: WireEncoder(style: .notification) { _ in "NoSymbol" },
      snapshot: { [engine = desk.engine] in Snapshot(of: engine) })
    func hello() throws -> String {
      let observer = try Observer(path: path, at: .observers)
      desk.loop.settle()
      return try #require(observer.lines().first)
    }
    let program = try desk.greet("till")
    #expect(try hello().contains(#""containers":[]"#))
    try desk.ask(program, "container.create", #"{"container":"pin","text":"1234"}"#)
    #expect(try hello().contains(#""text":"1234""#))
    try desk.ask(
      program, "container.set", #"{"container":"pin","traits":{"isSecureTextEntry":true}}"#)
    #expect(try hello().contains("••••"))
    try desk.ask(program, "container.remove", #"{"container":"pin"}"#)
    #expect(try hello().contains(#""containers":[]"#))
    hub.finish()
  }
}
