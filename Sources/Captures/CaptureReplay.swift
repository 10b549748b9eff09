// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Plays a capture as if its keyboards were attached.
///
/// ```
/// connected…  frame  frame  deadline  frame …  frame  [cancelled keys]  disconnected…  end
/// ```
///
/// Time is the capture's: a deadline comes when the next frame is at or past it, so a replay needs
/// no waiting and is the same each time. After the last record no deadline comes any more: an open
/// timer cannot run for ever. Keys that are down at the end are cancelled, as when a keyboard is
/// unplugged.
///
/// Nor does a key that was held repeat through a gap in the recording. Where nothing comes for more
/// than a minute and a key is down on a keyboard that leaves repeating to its reader, deadlines come
/// for the first minute; the gap is told of, and the deadline that was due then never comes. A new
/// one, as after the next press, comes as usual. A deadline that is overdue is handed out with the
/// time of the last record: what was missed is not made up for.
///
/// Where the capture holds `SYN_DROPPED` nobody can say which keys are down afterwards: what was
/// down stays so, and ``EventDecoder`` makes up for releases that were lost.
package final class CaptureReplay: KeySource {
  package typealias Failure = CaptureFailure

  // Not checked: a player knows nothing of its replay.
  @exclusivity(unchecked) private var player: Player

  /// Makes a replay of a capture.
  ///
  /// - Parameters:
  ///   - reader: the capture, of which nothing was read yet.
  ///   - pace: called with the time of each frame and each deadline before it is handed out; a
  ///     replay in real time waits here.
  package init(_ reader: CaptureReader, pace: ((Timestamp) -> Void)? = nil) {
    player = Player(reader: reader, pace: pace)
  }

  package var willWait: (() -> Void)? {
    get { player.willWait }
    set { player.willWait = newValue }
  }

  package func next(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(CaptureFailure) -> Occurrence {
    try player.next(before: deadline, into: &frame)
  }
}

/// What a replay has done so far.
///
/// It is a value, so that its loop owns what it changes.
private struct Player {
  let reader: CaptureReader
  let pace: ((Timestamp) -> Void)?
  private var batch: [CaptureRecord] = []
  private var position = 0
  private var phase = Phase.opening
  private var decoders: [EventDecoder] = []
  private var hidden: [Bool] = []
  private var pending: [Occurrence] = []
  // The time of the latest record, and that of the last one, which may be earlier on another device.
  private var latestTime = Timestamp(microseconds: .min)
  private var now = Timestamp(microseconds: .min)
  // The deadline that a gap in the recording left out.
  private var refusedDeadline: Timestamp?
  // Whether any key was pressed, held or released.
  private var hasKeys = false
  // The device whose frame has begun and is not complete.
  private var openFrame: DeviceID?

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

  /// Called before more is read, for a pipe may have nothing new for a while.
  var willWait: (() -> Void)?

  mutating func next(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(CaptureFailure) -> Occurrence {
    // Of one event or two: cheaper than to remove all at once.
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
        if !hasKeys { pending.append(.notice(.noKeys(reader.devices.first?.info))) }
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
      pending.append(.connected(device.info))
    }
    noticeHidden()
    phase = .playing
  }

  /// Plays up to the next thing to be handed out; nil at the end of the capture.
  private mutating func play(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(CaptureFailure) -> Occurrence? {
    while true {
      if position == batch.count {
        guard try readOn() else { return frame.isEmpty ? nil : handOut(frame) }
        if openFrame == nil, !pending.isEmpty { return pending.removeFirst() }
      }
      let record = batch[position]
      if openFrame == nil {
        if let deadline, deadline <= record.event.time, deadline != refusedDeadline {
          return handOut(deadline, before: record.event.time)
        }
      } else if openFrame != record.device, !frame.isEmpty {
        // A device's events ended in the middle of a frame.
        return handOut(frame)
      }
      position += 1
      now = record.event.time
      latestTime = max(latestTime, now)
      openFrame = record.device
      let step = decoders[Int(record.device.rawValue)].decode(record.event, into: &frame)
      if step == .more { continue }
      openFrame = nil
      if step == .lost {
        pending.append(.notice(.eventsLost(reader.devices[Int(record.device.rawValue)].info)))
        if frame.isEmpty { return pending.removeFirst() }
      }
      if !frame.isEmpty { return handOut(frame) }
    }
  }

  private mutating func readOn() throws(CaptureFailure) -> Bool {
    position = 0
    willWait?()
    let isMore = try reader.read(into: &batch)
    noticeHidden()
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

  /// For how long nothing may come while a key is really held, in microseconds.
  private static let longestSilence: Int64 = 60_000_000

  /// A device that holds a key and does not repeat it itself.
  private var heldDevice: DeviceInfo? {
    for (device, decoder) in zip(reader.devices, decoders)
    where !device.info.repeatsInKernel && !decoder.downKeys.isEmpty {
      return device.info
    }
    return nil
  }

  private mutating func noticeHidden() {
    for (index, device) in reader.devices.enumerated() where device.hidesLetters && !hidden[index] {
      hidden[index] = true
      pending.append(.notice(.lettersHidden(device.info)))
    }
  }

  /// Ends a device, first its keys, then itself.
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
