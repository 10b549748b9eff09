// SPDX-License-Identifier: Apache-2.0
import Keys

/// A key that is down and that somebody was told of, or that must stay silent.
struct ActivePress {
  let key: PhysicalKey
  /// Who was offered the press and so learns how it ends.
  let offeredTo: [Responder]
  /// Whether somebody took it, so that its autorepeat types nothing.
  let isTaken: Bool
  /// What its autorepeat is answered with.
  let repeatDisposition: Disposition
  /// Which text had the focus when it began; its end may come when another has (FLD-2).
  let container: ContainerID?
}

/// Steps 4 and 8 of the offer order: raw presses, begun once and ended once (CMD-16).
final class RawPressStage: EnginePart {
  /// The presses that somebody was offered, or that must stay silent, until their keys come up.
  private(set) var presses: [ActivePress] = [] {
    didSet { hasPresses = !presses.isEmpty }
  }
  private var hasPresses = false

  /// Offers a raw press along the chain to those who want presses; an autorepeat is never offered.
  func offer(_ press: OfferedPress) -> Disposition? {
    let keystroke = press.keystroke
    guard keystroke.event.phase == .press else { return nil }
    let container = engine.textContainer?.id
    var offeredTo: [Responder] = []
    var isTaken = false
    var candidate: Responder? = engine.firstOfChain
    while let responder = candidate, !isTaken {
      if responder.wantsPresses {
        if offeredTo.isEmpty { engine.queue.append(.pressBegan(keystroke, in: container)) }
        offeredTo.append(responder)
        isTaken = responder.pressBegan(keystroke)
      }
      candidate = responder.next
    }
    guard !offeredTo.isEmpty else { return nil }
    remember(keystroke, offeredTo: offeredTo, isTaken: isTaken, .press, in: container)
    guard isTaken else { return nil }
    if case .pending = keystroke.composition { engine.stages.composition.abandon() }
    return .press
  }

  /// Begins a press that was not seen: it may be a raw press, but never text (KEY-11).
  func beginFound(_ keystroke: Keystroke) {
    end(keystroke, isCancelled: false)
    guard !keystroke.isModifier else { return }
    if engine.isAway { return beginSilent(keystroke) }
    let container = engine.textContainer?.id
    var offeredTo: [Responder] = []
    var candidate: Responder? = engine.firstOfChain
    while let responder = candidate {
      if responder.wantsPresses {
        if offeredTo.isEmpty { engine.queue.append(.pressBegan(keystroke, in: container)) }
        offeredTo.append(responder)
        if responder.pressBegan(keystroke) { break }
      }
      candidate = responder.next
    }
    remember(keystroke, offeredTo: offeredTo, isTaken: true, .ignored, in: container)
  }

  /// Begins a press that means nothing here, and so its autorepeat also means nothing.
  ///
  /// Who was offered the press before learns its end all the same.
  func beginSilent(_ keystroke: Keystroke) {
    let before = index(of: keystroke).map { presses.remove(at: $0) }
    remember(
      keystroke, offeredTo: before?.offeredTo ?? [], isTaken: true, .ignored,
      in: before?.container ?? engine.textContainer?.id)
  }

  private func remember(
    _ keystroke: Keystroke, offeredTo: [Responder], isTaken: Bool, _ disposition: Disposition,
    in container: ContainerID?
  ) {
    presses.append(
      ActivePress(
        key: keystroke.event.key, offeredTo: offeredTo, isTaken: isTaken,
        repeatDisposition: disposition, container: container))
  }

  /// What an autorepeat is answered with whose press somebody took; nil for another one.
  func repeated(_ keystroke: Keystroke) -> Disposition? {
    guard hasPresses, let index = index(of: keystroke), presses[index].isTaken else {
      return nil
    }
    return presses[index].repeatDisposition
  }

  private func index(of keystroke: Keystroke) -> Int? {
    presses.firstIndex { $0.key == keystroke.event.key }
  }

  /// Ends a key's press where one was begun.
  func end(_ keystroke: Keystroke, isCancelled: Bool) {
    guard hasPresses, let index = index(of: keystroke) else { return }
    end(presses.remove(at: index), with: keystroke, isCancelled: isCancelled)
  }

  /// Cancels every press, because the focus goes elsewhere (CMD-16).
  ///
  /// The keys stay silent until they come up: what was pressed here is not typed there.
  func cancelAll() {
    for index in presses.indices where !presses[index].offeredTo.isEmpty {
      let press = presses[index]
      let event = KeyEvent(
        time: .zero, device: press.key.device, code: press.key.code, phase: .cancel)
      end(press, with: Keystroke(event: event), isCancelled: true)
      presses[index] = ActivePress(
        key: press.key, offeredTo: [], isTaken: true, repeatDisposition: .ignored,
        container: press.container)
    }
  }

  private func end(
    _ press: ActivePress, with keystroke: Keystroke, isCancelled: Bool
  ) {
    guard !press.offeredTo.isEmpty else { return }
    engine.queue.append(
      isCancelled
        ? .pressCancelled(keystroke, in: press.container)
        : .pressEnded(keystroke, in: press.container))
    for responder in press.offeredTo {
      if isCancelled {
        responder.pressCancelled(keystroke)
      } else {
        responder.pressEnded(keystroke)
      }
    }
  }
}

extension TextEngine {
  /// Whether nothing is left that a held key began; true whenever no key is down.
  public var isIdle: Bool { stages.rawPresses.presses.isEmpty }
}
