// SPDX-License-Identifier: Apache-2.0
package import Keys
import TextInput

/// The state of programs between two runs of the service (decision 40).
extension ProgramHub {
  /// The limit of the state, in bytes.
  package static var stateLimit: Int { KeptPrograms.limit }

  // MARK: Before the end

  /// Encodes the state of the programs that can resume, for the next run of the service.
  ///
  /// It contains tokens, so the caller overwrites it after use.
  ///
  /// - Parameter time: the time at which the connected programs lose their connections.
  /// - Returns: the state; nil if no program has any.
  package func encodeState(at time: BootTime = .now) -> [UInt8]? {
    finishDisconnects()
    let programs = programs.filter(isKept).map { kept($0, at: time) }
    guard !programs.isEmpty else { return nil }
    let (bytes, omitted) = KeptPrograms(programs, keyboard: turns.kept).encoded()
    for program in omitted {
      log(.tooLarge(program.name, number: program.number, limit: KeptPrograms.limit))
    }
    return omitted.count < programs.count ? bytes : nil
  }

  // MARK: At the start

  /// Restores the programs of an earlier run, as if they had been connected here and had
  /// disconnected.
  ///
  /// Objects that this version cannot create are logged and left out.
  ///
  /// - Parameters:
  ///   - bytes: the state, from ``encodeState(at:)`` of this or another version.
  ///   - time: the current time.
  package func restore(_ bytes: [UInt8], at time: BootTime = .now) {
    var bad: [KeptPrograms.BadLine] = []
    let kept: KeptPrograms
    do throws(KeptPrograms.Flaw) {
      kept = try KeptPrograms(reading: bytes, bad: &bad)
    } catch {
      switch error {
      case .otherVersion(let version):
        return log(.unreadable(version: version, expected: KeptPrograms.version))
      }
    }
    if !bad.isEmpty || kept.keyboard == nil {
      log(.damaged(lines: bad, isCutOff: kept.keyboard == nil))
    }
    var restored: [(kept: KeptProgram, program: Program)] = []
    engine.advance(to: now())
    engine.perform { [unowned self] in
      for kept in kept.programs where kept.isAlive(at: time) {
        restored.append((kept, restore(kept)))
      }
      restore(kept.keyboard ?? KeptKeyboard(), of: restored)
      // After the focus, which may clear a text.
      for (kept, program) in restored {
        let refused = kept.texts.count { !restore($0, of: program) }
        if refused > 0 {
          log(program.refusedEntry(count: refused, method: "text.set", .tooMany))
        }
        program.isRestoring = false
      }
    }
    deliver()
    for (kept, program) in restored {
      program.updatesWereDelivered()
      log(program.restoredEntry)
      directory.keep(program, after: kept.absence(at: time))
    }
    deliver()
  }

  private func restore(_ kept: KeptProgram) -> Program {
    let program = makeProgram(
      name: kept.name, user: kept.user, number: kept.number, token: kept.token)
    program.isRestoring = true
    program.graceSeconds = kept.graceSeconds
    program.keepSeconds = kept.keepSeconds
    program.idleSeconds = kept.idleSeconds
    program.controller.presses = kept.presses
    if kept.mayFill { fillSources.allow(true, program.number) }
    for label in kept.scanners { scanners.expect(label, for: program) }
    if kept.claimsAllScanners { scanners.claim(nil, for: program) }
    let client = ProgramClient(hub: self, restoring: program)
    var refusals: [(method: String, name: RequestError.Name)] = []
    for definition in kept.definitions {
      do throws(RequestError) {
        try define(definition, for: client)
      } catch {
        refusals.append((definition.method, error.name))
      }
    }
    if let first = refusals.first {
      log(program.refusedEntry(count: refusals.count, method: first.method, first.name))
    }
    return program
  }

  /// Runs a definition again.
  private func define(
    _ definition: DefinitionLog.Definition, for client: ProgramClient
  ) throws(RequestError) {
    let request = Request(
      id: nil, method: definition.method, parameters: .object(definition.parameters))
    guard DefinitionRule.all[definition.method] ?? .nothing != .nothing else {
      throw RequestError(.unknownMethod, "\(definition.method.excerpt) defines nothing")
    }
    _ = try methods().run(request, for: client)
    try client.program.definitions.note(request)
  }

  /// Restores the focus of each window, and the program that has the keyboard.
  private func restore(
    _ keyboard: KeptKeyboard, of restored: [(kept: KeptProgram, program: Program)]
  ) {
    let known = Dictionary(
      restored.map { ($0.program.number, $0) }, uniquingKeysWith: { first, _ in first })
    let history = keyboard.history.compactMap { known[$0] }
    for (kept, program) in restored where !keyboard.history.contains(program.number) {
      guard let responder = kept.focus?.responder(of: program) else { continue }
      turns.restore(responder, of: program)
      turns.release(program)
    }
    for (kept, program) in history {
      turns.restore(kept.focus?.responder(of: program), of: program)
    }
    turns.restoreHolder(keyboard.holder.flatMap { known[$0]?.program })
    for waiting in keyboard.queue {
      guard let program = known[waiting.program]?.program,
        let responder = waiting.focus.responder(of: program)
      else { continue }
      turns.wait(for: responder, of: program)
    }
  }

  /// Restores the text of a container, if the container exists.
  ///
  /// - Returns: false if the text is beyond the limits, and is empty therefore.
  private func restore(_ kept: KeptProgram.Text, of program: Program) -> Bool {
    guard let container = program.containers[kept.container], container.external == nil else {
      return true
    }
    let text = container.text
    let hasRoom = (try? program.needRoom(forText: kept.text)) != nil
    guard hasRoom, !kept.text.isEmpty else {
      text.restoreRevision(hasRoom ? kept.revision : kept.revision + 1)
      container.reportedRevision = text.textRevision
      return hasRoom
    }
    // Setting the text makes a revision, which the program already has.
    text.restoreRevision(max(0, kept.revision - 1))
    container.reportedRevision = text.textRevision
    text.text = kept.text
    if let selection = kept.selection, text.hasSelection {
      let places = text.storage.count
      text.select(
        Selection(
          anchor: min(max(selection.anchor, 0), places), head: min(max(selection.head, 0), places)))
    }
    return true
  }
}
