// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// Hands keystrokes and updates to the sinks and observers that may know of them.
///
/// Keys that are typed elsewhere, or into a secret, are shown to nobody. The text of a secret goes to the sinks of its
/// owner; all others learn its length (FLD-2).
final class UpdateDelivery {
  /// Where updates go.
  var sinks: [any UpdateSink] = [] {
    didSet { sortSinks() }
  }
  /// Who else is notified.
  var observers: [any PipelineObserver] = [] {
    didSet {
      keystrokeObservers = observers.filter(\.wantsKeystrokes)
      turnObservers = observers.filter(\.wantsTurns)
    }
  }
  /// The first error of a sink; nil for none.
  private(set) var failure: MirrorError?

  private let engine: TextEngine
  /// An empty array with room, for the next updates.
  private var room: [Update] = []
  /// What an observer of keystrokes was shown already, and the sinks were not.
  private var early: [Update] = []
  private var keystrokeObservers: [any PipelineObserver] = []
  private var turnObservers: [any PipelineObserver] = []
  private var keystrokeSinks: [any UpdateSink] = []
  private var updateSinks: [any UpdateSink] = []
  private var ownerSinks: [any UpdateSink] = []
  /// The sinks that get updates in the order of effects, and no secrets.
  private var effectSinks: [any UpdateSink] = []
  private var deviceSinks: [any UpdateSink] = []
  private var frameSinks: [any UpdateSink] = []
  private var scanSinks: [any UpdateSink] = []
  private var hadSecret = false
  /// Whether there was an occurrence since the sinks last wrote.
  private var isFrameOpen = true
  /// The keys that were pressed in a secret and are still down: their ends are hidden wherever the focus is.
  private var secretKeys = PressedKeys()
  /// Whether the keystroke that waits for an answer was typed into a secret.
  private var waitsInSecret = false

  init(of engine: TextEngine) {
    self.engine = engine
  }

  private func sortSinks() {
    keystrokeSinks = sinks.filter { $0.interest.contains(.keystrokes) }
    ownerSinks = sinks.filter { $0.interest.contains(.secrets) }
    let others = sinks.filter {
      $0.interest.contains(.updates) && !$0.interest.contains(.secrets)
    }
    effectSinks = others.filter { $0.interest.contains(.effectOrder) }
    updateSinks = others.filter { !$0.interest.contains(.effectOrder) }
    deviceSinks = sinks.filter { !$0.interest.isDisjoint(with: [.updates, .devices]) }
    scanSinks = sinks.filter { !$0.interest.isDisjoint(with: [.updates, .scans]) }
    frameSinks = sinks.filter { $0.interest.contains(.frames) }
  }

  // MARK: Observers

  /// Calls every observer.
  func notify(_ body: (any PipelineObserver) -> Void) {
    for observer in observers { body(observer) }
  }

  /// Has the observers act between frames.
  @inline(__always)
  func settleObservers() {
    if turnObservers.isEmpty { return }
    for observer in turnObservers { observer.settle() }
  }

  // MARK: Keystrokes

  /// Shows a keystroke that the engine is about to get.
  ///
  /// - Returns: whether it is hidden because it belongs to a secret.
  func begin(_ keystroke: Keystroke) -> Bool {
    let isSecret = isOfSecret(keystroke.event)
    if !isSecret, engine.isActive {
      for sink in keystrokeSinks { sink.receive(keystroke: keystroke) }
    }
    return isSecret
  }

  /// Shows the result of a keystroke that the engine has got, unless it waits for an answer, and delivers its updates.
  func end(_ keystroke: Keystroke, _ disposition: Disposition, isSecret: Bool) {
    if case .waiting = disposition {
      waitsInSecret = isSecret
    } else if !isSecret {
      show(keystroke, disposition)
    }
    deliver()
  }

  /// Shows the result of the keystroke that waited for an answer, and delivers its updates.
  func endWaiting(_ keystroke: Keystroke, _ disposition: Disposition) {
    if !waitsInSecret { show(keystroke, disposition) }
    deliver()
  }

  private func show(_ keystroke: Keystroke, _ disposition: Disposition) {
    guard !keystrokeObservers.isEmpty else { return }
    // Taken out meanwhile: an observer may lead back here.
    var updates = early
    early = []
    engine.takeUpdates(into: &updates)
    for observer in keystrokeObservers { observer.keystrokeEnded(keystroke, disposition, updates) }
    early = updates + early
  }

  /// Whether a key is typed into a secret, or was when it went down.
  private func isOfSecret(_ event: KeyEvent) -> Bool {
    guard engine.hasSecrets else { return false }
    let isSecret = (engine.firstResponder as? TextContainer)?.isSecret == true
    return secretKeys.observe(event, isWanted: isSecret)
  }

  // MARK: Updates

  /// Hands on the updates that wait; then requests are sent, and the assistant makes its offers.
  func deliver() {
    if engine.isSettled, early.isEmpty { return }
    // First, because a queued key that is typed now ends here as well.
    engine.proceed()
    share()
    guard engine.hasWorkAfterDelivery else { return }
    engine.updatesWereDelivered()
    if share() { engine.updatesWereDelivered() }
  }

  /// Takes the updates that wait, and hands them on.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  private func share() -> Bool {
    // Taken out meanwhile: a sink may lead back here.
    var updates = early.isEmpty ? room : early
    room = []
    early = []
    engine.takeUpdates(into: &updates)
    guard !updates.isEmpty else {
      room = updates
      return false
    }
    for sink in ownerSinks where sink.isAttentive {
      updates.forEachByEffect { sink.receive($0) }
    }
    if engine.hasSecrets {
      noteSecret()
      updates = updates.compactMap(engine.shared)
    }
    for sink in updateSinks where sink.isAttentive {
      for update in updates { sink.receive(update) }
    }
    for sink in effectSinks where sink.isAttentive {
      updates.forEachByEffect { sink.receive($0) }
    }
    updates.removeAll(keepingCapacity: true)
    room = updates
    return true
  }

  private func noteSecret() {
    guard !hadSecret else { return }
    hadSecret = true
    notify { $0.secretAppeared() }
  }

  /// Hands on that a keyboard was attached or detached.
  func deliver(ofDevice update: Update) {
    for sink in deviceSinks { sink.receive(update) }
  }

  /// Hands on scans.
  func deliver(_ scans: [Scan]) {
    for scan in scans {
      if scan.isSecret { noteSecret() }
      for sink in scanSinks {
        sink.receive(sink.interest.contains(.secrets) ? scan : scan.shared)
      }
    }
  }

  /// Notes that the source had something, so the sinks may have something to write.
  @inline(__always)
  func beginFrame() { isFrameOpen = true }

  /// Has the sinks write what they collected, once for each occurrence: a source waits more often.
  func endFrame() {
    guard isFrameOpen else { return }
    isFrameOpen = false
    for sink in frameSinks {
      do throws(MirrorError) {
        try sink.frameEnded()
      } catch {
        failure = failure ?? error
      }
    }
  }
}
