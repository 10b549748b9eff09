// SPDX-License-Identifier: Apache-2.0
import CFakeEvdev
import Devices
import Glibc
import Keys
import Testing

@Suite struct EvdevKeyboardTests {
  @Test("a keyboard reports its names, numbers and capabilities")
  func facts() throws {
    let fake = FakeKeyboard(repeats: false)
    let keyboard = try fake.opened(id: 7)
    #expect(
      keyboard.info
        == DeviceInfo(
          id: DeviceID(rawValue: 7), name: "Fake Keyboard", path: "/dev/input/event0",
          phys: "usb-fake/input0", bus: 3, vendor: 0x046d, product: 0xc31c, version: 0x110,
          repeatsInKernel: false, kind: .keyboard))
    #expect(keyboard.capabilities.lockLEDs == [.numLock, .capsLock, .scrollLock])
    #expect(fake_device_is_monotonic(keyboard.descriptor))
    #expect(fake_device_unknown_ioctls(fake.device) == 0)
  }

  @Test("KEY-7 presses, repeats and releases keep their order, frame and time")
  func frames() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    fake.send((.leftShift, 1), (.a, 1), at: 5_000_007)
    fake.send((.a, 2), at: 5_250_000)
    fake.send((.a, 0), (.leftShift, 0), at: 5_300_000)
    var frame: [KeyEvent] = []
    #expect(keyboard.nextFrame(into: &frame) == .frame)
    #expect(frame.map(line) == ["#0 KEY_LEFTSHIFT press", "#0 KEY_A press"])
    #expect(frame.map(\.time.microseconds) == [5_000_007, 5_000_007])
    #expect(
      read(keyboard) == ["#0 KEY_A repeat", "#0 KEY_A release", "#0 KEY_LEFTSHIFT release"])
  }

  @Test("positions without end do not delay other keyboards")
  func endlessPositions() throws {
    let fake = FakeKeyboard(relative: 1)
    let keyboard = try fake.opened()
    for _ in 0..<80 {
      fake.emit(type: 2, code: 0, value: 1)
      fake.report()
    }
    fake.send((.a, 1))
    var frame: [KeyEvent] = []
    #expect(keyboard.nextFrame(into: &frame) == .more)
    #expect(read(keyboard) == ["#0 KEY_A press"])
  }

  @Test("a frame is delivered only after its report")
  func partialFrame() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    fake.emit(type: 1, code: 30, value: 1)
    #expect(read(keyboard) == [])
    fake.report()
    #expect(read(keyboard) == ["#0 KEY_A press"])
  }

  @Test("reports without keys, and mouse buttons, are not delivered")
  func emptyFrames() throws {
    let fake = FakeKeyboard(keys: FakeKeyboard.keys + [KeyCode(0x110)], relative: 3)
    let keyboard = try fake.opened()
    fake.emit(type: 4, code: 4, value: 458_756)
    fake.report()
    fake.send((KeyCode(0x110), 1))
    fake.emit(type: 2, code: 0, value: 5)
    fake.report()
    #expect(read(keyboard) == [])
  }

  @Test("KEY-11b keys down at the start are found; buttons are not")
  func keysDownAtOpen() throws {
    let button = KeyCode(0x110)
    let fake = FakeKeyboard(
      keys: FakeKeyboard.keys + [button], pressed: [.leftShift, .a, button])
    let keyboard = try fake.opened()
    var found: [KeyEvent] = []
    keyboard.findKeysDown(at: Timestamp(microseconds: 9), into: &found)
    #expect(found.map(line) == ["#0 KEY_A found", "#0 KEY_LEFTSHIFT found"])
    #expect(keyboard.heldKeys == [.a, .leftShift])
    var cancelled: [KeyEvent] = []
    keyboard.cancelAll(at: .zero, into: &cancelled)
    #expect(cancelled.map(line) == ["#0 KEY_A cancel", "#0 KEY_LEFTSHIFT cancel"])
  }

  @Test(
    "KEY-11a, KEY-11b after lost events, releases and then found keys are synthesized"
  )
  func lostEvents() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    fake.send((.a, 1), (.leftShift, 1))
    #expect(read(keyboard).count == 2)
    fake.send((.a, 0))
    fake.lose(down: [.b], up: [.a])
    fake.send((.c, 1), at: 3)
    let lines = read(keyboard)
    #expect(lines.prefix(2) == ["lost", "#0 KEY_A release"])
    // A key pressed after the loss may be read as state or as an event; in either case it is
    // reported as down once.
    #expect(lines.contains("#0 KEY_B found"))
    #expect(lines.count { $0.hasPrefix("#0 KEY_C") } == 1)
    #expect(keyboard.heldKeys == [.leftShift, .b, .c])
    fake.send((.b, 0), (.c, 0), (.leftShift, 0))
    #expect(read(keyboard).count == 3)
    #expect(keyboard.heldKeys.isEmpty)
  }

  @Test("lost events are reported even if no key changed")
  func emptyLoss() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    fake.lose()
    #expect(read(keyboard) == ["lost"])
  }

  @Test("if the clock is refused, events are stamped on arrival")
  func refusedClock() throws {
    let fake = FakeKeyboard()
    fake.fail(.setClock, with: EINVAL)
    let keyboard = try fake.opened()
    let before = Timestamp.monotonicNow
    fake.send((.a, 1), at: 7)
    var frame: [KeyEvent] = []
    #expect(keyboard.nextFrame(into: &frame) == .frame)
    #expect(frame.count == 1 && frame[0].time >= before)
  }

  @Test("a signal during a request changes nothing: opening, the clock, the grab and the LEDs")
  func interruptions() throws {
    let fake = FakeKeyboard()
    let plain = try fake.opened()
    // The requests of opening are interrupted one after the other.
    fake.interrupt(40)
    let keyboard = try fake.opened()
    #expect(keyboard.info == plain.info && fake_device_is_monotonic(keyboard.descriptor))
    fake.interrupt(2)
    #expect(keyboard.grab() == 0 && fake.isGrabbed)
    fake.interrupt(2)
    keyboard.light([.capsLock])
    #expect(fake.lit == [.capsLock])
    fake.interrupt(2)
    #expect(keyboard.ungrab() && !fake.isGrabbed)
    #expect(fake.lit == [])
  }

  @Test("a node that is not evdev is an error, and its descriptor is closed")
  func notEvdev() throws {
    let fake = FakeKeyboard()
    fake.fail(.identify, with: EACCES)
    #expect(throws: DeviceError.notEvdev(path: "/dev/input/event0", errno: EACCES)) {
      _ = try fake.opened()
    }
    #expect(fake.clients == 0)
    let ends = socketPair()
    defer { close(ends[1]) }
    #expect(throws: DeviceError.self) {
      _ = try EvdevKeyboard(owning: ends[0], path: "pipe", id: DeviceID(rawValue: 0))
    }
    var query = pollfd(fd: ends[1], events: 0, revents: 0)
    #expect(poll(&query, 1, 0) == 1 && query.revents & Int16(POLLHUP) != 0)
  }

  @Test("a node that can only be read is opened for reading; one that cannot be read is an error")
  func readOnly() throws {
    let fake = FakeKeyboard()
    var tried: [Int32] = []
    let opener: EvdevKeyboard.Opener = { _, flags in
      tried.append(flags & O_ACCMODE)
      if flags & O_ACCMODE == O_RDONLY { return fake.open() }
      errno = EACCES
      return -1
    }
    _ = try EvdevKeyboard(path: "/dev/input/event0", id: DeviceID(rawValue: 0), open: opener)
    #expect(tried == [O_RDWR, O_RDONLY])
    #expect(throws: DeviceError.open(path: "x", errno: EPERM)) {
      _ = try EvdevKeyboard(path: "x", id: DeviceID(rawValue: 0)) { _, _ in
        errno = EPERM
        return -1
      }
    }
  }

  @Test("an unplugged keyboard is detected, even by its hang-up only", arguments: [false, true])
  func unplug(silently: Bool) throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    #expect(keyboard.isAlive)
    fake.send((.a, 1))
    #expect(read(keyboard) == ["#0 KEY_A press"])
    fake.unplug(silently: silently)
    #expect(!keyboard.isAlive)
    keyboard.hasHungUp = true
    #expect(read(keyboard) == ["gone"])
    var cancelled: [KeyEvent] = []
    keyboard.cancelAll(at: .zero, into: &cancelled)
    #expect(cancelled.map(line) == ["#0 KEY_A cancel"])
    // None of these calls may crash or have an effect.
    keyboard.light(.capsLock)
    keyboard.ungrab()
    #expect(keyboard.grab() == ENODEV)
  }

  @Test("a key that is cancelled while held is ignored until its release")
  func mutedKeys() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    fake.send((.a, 1))
    _ = read(keyboard)
    var cancelled: [KeyEvent] = []
    keyboard.cancelAll(at: .zero, into: &cancelled)
    #expect(keyboard.heldKeys == [.a])
    fake.send((.a, 2))
    fake.send((.b, 1))
    fake.send((.a, 2))
    #expect(read(keyboard) == ["#0 KEY_B press"])
    fake.send((.a, 0))
    fake.send((.a, 1))
    #expect(read(keyboard) == ["#0 KEY_A press"])
  }

  @Test("a cancelled key whose release was lost is delivered again; one still down stays ignored")
  func mutedKeysAndLoss() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    fake.send((.a, 1), (.b, 1))
    _ = read(keyboard)
    var cancelled: [KeyEvent] = []
    keyboard.cancelAll(at: .zero, into: &cancelled)
    fake.lose(up: [.a])
    #expect(read(keyboard) == ["lost"])
    #expect(keyboard.heldKeys == [.b])
  }

  @Test("a grab is exclusive, and ends with its owner")
  func grab() throws {
    let fake = FakeKeyboard()
    var first: EvdevKeyboard? = try fake.opened()
    let second = try fake.opened()
    #expect(first?.grab() == 0)
    #expect(second.grab() == EBUSY && !second.isGrabbed)
    fake.send((.a, 1))
    #expect(first.map(read) == ["#0 KEY_A press"] && read(second) == [])
    first = nil
    #expect(second.grab() == 0 && second.isGrabbed)
    second.ungrab()
    #expect(!fake.isGrabbed)
  }

  @Test("only changed LEDs are written, and their original state is restored at the end")
  func lights() throws {
    let fake = FakeKeyboard(lit: 1)
    var keyboard: EvdevKeyboard? = try fake.opened()
    keyboard?.light([.numLock])
    #expect(fake_device_led_writes(fake.device) == 0)
    keyboard?.light([.capsLock, .kana])
    #expect(fake.lit == [.capsLock] && fake_device_led_writes(fake.device) == 2)
    keyboard?.light([.capsLock])
    #expect(fake_device_led_writes(fake.device) == 2)
    keyboard = nil
    #expect(fake.lit == [.numLock])
  }

  @Test("LEDs are restored to their state before the first of several changes")
  func restoresFirstLEDs() throws {
    let fake = FakeKeyboard(lit: 1)
    var keyboard: EvdevKeyboard? = try fake.opened()
    keyboard?.light([.capsLock])
    keyboard?.light([.scrollLock])
    keyboard = nil
    #expect(fake.lit == [.numLock])
    let grabbed = try fake.opened()
    _ = grabbed.grab()
    for leds in [LockLEDs.capsLock, .scrollLock] { grabbed.light(leds) }
    grabbed.ungrab()
    #expect(fake.lit == [.numLock])
  }

  @Test("ungrabbing restores the LEDs, and the next grab sets them again")
  func lightsAndGrab() throws {
    let fake = FakeKeyboard(lit: 1)
    let keyboard = try fake.opened()
    _ = keyboard.grab()
    keyboard.light([.capsLock])
    keyboard.ungrab()
    #expect(fake.lit == [.numLock])
    _ = keyboard.grab()
    #expect(fake.lit == [.capsLock])
  }

  @Test("an LED that cannot be set is tried again with the next change")
  func refusedLights() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    fake.fail(.write, with: EIO)
    keyboard.light([.capsLock])
    #expect(fake.lit == [])
    fake.fail(.write, with: 0)
    keyboard.light([.capsLock])
    #expect(fake.lit == [.capsLock])
  }

  @Test("LEDs that another program has changed are known from the events")
  func foreignLights() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    fake.emit(type: InputEvent.led, code: 1, value: 1)
    fake.report()
    #expect(read(keyboard) == [])
    keyboard.light([.capsLock])
    #expect(fake_device_led_writes(fake.device) == 0)
  }

  @Test("the kernel is not asked for more events until they are reported")
  func singleRead() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    var frame: [KeyEvent] = []
    fake.send((.a, 1))
    fake.send((.b, 1))
    #expect(keyboard.nextFrame(into: &frame) == .frame)
    fake.send((.c, 1))
    frame = []
    #expect(keyboard.nextFrame(into: &frame) == .frame && frame.map(line) == ["#0 KEY_B press"])
    frame = []
    #expect(keyboard.nextFrame(into: &frame) == .none)
    #expect(keyboard.nextFrame(into: &frame) == .frame && frame.map(line) == ["#0 KEY_C press"])
    fake.send((.c, 0))
    keyboard.mayHaveEvents()
    #expect(read(keyboard) == ["#0 KEY_C release"])
  }

  @Test("events that arrived before a grab are read after it, whatever was read last")
  func readAfterGrab() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    var frame: [KeyEvent] = []
    fake.send((.a, 1), (.a, 0))
    #expect(keyboard.nextFrame(into: &frame) == .frame)
    fake.send((.b, 1))
    #expect(keyboard.grab() == 0)
    #expect(read(keyboard) == ["#0 KEY_B press"] && keyboard.heldKeys == [.b])
  }

  @Test("events from before a keyboard is listened to are discarded, whatever was read last")
  func discardedBeforeListening() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    var frame: [KeyEvent] = []
    fake.send((.a, 1), (.a, 0))
    #expect(keyboard.nextFrame(into: &frame) == .frame)
    keyboard.stopListening()
    fake.send((.b, 1), (.b, 0))
    keyboard.listen()
    fake.send((.c, 1))
    #expect(read(keyboard) == ["#0 KEY_C press"])
  }

  @Test("all events are delivered, however many are read at once")
  func manyEvents() throws {
    let fake = FakeKeyboard()
    let keyboard = try fake.opened()
    var expected: [String] = []
    for _ in 0..<50 {
      fake.send((.a, 1))
      fake.send((.a, 0), (.b, 1), (.b, 0))
      expected += ["press", "release"].map { "#0 KEY_A \($0)" }
      expected += ["press", "release"].map { "#0 KEY_B \($0)" }
    }
    var lines: [String] = []
    while case let more = read(keyboard), !more.isEmpty {
      lines += more
      keyboard.mayHaveEvents()
    }
    #expect(lines == expected)
  }
}
