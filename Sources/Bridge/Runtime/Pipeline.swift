// SPDX-License-Identifier: Apache-2.0
package import Keys
package import Layouts
package import Mirrors
package import TextInput

/// The stages in order, and the loop that runs them.
///
/// ```
/// source ─KeyEvent─▶ layouts ─Keystroke─▶ engine ─Update─▶ sinks
///      │    └──────▶ layouts of its own ─▶ scanner ─Scan─▶
///      └─InkEvent──▶ the receiver of ink
/// ```
package final class Pipeline {
  /// Translates key events into keystrokes.
  package let layouts: KeyboardLayouts
  /// Edits text and runs commands.
  package let engine: TextEngine
  /// The receivers of updates.
  package var sinks: [any UpdateSink] {
    get { delivery.sinks }
    set { delivery.sinks = newValue }
  }
  /// The observers of everything that is not an update; they may act between frames.
  package var observers: [any PipelineObserver] {
    get { delivery.observers }
    set { delivery.observers = newValue }
  }
  /// Whether all scanners, whatever their profiles say, are ungrabbed while nothing has the focus.
  package var releasesScanners = false
  /// Whether the sinks write a key's text before the assistant, or a method that has more to show,
  /// is called, as a person expects of a live run.
  package var writesBeforeOffers: Bool {
    get { delivery.writesBeforeOffers }
    set { delivery.writesBeforeOffers = newValue }
  }
  /// Whether keys may accept a continuation that a sink shows after the caret.
  ///
  /// False in a replay: its keys were pressed before anybody could see the continuation, and they
  /// must type the same whatever the sinks show (AST-30).
  package var continuesWords: Bool {
    get { delivery.continuesWords }
    set { delivery.continuesWords = newValue }
  }
  /// Whether the window is drawn because a view has received the end of a press; false if no view
  /// changes then.
  package var drawsEndsOfPresses: Bool {
    get { delivery.drawsEndsOfPresses }
    set { delivery.drawsEndsOfPresses = newValue }
  }
  /// Whether strokes on pads are wanted now; the source learns it after the current occurrence.
  package var isInkWanted: Bool {
    get { wantsInk }
    set {
      wantsInk = newValue
      hasOtherInk = newValue != requestedInk
    }
  }
  private var wantsInk = false
  /// Receives what is drawn on pads, and returns whether something took it.
  package var takeInk: (InkEvent) -> Bool = { _ in false }
  /// Called when the source ends, before the sinks are finished.
  var willFinish: (EndReason) -> Void = { _ in }
  /// Called after the keyboards have switched to the layout of a mode.
  var modeDidChange: (TextInputMode) -> Void = { _ in }

  private let delivery: UpdateDelivery
  private let keyboards: AttachedKeyboards
  private let scanners: ScannerStage
  /// Runs ``applyEffects(on:)`` with the running source; nil between runs.
  private var applyEffectsOnSource: (() -> Void)?
  /// The last value of ``setActive(_:)`` that is not applied yet; nil for none.
  private var requestedActive: Bool?
  private var isEnding = false
  /// The focus that the source was last notified of; nil before the first time.
  private var reportedFocus: Bool?
  /// Whether the source was last asked for ink.
  private var requestedInk = false
  /// Whether the source must be asked for ink, or for none any more; read after every occurrence.
  private var hasOtherInk = false

  /// Creates the pipeline.
  ///
  /// - Parameters:
  ///   - layouts: the layouts of the keyboards.
  ///   - engine: the engine that handles keystrokes.
  ///   - repeatTiming: how keys repeat if the kernel driver does not repeat them.
  ///   - startingLocks: the locks that are on when the first keyboard is connected.
  ///   - scannerProfile: returns the profile of a scanner, or nil for a keyboard; called when a
  ///     device is connected.
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
  }

  /// The names of the attached keyboards, in no order.
  var keyboardNames: [String] { keyboards.names }

  // MARK: The loop

  /// Runs until the source ends, ``end()`` is called, or writing to a sink fails.
  ///
  /// The sinks are finished in any case.
  ///
  /// - Throws: the error that ended the source, or a ``MirrorError``.
  package func run(_ source: some KeySource) throws -> EndReason {
    source.willWait = { [unowned self] in endFrame() }
    applyEffectsOnSource = { [unowned self] in applyEffects(on: source) }
    defer {
      source.willWait = nil
      applyEffectsOnSource = nil
    }
    (reportedFocus, requestedInk, isEnding) = (nil, false, false)
    isInkWanted = wantsInk
    applyActivity()
    followFocus(on: source)
    var frame: [KeyEvent] = []
    do {
      while !isEnding {
        let occurrence = try source.next(before: nextDeadline, into: &frame)
        if let failure = delivery.failure { throw failure }
        delivery.beginFrame(changesState: !Self.isRelease(occurrence, frame))
        switch occurrence {
        case .frame: handle(frame)
        case .ink(let event): delivery.end(event, isTaken: takeInk(event))
        case .deadline(let time): advance(to: time)
        case .connected(let device): connect(device)
        case .disconnected(let device): disconnect(device)
        case .notice(let notice): receive(notice)
        case .end(let reason): return try finish(because: reason)
        }
        applyEffects(on: source)
      }
      source.setGrabbed(false)
      return try finish(because: .finished)
    } catch {
      // Released before the sinks are finished, because a sink may wait for its reader.
      source.setGrabbed(false)
      for sink in sinks { try? sink.finish() }
      throw error
    }
  }

  /// Applies the effects of an occurrence or a handler: lets observers act, delivers updates, then
  /// updates the grab and the LEDs.
  private func applyEffects(on source: some KeySource) {
    delivery.notifyBeforeDelivery()
    delivery.deliver()
    if keyboards.disconnectDeparted() { delivery.deliver() }
    if keyboards.reportLayouts() { delivery.deliver() }
    followFocus(on: source)
    if scanners.mayChangeLEDs {
      for (device, leds) in scanners.changedLEDs() { source.light(leds, on: device) }
    }
    if keyboards.mayChangeLEDs {
      for (device, leds) in keyboards.changedLEDs() {
        source.light(leds, on: device)
        delivery.notify { $0.locksChanged(to: leds) }
      }
    }
  }

  /// Grabs the keyboards while something has the focus, and the pads while ink is wanted.
  private func followFocus(on source: some KeySource) {
    if hasOtherInk { followInk(on: source) }
    let isFocused = engine.hasFirstResponder || engine.keepsKeyboards
    guard isFocused != reportedFocus else { return }
    reportedFocus = isFocused
    engine.grabsKeyboards = isFocused
    source.setGrabbed(isFocused)
    if !isFocused { scanners.stop(onlyFollowers: !releasesScanners) }
  }

  @inline(never)
  private func followInk(on source: some KeySource) {
    hasOtherInk = false
    requestedInk = wantsInk
    source.setDrawing(wantsInk)
  }

  private func finish(because reason: EndReason) throws(MirrorError) -> EndReason {
    scanners.finish()
    willFinish(reason)
    for sink in sinks { try sink.finish() }
    return reason
  }

  // MARK: For handlers of the loop

  /// Delivers the changes that a handler made between frames, and grabs the keyboards at once if
  /// they gave something the focus: a program that is notified of its focus relies on receiving the
  /// next key.
  package func deliver() {
    delivery.beginFrame()
    if let applyEffectsOnSource { applyEffectsOnSource() } else { delivery.deliver() }
  }

  /// Records whether the run's terminal is active, that is, whether the user is looking at it.
  ///
  /// The value takes effect at the next deadline, which the source reports after the handler. Keys
  /// typed before that have reached no other program, and are still typed here.
  package func setActive(_ isActive: Bool) {
    requestedActive = isActive
  }

  /// Notifies the observers of the first secret, for one outside of any text, such as a password
  /// that a program provides.
  func noteSecret() { delivery.noteSecret() }

  /// Ends the run after the current occurrence.
  package func end() {
    isEnding = true
  }

  /// Applies the current settings to a device.
  ///
  /// - Parameters:
  ///   - device: the keyboard or scanner to reset.
  ///   - ends: the events that end its held keys.
  package func reloadLayout(_ device: DeviceInfo, ending ends: [KeyEvent] = []) {
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

  /// Whether keys are released and nothing else occurs: what a release changes, it reports, so that
  /// the end of a key that typed is not drawn again.
  @inline(__always)
  private static func isRelease(_ occurrence: Occurrence, _ frame: [KeyEvent]) -> Bool {
    guard case .frame = occurrence else { return false }
    for event in frame where event.phase != .release { return false }
    return true
  }

  private func handle(_ frame: [KeyEvent]) {
    if scanners.handle(frame) { return }
    for event in frame { handle(event) }
  }

  private func handle(_ event: KeyEvent) {
    keyboards.observe(event)
    // Keys wait in the queue behind a suspended keystroke.
    if engine.mayWait, engine.hold(event) { return }
    type(event)
  }

  private func type(_ event: KeyEvent) {
    let keystroke = layouts.keystroke(for: event)
    let isSecret = delivery.begin(keystroke)
    delivery.end(keystroke, engine.handle(keystroke), isSecret: isSecret)
  }

  private var nextDeadline: Timestamp? {
    let deadline = Timestamp.earlier(keyboards.nextDeadline, scanners.nextDeadline)
    return .earlier(engine.nextDeadline, deadline)
  }

  private func advance(to time: Timestamp) {
    if let event = keyboards.advance(to: time) { handle(event) }
    engine.advance(to: time)
    delivery.deliver()
    scanners.advance(to: time)
    applyActivity()
  }

  private func applyActivity() {
    guard let isActive = requestedActive else { return }
    requestedActive = nil
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

  /// Makes the sinks write when the source would wait, so that a replay does not write after every
  /// key.
  private func endFrame() {
    scanners.endFrame()
    delivery.endFrame()
  }

  /// Switches the keyboards to the layout of a mode (MOD-10).
  private func follow(_ mode: TextInputMode) {
    do throws(LayoutError) {
      try layouts.setModeLayout(mode.modeLayout)
    } catch {
      delivery.notify { $0.layoutFailed(error, in: mode) }
    }
    modeDidChange(mode)
  }
}
