// SPDX-License-Identifier: Apache-2.0
import Keys

/// A key that is down and was reported to responders, or that must be ignored.
struct TrackedPress {
  let key: PhysicalKey
  /// The responders that received the press, and must receive its end.
  let receivers: [Responder]
  /// Whether the press was handled, so that its repeats type nothing.
  let isHandled: Bool
  /// The disposition of its repeats.
  let repeatDisposition: Disposition
  /// The container that had focus at the press; another container may have focus at the release
  /// (FLD-2).
  let container: ContainerID?
}

/// Steps 4 and 8 of the dispatch order: raw presses, each begun once and ended once (CMD-16).
final class RawPressStage {
  private let state: EngineState
  /// The presses that responders received, or that must be ignored, until their keys are released.
  private(set) var presses: [TrackedPress] = [] {
    didSet { hasPresses = !presses.isEmpty }
  }
  private(set) var hasPresses = false

  init(_ state: EngineState) { self.state = state }

  /// Passes a raw press along the chain to responders that want presses; repeats are never passed.
  ///
  /// - Parameters:
  ///   - keystroke: the press.
  ///   - isOfText: whether the focused text would handle it; only responders that want such presses
  ///     receive it (CMD-31).
  /// - Returns: the answer if a responder handled it.
  func answer(_ keystroke: Keystroke, ofText isOfText: Bool = false) -> StageAnswer? {
    guard keystroke.event.phase == .press else { return nil }
    let container = state.container?.id
    let (receivers, isHandled) = pass(keystroke, ofText: isOfText, in: container)
    guard let last = receivers.last else { return nil }
    remember(keystroke, receivers: receivers, isHandled: isHandled, .press, in: container)
    guard isHandled else { return nil }
    if case .pending = keystroke.composition, !last.composesPresses {
      return StageAnswer(.press, [.abandonComposing])
    }
    return StageAnswer(.press)
  }

  /// Passes a press along the chain until a responder handles it.
  ///
  /// - Returns: the responders that received it, and whether the last one handled it.
  private func pass(
    _ keystroke: Keystroke, ofText isOfText: Bool, in container: ContainerID?
  ) -> (receivers: [Responder], isHandled: Bool) {
    var receivers: [Responder] = []
    var isHandled = false
    var candidate: Responder? = state.firstOfChain
    while let responder = candidate, !isHandled {
      if responder.wantsPresses, !isOfText || responder.wantsPressesOfText {
        if receivers.isEmpty { state.queue.append(.pressBegan(keystroke, in: container)) }
        receivers.append(responder)
        isHandled = responder.pressBegan(keystroke)
      }
      candidate = responder.next
    }
    return (receivers, isHandled)
  }

  /// Begins a press that was not seen: it may be a raw press, but never types text (KEY-11).
  ///
  /// - Parameters:
  ///   - keystroke: the key that was found down.
  ///   - isOfText: whether the focused text would handle its press.
  func beginFound(_ keystroke: Keystroke, ofText isOfText: Bool) {
    let container = state.container?.id
    let (receivers, _) = pass(keystroke, ofText: isOfText, in: container)
    remember(keystroke, receivers: receivers, isHandled: true, .ignored, in: container)
  }

  /// Begins a press without a meaning, so that its repeats have none either.
  ///
  /// Responders that received the press still receive its end.
  func beginSilent(_ keystroke: Keystroke) {
    let before = index(of: keystroke).map { presses.remove(at: $0) }
    remember(
      keystroke, receivers: before?.receivers ?? [], isHandled: true, .ignored,
      in: before?.container ?? state.container?.id)
  }

  private func remember(
    _ keystroke: Keystroke, receivers: [Responder], isHandled: Bool, _ disposition: Disposition,
    in container: ContainerID?
  ) {
    presses.append(
      TrackedPress(
        key: keystroke.event.key, receivers: receivers, isHandled: isHandled,
        repeatDisposition: disposition, container: container))
  }

  /// Returns the disposition of a repeat whose press was handled; nil for any other repeat.
  func repeated(_ keystroke: Keystroke) -> Disposition? {
    guard hasPresses, let index = index(of: keystroke), presses[index].isHandled else {
      return nil
    }
    let press = presses[index]
    if press.repeatDisposition == .press { press.receivers.last?.pressRepeated(keystroke) }
    return press.repeatDisposition
  }

  private func index(of keystroke: Keystroke) -> Int? {
    presses.firstIndex { $0.key == keystroke.event.key }
  }

  /// Ends a key's press, if one was begun.
  func end(_ keystroke: Keystroke, isCancelled: Bool) {
    guard hasPresses, let index = index(of: keystroke) else { return }
    end(presses.remove(at: index), with: keystroke, isCancelled: isCancelled)
  }

  /// Cancels every press, because focus moves (CMD-16).
  ///
  /// The keys are ignored until they are released, so that they do not type into the new focus.
  func cancelAll() {
    for index in presses.indices where !presses[index].receivers.isEmpty {
      let press = presses[index]
      let event = KeyEvent(
        time: .zero, device: press.key.device, code: press.key.code, phase: .cancel)
      end(press, with: Keystroke(event: event), isCancelled: true)
      presses[index] = TrackedPress(
        key: press.key, receivers: [], isHandled: true, repeatDisposition: .ignored,
        container: press.container)
    }
  }

  private func end(
    _ press: TrackedPress, with keystroke: Keystroke, isCancelled: Bool
  ) {
    guard !press.receivers.isEmpty else { return }
    state.queue.append(
      isCancelled
        ? .pressCancelled(keystroke, in: press.container)
        : .pressEnded(keystroke, in: press.container))
    for responder in press.receivers {
      if isCancelled {
        responder.pressCancelled(keystroke)
      } else {
        responder.pressEnded(keystroke)
      }
    }
  }
}
