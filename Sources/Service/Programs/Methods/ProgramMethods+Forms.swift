// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

extension ProgramMethods {
  /// The methods for forms, whose fields are filled in one after the other (reference 14).
  static let forms: [String: Method<ProgramClient>] = [
    "form.create": Method(["form", "fields", "prototypes", "cancels", "modal"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let name = try program.newName(parameters, "form")
      let prototypes = try parameters.prototypes
      let cancels = try parameters.bool(ifThere: "cancels") ?? false
      let isModal = try parameters.bool(ifThere: "modal") ?? false
      let known = ContainerSpecification.members.filter { $0 != "frame" } + ["prototype", "tag"]
      guard let fields = try parameters.objects(ifThere: "fields", known: known), !fields.isEmpty
      else {
        throw parameters.invalid("fields", "an array of one or more objects with container")
      }
      guard fields.count <= ProgramForm.fieldLimit else {
        throw RequestError(
          .tooMany, "a form must have at most \(ProgramForm.fieldLimit) fields",
          at: "/params/fields")
      }
      try program.needRoom(for: fields.count + 1)
      var made: [ProgramContainer] = []
      var tags: [Int] = []
      for (index, field) in fields.enumerated() {
        var prototype: Parameters?
        if let name = try field.text(ifThere: "prototype") {
          prototype = prototypes[name]
          guard prototype != nil else {
            throw .unknown("prototype", name, among: Array(prototypes.keys), field, "prototype")
          }
        }
        let container = try ContainerSpecification(
          field, of: program, prototype: prototype, isInForm: true
        )
        .make(for: client)
        guard container.name != name, !made.contains(where: { $0.name == container.name }) else {
          throw RequestError(
            .nameInUse, "the name \(container.name.excerpt) is already in use",
            at: "/params/fields/\(index)/container")
        }
        made.append(container)
        tags.append(try field.number(ifThere: "tag", in: 0...1000) ?? index + 1)
      }
      let form = ProgramForm(name: name, fields: made, tags: tags)
      form.didFinish = { [weak program] in
        program?.notify("form.didFinish", Finished(form: name))
      }
      form.didPerform = program.didPerform
      if cancels {
        form.cancelAction = { [weak program] in
          program?.notify("form.didCancel", Finished(form: name))
        }
      }
      program.forms[name] = form
      let hadFocus = program.window.firstResponder != nil
      if isModal {
        program.present(form)
      } else {
        program.put(ProgramItem(form))
        form.layOut(width: program.window.screen.width)
      }
      for container in made { program.add(container) }
      if isModal, hadFocus { _ = client.hub.turns.request(form.firstResponder, of: program) }
      return Created(form: name, containers: made.map(\.name))
    },
    "form.get": Method(["form"]) { (client, parameters) throws(RequestError) in
      let form = try client.program.form(parameters)
      return Values(
        values: Dictionary(
          form.fields.map { ($0.name, $0.text.text) }, uniquingKeysWith: { first, _ in first }))
    },
    "form.set": Method(["form", "values", "ifRevisions", "keepsSelection"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let form = try program.form(parameters)
      guard let object = try parameters.object(ifThere: "values") else {
        throw parameters.invalid("values", "an object with a text for each field name")
      }
      if let revisions = try parameters.object(ifThere: "ifRevisions") {
        for name in revisions.names {
          guard let field = form.fields.first(where: { $0.name == name }) else {
            throw .unknown("field", name, among: form.fields.map(\.name), revisions, name)
          }
          try revisions.checkRevision(of: field.text, name, called: name)
        }
      }
      // All texts are set or none, so every text is read before the first one is set.
      var edits: [(field: ProgramContainer, text: String)] = []
      for name in object.names {
        guard let field = form.fields.first(where: { $0.name == name }) else {
          throw .unknown("field", name, among: form.fields.map(\.name), object, name)
        }
        edits.append((field, try object.text(name, limit: Parameters.documentLimit)))
      }
      try program.needRoom(
        forText: edits.map(\.text).joined(),
        giving: edits.reduce(0) { $0 + $1.field.text.heldUnits })
      let rule = try parameters.selectionRule
      for edit in edits { edit.field.text.setText(edit.text, selecting: rule) }
      return Done()
    },
    "form.remove": Method(["form"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let form = try program.form(parameters)
      guard !form.isModal || program.topController === form else {
        throw RequestError(
          .unsupported, "another modal form is above \(form.name); remove that form first",
          at: parameters.pointer("form"))
      }
      if form.isModal { form.presentingViewController?.dismiss() }
      program.take(form.view)
      for field in form.fields { program.remove(field) }
      program.forms[form.name] = nil
      if program.hasMainMenu { client.hub.engine.mainMenu.setNeedsRebuild() }
      return Done()
    },
  ]

  private struct Created: Encodable {
    var form: String
    var containers: [String]
  }

  private struct Finished: Encodable {
    var form: String
  }

  private struct Values: Encodable {
    var values: [String: String]
  }
}

extension Parameters {
  /// Reads and validates all prototypes: the members that several fields share, by name.
  fileprivate var prototypes: [String: Parameters] {
    get throws(RequestError) {
      guard let object = try object(ifThere: "prototypes") else { return [:] }
      var prototypes: [String: Parameters] = [:]
      for name in object.names {
        let prototype = try object.object(
          ifThere: name, known: ["kind", "traits", "properties", "questions", "rows"])
        guard let prototype else { continue }
        try ContainerSpecification.check(prototype)
        prototypes[name] = prototype
      }
      return prototypes
    }
  }
}

extension Program {
  /// Finds a form by the name that the program gave it.
  func form(_ parameters: Parameters) throws(RequestError) -> ProgramForm {
    let name = try parameters.text("form")
    guard let form = forms[name] else {
      throw .unknown("form", name, among: Array(forms.keys), parameters, "form")
    }
    return form
  }
}
