// SPDX-License-Identifier: Apache-2.0
internal import Keys
internal import YAMLNodes

/// The outer levels of a recording by `libinput record`: the descriptions of the devices.
///
/// ```
/// version: 1
/// ndevices: 2
/// devices:
/// - node: /dev/input/event3
///   evdev:
///     name: "Keyboard"
///     id: [3, 1133, 49948, 272]
///     codes:
///       20: [0, 1]                         # EV_REP
///     absinfo:
///       0: [1266, 5676, 0, 0, 45]          # minimum, maximum, fuzz, flat, resolution of ABS_X
///     properties: [0, 2]
///   events:
///   - evdev:
///     - [  0,  80250,   1,  30,       1]   # seconds, microseconds, type, code, value
/// ```
///
/// Everything not shown here is skipped: the system, udev's properties, libinput's own events.
struct LibinputOutline {
  let yaml: YAMLEvents
  let feed: YAMLFeed
  let log: ErrorLog
  /// The number of devices according to `ndevices`.
  private(set) var announced: Int?

  init(feed: YAMLFeed, log: ErrorLog) {
    self.feed = feed
    self.log = log
    yaml = feed.events()
  }

  /// A device's description, and whether its events follow.
  struct Device {
    var info: DeviceInfo
    var pad = CapturedPad()
    var place: YAMLPlace
    /// Whether the reader is before the device's first event.
    var hasEvents = false
  }

  /// Reads up to the list of devices.
  mutating func openDevices() throws(CaptureError) {
    var hasVersion = false
    guard try next() == .documentStart, try next() == .mappingStart else {
      throw wrong(.mapping)
    }
    while let key = try key() {
      switch key {
      case "version":
        guard try next() == .scalar, yaml.text == "1" else {
          throw error(.unsupportedVersion(.libinput, found: found))
        }
        hasVersion = true
      case "ndevices":
        announced = try integer(.devices, upTo: 1 << 16)
      case "devices":
        guard hasVersion else { throw wrong(.version) }
        guard try next() == .sequenceStart else { throw wrong(.sequence) }
        return
      default:
        try skipValue()
      }
    }
    throw wrong(hasVersion ? .devices : .version)
  }

  /// Reads a device up to its events; nil after the last device.
  mutating func openDevice(number: Int) throws(CaptureError) -> Device? {
    switch try next() {
    case .sequenceEnd, .documentEnd, .end: return nil
    case .mappingStart: break
    default: throw wrong(.mapping)
    }
    var device = Device(
      info: DeviceInfo(id: DeviceID(rawValue: UInt32(clamping: number)), name: ""),
      place: yaml.place)
    if let announced, number >= announced {
      throw error(.tooManyDevices(announced: announced))
    }
    try readProperties(of: &device)
    return device
  }

  /// Reads the rest of a device after its events.
  func closeDevice(_ device: inout Device) throws(CaptureError) {
    while device.hasEvents {
      device.hasEvents = false
      try readProperties(of: &device)
    }
  }

  /// Reads the keys of a device up to its events or its end.
  private func readProperties(of device: inout Device) throws(CaptureError) {
    while let key = try key() {
      switch key {
      case "node":
        if try next() == .scalar { device.info.path = yaml.text } else { try skipOpened() }
      case "evdev":
        guard try next() == .mappingStart else { throw wrong(.mapping) }
        try readDescription(of: &device.info, pad: &device.pad)
      case "events":
        switch try next() {
        case .sequenceStart:
          device.hasEvents = true
          return
        // An empty value means that nothing was typed.
        case .scalar where yaml.text.isEmpty: break
        default: throw wrong(.sequence)
        }
      default:
        try skipValue()
      }
    }
  }

