// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

extension ProgramMethods {
  private static let members = [
    "command", "chord", "title", "longTitle", "group", "argument", "priority", "repeat", "hidden",
    "disabled", "destructive", "state", "image", "keepsMenu", "holdsKeys", "form",
  ]

  /// The methods for key commands with titles.
  static let commands: [String: Method<ProgramClient>] = [
    "command.register": Method(members) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let command = try parameters.command(in: program)
      guard !client.hub.engine.isReserved(command.chord) else {
        throw RequestError(
          .unsupported, "\(command.chord) is reserved for the user",
          at: parameters.pointer("chord"))
      }
      let isOfForm = try parameters.text(ifThere: "form") != nil
      let place = isOfForm ? try program.form(parameters).declared : program.controller.declared
      if program.command(id: command.id) == nil { try program.needRoomForCommand() }
      let holdsKeys = try parameters.bool(ifThere: "holdsKeys") ?? false
      program.register(
        command, in: place,
        holdingBy: holdsKeys ? LateAnswers.Need(client.hub.requests.lateAnswers) : nil)
      if program.hasMainMenu { client.hub.engine.mainMenu.setNeedsRebuild() }
      return Registered(of: command)
    },
    "command.remove": Method(["command"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let id = try parameters.text("command")
      guard let place = program.command(id: id)?.place else {
        throw .unknown("command", id, among: program.commands.map(\.id), parameters, "command")
      }
      place.unregister(id: id)
      if program.hasMainMenu { client.hub.engine.mainMenu.setNeedsRebuild() }
      return Done()
    },
    "command.set": Method(["command", "title", "longTitle", "state", "disabled", "hidden"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let id = try parameters.text("command")
      guard let found = program.command(id: id) else {
        throw .unknown("command", id, among: program.commands.map(\.id), parameters, "command")
      }
      var command = found.command
      if let title = try parameters.text(ifThere: "title") { command.title = title }
      if parameters.has("longTitle") {
        command.discoverabilityTitle = try parameters.text(ifThere: "longTitle")
      }
      if let state: KeyCommand.State = try parameters.choice(ifThere: "state") {
        command.state = state
      }
      for (name, attribute) in [
        ("disabled", KeyCommand.Attributes.disabled), ("hidden", KeyCommand.Attributes.hidden),
      ] {
        guard let isSo = try parameters.bool(ifThere: name) else { continue }
        if isSo {
          command.attributes.insert(attribute)
        } else {
          command.attributes.remove(attribute)
        }
      }
      found.place.register(command)
      client.hub.engine.mainMenu.setNeedsRevalidate()
      return Done()
    },
    "commands.active": Method { (client, _) throws(RequestError) in
      let program = try client.program
      guard client.hub.turns.isHolder(program) else { return [ListedCommand]() }
      return ListedCommand.active(in: client.hub.engine)
    },
  ]

  /// The response to a program that has registered a command.
  private struct Registered: Encodable {
    /// The chord, in words.
    var chord: String

    init(of command: KeyCommand) {
      chord = command.chords.map(\.words).joined(separator: " ")
    }
  }
}

extension Parameters {
  /// Reads a command that a program registers.
  fileprivate func command(in program: Program) throws(RequestError) -> KeyCommand {
    let id = try text("command")
    guard (1...200).contains(id.utf8.count) else {
      throw RequestError(
        .invalidParameter, "a name must have from 1 to 200 bytes", at: pointer("command"))
    }
    let chords = try chords("chord")
    var command = KeyCommand(id: id, chords: chords, title: try text(ifThere: "title") ?? id)
    command.discoverabilityTitle = try text(ifThere: "longTitle")
    command.image = try text(ifThere: "image")
    command.group = try text(ifThere: "group") ?? program.name
    command.propertyList = try text(ifThere: "argument")
    command.wantsPriority = try bool(ifThere: "priority") ?? false
    // A command that holds keys would hold its own repeats, more of them than it can perform.
    let holdsKeys = try bool(ifThere: "holdsKeys") ?? false
    command.isRepeating = try bool(ifThere: "repeat") ?? !holdsKeys
    if let state: KeyCommand.State = try choice(ifThere: "state") { command.state = state }
    if try bool(ifThere: "hidden") == true { command.attributes.insert(.hidden) }
    if try bool(ifThere: "disabled") == true { command.attributes.insert(.disabled) }
    if try bool(ifThere: "destructive") == true { command.attributes.insert(.destructive) }
    if try bool(ifThere: "keepsMenu") == true { command.attributes.insert(.keepsMenuPresented) }
    command.source = program.name
    return command
  }

  /// Reads chords in words or symbols; an empty list if the member is missing.
  func chords(_ name: String) throws(RequestError) -> [Chord] {
    guard let text = try text(ifThere: name) else { return [] }
    do throws(ChordSequenceError) {
      return try Chord.sequence(parsing: text)
    } catch {
      throw RequestError(.invalidParameter, error.reason.words, at: pointer(name))
    }
  }
}

extension KeyCommandError {
  fileprivate var words: String {
    switch self {
    case .noKey(let text): "\"\(text.excerpt)\" names no key; expected a chord such as cmd+down"
    case .unknownModifier(let word, let text):
      "unknown modifier \(word.excerpt) in \"\(text.excerpt)\"; expected ctrl, opt, shift or cmd"
    case .unknownKey(let word, let nearest, let text):
      "unknown key \(word.excerpt) in \"\(text.excerpt)\""
        + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .chordTaken(_, let owner, _): "the keys already run \(owner.excerpt)"
    }
  }
}
