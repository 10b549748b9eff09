// SPDX-License-Identifier: Apache-2.0
package import Keys
package import Layouts
package import Mirrors
package import TextInput

/// The stages in order, and the loop that drives them.
///
/// ```
/// source ─KeyEvent─▶ layouts ─Keystroke─▶ engine ─Update─▶ sinks
///           └──────▶ layouts of its own ─▶ scanner ─Scan─▶
/// ```
package final class Pipeline {
  /// Gives key events their meaning.
  package let layouts: KeyboardLayouts
  /// Edits text and runs commands.
  package let engine: TextEngine
  /// Where updates go.
  package var sinks: [any UpdateSink] {
    get { delivery.sinks }
    set { delivery.sinks = newValue }
  }
  /// The hosts, which learn of everything else and act between frames.
  package var observers: [any PipelineObserver] {
    get { delivery.observers }
    set { delivery.observers = newValue }
  }
  /// Whether every scanner, whatever its profile says, is ungrabbed while nothing has the focus.
  package var releasesScanners = false

  private let delivery: UpdateDelivery
  private let keyboards: AttachedKeyboards
  private let scanners: ScannerStage
  /// Settles on the source that is running; nil between runs.
  private var settleOnSource: (() -> Void)?
  /// What ``setActive(_:)`` said last; nil once the engine knows.
  private var wantedActive: Bool?
  private var isEnding = false
  /// Whether the source was last told that something has the focus; nil before it was told anything.
  private var toldFocus: Bool?

  /// Creates the pipeline.
  ///
  /// - Parameters:
  ///   - layouts: what keyboards type.
  ///   - engine: what is typed into.
  ///   - repeatTiming: how keys repeat where the kernel leaves that to the reader.
  ///   - startingLocks: which locks are on when the first keyboard is connected.
  ///   - scannerProfile: what a device's codes are like; nil for a keyboard. Called when it is connected.
  package init(
    layouts: KeyboardLayouts, engine: TextEngine, repeatTiming: RepeatTiming = RepeatTiming(),
    startingLocks: StartingLocks = .lit,
    scannerProfile: @escaping (DeviceInfo) -> ScannerProfile? = { _ in nil }
  ) {
    self.layouts = layouts
    self.engine = engine
    delivery = UpdateDelivery(of: engine)
    keyboards = AttachedKeyboards(
      layouts, engine: engine, delivery: delivery, repeatTiming: repeatTiming,
      startingLocks: startingLocks)
    scanners = ScannerStage(layouts, delivery: delivery, profile: scannerProfile)
    engine.compositionAbandoned = { [layouts] in layouts.cancelComposition() }
    engine.keyboardMap = layouts
    engine.capsLockSwitchedMode = { [layouts] in layouts.releaseCapsLock() }
    engine.modeDidChange = { [unowned self] in follow($0) }
    follow(engine.modes.current)
    engine.keyIsDue = { [unowned self] in type($0) }
    engine.keystrokeDidEnd = { [unowned delivery] in delivery.endWaiting($0, $1) }
    engine.keysWereDropped = { [unowned self] in receive(.keysDropped) }
  }

  // MARK: The loop

  /// Runs until the source ends, ``end()`` is called, or a sink can no longer be written to.
  ///
  /// Sinks are finished whatever happens.
  ///
  /// - Throws: what ended the source, or a ``MirrorError``.
  package func run(_ source: some KeySource) throws -> EndReason {
    source.willWait = { [unowned self] in endFrame() }
    settleOnSource = { [unowned self] in settle(on: source) }
    defer {
      source.willWait = nil
      settleOnSource = nil
    }
    (toldFocus, isEnding) = (nil, false)
    applyActivity()
    followFocus(on: source)
    var frame: [KeyEvent] = []
    do {
      while !isEnding {
        let occurrence = try source.next(before: nextDeadline, into: &frame)
        if let failure = delivery.failure { throw failure }
        delivery.beginFrame()
        switch occurrence {
        case .frame: handle(frame)
        case .deadline(let time): advance(to: time)
        case .connected(let device): connect(device)
        case .disconnected(let device): disconnect(device)
        case .notice(let notice): receive(notice)
        case .end(let reason): return try finish(because: reason)
        }
        settle(on: source)
      }
      source.setGrabbed(false)
      return try finish(because: .finished)
    } catch {
      // Before the sinks, one of which may wait until its reader reads.
      source.setGrabbed(false)
      for sink in sinks { try? sink.finish() }
      throw error
    }
  }

  /// Settles what an occurrence or a handler led to: observers act, updates are delivered, then the source's grab and
  /// LEDs follow.
  private func settle(on source: some KeySource) {
    delivery.settleObservers()
    delivery.deliver()
    if keyboards.disconnectDeparted() { delivery.deliver() }
    followFocus(on: source)
    for (device, leds) in scanners.changedLEDs() { source.light(leds, on: device) }
    for (device, leds) in keyboards.changedLEDs() {
      source.light(leds, on: device)
      delivery.notify { $0.locksChanged(to: leds) }
    }
  }

  /// Grabs the keyboards while something has the focus.
  private func followFocus(on source: some KeySource) {
    let isFocused = engine.hasFirstResponder
    guard isFocused != toldFocus else { return }
    toldFocus = isFocused
    source.setGrabbed(isFocused)
    if !isFocused { scanners.stop(onlyFollowers: !releasesScanners) }
  }

  private func finish(because reason: EndReason) throws(MirrorError) -> EndReason {
    scanners.finish()
    for sink in sinks { try sink.finish() }
    return reason
  }

  // MARK: For handlers of the loop

  /// Delivers what a handler changed between frames, and has the keyboards follow the focus at once: a program that
  /// is notified of its focus may be typed to.
  package func deliver() {
    delivery.beginFrame()
    if let settleOnSource { settleOnSource() } else { delivery.deliver() }
  }

  /// Notes whether the person looks here.
  ///
  /// It counts from the deadline on that the source owes for the handler, so that keys typed before, which no other
  /// program has got, are still typed here.
  package func setActive(_ isActive: Bool) {
    wantedActive = isActive
  }

  /// Ends the run after the present occurrence, because the program has come to its end.
  package func end() {
    isEnding = true
  }

  /// Gives a device what the settings say of it now.
  ///
  /// Nothing is held on it any more: `ends` ends its held keys.
  package func relayOut(_ device: DeviceInfo, ending ends: [KeyEvent] = []) {
    handle(ends)
    if scanners.has(device.id) || keyboards.has(device.id) && scanners.wants(device) {
      disconnect(device)
      connect(device)
    } else {
      keyboards.layOut(device)
    }
    deliver()
  }

  // MARK: Occurrences

  private func handle(_ frame: [KeyEvent]) {
    if scanners.handle(frame) { return }
    for event in frame { handle(event) }
  }

  private func handle(_ event: KeyEvent) {
    keyboards.observe(event)
    // A key that follows one that waits is typed later.
    if engine.mayWait, engine.hold(event) { return }
    type(event)
  }

  private func type(_ event: KeyEvent) {
    let keystroke = layouts.keystroke(for: event)
    let isSecret = delivery.begin(keystroke)
    delivery.end(keystroke, engine.handle(keystroke), isSecret: isSecret)
  }

  private var nextDeadline: Timestamp? {
    earlier(engine.nextDeadline, earlier(keyboards.nextDeadline, scanners.nextDeadline))
  }

  /// The earlier of two deadlines, either of which may be missing; without an array, because every frame asks.
  private func earlier(_ first: Timestamp?, _ second: Timestamp?) -> Timestamp? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  private func advance(to time: Timestamp) {
    if let event = keyboards.advance(to: time) { handle(event) }
    engine.advance(to: time)
    delivery.deliver()
    scanners.advance(to: time)
    applyActivity()
  }

  private func applyActivity() {
    guard let isActive = wantedActive else { return }
    wantedActive = nil
    engine.setActive(isActive)
    delivery.deliver()
  }

  private func connect(_ device: DeviceInfo) {
    if !scanners.connect(device) { keyboards.connect(device) }
  }

  private func disconnect(_ device: DeviceInfo) {
    if !scanners.disconnect(device) { keyboards.disconnect(device) }
  }

  private func receive(_ notice: SourceNotice) {
    if case .eventsLost(let device) = notice { scanners.eventsLost(on: device.id) }
    delivery.notify { $0.receive(notice) }
  }

  /// Has the sinks write when the source would wait, so that a replay does not write for every key.
  private func endFrame() {
    scanners.endFrame()
    delivery.endFrame()
  }

  /// Has keyboards type what a mode brings with it (MOD-10).
  private func follow(_ mode: TextInputMode) {
    do throws(LayoutError) {
      try layouts.setModeLayout(mode.modeLayout)
    } catch {
      delivery.notify { $0.layoutFailed(error, in: mode) }
    }
  }
}
