// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

extension ProgramMethods {
  /// The methods for views above or instead of the keyboard area, of a program or of one of its
  /// texts (reference 15).
  static let inputViews: [String: Method<ProgramClient>] = [
    "accessory.set": Method(["items", "completions", "expanding", "container"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let place = try program.inputViewPlace(parameters)
      program.setAccessory(try parameters.accessory(of: program, at: place), of: place)
      return Done()
    },
    "inputView.set": Method(["words", "rows", "container"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let place = try program.inputViewPlace(parameters)
      let words = try parameters.words("words", atMost: 100) ?? []
      let rows = try parameters.number(ifThere: "rows", in: 1...100) ?? 1
      place.inputPanel =
        words.isEmpty ? nil : VocabularyInputView(name: "input", rows: rows, words: words)
      program.controller.reloadInputViews()
      return Done()
    },
  ]
}

extension Program {
  fileprivate func inputViewPlace(
    _ parameters: Parameters
  ) throws(RequestError) -> any InputViewPlace {
    guard try parameters.text(ifThere: "container") != nil else { return controller }
    return try container(parameters).text
  }
}

extension Parameters {
  /// Creates a bar of buttons, a bar of words that complete the typed word, or a text; nil for
  /// none.
  fileprivate func accessory(
    of program: Program, at place: any InputViewPlace
  ) throws(RequestError) -> View? {
    let members = ["container", "minimumRows", "maximumRows", "padding"]
    if let expanding = try object(ifThere: "expanding", known: members) {
      for name in ["items", "completions"] where has(name) && self[name] != .null {
        throw RequestError(
          .invalidParameter, "either \(name) or expanding, not both", at: pointer("expanding"))
      }
      return try expanding.textAccessory(of: program, at: place)
    }
    return try accessoryBar(of: program)
  }

  private func accessoryBar(of program: Program) throws(RequestError) -> AccessoryBar? {
    let items = try accessoryItems(of: program)
    guard let words = try words("completions", atMost: 1000), !words.isEmpty else {
      return items.isEmpty ? nil : AccessoryBar(name: "accessory", items: items)
    }
    guard items.isEmpty else {
      throw RequestError(
        .invalidParameter, "either items or completions, not both", at: pointer("completions"))
    }
    let entries = words.map { (key: $0.lowercased(), word: $0) }
    return CompletionAccessory(name: "accessory") { beginning in
      let key = beginning.lowercased()
      return entries.lazy.filter { $0.key.hasPrefix(key) && $0.key != key }
        .prefix(CompletionAccessory.limit).map(\.word)
    }
  }

  /// Creates an accessory with a text that grows; the text leaves the window.
  private func textAccessory(
    of program: Program, at place: any InputViewPlace
  ) throws(RequestError) -> TextAccessory {
    let container = try program.container(self)
    let least = try number(ifThere: "minimumRows", in: 1...100) ?? 1
    let most = try number(ifThere: "maximumRows", in: 1...100) ?? max(5, least)
    let padding = try number(ifThere: "padding", in: 0...100) ?? 0
    guard least <= most else {
      throw RequestError(
        .invalidParameter, "maximumRows is \(least) or more, as minimumRows says, not \(most)",
        at: pointer("maximumRows"))
    }
    guard container.form == nil, container.text !== place,
      container.text.accessory as? TextAccessory == nil || program.isInAccessory(container)
    else {
      throw RequestError(
        .unsupported,
        "\(container.name.excerpt) cannot stand there: it is a field of a form, or has the accessory "
          + "itself", at: pointer("container"))
    }
    // The text may be in another accessory, or in the one that the new accessory replaces.
    program.dropAccessories(of: container)
    return TextAccessory(container, of: program, rows: least...most, padding: padding)
  }

  private func accessoryItems(of program: Program) throws(RequestError) -> [AccessoryItem] {
    let specifications =
      try objects(ifThere: "items", known: ["command", "title", "chord", "enabled"]) ?? []
    guard specifications.count <= 100 else {
      throw RequestError(.tooMany, "an accessory must have at most 100 items", at: pointer("items"))
    }
    var items: [AccessoryItem] = []
    for specification in specifications {
      let id = try specification.text("command")
      let title = try specification.text(ifThere: "title") ?? id
      let chords = try specification.chords("chord")
      let item = AccessoryItem(
        title: title, name: id,
        keyCommand: chords.isEmpty ? nil : KeyCommand(id: id, chords: chords, title: title)
      ) { [weak program] _ in program?.notify("accessory.activated", Activated(item: id)) }
      item.isEnabled = try specification.bool(ifThere: "enabled") ?? true
      items.append(item)
    }
    return items
  }

  /// Reads a list of words, each on one line and of at most 200 bytes.
  fileprivate func words(_ name: String, atMost limit: Int) throws(RequestError) -> [String]? {
    guard let words = try texts(ifThere: name) else { return nil }
    guard words.count <= limit else {
      throw RequestError(.tooMany, "\(name) must have at most \(limit) words", at: pointer(name))
    }
    for (index, word) in words.enumerated()
    where !(1...200).contains(word.utf8.count) || word.contains(where: \.isNewline) {
      throw RequestError(
        .invalidParameter, "a word must have from 1 to 200 bytes, on one line",
        at: "\(pointer(name))/\(index)")
    }
    return words
  }
}

private struct Activated: Encodable {
  var item: String
}
