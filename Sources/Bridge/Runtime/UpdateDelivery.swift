// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// Delivers keystrokes and updates to the sinks and observers that may receive them.
///
/// Keystrokes typed into a secret text or into other programs are not delivered. The contents of a
/// secret text are delivered to its owner only; other sinks receive its length (FLD-2).
final class UpdateDelivery {
  /// The receivers of updates.
  var sinks: [any UpdateSink] = [] {
    didSet { sortSinks() }
  }
  /// The observers of the pipeline.
  var observers: [any PipelineObserver] = [] {
    didSet {
      keystrokeObservers = observers.filter(\.wantsKeystrokes)
      turnObservers = observers.filter(\.wantsTurns)
    }
  }
  /// Whether the sinks write what a key has typed before the assistant, or a method that has more
  /// to show, is called.
  ///
  /// A person waits for the text, and a search in the words of a language takes time. A replay
  /// writes larger pieces instead.
  var writesBeforeOffers = false
  /// Whether keys may accept a continuation that a sink shows after the caret (AST-30).
  var continuesWords = true
  /// Whether the window is drawn because a view has received the end of a press.
  var drawsEndsOfPresses = true
  /// The first error of a sink; nil for none.
  private(set) var failure: MirrorError?

  private let engine: TextEngine
  /// An empty array with capacity, reused for the next updates.
  private var room: [Update] = []
  /// The updates that keystroke observers have received and sinks have not.
  private var early: [Update] = []
  private var keystrokeObservers: [any PipelineObserver] = []
  private var turnObservers: [any PipelineObserver] = []
  private var keystrokeSinks: [any UpdateSink] = []
  private var updateSinks: [any UpdateSink] = []
  private var ownerSinks: [any UpdateSink] = []
  /// The sinks that get updates in the order of effects, without secrets.
  private var effectSinks: [any UpdateSink] = []
  private var deviceSinks: [any UpdateSink] = []
  private var frameSinks: [any UpdateSink] = []
  /// The sinks that draw the windows.
  private var stateSinks: [any UpdateSink] = []
  private var scanSinks: [any UpdateSink] = []
  private var hadSecret = false
  /// Whether anything occurred since the sinks last wrote.
  private var isFrameOpen = true
  /// Whether the windows may have changed since they were last drawn.
  private var mayNeedDrawing = true
  /// Whether the windows were last drawn with the message that no command can run now.
  private var saidNothing = false
  /// The keys that were pressed in a secret text and are still down.
  ///
  /// Their releases are hidden too, even if the focus has moved.
  private var secretKeys = PressedKeys()
  /// Whether the suspended keystroke was typed into a secret text.
  private var waitsInSecret = false

  init(of engine: TextEngine) {
    self.engine = engine
    engine.shownPredictions = { [weak self] in self?.predictionsShown(for: $0.id) ?? [] }
  }

  /// The predictions that any sink shows.
  private func predictionsShown(for container: ContainerID) -> ShownPredictions {
    var shown = ShownPredictions()
    for sink in sinks { shown.formUnion(sink.predictionsShown(for: container)) }
    return continuesWords ? shown : shown.subtracting(.inline)
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
    stateSinks = sinks.filter { $0.interest.contains(.state) }
  }

  // MARK: Observers

  /// Calls a function with every observer, which may show what it receives.
  func notify(_ body: (any PipelineObserver) -> Void) {
    mayNeedDrawing = true
    for observer in observers { body(observer) }
  }

  /// Lets the observers act between frames.
  @inline(__always)
  func notifyBeforeDelivery() {
    if turnObservers.isEmpty { return }
    for observer in turnObservers { observer.updatesWillBeDelivered() }
  }

  // MARK: Keystrokes

  /// Delivers a keystroke before the engine handles it.
  ///
  /// - Returns: whether the keystroke is hidden because it belongs to a secret text.
  func begin(_ keystroke: Keystroke) -> Bool {
    let isSecret = isOfSecret(keystroke.event)
    if !isSecret, engine.isActive {
      for sink in keystrokeSinks { sink.receive(keystroke: keystroke) }
    }
    return isSecret
  }

  /// Delivers a keystroke's result, unless it is suspended, and its updates.
  func end(_ keystroke: Keystroke, _ disposition: Disposition, isSecret: Bool) {
    if case .waiting = disposition {
      waitsInSecret = isSecret
    } else if !isSecret {
      show(keystroke, disposition)
    }
    deliver()
  }

  /// Delivers the result of the resumed keystroke, and its updates.
  func endWaiting(_ keystroke: Keystroke, _ disposition: Disposition) {
    if !waitsInSecret { show(keystroke, disposition) }
    deliver()
  }

