// SPDX-License-Identifier: Apache-2.0
import Devices
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
  package var sinks: [any UpdateSink] = [] {
    didSet { sortSinks() }
  }
  /// Is told what a person at the machine should know.
  package var onNotice: (SourceNotice) -> Void = { _ in }
  /// Is told of a keyboard whose layout cannot be used; it types nothing.
  package var onLayoutError: (LayoutError, DeviceInfo) -> Void = { _, _ in }
  /// Is told of a mode whose layout cannot be used; keyboards keep what they have.
  package var onModeLayoutError: (LayoutError, TextInputMode) -> Void = { _, _ in }
  /// Is told which locks are on, when that changes.
  package var onLocks: (LockLEDs) -> Void = { _ in }
  /// Is told what every keystroke came to: the live monitor.
  package var onKeystroke: ((Keystroke, Disposition, [Update]) -> Void)?

  /// Is called once, when there first is a text that is a secret (FLD-2).
  package var onSecret: () -> Void = {}
  /// Is called when a frame or a deadline has been dealt with, before the keyboards follow the focus.
  package var settle: () -> Void = {}
  /// Is asked after each frame whether the program has come to its end; nil for one that has none.
  package var isFinished: (() -> Bool)?

  /// Whether scanners, whatever their profiles say, are let go while nothing has the focus.
  package var letsScannersGo = false

  private let scannerProfile: (DeviceInfo) -> ScannerProfile?
  private let scanners = ScannerStage()
  private var autoRepeat: AutoRepeat
  private var devices: [DeviceID: DeviceInfo] = [:]
  private var lights: [DeviceID: LockLEDs] = [:]
  private var shownGeneration = -1
  /// The keyboards whose kernel driver does not repeat keys (decision 3).
  private var unrepeatedDevices: Set<DeviceID> = []
  /// Nil once the first keyboard has come.
  private var startingLocks: StartingLocks?
  private var frame: [KeyEvent] = []
  private var updates: [Update] = []
  private var keystrokeSinks: [any UpdateSink] = []
  private var updateSinks: [any UpdateSink] = []
  private var ownerSinks: [any UpdateSink] = []
  private var deviceSinks: [any UpdateSink] = []
  private var frameSinks: [any UpdateSink] = []
  private var scanSinks: [any UpdateSink] = []
  private var sinkFailure: MirrorError?
  private var hasToldSecret = false
  /// Whether the keystroke that waits for a program was typed into a secret.
  private var waitsInSecret = false
  /// The keyboards that were unplugged while keys of theirs were queued: those keys still need their layouts.
  private var departing: [DeviceInfo] = []
  /// The keys that were pressed in a secret and are still down: their ends tell of it too, wherever the focus is.
  private var secretKeys = PressedKeys()
  /// Takes or frees the keyboards as the focus says, while a source is run.
  private var followNow: () -> Void = {}
  /// Whether the person looks here, as was said last; nil once the engine knows.
  private var wantedActive: Bool?
  /// Whether the source was told that something has the focus; nil before it was told anything.
  private var toldFocus: Bool?

  /// Makes the pipe.
  ///
  /// - Parameters:
  ///   - layouts: what keyboards type.
  ///   - engine: what is typed into.
  ///   - repeatTiming: how keys repeat where the kernel leaves that to the reader.
  ///   - startingLocks: which locks are on when the first keyboard comes.
  ///   - scannerProfile: what a device's codes are like; nil for a keyboard. Asked when it is connected.
  package init(
    layouts: KeyboardLayouts, engine: TextEngine, repeatTiming: RepeatTiming = RepeatTiming(),
    startingLocks: StartingLocks = .lit,
    scannerProfile: @escaping (DeviceInfo) -> ScannerProfile? = { _ in nil }
  ) {
    self.layouts = layouts
    self.scannerProfile = scannerProfile
    self.engine = engine
    self.startingLocks = startingLocks
    autoRepeat = AutoRepeat(
      delay: repeatTiming.delayMicroseconds, period: repeatTiming.periodMicroseconds,
      repeats: { [layouts] in layouts.keyRepeats($0) })
    engine.compositionAbandoned = { [layouts] in layouts.cancelComposition() }
    engine.keyboardMap = layouts
    engine.capsLockSwitchedMode = { [layouts] in layouts.releaseCapsLock() }
    engine.modeDidChange = { [unowned self] in follow($0) }
    follow(engine.modes.current)
    engine.keyIsDue = { [unowned self] in type($0) }
    engine.keystrokeDidEnd = { [unowned self] in keystrokeDidEnd($0, $1) }
    engine.keysWereDropped = { [unowned self] in onNotice(.keysDropped) }
  }

  /// Runs until the source ends, ``isFinished`` says so, or a sink can no longer be written to.
  ///
  /// Sinks are finished whatever happens.
  ///
  /// - Throws: what ended the source, or a ``MirrorError``.
  package func run(_ source: some KeySource) throws -> EndReason {
    source.willWait = { [unowned self] in showFrames() }
    toldFocus = nil
    followNow = { [unowned self] in followFocus(on: source) }
    lookWhereWanted()
    followFocus(on: source)
    defer {
      source.willWait = nil
      followNow = {}
    }
    do {
      while true {
        let occurrence = try source.next(before: nextDeadline, into: &frame)
        if let sinkFailure { throw sinkFailure }
        switch occurrence {
        case .frame:
          handle(frame)
          settleFocus()
          followFocus(on: source)
          showLocks(on: source)
        case .deadline(let time):
          if let event = autoRepeat.advance(to: time) { handle(event) }
          engine.advance(to: time)
          deliver()
          scanners.advance(to: time)
          lookWhereWanted()
          settleFocus()
          followFocus(on: source)
          showLocks(on: source)
        case .connected(let device):
          connect(device, source)
          showLocks(on: source)
        case .disconnected(let device):
          disconnect(device)
          showLocks(on: source)
        case .notice(let notice):
          if case .eventsLost(let device) = notice {
            scanners.interrupt(device.id, .lost)
            deliverScans()
          }
          onNotice(notice)
        case .end(let reason):
          endScans()
          for sink in sinks { try sink.finish() }
          return reason
        }
        if isFinished?() == true {
          endScans()
          source.setGrabbed(false)
          for sink in sinks { try sink.finish() }
          return .finished
        }
      }
    } catch {
      // A sink may wait for who reads it, and nobody shall miss the keyboards for that.
      source.setGrabbed(false)
      for sink in sinks { try? sink.finish() }
      throw error
    }
  }

  /// Says whether the person looks here.
  ///
  /// For a handler of the loop: it counts from the deadline on that the source owes for the handler,
  /// so that keys typed before, which nobody else has, are still typed here.
  package func setActive(_ isActive: Bool) {
    wantedActive = isActive
  }

  /// Has the keyboards follow the focus now, for a handler of the loop that has moved it: whoever is told of
  /// that may be typed to at once.
  package func followFocus() {
    followNow()
  }

  private func settleFocus() {
    settle()
    deliver()
  }

  private func lookWhereWanted() {
    guard let isActive = wantedActive else { return }
    wantedActive = nil
    engine.setActive(isActive)
    deliver()
  }

  /// Grabbing is focus: the keyboards are taken while something has it.
  private func followFocus(on source: some KeySource) {
    let isFocused = engine.hasFirstResponder
    guard isFocused != toldFocus else { return }
    toldFocus = isFocused
    source.setGrabbed(isFocused)
    if !isFocused { scanners.stop(onlyFollowers: !letsScannersGo) }
  }

  private var nextDeadline: Timestamp? {
    var next = engine.nextDeadline
    for deadline in [autoRepeat.nextDeadline, scanners.nextDeadline] {
      if let deadline { next = next.map { min($0, deadline) } ?? deadline }
    }
    return next
  }

  // MARK: Events

  private func handle(_ frame: [KeyEvent]) {
    if !scanners.isEmpty, let device = frame.first?.device, scanners.has(device) {
      scanners.handle(frame)
      deliverScans()
    } else {
      for event in frame { handle(event) }
    }
  }

  private func deliverScans() {
    for scan in scanners.takeScans() {
      for sink in scanSinks { sink.receive(scan) }
    }
  }

  private func endScans() {
    scanners.stop(onlyFollowers: false)
    deliverScans()
  }

  private func handle(_ event: KeyEvent) {
    if !unrepeatedDevices.isEmpty, unrepeatedDevices.contains(event.device) {
      autoRepeat.observe(event)
    }
    // Behind a keystroke that waits for a program, a key has its turn later.
    if engine.mayWait, engine.hold(event) { return }
    type(event)
  }

  private func type(_ event: KeyEvent) {
    let keystroke = layouts.keystroke(for: event)
    // What is typed elsewhere is nobody's business here, nor are the keys of a secret (FLD-2).
    let isSecret = isOfSecret(event)
    if engine.isActive, !isSecret {
      for sink in keystrokeSinks { sink.receive(keystroke: keystroke) }
    }
    let disposition = engine.handle(keystroke)
    if case .waiting = disposition {
      waitsInSecret = isSecret
    } else {
      showKeystroke(keystroke, disposition, isSecret: isSecret)
    }
    deliver()
  }

  /// A keystroke that waited for a program is done.
  private func keystrokeDidEnd(_ keystroke: Keystroke, _ disposition: Disposition) {
    showKeystroke(keystroke, disposition, isSecret: waitsInSecret)
    deliver()
  }

  private func showKeystroke(_ keystroke: Keystroke, _ disposition: Disposition, isSecret: Bool) {
    guard let onKeystroke, !isSecret else { return }
    engine.takeUpdates(into: &updates)
    onKeystroke(keystroke, disposition, updates)
  }

  /// Whether a key is typed into a secret, or was when it went down.
  private func isOfSecret(_ event: KeyEvent) -> Bool {
    guard engine.hasSecrets else { return false }
    let isSecret = (engine.firstResponder as? TextContainer)?.isSecret == true
    return secretKeys.observe(event, isWanted: isSecret)
  }

  /// Hands the facts that wait to the sinks: for a handler of the loop that changed something as the
  /// program, between frames.
  package func deliver() {
    // Now, for it may lead back here.
    engine.proceed()
    engine.takeUpdates(into: &updates)
    share()
    guard engine.hasWorkAfterDelivery || !departing.isEmpty else { return }
    engine.updatesWereDelivered()
    engine.takeUpdates(into: &updates)
    if !updates.isEmpty {
      share()
      engine.updatesWereDelivered()
    }
    if !departing.isEmpty, !engine.isHoldingKeys {
      let gone = departing
      departing = []
      for device in gone { disconnect(device) }
    }
  }

  private func share() {
    guard !updates.isEmpty else { return }
    // A secret stays in the engine (FLD-2); who draws a container reads it there.
    for sink in ownerSinks {
      for update in updates { sink.receive(update) }
    }
    if engine.hasSecrets {
      if !hasToldSecret {
        hasToldSecret = true
        onSecret()
      }
      updates = updates.compactMap(engine.shared)
    }
    for sink in updateSinks {
      for update in updates { sink.receive(update) }
    }
    updates.removeAll(keepingCapacity: true)
  }

  /// What was collected is written when the source would wait, so a replay is not a write a key.
  private func showFrames() {
    if !scanners.isEmpty {
      scanners.settle()
      deliverScans()
    }
    for sink in frameSinks {
      do throws(MirrorError) {
        try sink.frameEnded()
      } catch {
        sinkFailure = sinkFailure ?? error
      }
    }
  }

  // MARK: Keyboards

  private func connect(_ device: DeviceInfo, _ source: some KeySource) {
    if let profile = scannerProfile(device) { return connect(device, scanningAs: profile) }
    do {
      try layouts.connect(device)
    } catch {
      onLayoutError(error, device)
    }
    devices[device.id] = device
    setStartingLocks(device)
    // Its lights know nothing of the locks that are on (K-11).
    shownGeneration = -1
    if !device.repeatsInKernel { unrepeatedDevices.insert(device.id) }
    tellOfDevice(.deviceAttached(device))
    engine.keyboardAttached(device)
    deliver()
  }

  private func connect(_ device: DeviceInfo, scanningAs profile: ScannerProfile) {
    do {
      try scanners.connect(device, layouts: layouts.makeLiteral(), profile: profile)
    } catch {
      onLayoutError(error, device)
    }
    var device = device
    device.isScanner = true
    tellOfDevice(.deviceAttached(device))
  }

  private func setStartingLocks(_ device: DeviceInfo) {
    switch startingLocks {
    case .lit: layouts.setLocks(device.litLEDs.intersection([.capsLock, .numLock]))
    case .num: layouts.setLocks(.numLock)
    case .off, nil: break
    }
    startingLocks = nil
  }

  private func disconnect(_ device: DeviceInfo) {
    if scanners.has(device.id) {
      scanners.disconnect(device.id)
      deliverScans()
      var device = device
      device.isScanner = true
      return tellOfDevice(.deviceDetached(device))
    }
    guard !engine.isHoldingKeys else { return departing.append(device) }
    layouts.disconnect(device.id)
    devices[device.id] = nil
    lights[device.id] = nil
    unrepeatedDevices.remove(device.id)
    tellOfDevice(.deviceDetached(device))
    engine.keyboardDetached(device)
    deliver()
  }

  /// Gives a keyboard the layout that the settings say by now; nothing is held on it any more.
  ///
  /// A scanner, and what is to be one, goes and comes again. The ends of its held keys are for who had their beginnings.
  package func relayOut(
    _ device: DeviceInfo, ending ends: [KeyEvent] = [], on source: some KeySource
  ) {
    handle(ends)
    if scanners.has(device.id) || devices[device.id] != nil && scannerProfile(device) != nil {
      disconnect(device)
      connect(device, source)
      return showLocks(on: source)
    }
    guard devices[device.id] != nil else { return }
    do {
      try layouts.connect(device)
    } catch {
      onLayoutError(error, device)
    }
    shownGeneration = -1
    showLocks(on: source)
  }

  /// Has keyboards type what a mode brings with it (MOD-10).
  private func follow(_ mode: TextInputMode) {
    do {
      try layouts.setModeLayout(mode.modeLayout)
    } catch {
      onModeLayoutError(error, mode)
    }
  }

  private func tellOfDevice(_ update: Update) {
    for sink in deviceSinks { sink.receive(update) }
  }

  /// Locks count for all keyboards, so one Caps Lock lights them all.
  private func showLocks(on source: some KeySource) {
    for (device, leds) in scanners.changedLights() { source.light(leds, on: device) }
    guard shownGeneration != layouts.generation else { return }
    shownGeneration = layouts.generation
    for device in devices.keys {
      let leds = layouts.leds(of: device)
      guard lights[device] != leds else { continue }
      lights[device] = leds
      source.light(leds, on: device)
      onLocks(leds)
    }
  }

  private func sortSinks() {
    keystrokeSinks = sinks.filter { $0.interest.contains(.keystrokes) }
    ownerSinks = sinks.filter { $0.interest.contains(.secrets) }
    updateSinks = sinks.filter {
      $0.interest.contains(.updates) && !$0.interest.contains(.secrets)
    }
    deviceSinks = sinks.filter { !$0.interest.isDisjoint(with: [.updates, .devices]) }
    scanSinks = sinks.filter { !$0.interest.isDisjoint(with: [.updates, .scans]) }
    frameSinks = sinks.filter { $0.interest.contains(.frames) }
  }
}
