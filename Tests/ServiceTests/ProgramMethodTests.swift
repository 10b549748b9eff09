// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The methods of programs.
@Suite(.heldToSchema) struct ProgramMethodTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
  }

  private func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    try desk.ask(program, method, parameters)
  }

  // MARK: Mistakes

  @Test(
    "A wrong parameter is refused with its place, and nothing is created",
    arguments: [
      ("container.create", #"{}"#, "/params/container", "invalidParameter"),
      ("container.create", #"{"container":""}"#, "/params/container", "invalidParameter"),
      (
        "container.create", #"{"container":"a","kind":"field"}"#, "/params/kind", "invalidParameter"
      ),
      ("container.create", #"{"container":"a","trait":{}}"#, "/params/trait", "invalidParameter"),
      (
        "container.create", #"{"container":"a","traits":{"keyboardType":"emial"}}"#,
        "/params/traits/keyboardType", "invalidParameter"
      ),
      (
        "container.create", #"{"container":"a","traits":{"keyboardTyp":"url"}}"#,
        "/params/traits/keyboardTyp", "invalidParameter"
      ),
      (
        "container.create",
        #"{"container":"a","kind":"textView","properties":{"placeholder":"x"}}"#,
        "/params/properties/placeholder", "unsupported"
      ),
      (
        "container.create", #"{"container":"a","properties":{"textAlignment":[1]}}"#,
        "/params/properties/textAlignment", "invalidParameter"
      ),
      (
        "container.create", #"{"container":"a","kind":"webField","traits":{"returnKeyType":"go"}}"#,
        "/params/traits", "unsupported"
      ),
      (
        "container.create", #"{"container":"a","questions":{"shouldChange":true}}"#,
        "/params/questions/shouldChange", "invalidParameter"
      ),
      (
        "container.create", #"{"container":"a","questions":{"text.shouldChange":"yes"}}"#,
        "/params/questions/text.shouldChange", "invalidParameter"
      ),
      (
        "container.create", #"{"container":"a","frame":[1,2,3]}"#, "/params/frame",
        "invalidParameter"
      ),
      (
        "container.create", #"{"container":"a","rows":0}"#, "/params/rows", "invalidParameter"
      ),
      ("container.get", #"{"container":"a"}"#, "/params/container", "unknownName"),
      ("focus.request", #"{"container":"a"}"#, "/params/container", "unknownName"),
      ("focus.request", #"{"form":"a"}"#, "/params/form", "unknownName"),
      (
        "command.register", #"{"command":"a","chord":"cmd+tab","priority":true}"#,
        "/params/chord", "unsupported"
      ),
      (
        "command.register", #"{"command":"a","chord":"cmd+dwn"}"#, "/params/chord",
        "invalidParameter"
      ),
      (
        "command.register", #"{"command":"a","chord":"f1","state":"maybe"}"#, "/params/state",
        "invalidParameter"
      ),
      ("command.remove", #"{"command":"a"}"#, "/params/command", "unknownName"),
      ("command.set", #"{"command":"a"}"#, "/params/command", "unknownName"),
      ("form.create", #"{"form":"f"}"#, "/params/fields", "invalidParameter"),
      ("form.create", #"{"form":"f","fields":[]}"#, "/params/fields", "invalidParameter"),
      (
        "form.create", #"{"form":"f","fields":[{"container":"a"},{"container":"a"}]}"#,
        "/params/fields/1/container", "nameInUse"
      ),
      (
        "form.create", #"{"form":"f","fields":[{"container":"a","prototype":"p"}]}"#,
        "/params/fields/0/prototype", "unknownName"
      ),
      (
        "form.create",
        #"{"form":"f","prototypes":{"p":{"trait":1}},"fields":[{"container":"a","prototype":"p"}]}"#,
        "/params/prototypes/p/trait", "invalidParameter"
      ),
      (
        "form.create",
        #"{"form":"f","prototypes":{"p":{"traits":{"keyboardType":"emial"}}},"fields":[{"container":"a"}]}"#,
        "/params/prototypes/p/traits/keyboardType", "invalidParameter"
      ),
      (
        "form.create",
        #"{"form":"f","prototypes":{"p":{"kind":"textView","properties":{"placeholder":"x"}}},"fields":[{"container":"a"}]}"#,
        "/params/prototypes/p/properties/placeholder", "unsupported"
      ),
      (
        "accessory.set", #"{"items":[{"command":"a"},{"title":"b"}]}"#, "/params/items/1/command",
        "invalidParameter"
      ),
      ("candidates.choose", #"{"number":0}"#, "/params/number", "invalidParameter"),
      ("grace", #"{"seconds":601}"#, "/params/seconds", "invalidParameter"),
      ("label.set", #"{"label":"a","text":"b"}"#, "/params/label", "unknownName"),
      ("reload", #"{}"#, "/method", "notPermitted"),
      ("status", #"{}"#, "/method", "notPermitted"),
      ("containr.create", #"{}"#, "/method", "unknownMethod"),
    ])
  func mistakes(_ method: String, _ parameters: String, _ place: String, _ name: String) throws {
    let answer = try ask(method, parameters)
    #expect(
      answer.contains("\"place\":\"\(place)\"") && answer.contains("\"name\":\"\(name)\""),
      "\(answer)")
    let snapshot = try ask("snapshot")
    #expect(
      snapshot.contains(#""containers":[]"#) && snapshot.contains(#""commands":[]"#)
        && snapshot.contains(#""forms":[]"#))
  }

  @Test("Null means the same as a missing member, or removes the value where nothing else can")
  func nothing() throws {
    _ = try ask("container.create", #"{"container":"a","text":"hello","kind":null,"frame":null}"#)
    _ = try ask("selection.set", #"{"container":"a","anchor":2,"head":null}"#)
    #expect(try ask("container.get", #"{"container":"a"}"#).contains(#""head":2"#))
    #expect(try ask("focus.request", #"{"container":null,"form":null}"#).contains("granted"))
    #expect(desk.engine.firstResponder === desk.programs.programs[0].controller)
    #expect(
      try ask("endEditing", #"{"container":null,"force":null}"#).contains(#""released":true"#))
    _ = try ask("mode.prefer", #"{"language":"sv","context":"chat"}"#)
    _ = try ask("mode.prefer", #"{"language":null}"#)
    let controller = desk.programs.programs[0].controller
    #expect(controller.wantedLanguage == nil && controller.context == "chat")
    _ = try ask("command.register", #"{"command":"c","chord":"f1","title":"C","longTitle":"Long"}"#)
    #expect(controller.declared["c"]?.discoverabilityTitle == "Long")
    _ = try ask("command.set", #"{"command":"c","title":null,"longTitle":null}"#)
    let command = try #require(controller.declared["c"])
    #expect(command.title == "C" && command.discoverabilityTitle == nil)
  }

  @Test("The numbers of containers and the length of a line are limited")
  func limits() throws {
    for number in 0..<Program.itemLimit {
      _ = try ask("container.create", "{\"container\":\"c\(number)\"}")
    }
    #expect(try ask("container.create", #"{"container":"more"}"#).contains(#""name":"tooMany""#))
    #expect(try ask("container.remove", #"{"container":"c7"}"#).contains("result"))
    #expect(try ask("container.create", #"{"container":"more"}"#).contains("result"))
    let desk = try Desk(
      limits: {
        var limits = ProgramHub.Limits()
        limits.connection.lineBytes = 1000
        return limits
      }())
    let program = try desk.greet("long")
    program.send("{\"x\":\"" + String(repeating: "x", count: 2000) + "\"}\n")
    desk.loop.settle()
    #expect(program.lines().last?.contains(#""name":"tooLong""#) == true)
    #expect(try desk.ask(program, "snapshot").contains("result"))
  }

  // MARK: Containers

  @Test(
    "FLD-12a, FLD-12b a program's edits are reported with its origin, and do not consult it"
  )
  func text() throws {
    _ = try ask(
      "container.create",
      #"{"container":"a","text":"hello","questions":{"text.shouldChange":false}}"#)
    let lines = desk.exchange(
      program, "text.replace", #"{"container":"a","range":[0,1],"string":"J"}"#)
    #expect(
      lines.contains { $0.contains(#""origin":"program""#) && $0.contains(#""string":"J""#) })
    #expect(try ask("container.get", #"{"container":"a"}"#).contains(#""text":"Jello""#))
    _ = try ask("selection.set", #"{"container":"a","anchor":1,"head":4}"#)
    #expect(try ask("container.get", #"{"container":"a"}"#).contains(#""anchor":1"#))
    for outside in [#""range":[0,6]"#, #""range":[-1,2]"#, #""range":[1]"#] {
      let answer = try ask("text.replace", "{\"container\":\"a\",\(outside),\"string\":\"\"}")
      #expect(answer.contains(#""place":"/params/range""#), "\(answer)")
    }
    _ = try ask("text.set", #"{"container":"a","string":"Grüße"}"#)
    #expect(try ask("container.get", #"{"container":"a"}"#).contains(#""text":"Grüße""#))
  }

  @Test("Properties and traits are set all together or not at all")
  func setting() throws {
    _ = try ask("container.create", #"{"container":"a","properties":{"placeholder":"Name"}}"#)
    let field = try #require(desk.programs.programs[0].containers["a"]?.text as? TextField)
    #expect(field.placeholder == "Name")
    let wrong = try ask(
      "container.set",
      #"{"container":"a","properties":{"placeholder":"New"},"traits":{"returnKeyType":"sned"}}"#)
    #expect(wrong.contains("error") && field.placeholder == "Name")
    _ = try ask(
      "container.set",
      #"{"container":"a","properties":{"placeholder":"New","isEnabled":false},"traits":{"returnKeyType":"send"}}"#
    )
    #expect(field.placeholder == "New" && field.traits.returnKeyType == .send && !field.isEnabled)
    #expect(
      try ask("focus.request", #"{"container":"a"}"#).contains(#""outcome":"refused""#),
      "RSP-10 a disabled field refuses the focus")
  }

  // MARK: Forms

  @Test("FRM-2, FRM-7 Return moves through the fields of a form of prototypes, and ends it")
  func form() throws {
    let answer = try ask(
      "form.create",
      """
      {"form":"address","prototypes":{"line":{"traits":{"autocapitalizationType":"words"}},\
      "mail":{"traits":{"keyboardType":"emailAddress"},"questions":{"text.shouldChange":true}}},\
      "fields":[{"container":"name","label":"Name","prototype":"line"},\
      {"container":"mail","label":"E-mail","prototype":"mail","questions":{}},\
      {"container":"note","label":"Note","text":"-"}]}
      """.replacing("\n", with: ""))
    #expect(answer.contains(#""containers":["name","mail","note"]"#), "\(answer)")
    _ = try ask("focus.request", #"{"form":"address"}"#)
    desk.type("Ada")
    desk.press("\r", "\r")
    desk.type("a@b")
    desk.press("\r", "\r")
    desk.type("!")
    _ = program.lines()
    desk.press("\r", "\r")
    #expect(try desk.reported(program).contains("form.didFinish"))
    let values = try ask("form.get", #"{"form":"address"}"#)
    #expect(values.contains(#"{"mail":"a@b","name":"Ada","note":"-!"}"#), "\(values)")
    let field = try #require(desk.programs.programs[0].containers["name"]?.text)
    #expect(field.traits.autocapitalizationType == .words && field.traits.returnKeyType == .next)
    #expect(try ask("container.remove", #"{"container":"name"}"#).contains("unsupported"))
    _ = try ask("form.remove", #"{"form":"address"}"#)
    #expect(try ask("snapshot").contains(#""containers":[]"#))
  }

  // MARK: Commands

  @Test(
    "CMD-7a, CMD-21a a command runs by its keys, is listed with its title, and reported by name")
  func commands() throws {
    _ = try ask("container.create", #"{"container":"a"}"#)
    let answer = try ask(
      "command.register",
      #"{"command":"next","chord":"⌘↓","title":"Next Conversation","priority":true,"argument":"7"}"#
    )
    #expect(answer.contains(#""chord":"cmd+down""#))
    _ = try ask("focus.request", #"{"container":"a"}"#)
    #expect(try ask("commands.active").contains(#""title":"Next Conversation""#))
    desk.press(.downArrow, "", .command)
    let reported = program.lines().filter { $0.contains("command.invoked") }
    #expect(
      reported == [
        #"{"jsonrpc":"2.0","method":"command.invoked","params":{"argument":"7","id":"next","#
          + #""target":"till","title":"Next Conversation"}}"#
      ])
    _ = try ask("command.set", #"{"command":"next","disabled":true}"#)
    desk.press(.downArrow, "", .command)
    #expect(try !desk.reported(program).contains("command.invoked"))
    _ = try ask("command.remove", #"{"command":"next"}"#)
    #expect(try !ask("commands.active").contains("Next Conversation"))
  }

  @Test("The commands of a program without the focus do not run, and are not listed")
  func othersCommands() throws {
    let other = try desk.greet("other")
    for client in [program, other] {
      _ = try desk.ask(client, "container.create", #"{"container":"a"}"#)
      _ = try desk.ask(client, "command.register", #"{"command":"x","chord":"f5"}"#)
    }
    _ = try ask("focus.request", #"{"container":"a"}"#)
    _ = (program.lines(), other.lines())
    desk.press(.function(5))
    #expect(try desk.reported(program) == ["command.invoked"])
    #expect(other.lines() == [])
    #expect(try desk.ask(other, "commands.active").contains(#""result":[]"#))
  }

  @Test("F082 ⌘⏎ in a chat sends the typed text and empties the field")
  func chat() throws {
    _ = try ask("container.create", #"{"container":"message","kind":"textView"}"#)
    _ = try ask(
      "accessory.set", #"{"items":[{"command":"send","title":"Send","chord":"cmd+return"}]}"#)
    _ = try ask("focus.request", #"{"container":"message"}"#)
    desk.type("hi")
    _ = program.lines()
    desk.press("\r", "\r", .command)
    let lines = program.lines()
    #expect(
      lines.contains {
        $0.contains(#""method":"accessory.activated""#) && $0.contains(#""item":"send""#)
      }, "\(lines)")
    #expect(try ask("container.get", #"{"container":"message"}"#).contains(#""text":"hi""#))
    _ = try ask("text.set", #"{"container":"message","string":""}"#)
    #expect(try ask("container.get", #"{"container":"message"}"#).contains(#""text":"""#))
  }

  @Test("F029 candidates.choose with n has the effect of the key n")
  func choosing() throws {
    desk.engine.settings.holdForAccents = true
    _ = try ask("container.create", #"{"container":"a","text":"wor word world wo"}"#)
    _ = try ask("focus.request", #"{"container":"a"}"#)
    #expect(try ask("candidates.choose", #"{"number":1}"#).contains(#""name":"failed""#))
    // The list of completions (AST-24).
    desk.press(.function(5))
    let shown = try #require(desk.engine.candidates, "nothing is offered")
    #expect(try ask("candidates.choose", #"{"number":2}"#).contains("result"))
    let text = try ask("container.get", #"{"container":"a"}"#)
    #expect(text.contains("wor word world \(shown.items[1].text)\""), "\(text)")
    #expect(desk.engine.candidates == nil)
  }

  @Test(
    "CMD-6b a changed command keeps its place: the first of two with one chord still runs first"
  )
  func commandsPlace() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    try desk.ask(program, "focus.request")
    for name in ["one", "two"] {
      try desk.ask(program, "command.register", "{\"command\":\"\(name)\",\"chord\":\"f9\"}")
    }
    try desk.ask(program, "command.set", #"{"command":"one","state":"on"}"#)
    #expect(try desk.ask(program, "snapshot").contains(#""commands":["one","two"]"#))
    desk.press(.function(9))
    #expect(program.lines().contains { $0.contains(#""id":"one""#) })
  }

  @Test("A label that grows moves the content below it down")
  func labelsRoom() throws {
    let desk = try Desk()
    let program = try desk.greet("till")
    try desk.ask(program, "label.create", #"{"label":"note","text":"short"}"#)
    try desk.ask(program, "container.create", #"{"container":"a"}"#)
    let field = try #require(desk.programs.programs.first?.containers["a"]?.text)
    let before = field.frame.y
    try desk.ask(program, "label.set", #"{"label":"note","text":"one\ntwo\nthree"}"#)
    #expect(field.frame.y == before + 2)
  }
}
