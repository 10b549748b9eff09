// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// Decides which program is notified of an update.
final class UpdateAudience {
  /// The programs that an update concerns.
  enum Receivers {
    case all
    case program(Program)
  }

  private let directory: ProgramDirectory
  private let turns: FocusArbiter
  private let requests: ProgramRequests
  /// The owner of the container that was looked up last, because consecutive keys are usually
  /// typed into the same container.
  private var lastOwner: Program?
  /// The performed commands whose `command.invoked` is not yet sent.
  private var invocations: [(id: String, target: String, program: Program, held: HeldCommand?)] = []
  /// The programs that were notified of a beginning, and must be notified of its end.
  private var begun = OpenEventOwners()

  init(_ directory: ProgramDirectory, turns: FocusArbiter, requests: ProgramRequests) {
    (self.directory, self.turns, self.requests) = (directory, turns, requests)
  }

  /// The program that has the keyboard; nil for none.
  var holder: Program? { directory.programs.first(where: turns.isHolder) }

  /// The program that a container belongs to; nil for none.
  func owner(of container: ContainerID) -> Program? {
    if let lastOwner, lastOwner.owns(container) { return lastOwner }
    lastOwner = directory.programs.first { $0.owns(container) }
    return lastOwner
  }

  /// Notes a command that a program's responder has performed, and waits for the response if the
  /// command holds keys.
  func didPerform(_ id: String, _ target: String, by program: Program) {
    let held = program.isHolding(id) ? HeldCommand(id, of: program) : nil
    invocations.append((id, target, program, held))
    if let held { requests.waitForResponse(to: held) }
  }

  /// Forgets a program.
  func forget(_ program: Program) {
    lastOwner = nil
    invocations.removeAll { $0.program === program }
    begun.forget(program)
  }

  /// The programs that an update concerns; nil for none.
  func receivers(of update: Update) -> Receivers? {
    switch update {
    case .keyboard, .modeDidChange, .modeExtensionBypassed, .layoutDidChange, .deviceConnected,
      .deviceDisconnected, .deviceAttached, .deviceDetached:
      return .all
    default: return addressee(of: update).map(Receivers.program)
    }
  }

  private func addressee(of update: Update) -> Program? {
    switch update {
    case .textDidChange, .selectionDidChange, .selectionDidEnd, .markedDidChange, .editingChanged,
      .didEndOnExit, .focusDidBegin, .focusDidEnd, .traitsDidChange, .correctionDidChange,
      .spellingDidChange, .viewDidScroll, .inlineDidChange:
      guard let id = update.container, let program = owner(of: id) else { return nil }
      return program.find(id)?.external == nil || update.isForToolkits ? program : nil
    case .pressBegan(let keystroke, let id):
      if let id, owner(of: id)?.find(id)?.external != nil { return nil }
      return begun.begin(keystroke, for: typed(in: id))
    case .pressEnded(let keystroke, _), .pressCancelled(let keystroke, _):
      return begun.end(keystroke)
    case .pressUnhandled(_, let id):
      if let id, owner(of: id)?.find(id)?.external != nil { return nil }
      return typed(in: id)
    case .locksDidChange(let locks, let id):
      let program = typed(in: id)
      program?.reportedLocks = locks
      return program
    case .candidatesDidChange(_?, let id):
      // A secret of a toolkit has no candidates (EXT-18).
      if let id, let text = owner(of: id)?.find(id), text.external != nil, text.text.isSecret {
        return nil
      }
      begun.candidates = typed(in: id)
      return begun.candidates
    case .candidatesDidChange(nil, let id):
      defer { begun.candidates = nil }
      return begun.candidates ?? typed(in: id)
    case .inkDidChange(_?, let id):
      begun.ink = typed(in: id)
      return begun.ink
    case .inkDidChange(nil, let id):
      defer { begun.ink = nil }
      return begun.ink ?? typed(in: id)
    case .hudShown:
      begun.panel = holder
      return holder
    case .hudHidden:
      defer { begun.panel = nil }
      return begun.panel
    case .menuShown:
      begun.menu = holder
      return holder
    case .menuHidden:
      defer { begun.menu = nil }
      return begun.menu
    case .commandInvoked(let id, let title, let target, let argument):
      guard let first = invocations.first, first.id == id, first.target == target else {
        return nil
      }
      invocations.removeFirst()
      guard let held = first.held else { return first.program }
      // The request takes the place of the notification.
      requests.write(held, title: title, target: target, argument: argument)
      return nil
    case .keyboard, .modeDidChange, .modeExtensionBypassed, .layoutDidChange, .deviceConnected,
      .deviceDisconnected, .deviceAttached, .deviceDetached:
      return nil
    }
  }

  /// The program that owns the container or, without a container, the one that has the keyboard.
  private func typed(in container: ContainerID?) -> Program? {
    container.map(owner) ?? holder
  }
}

extension Update {
  /// Whether a toolkit that owns the container is notified; the messages about its text replace
  /// the others.
  fileprivate var isForToolkits: Bool {
    switch self {
    case .focusDidBegin, .focusDidEnd, .traitsDidChange, .correctionDidChange: true
    default: false
    }
  }
}
