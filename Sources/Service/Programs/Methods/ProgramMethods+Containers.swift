// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

extension ProgramMethods {
  /// The methods for fields and views.
  static let containers: [String: Method<ProgramClient>] = [
    "container.create": Method(ContainerSpecification.members) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      try program.needRoom(for: 1)
      let made = try ContainerSpecification(parameters, of: program).make(for: client)
      program.put(ProgramItem(made))
      program.add(made)
      return Created(container: made.name)
    },
    "container.remove": Method(["container"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let container = try program.container(parameters)
      guard !program.forms.values.contains(where: { $0.fields.contains { $0 === container } })
      else {
        throw RequestError(
          .unsupported,
          "\(container.name.excerpt) is a field of a form; remove the form instead",
          at: parameters.pointer("container"))
      }
      program.dropAccessories(of: container)
      program.take(container.text)
      program.remove(container)
      return Done()
    },
    "container.set": Method(["container", "traits", "properties"]) {
      (client, parameters) throws(RequestError) in
      let text = try client.program.container(parameters).text
      let traits = try parameters.traits("traits", changing: text.declaredTraits)
      let properties = try parameters.properties("properties")
      // All changes are made or none, so the properties are first set on a copy.
      let trial = ContainerSpecification.make(text.kind, name: "")
      if case .text(let string)? = properties.first(where: { $0.name == "text" })?.value {
        try client.program.needRoom(forText: string)
      }
      for (name, value, place) in properties { try trial.set(name, to: value, at: place) }
      if let traits { try trial.set(traits, at: parameters.pointer("traits")) }
      for (name, value, place) in properties { try text.set(name, to: value, at: place) }
      if let traits { try text.set(traits, at: parameters.pointer("traits")) }
      return Done()
    },
    "container.get": Method(["container", "properties"]) {
      (client, parameters) throws(RequestError) in
      let container = try client.program.container(parameters)
      var contents = ProgramSnapshot.Contents(container)
      guard let names = try parameters.texts(ifThere: "properties") else { return contents }
      var properties: [String: JSONValue] = [:]
      for (index, name) in names.enumerated() where properties[name] == nil {
        let place = "\(parameters.pointer("properties"))/\(index)"
        properties[name] = try container.text.property(name, at: place)
      }
      contents.properties = properties
      return contents
    },
  ]

  private struct Created: Encodable {
    var container: String
  }
}
