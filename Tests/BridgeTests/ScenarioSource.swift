// SPDX-License-Identifier: Apache-2.0
import Keys

/// A source that plays a scenario at ten milliseconds per step, without a clock.
final class ScenarioSource: KeySource {
  private var steps: ArraySlice<Scenario.Step>
  private var queue: [(occurrence: Occurrence, frame: [KeyEvent])] = []
  private var keyboards: [UInt32: (info: DeviceInfo, decoder: EventDecoder)] = [:]
  private let repeatsInKernel: Bool
  private var nextID: UInt32 = 0
  var willWait: (() -> Void)?
  private(set) var now = Timestamp.zero
  /// Called by `look away` and `look back`, as a handler of the loop is.
  var onLook: (Bool) -> Void = { _ in }
  /// The pipeline's requests to grab or ungrab, in order.
  private(set) var grabs: [Bool] = []
  /// Receives a line of the transcript.
  private let note: (String) -> Void
  /// The LEDs that are on, for each keyboard.
  private var lights: [DeviceID: LockLEDs] = [:]

  init(_ scenario: Scenario, note: @escaping (String) -> Void = { _ in }) {
    self.note = note
    steps = scenario.steps.map(\.step)[...]
    repeatsInKernel = scenario.settings["repeats"] != "none"
    connect(0)
  }

  func light(_ leds: LockLEDs, on device: DeviceID) {
    guard leds != lights[device] ?? [] else { return }
    lights[device] = leds
    note("lights \(device.rawValue + 1) \(ScenarioOutcome.names(of: leds))")
  }

  func setGrabbed(_ isWanted: Bool) {
    grabs.append(isWanted)
    note("grabs " + (isWanted ? "all" : "none"))
    guard !isWanted else { return }
    for keyboard in keyboards.keys.sorted() {
      var events: [KeyEvent] = []
      keyboards[keyboard]?.decoder.cancelAll(at: now, into: &events)
      if !events.isEmpty { queue.append((.frame, events)) }
    }
  }

  func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
    frame.removeAll(keepingCapacity: true)
    while true {
      if !queue.isEmpty {
        let next = queue.removeFirst()
        frame = next.frame
        return next.occurrence
      }
      guard let step = steps.first else {
        guard let last = keyboards.keys.min() else { return .end(.finished) }
        perform(.unplug(keyboard: last))
        continue
      }
      let length: Int64 = if case .wait(let amount) = step { amount } else { 10_000 }
      let end = now.advanced(byMicroseconds: length)
      if let deadline, deadline <= end {
        now = max(now, deadline)
        if case .wait = step {
          steps[steps.startIndex] = .wait(
            microseconds: end.microseconds - now.microseconds)
        }
        return .deadline(deadline)
      }
      now = end
      steps.removeFirst()
      if case .look(let isBack) = step {
        onLook(isBack)
        return .deadline(now)
      }
      perform(step)
    }
  }

  private func perform(_ step: Scenario.Step) {
    switch step {
    case .wait, .look: break
    case .connect(let keyboard): connect(keyboard)
    case .frame(let keyboard, let changes):
      var events: [KeyEvent] = []
      for change in changes {
        _ = keyboards[keyboard]?.decoder.decode(
          InputEvent(
            time: now, type: InputEvent.key, code: change.code.rawValue, value: change.value),
          into: &events)
      }
      queue.append((.frame, events))
    case .unplug(let keyboard):
      guard var gone = keyboards.removeValue(forKey: keyboard) else { return }
      var events: [KeyEvent] = []
      gone.decoder.cancelAll(at: now, into: &events)
      queue.append((.frame, events))
      queue.append((.disconnected(gone.info), []))
    }
  }

  private func connect(_ keyboard: UInt32) {
    let id = DeviceID(rawValue: nextID)
    nextID += 1
    let info = DeviceInfo(
      id: id, name: "Keyboard \(keyboard + 1)", repeatsInKernel: repeatsInKernel, kind: .keyboard)
    keyboards[keyboard] = (info, EventDecoder(device: id))
    queue.append((.connected(info), []))
  }
}
