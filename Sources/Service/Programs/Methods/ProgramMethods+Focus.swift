// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

extension ProgramMethods {
  /// The methods for the focus, which decides which program has the keyboard.
  static let focus: [String: Method<ProgramClient>] = [
    "focus.request": Method(["container", "form", "presses"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let presses = try parameters.presses
      let responder: Responder
      var place: String?
      if try parameters.text(ifThere: "container") != nil {
        responder = try program.container(parameters).text
        place = parameters.pointer("container")
      } else if try parameters.text(ifThere: "form") != nil {
        responder = try program.form(parameters).firstResponder
        place = parameters.pointer("form")
      } else {
        // The program requests the keyboard without a text.
        responder = program.controller
      }
      if let form = program.modalForm(above: responder) {
        throw RequestError(
          .unsupported, "the modal form \(form.name) is above it; remove that form first",
          at: place)
      }
      if let presses { program.controller.presses = presses }
      return Asked(outcome: client.hub.turns.request(responder, of: program))
    },
    "focus.release": Method { (client, _) throws(RequestError) in
      let program = try client.program
      client.hub.turns.withdraw(program)
      return Released(released: program.window.focus(nil))
    },
    "idle.set": Method(["seconds"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      guard let seconds = try parameters.number(ifThere: "seconds", in: ProgramTimes.idle) else {
        throw parameters.invalid("seconds", "a whole number")
      }
      program.idleSeconds = seconds
      if client.hub.turns.isHolder(program) { client.hub.idle.watch(program) }
      return Done()
    },
    "endEditing": Method(["container", "force"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let force = try parameters.bool(ifThere: "force") ?? false
      let view =
        try parameters.text(ifThere: "container") != nil
        ? program.container(parameters).text : program.controller.view
      return Released(released: view.endEditing(force: force))
    },
  ]

  private struct Asked: Encodable {
    var outcome: FocusArbiter.Outcome
  }

  private struct Released: Encodable {
    var released: Bool
  }
}

extension Parameters {
  /// The key presses that a program wants; nil if it does not say.
  fileprivate var presses: WantedPresses? {
    get throws(RequestError) {
      switch self["presses"] {
      case nil, .null?: return nil
      case .bool(let areWanted)?: return areWanted ? .unhandled : .no
      case .text("all")?: return .all
      default: throw invalid("presses", "true, false or \"all\"")
      }
    }
  }
}
