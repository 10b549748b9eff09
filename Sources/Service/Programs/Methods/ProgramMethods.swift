// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// The methods of the programs' socket, which Documentation/Protocol.md describes.
enum ProgramMethods {
  /// The methods by name.
  static let all = [
    session, containers, labels, text, marked, ink, focus, commands, menus, inputViews, forms,
    offers, pasteboard, providing, privacy, scanners, external, delivery,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  /// The names of the methods.
  static var names: Set<String> { Set(all.keys) }
}

extension Program {
  /// Finds a container by the name that the program gave it.
  func container(
    _ parameters: Parameters, _ member: String = "container"
  ) throws(RequestError) -> ProgramContainer {
    let name = try parameters.text(member)
    guard let container = containers[name] else {
      throw .unknown("container", name, among: Array(containers.keys), parameters, member)
    }
    return container
  }

  /// Reads a name for a new object.
  func newName(_ parameters: Parameters, _ member: String) throws(RequestError) -> String {
    let name = try parameters.text(member)
    guard (1...200).contains(name.utf8.count) else {
      throw RequestError(
        .invalidParameter, "a name must have from 1 to 200 bytes", at: parameters.pointer(member))
    }
    guard !isNameInUse(name) else {
      throw RequestError(
        .nameInUse, "the name \(name.excerpt) is already in use",
        at: parameters.pointer(member))
    }
    return name
  }
}
