// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// The state of programs as it is now, for the next run of the service.
extension ProgramHub {
  /// Whether a program has anything to resume.
  func isKept(_ program: Program) -> Bool {
    guard !program.isLeaving else { return false }
    return program.graceSeconds > 0 || program.keepSeconds > 0 && isWorthKeeping(program)
  }

  /// Returns the state of a program.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - time: the current time; if the program is connected, its connection ends then.
  /// - Returns: the state.
  func kept(_ program: Program, at time: BootTime) -> KeptProgram {
    let departure = program.state == .connected ? time : program.departedAt
    var kept = KeptProgram(
      number: program.number, name: program.name, user: program.user, token: program.token,
      departure: departure.microsecondsSinceBoot, graceSeconds: program.graceSeconds,
      keepSeconds: program.keepSeconds)
    kept.idleSeconds = program.idleSeconds
    kept.presses = program.controller.presses
    kept.mayFill = fillSources.isAllowed(program.number)
    kept.scanners = scanners.labels(of: program, among: encoder.devices)
    kept.claimsAllScanners = scanners.claimsAll(program)
    kept.definitions = program.definitions.definitions.map { current($0, in: program) }
    // The text of a toolkit is in the program.
    kept.texts = program.containers.values.filter { $0.external == nil }
      .sorted { $0.text.id.rawValue < $1.text.id.rawValue }.map(\.kept)
    kept.focus = program.window.firstResponder.flatMap { KeptFocus(of: $0, in: program) }
    return kept
  }

  /// Returns a definition with the present values of properties that keys change.
  private func current(
    _ definition: DefinitionLog.Definition, in program: Program
  ) -> DefinitionLog.Definition {
    let name = ContainerProperty.clearsOnInsertion.rawValue
    guard case .text(let container)? = definition.parameters["container"],
      let text = program.containers[container]?.text,
      case .object(var properties)? = definition.parameters["properties"], properties[name] != nil
    else { return definition }
    properties[name] = .bool(text.clearsOnInsertion)
    var definition = definition
    definition.parameters["properties"] = .object(properties)
    return definition
  }
}

extension ProgramContainer {
  /// The text; text that is being composed counts as committed.
  fileprivate var kept: KeptProgram.Text {
    var kept = KeptProgram.Text(container: name, text: "", revision: text.textRevision)
    if text.isSecret {
      // The program must not take the empty text for the one that it knows.
      if text.hasText { kept.revision += 1 }
    } else {
      kept.text = text.text
      if text.markedRange != nil { kept.revision += 1 }
    }
    guard text.hasSelection else { return kept }
    kept.selection = KeptProgram.Selected(anchor: text.selection.anchor, head: text.selection.head)
    return kept
  }
}
