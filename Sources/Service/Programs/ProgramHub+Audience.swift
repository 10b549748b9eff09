// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// The programs that were notified of a beginning, and must therefore be notified of the end, even
/// if another program has the keyboard by then.
///
/// If another program gets the keyboard, the resulting ends are reported after that.
struct OpenEventOwners {
  private var presses: [PhysicalKey: Program] = [:]
  /// The program that was notified of the open command panel.
  var panel: Program?
  /// The program that was notified of the open main menu.
  var menu: Program?
  /// The program that was notified of candidates.
  var candidates: Program?

  mutating func begin(_ keystroke: Keystroke, for program: Program?) -> Program? {
    presses[keystroke.event.key] = program
    return program
  }

  mutating func end(_ keystroke: Keystroke) -> Program? {
    presses.removeValue(forKey: keystroke.event.key)
  }

  /// Forgets a program.
  mutating func forget(_ program: Program) {
    presses = presses.filter { $0.value !== program }
    if panel === program { panel = nil }
    if menu === program { menu = nil }
    if candidates === program { candidates = nil }
  }
}

/// Decides which program is notified of an update.
extension ProgramHub {
  enum Audience {
    case all
    case program(Program)
  }

  /// The programs that an update concerns; nil for none.
  func audience(of update: Update) -> Audience? {
    switch update {
    case .keyboard, .modeDidChange, .layoutDidChange, .deviceConnected, .deviceDisconnected,
      .deviceAttached, .deviceDetached:
      return .all
    default: return addressee(of: update).map(Audience.program)
    }
  }

  private func addressee(of update: Update) -> Program? {
    switch update {
    case .textDidChange, .selectionDidChange, .selectionDidEnd, .markedDidChange, .editingChanged,
      .didEndOnExit, .focusDidBegin, .focusDidEnd, .traitsDidChange, .correctionDidChange,
      .spellingDidChange, .viewDidScroll, .inlineDidChange:
      return update.container.flatMap(owner)
    case .pressBegan(let keystroke, let id):
      return begun.begin(keystroke, for: typed(in: id))
    case .pressEnded(let keystroke, _), .pressCancelled(let keystroke, _):
      return begun.end(keystroke)
    case .pressUnhandled(_, let id): return typed(in: id)
    case .locksDidChange(let locks, let id):
      let program = typed(in: id)
      program?.reportedLocks = locks
      return program
    case .candidatesDidChange(_?, let id):
      begun.candidates = typed(in: id)
      return begun.candidates
    case .candidatesDidChange(nil, let id):
      defer { begun.candidates = nil }
      return begun.candidates ?? typed(in: id)
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
    case .keyboard, .modeDidChange, .layoutDidChange, .deviceConnected, .deviceDisconnected,
      .deviceAttached, .deviceDetached:
      return nil
    }
  }

  /// The program that owns the container or, without a container, the one that has the keyboard.
  private func typed(in container: ContainerID?) -> Program? {
    container.map(owner) ?? holder
  }
}