  /// Delivers what was drawn, with its updates.
  ///
  /// A secret text takes no ink, so there is no secret.
  func end(_ ink: InkEvent, isTaken: Bool) {
    showUpdates { $0.inkEnded(ink, isTaken: isTaken, $1) }
  }

  private func show(_ keystroke: Keystroke, _ disposition: Disposition) {
    // The list is empty in a replay, and checking that is cheaper.
    guard !keystrokeObservers.isEmpty else { return }
    showUpdates { $0.keystrokeEnded(keystroke, disposition, $1) }
  }

  private func showUpdates(_ show: (any PipelineObserver, [Update]) -> Void) {
    guard keystrokeObservers.contains(where: \.isMonitored) else { return }
    // Moved out of the property first, because an observer may call this function again.
    var updates = early
    early = []
    engine.takeUpdates(into: &updates)
    for observer in keystrokeObservers { show(observer, updates) }
    early = updates + early
  }

  /// Whether a key is typed into a secret text, or was pressed in one.
  private func isOfSecret(_ event: KeyEvent) -> Bool {
    guard engine.hasSecrets else { return false }
    let isSecret = (engine.firstResponder as? TextContainer)?.isSecret == true
    return secretKeys.observe(event, isWanted: isSecret)
  }

  // MARK: Updates

  /// Delivers the pending updates.
  ///
  /// Then lets the engine send requests and the assistant make suggestions.
  func deliver() {
    if engine.isSettled, early.isEmpty { return }
    // Runs first, because it may also finish queued keys.
    engine.proceed()
    share()
    guard engine.hasWorkAfterDelivery else { return }
    if writesBeforeOffers, engine.owesSearch {
      endFrame()
      // Requests may follow, but the windows are drawn again only for updates.
      isFrameOpen = true
    }
    // The assistant's updates precede those of an input method, and both precede requests.
    for _ in 0..<3 {
      engine.updatesWereDelivered()
      if !share() { return }
    }
  }

  /// Takes and delivers the pending updates.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  private func share() -> Bool {
    // Moved out of the property, because a sink may call back.
    var updates = early.isEmpty ? room : early
    room = []
    early = []
    engine.takeUpdates(into: &updates)
    guard !updates.isEmpty else {
      room = updates
      return false
    }
    if drawsEndsOfPresses || !updates.allSatisfy(\.isEndOfPress) { mayNeedDrawing = true }
    let hasSecrets = engine.hasSecrets
    // Precedes the delivery to the owner, whose lines contain the secret.
    if hasSecrets { noteSecret() }
    for sink in ownerSinks where sink.isAttentive {
      updates.forEachByEffect { sink.receive($0) }
    }
    if hasSecrets {
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

  /// Notifies the observers of the first secret.
  func noteSecret() {
    guard !hadSecret else { return }
    hadSecret = true
    notify { $0.secretAppeared() }
  }

  /// Delivers the update that a device was attached or detached.
  func deliver(ofDevice update: Update) {
    for sink in deviceSinks { sink.receive(update) }
  }

  /// Delivers scans; sinks that may not see secrets get only their lengths.
  func deliver(_ scans: [Scan]) {
    if !scans.isEmpty { mayNeedDrawing = true }
    for scan in scans {
      for sink in scanSinks {
        sink.receive(sink.interest.contains(.secrets) ? scan : scan.shared)
      }
    }
  }

  /// Records that something occurred, so the sinks may have something to write.
  ///
  /// - Parameter changesState: whether the windows may change without an update, such as a label
  ///   that the handler of a command sets.
  @inline(__always)
  func beginFrame(changesState: Bool = true) {
    isFrameOpen = true
    if changesState { mayNeedDrawing = true }
  }

  /// Makes the sinks write what they have collected.
  ///
  /// Does so only once for each occurrence, although the source may wait more often.
  func endFrame() {
    guard isFrameOpen else { return }
    isFrameOpen = false
    endFrame(of: frameSinks)
    guard !stateSinks.isEmpty else { return }
    // The message that no command can run disappears with ⌘, without an update.
    let saysNothing = engine.hasNoCommandToShow
    guard mayNeedDrawing || saysNothing != saidNothing else { return }
    mayNeedDrawing = false
    saidNothing = saysNothing
    endFrame(of: stateSinks)
  }

  private func endFrame(of sinks: [any UpdateSink]) {
    for sink in sinks {
      do throws(MirrorError) {
        try sink.frameEnded()
      } catch {
        failure = failure ?? error
      }
    }
  }
}

extension Update {
  /// Whether the update reports the end of a press to a view that receives presses.
  fileprivate var isEndOfPress: Bool { if case .pressEnded = self { true } else { false } }
}
