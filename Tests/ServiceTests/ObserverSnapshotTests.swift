// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Testing

@testable import Service
@testable import TextInput

/// An observer's first lines describe the current state, including changes that have no
/// notification of their own.
@Suite(.heldToSchema) struct ObserverSnapshotTests {
  @Test(
    "FLD-2d a later snapshot shows containers that were created, removed or made secret meanwhile")
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

  @Test(
    "An observer receives a new container's name once, before anything else about the container"
  )
  func names() throws {
    let desk = try Desk()
    let hub = try desk.serveObservers()
    let path = desk.folder.path + "/observers"
    func observer() throws -> Observer {
      let observer = try Observer(path: path, at: .observers)
      desk.loop.settle()
      return observer
    }
    let early = try observer()
    let filteredCount = try observer()
    filteredCount.send(
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"events":["text.*"]}}"# + "\n")
    let program = try desk.greet("till")
    try desk.ask(program, "container.create", #"{"container":"silent"}"#)
    try desk.ask(program, "container.create", #"{"container":"customer","text":"J"}"#)
    let late = try observer()
    try desk.ask(program, "text.set", #"{"container":"customer","text":"Jo"}"#)
    for client in [early, filteredCount] {
      let lines = client.lines()
      let created = lines.filter { $0.contains("container.created") }
      #expect(
        created.map { $0.contains(#""program":"till""#) } == [true, true]
          && created[1].hasSuffix(#""params":{"container":1,"name":"customer","program":"till"}}"#),
        "\(created)")
      let text = try #require(lines.firstIndex { $0.contains("text.didChange") })
      let name = try #require(lines.lastIndex { $0.contains("container.created") })
      #expect(name < text)
    }
    #expect(try desk.reported(late) == ["hello", "text.didChange", "selection.didChange"])
    hub.finish()
  }

  @Test("hello lists a keyboard once if it was plugged in while programs were connected")
  func devices() throws {
    let desk = try Desk()
    let others = try (1...3).map { try desk.greet("other\($0)") }
    var second = DeviceInfo.desk
    second.id = DeviceID(rawValue: 4)
    second.name = "Second Keyboard"
    desk.attach(second)
    #expect(others.count == 3)
    let program = try desk.connectProgram()
    let hello = try desk.ask(program, "hello", #"{"name":"till"}"#)
    #expect(hello.ranges(of: "Second Keyboard").count == 1, "\(hello)")
    #expect(hello.ranges(of: "USB Keyboard").count == 1)
  }
}
