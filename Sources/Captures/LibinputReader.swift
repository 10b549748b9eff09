// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Keys
internal import YAMLNodes

/// A reader of recordings by `libinput record`, with all devices in the order of time.
///
/// The file holds one device after the other, each with all of its events. A recording of one
/// device is read once, as it arrives. For several devices, the file is first scanned for the place
/// of each device's events and then read at those places in turn, always at the device with the
/// earliest time. This needs memory for one block per device, regardless of the file's length.
/// Input from a pipe is first stored in an unnamed file in `TMPDIR` or `/var/tmp`.
///
/// Time that steps back is handled for each device (``EventClock``). The merge orders the events of
/// different devices; at equal times the first device goes first, and a frame is never divided.
final class LibinputReader: RecordReader {
  private(set) var devices: [CaptureDevice] = []
  private var streams: [LibinputEvents] = []
  private var heads: [InputEvent?] = []
  private var openFrame: Int?
  private let log = ErrorLog()
  // Only for a recording of one device, which is read as it arrives.
  private var outline: LibinputOutline?
  private var onlyDevice: LibinputOutline.Device?
  // Only for a recording of several devices, which is read at several places.
  private var seekable: SeekableFile?

  private let isStrict: Bool

  init(buffer: consuming BlockBuffer, isStrict: Bool) throws(CaptureFailure) {
    self.isStrict = isStrict
    do throws(CaptureError) {
      if Self.announcesOneDevice(buffer.bytes) {
        try readAsItComes(buffer)
      } else {
        try readByParts(buffer)
      }
    } catch {
      log.add(error.problem, at: error.place)
      try log.throwErrors()
    }
    heads = Array(repeating: nil, count: streams.count)
  }

  func read(into batch: inout [CaptureRecord]) throws(CaptureFailure) -> Bool {
    batch.removeAll(keepingCapacity: true)
    while let index = nextStream(), let event = heads[index] {
      heads[index] = nil
      let isReport = event.type == InputEvent.synchronization && event.code == InputEvent.report
      openFrame = isReport ? nil : index
      if log.isEmpty { batch.append(CaptureRecord(event: event, device: streams[index].device)) }
      // One frame at a time, because the recording may still be in progress.
      if isReport, !batch.isEmpty { return true }
    }
    if !batch.isEmpty { return true }
    finish()
    try log.throwErrors()
    return false
  }

  /// Returns the stream of the next event: the one with an incomplete frame, or else the one with
  /// the earliest event.
  private func nextStream() -> Int? {
    if let openFrame, head(of: openFrame) != nil { return openFrame }
    var result: (index: Int, time: Timestamp)?
    for index in streams.indices {
      guard let event = head(of: index) else { continue }
      if let found = result, found.time <= event.time { continue }
      result = (index, event.time)
    }
    return result?.index
  }

  private func head(of index: Int) -> InputEvent? {
    if let event = heads[index] { return event }
    let event = streams[index].next()
    heads[index] = event
    if streams[index].hidesLetters { devices[index].hidesLetters = true }
    if let step = streams[index].clock.firstStep { devices[index].stepBack = step }
    return event
  }

  /// Reads the part of the file after the events of the only device.
  private func finish() {
    guard var device = onlyDevice, let outline, log.isEmpty else { return }
    onlyDevice = nil
    do throws(CaptureError) {
      try outline.closeDevice(&device)
      while var another = try self.outline?.openDevice(number: devices.count) {
        try outline.closeDevice(&another)
      }
      try outline.feed.checkLastLine()
    } catch {
      log.add(error.problem, at: error.place)
    }
  }

  // The number is one of the first values of a recording; if it is elsewhere, reading by parts
  // works for one device too.
  private static func announcesOneDevice(_ beginning: UnsafeRawBufferPointer) -> Bool {
    beginning.split(separator: 0x0a).contains {
      $0.starts(with: "ndevices: 1".utf8) && $0.dropFirst(11).allSatisfy { $0 == 0x0d }
    }
  }

  private func readAsItComes(_ buffer: consuming BlockBuffer) throws(CaptureError) {
    var outline = LibinputOutline(feed: YAMLFeed(rest: buffer), log: log)
    try outline.openDevices()
    guard let device = try outline.openDevice(number: 0) else { return }
    devices = [CaptureDevice(info: device.info, pad: device.pad.result)]
    if device.hasEvents {
      streams = [
        LibinputEvents(
          of: device.info, yaml: outline.yaml, feed: outline.feed, log: log,
          isStrict: isStrict)
      ]
    }
    onlyDevice = device
    self.outline = outline
  }

  private func readByParts(_ buffer: consuming BlockBuffer) throws(CaptureError) {
    let file = try SeekableFile(buffer)
    seekable = file
    let parts = try readOutline(of: file)
    let offsets = try file.offsets(
      ofLines: parts.flatMap { [$0.lines.lowerBound, $0.lines.upperBound] })
    for part in parts {
      let begin = offsets[part.lines.lowerBound] ?? file.range.upperBound
      let end = offsets[part.lines.upperBound] ?? file.range.upperBound
      let feed = YAMLFeed(
        part: begin..<end, of: file.descriptor, firstLine: part.lines.lowerBound)
      streams.append(LibinputEvents(of: part.info, feed: feed, log: log, isStrict: isStrict))
    }
  }

  /// A device, and the lines of the file with its events, counted from 0.
  private struct Part {
    var info: DeviceInfo
    var lines: Range<Int>
  }

  private func readOutline(of file: SeekableFile) throws(CaptureError) -> [Part] {
    var outline = LibinputOutline(
      feed: YAMLFeed(part: file.range, of: file.descriptor), log: log)
    var parts: [Part] = []
    try outline.openDevices()
    while var device = try outline.openDevice(number: parts.count) {
      var lines = 0..<0
      if device.hasEvents {
        let depth = outline.yaml.depth
        if outline.yaml.isFlow {
          throw CaptureError(
            place: outline.feed.place(outline.yaml.place),
            problem: .expected(.literal("- evdev:"), found: "["))
        }
        // The place of a block sequence is that of its first item.
        let first = outline.yaml.place.line - 1
        try outline.skip(outOfDepth: depth)
        lines = first..<max(first, outline.yaml.place.line - 1)
        try outline.closeDevice(&device)
      }
      parts.append(Part(info: device.info, lines: lines))
      devices.append(CaptureDevice(info: device.info, pad: device.pad.result))
    }
    try outline.feed.checkLastLine()
    return parts
  }
}
