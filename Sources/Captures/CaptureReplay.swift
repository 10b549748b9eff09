// SPDX-License-Identifier: Apache-2.0
package import Keys
internal import Pads

/// Plays a capture as if its keyboards and pads were attached.
///
/// ```
/// connected…  frame  frame  deadline  frame …  frame  [cancelled keys]  disconnected…  end
/// ```
///
/// The time is the capture's: a deadline is reported when the next frame is at or past it. A replay
/// therefore needs no waiting and always gives the same result. No deadline is reported after the
/// last record, so an open timer cannot run for ever. Keys that are down at the end are cancelled,
/// as when a keyboard is unplugged, and reported, as is an end inside a frame.
///
/// A held key does not repeat through a gap in the recording. If a key is down on a keyboard
/// without kernel repeats and no event follows for more than a minute, deadlines are reported only
/// for the first minute. Then the gap is reported, and the deadline due at that time is dropped;
/// later deadlines, for example after the next press, are reported as usual. An overdue deadline is
/// reported with the time of the last record; missed repeats are not made up for.
///
/// After `SYN_DROPPED` in a capture the key state is unknown: keys that were down stay down, and
/// ``EventDecoder`` synthesizes lost releases.
///
/// Pads are read as attached ones are: only while ink is wanted. A touch that begins before draws
/// nothing.
package final class CaptureReplay: KeySource {
  package typealias Failure = CaptureFailure

  // Exclusivity is not checked, because a player has no reference to its replay.
  @exclusivity(unchecked) private var player: Player

  /// Creates a replay of a capture.
  ///
  /// - Parameters:
  ///   - reader: a reader of the capture from which nothing was read yet.
  ///   - pace: called with the time of each frame and each deadline before it is returned; a replay
  ///     in real time waits here.
  package init(_ reader: CaptureReader, pace: ((Timestamp) -> Void)? = nil) {
    player = Player(reader: reader, pace: pace)
  }

  package var willWait: (() -> Void)? {
    get { player.willWait }
    set { player.willWait = newValue }
  }

  package func setDrawing(_ isWanted: Bool) {
    player.setDrawing(isWanted)
  }

  package func next(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(CaptureFailure) -> Occurrence {
    try player.next(before: deadline, into: &frame)
  }
}

/// The progress of a replay.
///
/// A value type, so that the loop has exclusive access to what it changes.
private struct Player {
  let reader: CaptureReader
  let pace: ((Timestamp) -> Void)?
  private var batch: [CaptureRecord] = []
  private var position = 0
  private var phase = Phase.opening
  private var decoders: [EventDecoder] = []
  /// The readers of pads, at the numbers of their devices; nil for another device.
  private var pads: [PadReader?] = []
  /// Whether the capture has a pad; read for every event.
  private var hasPads = false
  private var isInkWanted = false
  /// Whether ink was reported, so that a capture without keys is as it should be.
  private var hasInk = false
  private var hidden: [Bool] = []
  private var steppedBack: [Bool] = []
  private var pending: [Occurrence] = []
  // The greatest time of all records, and the time of the last record, which may be earlier on
  // another device.
  private var latestTime = Timestamp(microseconds: .min)
  private var now = Timestamp(microseconds: .min)
  // The deadline that was dropped because of a gap in the recording.
  private var refusedDeadline: Timestamp?
  // Whether any key was pressed, held or released.
  private var hasKeys = false
  // The device whose frame has begun and is not complete.
  private var openFrame: DeviceID?
  // The devices whose last frame is not complete.
  private var cutFrames: Set<DeviceID> = []

  private enum Phase {
    case opening
    case playing
    case closing(device: Int)
    case ended
  }

  init(reader: CaptureReader, pace: ((Timestamp) -> Void)?) {
    self.reader = reader
    self.pace = pace
  }

  /// Called before more is read, because a pipe may have no data for a while.
  var willWait: (() -> Void)?

  mutating func next(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(CaptureFailure) -> Occurrence {
    // Frames have one or two events, so this is cheaper than removing all at once.
    while frame.popLast() != nil {}
    if !pending.isEmpty { return pending.removeFirst() }
    do throws(CaptureFailure) {
      switch phase {
      case .opening:
        try connect()
        return try next(before: deadline, into: &frame)
      case .playing:
        if let occurrence = try play(before: deadline, into: &frame) { return occurrence }
        phase = .closing(device: 0)
        noticeEnd()
        return try next(before: deadline, into: &frame)
      case .closing(let device):
        return close(device, into: &frame)
      case .ended:
        return .end(.finished)
      }
    } catch {
      phase = .ended
      throw error
    }
  }

  private mutating func connect() throws(CaptureFailure) {
    _ = try reader.read(into: &batch)
    for device in reader.devices {
      decoders.append(EventDecoder(device: device.info.id))
      hidden.append(false)
      steppedBack.append(false)
      pending.append(.connected(device.info))
    }
    connectPads()
    noticeDevices()
    phase = .playing
  }

  /// Plays up to the next occurrence; nil at the end of the capture.
  private mutating func play(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(CaptureFailure) -> Occurrence? {
    while true {
      if position == batch.count {
        guard try readOn() else {
          if let openFrame { cutFrames.insert(openFrame) }
          return frame.isEmpty ? nil : handOut(frame)
        }
        if openFrame == nil, !pending.isEmpty { return pending.removeFirst() }
      }
      let record = batch[position]
      if openFrame == nil {
        if let deadline, deadline <= record.event.time, deadline != refusedDeadline {
          return handOut(deadline, before: record.event.time)
        }
      } else if let device = openFrame, device != record.device {
        // A device's events end in the middle of a frame.
        cutFrames.insert(device)
        if !frame.isEmpty { return handOut(frame) }
      }
      position += 1
      now = record.event.time
      latestTime = max(latestTime, now)
      openFrame = record.device
      let step = decoders[Int(record.device.rawValue)].decode(record.event, into: &frame)
      if hasPads { draw(record) }
      if step == .more { continue }
      openFrame = nil
      if step == .lost {
        pending.append(.notice(.eventsLost(reader.devices[Int(record.device.rawValue)].info)))
      }
      if !frame.isEmpty { return handOut(frame) }
      if !pending.isEmpty { return pending.removeFirst() }
    }
  }

  // MARK: Pads

  mutating func setDrawing(_ isWanted: Bool) {
    guard isWanted != isInkWanted else { return }
    isInkWanted = isWanted
    for index in pads.indices { pads[index]?.drop() }
  }

  private mutating func connectPads() {
    pads = reader.devices.map { device in
      (try? device.pad?.get()).map { PadReader(device.info.id, on: $0) }
    }
    hasPads = pads.contains { $0 != nil }
    for device in reader.devices {
      guard case .failure(let flaw)? = device.pad else { continue }
      pending.append(.notice(.padUnusable(device.info, flaw)))
    }
  }

  /// Reads an event of a device that may be a pad.
  // Not inlined, because the loop over the events of keyboards would be slower.
  @inline(never)
  private mutating func draw(_ record: CaptureRecord) {
    guard let ink = pads[Int(record.device.rawValue)]?.read(record.event), isInkWanted else {
      return
    }
    hasInk = true
    if let pace {
      willWait?()
      pace(ink.time)
    }
    pending.append(.ink(ink))
  }

  private mutating func readOn() throws(CaptureFailure) -> Bool {
    position = 0
    willWait?()
    let isMore = try reader.read(into: &batch)
    noticeDevices()
    return isMore
  }

  private mutating func handOut(_ frame: [KeyEvent]) -> Occurrence {
    openFrame = nil
    hasKeys = true
    if let pace, let first = frame.first {
      willWait?()
      pace(first.time)
    }
    return .frame
  }

  private mutating func handOut(_ deadline: Timestamp, before next: Timestamp) -> Occurrence {
    if deadline > now.advanced(byMicroseconds: Self.longestSilence), let device = heldDevice {
      refusedDeadline = deadline
      return .notice(.repeatsCutShort(device, gapMicroseconds: next.microseconds(since: now)))
    }
    let time = max(deadline, now)
    if let pace {
      willWait?()
      pace(time)
    }
    return .deadline(time)
  }

  /// The longest time without events during which a key counts as held, in microseconds.
  private static let longestSilence: Int64 = 60_000_000

  /// A device that has a key down and does not repeat it in the kernel.
  private var heldDevice: DeviceInfo? {
    for (device, decoder) in zip(reader.devices, decoders)
    where !device.info.repeatsInKernel && !decoder.downKeys.isEmpty {
      return device.info
    }
    return nil
  }

  private mutating func noticeDevices() {
    for (index, device) in reader.devices.enumerated() where device.hidesLetters && !hidden[index] {
      hidden[index] = true
      pending.append(.notice(.lettersHidden(device.info)))
    }
    for (index, device) in reader.devices.enumerated() where !steppedBack[index] {
      guard let step = device.stepBack else { continue }
      steppedBack[index] = true
      pending.append(.notice(.timeSteppedBack(device.info, microseconds: step)))
    }
  }

  /// Reports what is missing at the end of the capture.
  private mutating func noticeEnd() {
    if !hasKeys, !hasInk { pending.append(.notice(.noKeys(reader.devices.first?.info))) }
    for (device, decoder) in zip(reader.devices, decoders) {
      let isInsideFrame = cutFrames.contains(device.info.id)
      let keys = Array(decoder.downKeys)
      guard isInsideFrame || !keys.isEmpty else { continue }
      pending.append(
        .notice(.endsEarly(device.info, heldKeys: keys, isInsideFrame: isInsideFrame)))
    }
  }

  /// Closes a device: first cancels its keys, then disconnects it.
  private mutating func close(_ device: Int, into frame: inout [KeyEvent]) -> Occurrence {
    guard device < decoders.count else {
      phase = .ended
      return .end(.finished)
    }
    if !decoders[device].downKeys.isEmpty {
      decoders[device].cancelAll(at: latestTime, into: &frame)
      return .frame
    }
    phase = .closing(device: device + 1)
    return .disconnected(reader.devices[device].info)
  }
}
