// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// The state of a program as it is now.
extension KeptProgram {
  /// Takes the state of a program; nil if it has nothing to resume.
  ///
  /// - Parameters:
  ///   - program: the program; if it is connected, its connection ends at this time.
  ///   - hub: the hub of the program.
  ///   - time: the current time.
  init?(of program: Program, in hub: ProgramHub, at time: BootTime) {
    let isKept = program.keepSeconds > 0 && hub.isWorthKeeping(program)
    guard !program.isLeaving, program.graceSeconds > 0 || isKept else { return nil }
    let departure = program.state == .connected ? time : program.departedAt
    self.init(
      number: program.number, name: program.name, user: program.user, token: program.token,
      departure: departure.microsecondsSinceBoot, graceSeconds: program.graceSeconds,
      keepSeconds: program.keepSeconds)
    idleSeconds = program.idleSeconds
    presses = program.controller.presses
    mayFill = hub.fillSources.isAllowed(program.number)
    scanners = hub.scanners.labels(of: program, among: hub.encoder.devices)
    claimsAllScanners = hub.scanners.claimsAll(program)
    definitions = program.definitions.definitions.map { $0.current(in: program) }
    texts = program.containers.values.sorted { $0.text.id.rawValue < $1.text.id.rawValue }
      .map(Text.init)
    focus = program.kept(program.window.firstResponder)
  }

  /// How long ago the program disconnected.
  func absence(at time: BootTime) -> Duration {
    // A time in the future is of another start of the machine.
    .microseconds(max(0, time.microsecondsSinceBoot - departure))
  }
}

extension KeptProgram.Text {
  /// Takes the text of a container; text that is being composed counts as committed.
  init(_ container: ProgramContainer) {
    let text = container.text
    self.init(container: container.name, text: "", revision: text.textRevision)
    if text.isSecret {
      // The program must not take the empty text for the one that it knows.
      if text.hasText { revision += 1 }
    } else {
      self.text = text.text
      if text.markedRange != nil { revision += 1 }
    }
    guard text.hasSelection else { return }
    selection = KeptProgram.Selected(anchor: text.selection.anchor, head: text.selection.head)
  }
}

extension DefinitionLog.Definition {
  /// The definition with the present values of properties that keys change.
  fileprivate func current(in program: Program) -> DefinitionLog.Definition {
    let name = ContainerProperty.clearsOnInsertion.rawValue
    guard case .text(let container)? = parameters["container"],
      let text = program.containers[container]?.text,
      case .object(var properties)? = parameters["properties"], properties[name] != nil
    else { return self }
    properties[name] = .bool(text.clearsOnInsertion)
    var definition = self
    definition.parameters["properties"] = .object(properties)
    return definition
  }
}

extension Program {
  /// The responder with the focus in a form that another process can read; nil for none, and for a
  /// responder that is not the program's.
  func kept(_ responder: Responder?) -> KeptFocus? {
    guard let responder else { return nil }
    if responder === controller { return .program }
    if let text = responder as? TextContainer { return name(of: text.id).map(KeptFocus.container) }
    return forms.values.first { $0.view === responder }.map { .form($0.name) }
  }

  /// The responder that had the focus in an earlier run; nil if it does not exist any more.
  func responder(_ focus: KeptFocus) -> Responder? {
    switch focus {
    case .container(let name): containers[name]?.text
    case .form(let name): forms[name]?.firstResponder
    case .program: controller
    }
  }
}