  private func readDescription(
    of info: inout DeviceInfo, pad: inout CapturedPad
  ) throws(CaptureError) {
    while let key = try key() {
      switch key {
      case "name":
        guard try next() == .scalar else { throw wrong(.name) }
        info.name = yaml.text
      case "id":
        guard try next() == .sequenceStart else { throw wrong(.sequence) }
        info.bus = UInt16(truncatingIfNeeded: try integer(.deviceNumber, upTo: 0xffff))
        info.vendor = UInt16(truncatingIfNeeded: try integer(.deviceNumber, upTo: 0xffff))
        info.product = UInt16(truncatingIfNeeded: try integer(.deviceNumber, upTo: 0xffff))
        info.version = UInt16(truncatingIfNeeded: try integer(.deviceNumber, upTo: 0xffff))
        guard try next() == .sequenceEnd else { throw wrong(.literal("]")) }
      case "codes":
        guard try next() == .mappingStart else { throw wrong(.mapping) }
        info.repeatsInKernel = false
        while let type = try self.key() {
          if type == "\(InputEvent.repeat)" { info.repeatsInKernel = true }
          let codes = try numbers()
          guard let number = UInt16(type) else { continue }
          for code in codes { pad.add(type: number, code: UInt16(truncatingIfNeeded: code)) }
        }
      case "absinfo":
        guard try next() == .mappingStart else { throw wrong(.mapping) }
        while let code = try self.key() {
          let numbers = try numbers()
          guard let axis = UInt16(code), numbers.count > 4 else { continue }
          pad.set(
            AbsoluteAxis(
              minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
              resolution: numbers[4]),
            of: axis)
        }
      case "properties":
        for property in try numbers() {
          pad.add(property: UInt16(truncatingIfNeeded: property))
        }
      default:
        try skipValue()
      }
    }
  }

  /// Reads a list of numbers; another value is skipped, because only pads need it.
  private func numbers() throws(CaptureError) -> [Int32] {
    var numbers: [Int32] = []
    guard try next() == .sequenceStart else {
      try skipOpened()
      return []
    }
    let depth = yaml.depth
    while try next() == .scalar {
      guard numbers.count < KeyCode.count, let number = try? yaml.value() else { continue }
      numbers.append(number)
    }
    if yaml.depth >= depth { try skip(outOfDepth: depth) }
    return numbers
  }

  /// Returns the next key of the open mapping; nil at its end.
  private func key() throws(CaptureError) -> String? {
    switch try next() {
    case .scalar: return yaml.text
    case .mappingEnd, .documentEnd, .end: return nil
    default: throw wrong(.name)
    }
  }

  private func skipValue() throws(CaptureError) {
    _ = try next()
    try skipOpened()
  }

  /// Skips the collection that the last YAML event opened, if it opened one.
  private func skipOpened() throws(CaptureError) {
    if yaml.isCollectionStart { try skip(outOfDepth: yaml.depth) }
  }

  func skip(outOfDepth depth: Int) throws(CaptureError) {
    do { try yaml.skip(outOfDepth: depth) } catch { throw feed.captureError(error) }
  }

  func next() throws(CaptureError) -> YAMLEvents.Event {
    do { return try yaml.next() } catch { throw feed.captureError(error) }
  }

  private func integer(_ item: CaptureItem, upTo limit: Int64) throws(CaptureError) -> Int {
    guard try next() == .scalar else { throw wrong(item) }
    do throws(LineProblem) {
      return Int(try yaml.integer(item, upTo: limit))
    } catch {
      throw self.error(error.problem)
    }
  }

  private var found: String { excerpt(yaml.scalar) }

  private func wrong(_ item: CaptureItem) -> CaptureError { error(.expected(item, found: found)) }

  private func error(_ problem: CaptureError.Problem) -> CaptureError {
    CaptureError(place: feed.place(yaml.place), problem: problem)
  }
}

extension YAMLEvents {
  /// Parses the current scalar as a decimal number without a sign.
  func integer(_ item: CaptureItem, upTo limit: Int64) throws(LineProblem) -> Int64 {
    var cursor = ByteCursor(scalar)
    let number = try cursor.decimal(item, upTo: limit)
    guard cursor.isAtEnd else { throw ByteCursor(scalar).expected(item) }
    return number
  }

  /// Parses the current scalar as the value of an event.
  func value() throws(LineProblem) -> Int32 {
    var cursor = ByteCursor(scalar)
    let number = try cursor.signed(.eventValue)
    guard cursor.isAtEnd else { throw ByteCursor(scalar).expected(.eventValue) }
    return number
  }
}
