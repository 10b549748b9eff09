// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The responder that has the focus of a program's window, or will get it.
enum KeptFocus: Hashable {
  case container(String)
  case form(String)
  /// The program itself.
  case program

  /// Names a responder; nil for one that is not the program's.
  init?(of responder: Responder, in program: Program) {
    if responder === program.controller {
      self = .program
    } else if let text = responder as? TextContainer {
      guard let name = program.name(of: text.id) else { return nil }
      self = .container(name)
    } else {
      guard let form = program.forms.values.first(where: { $0.view === responder }) else {
        return nil
      }
      self = .form(form.name)
    }
  }

  /// Finds the responder; nil if it does not exist any more.
  func responder(of program: Program) -> Responder? {
    switch self {
    case .container(let name): program.containers[name]?.text
    case .form(let name): program.forms[name]?.firstResponder
    case .program: program.controller
    }
  }
}

// MARK: JSON

extension KeptFocus {
  var json: JSONValue {
    switch self {
    case .container(let name): .object(["container": .text(name)])
    case .form(let name): .object(["form": .text(name)])
    case .program: .object([:])
    }
  }

  init?(_ json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    if case .text(let name)? = members["container"] {
      self = .container(name)
    } else if case .text(let name)? = members["form"] {
      self = .form(name)
    } else {
      self = .program
    }
  }
}
