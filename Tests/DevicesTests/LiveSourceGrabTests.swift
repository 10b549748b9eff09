// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import Testing

@Suite struct LiveSourceGrabTests {
  let rig: SourceRig
  let first = FakeKeyboard("First", path: "/dev/input/event0")
  let second = FakeKeyboard("Second", path: "/dev/input/event1")

  init() throws {
    rig = try SourceRig()
  }

  /// Starts with both keyboards, and discards the lines about that.
  private func start(_ options: LiveSource.Options = LiveSource.Options()) throws {
    rig.plug(first)
    rig.plug(second)
    rig.start(options)
    _ = try rig.reported()
  }

  @Test("gaining focus grabs; losing it ungrabs and cancels held keys")
  func focus() throws {
    try start()
    #expect(!first.isGrabbed)
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["grabbed #0", "grabbed #1"])
    #expect(first.isGrabbed && second.isGrabbed)
    first.send((.a, 1))
    _ = try rig.reported()
    rig.source?.setGrabbed(false)
    #expect(try rig.reported() == ["#0 KEY_A cancel"])
    #expect(!first.isGrabbed)
    first.send((.a, 2))
    first.send((.a, 0))
    #expect(try rig.reported() == [])
    #expect(rig.unbalanced == [])
  }

  @Test("ungrabbed keyboards are read only if the options require it")
  func listening() throws {
    try start(LiveSource.Options(listensAway: true))
    rig.source?.setGrabbed(true)
    _ = try rig.reported()
    first.send((.a, 1))
    _ = try rig.reported()
    rig.source?.setGrabbed(false)
    #expect(try rig.reported() == ["#0 KEY_A cancel"])
    #expect(!first.isGrabbed)
    first.send((.a, 0))
    first.send((.b, 1))
    first.send((.b, 0))
    #expect(try rig.reported() == ["#0 KEY_B press", "#0 KEY_B release"])
    // Keys typed on ungrabbed keyboards are for other programs, even the panic chord.
    for key in [KeyCode.backspace, .escape, .enter] { first.send((key, 1)) }
    _ = try rig.reported()
    #expect(rig.end == nil)
    for key in [KeyCode.backspace, .escape, .enter] { first.send((key, 0)) }
    _ = try rig.reported()
    rig.source?.reconfigure(LiveSource.Options())
    _ = try rig.reported()
    first.send((.b, 1))
    first.send((.b, 0))
    #expect(try rig.reported() == [])
    #expect(rig.unbalanced == [])
  }

  @Test("a grab waits until no key of the keyboard is down, and events are delivered meanwhile")
  func waits() throws {
    try start()
    first.send((.leftControl, 1))
    _ = try rig.reported()
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["grabbed #1"])
    first.send((.a, 1))
    first.send((.leftControl, 0))
    #expect(try rig.reported() == ["#0 KEY_A press", "#0 KEY_LEFTCTRL release"])
    #expect(!first.isGrabbed)
    first.send((.a, 0))
    #expect(try rig.reported() == ["#0 KEY_A release", "grabbed #0"])
    #expect(first.isGrabbed)
  }

  @Test("a grab that waits past its limit reports the held keys once, and keeps waiting")
  func limit() throws {
    try start(LiveSource.Options(grabLimit: 10_000))
    first.send((.leftControl, 1), (.a, 1))
    _ = try rig.reported()
    rig.source?.setGrabbed(true)
    let notice = "grab waits #0 [KEY_LEFTCTRL, KEY_A]"
    #expect(try rig.reported(upTo: notice).last == notice)
    #expect(try rig.reported() == [])
    first.send((.leftControl, 0), (.a, 0))
    #expect(try rig.reported().last == "grabbed #0")
  }

  @Test("a key pressed just before the grab, and not read yet, delays the grab")
  func confirmation() throws {
    try start()
    first.send((.a, 1))
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["grabbed #1", "#0 KEY_A press"])
    #expect(!first.isGrabbed)
    first.send((.a, 0))
    #expect(try rig.reported() == ["#0 KEY_A release", "grabbed #0"])
  }

  @Test("a tap just before the grab is neither lost nor does it prevent the grab")
  func tapBeforeGrab() throws {
    try start()
    first.send((.a, 1))
    first.send((.a, 0))
    rig.source?.setGrabbed(true)
    #expect(
      try rig.reported() == ["grabbed #1", "#0 KEY_A press", "#0 KEY_A release", "grabbed #0"])
    #expect(first.isGrabbed)
  }

  @Test("a key pressed just after the grab, before anything is read, does not undo the grab")
  func keyAfterGrab() throws {
    try start()
    rig.source?.setGrabbed(true)
    first.send((.a, 1))
    #expect(try rig.reported() == ["grabbed #0", "grabbed #1", "#0 KEY_A press"])
    #expect(first.isGrabbed)
  }

  @Test("a grab that is given up before the keys are released never happens")
  func givenUp() throws {
    try start()
    first.send((.a, 1))
    _ = try rig.reported()
    rig.source?.setGrabbed(true)
    rig.source?.setGrabbed(false)
    first.send((.a, 0))
    // The other keyboard, which has no key down, was grabbed in between.
    #expect(try rig.reported() == ["grabbed #1", "#0 KEY_A cancel"])
    #expect(!first.isGrabbed && !second.isGrabbed)
  }

  @Test("if focus returns at once, the grab waits for a key that is still held")
  func regrab() throws {
    try start()
    rig.source?.setGrabbed(true)
    _ = try rig.reported()
    first.send((.a, 1))
    _ = try rig.reported()
    rig.source?.setGrabbed(false)
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["#0 KEY_A cancel", "grabbed #1"])
    #expect(!first.isGrabbed)
    first.send((.a, 0))
    #expect(try rig.reported() == ["grabbed #0"])
  }

  @Test("an ungrabbed keyboard is not read, so a password typed elsewhere reaches no stage")
  func deaf() throws {
    let rules = [GrabRule(selector: try DeviceSelector("name=Second"), policy: .never)]
    try start(LiveSource.Options(grabRules: rules))
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["grabbed #0"])
    second.send((.leftShift, 1))
    #expect(try rig.reported() == ["#1 KEY_LEFTSHIFT press"])
    rig.source?.setGrabbed(false)
    #expect(try rig.reported() == ["#1 KEY_LEFTSHIFT cancel"])
    for keyboard in [first, second] { keyboard.send((.s, 1), (.s, 0)) }
    second.send((.leftShift, 0), (.b, 1))
    #expect(try rig.reported() == [])
    // A key was pressed while another program had the focus, and its event has not been read when
    // the focus returns.
    first.send((.x, 1))
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == [])
    #expect(!first.isGrabbed, "the other readers must receive the release first")
    for (keyboard, code) in [(first, KeyCode.x), (second, .b)] {
      keyboard.send((code, 2))
      keyboard.send((code, 0))
    }
    #expect(try rig.reported() == ["grabbed #0"])
    second.send((.b, 1), (.b, 0))
    #expect(try rig.reported() == ["#1 KEY_B press, #1 KEY_B release"])
    #expect(rig.unbalanced == [])
  }

  @Test("keys typed elsewhere do not hide that a handler of another stage has run")
  func deafBesideHandler() throws {
    try start()
    let ends = socketPair()
    defer { ends.forEach { close($0) } }
    rig.source?.setGrabbed(false)
    _ = try rig.reported()
    var hasRun = false
    rig.loop.watch(ends[0], for: .read) { [loop = rig.loop] _ in
      hasRun = true
      loop.unwatch(ends[0])
    }
    first.send((.a, 1), (.a, 0))
    _ = write(ends[1], "!", 1)
    var frame: [KeyEvent] = []
    let limit = rig.loop.now.advanced(byMicroseconds: 10_000_000)
    guard case .deadline(let time) = try rig.source?.next(before: limit, into: &frame) else {
      Issue.record("the source did not return for the handler")
      return
    }
    #expect(hasRun && time < limit)
  }

  @Test("a keyboard with policy always is read without focus too, but its held keys are cancelled")
  func alwaysHeard() throws {
    try start(LiveSource.Options(grabPolicy: .always))
    rig.source?.setGrabbed(true)
    _ = try rig.reported()
    first.send((.a, 1))
    _ = try rig.reported()
    rig.source?.setGrabbed(false)
    #expect(try rig.reported() == ["#0 KEY_A cancel"])
    first.send((.b, 1), (.b, 0))
    #expect(try rig.reported() == ["#0 KEY_B press, #0 KEY_B release"])
    rig.source?.setGrabbed(true)
    first.send((.a, 2))
    first.send((.a, 0))
    #expect(try rig.reported() == [])
    #expect(first.isGrabbed && rig.unbalanced == [])
  }

  @Test(
    "the chord on an ungrabbed keyboard releases a grabbed one, and counts only if there is one")
  func panicWhileAway() throws {
    func chord(policy: GrabPolicy) throws -> [String] {
      let rig = try SourceRig()
      let (desk, scanner) = (
        FakeKeyboard("Desk"), FakeKeyboard("Scanner", path: "/dev/input/event1")
      )
      rig.plug(desk)
      rig.plug(scanner)
      let rules = [GrabRule(selector: try DeviceSelector("name=Scanner"), policy: policy)]
      rig.start(LiveSource.Options(grabRules: rules))
      rig.source?.setGrabbed(true)
      rig.source?.setGrabbed(false)
      _ = try rig.reported()
      scanner.send((.c, 1))
      _ = try rig.reported()
      desk.send((.backspace, 1))
      desk.send((.a, 1), (.escape, 1), (.enter, 1), (.b, 1), (.a, 0))
      let reported = try rig.reported()
      #expect(rig.unbalanced == [] && (rig.end == .panic) == (policy == .always))
      #expect(!scanner.isGrabbed)
      return reported
    }
    #expect(try chord(policy: .always) == ["#1 KEY_C cancel"])
    #expect(try chord(policy: .focus) == [])
  }

  @Test("a keyboard plugged in while nothing has the focus is neither grabbed nor read")
  func pluggedInMeanwhile() throws {
    rig.start()
    rig.source?.setGrabbed(false)
    rig.plug(first)
    #expect(try rig.reported() == ["connected First #0"])
    first.send((.a, 1), (.a, 0))
    #expect(try rig.reported() == [])
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["grabbed #0"])
    first.send((.a, 1))
    #expect(try rig.reported() == ["#0 KEY_A press"])
  }

  @Test("events lost while the keyboard was not read leave no key down")
  func lostMeanwhile() throws {
    try start()
    rig.source?.setGrabbed(true)
    first.send((.a, 1))
    _ = try rig.reported()
    rig.source?.setGrabbed(false)
    #expect(try rig.reported() == ["#0 KEY_A cancel"])
    first.lose(down: [.b], up: [.a])
    #expect(try rig.reported() == [])
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["grabbed #1"])
    #expect(!first.isGrabbed)
    first.send((.b, 0))
    #expect(try rig.reported() == ["grabbed #0"])
    #expect(rig.unbalanced == [])
  }

  @Test("a rule for a link also applies if the link was made after the keyboard was opened")
  func lateLink() throws {
    let rig = try SourceRig()
    let fake = FakeKeyboard(path: "/dev/input/event7")
    rig.plug(fake)
    let link = "/dev/input/by-id/usb-board"
    let rule = GrabRule(selector: try DeviceSelector("path=\(link)"), policy: .always)
    let options = LiveSource.Options(grabRules: [rule], grabPolicy: .never)
    rig.start(options)
    _ = try rig.reported()
    #expect(!fake.isGrabbed)
    var node = SourceRig.node(fake)
    node.links = [link]
    rig.finder.report(.appeared(node))
    _ = try rig.reported()
    rig.source?.reconfigure(options)
    _ = try rig.reported()
    #expect(fake.isGrabbed)
  }

  @Test("LEDs are restored while nothing has the focus, and show the locks again afterwards")
  func lights() throws {
    let rules = [GrabRule(selector: try DeviceSelector("name=Second"), policy: .never)]
    try start(LiveSource.Options(grabRules: rules))
    rig.source?.setGrabbed(true)
    _ = try rig.reported()
    for id in 0..<UInt32(2) { rig.source?.light([.capsLock], on: DeviceID(rawValue: id)) }
    #expect(first.lit == [.capsLock] && second.lit == [.capsLock])
    rig.source?.setGrabbed(false)
    #expect(first.lit == [] && second.lit == [])
    for id in 0..<UInt32(2) { rig.source?.light([.numLock], on: DeviceID(rawValue: id)) }
    #expect(first.lit == [] && second.lit == [])
    rig.source?.setGrabbed(true)
    _ = try rig.reported()
    #expect(first.lit == [.numLock] && second.lit == [.numLock])
  }

  @Test("a keyboard plugged in while something has focus is grabbed")
  func hotPlug() throws {
    rig.start()
    rig.source?.setGrabbed(true)
    rig.plug(first)
    #expect(try rig.reported() == ["connected First #0", "grabbed #0"])
  }

  @Test("policies: always, never, and rules for some devices")
  func policies() throws {
    let rules = [
      GrabRule(selector: try DeviceSelector("name=First"), policy: .never),
      GrabRule(selector: try DeviceSelector("all"), policy: .always),
    ]
    try start(LiveSource.Options(grabRules: rules))
    #expect(!first.isGrabbed && second.isGrabbed)
    rig.source?.setGrabbed(true)
    rig.source?.setGrabbed(false)
    #expect(!first.isGrabbed && second.isGrabbed)
    rig.source?.reconfigure(LiveSource.Options(grabPolicy: .never))
    #expect(!second.isGrabbed)
  }

  @Test(
    "a refused grab is reported once, and succeeds when the other program releases the keyboard")
  func busy() throws {
    try start()
    var holder: EvdevKeyboard? = try first.opened()
    #expect(holder?.grab() == 0)
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["grab refused #0 nobody", "grabbed #1"])
    #expect(rig.finder.closings == [first.path])
    // Neither a retry nor a new request for the grab repeats the notice.
    rig.finder.report(.appeared(SourceRig.node(first)))
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == [])
    holder = nil
    rig.finder.report(.closed(path: first.path))
    #expect(try rig.reported(upTo: "grabbed #0") == ["grabbed #0"])
    #expect(first.isGrabbed && rig.finder.closings == [])
    #expect(holder == nil)
  }

  @Test("a cancelled grab is not retried when the other program closes the node")
  func busyGivenUp() throws {
    try start()
    let holder = try first.opened()
    #expect(holder.grab() == 0)
    rig.source?.setGrabbed(true)
    rig.source?.setGrabbed(false)
    #expect(rig.finder.closings == [])
    holder.ungrab()
    rig.finder.report(.closed(path: first.path))
    _ = try rig.reported()
    #expect(!first.isGrabbed)
  }

  @Test("another failure is reported with its number; a keyboard unplugged meanwhile is not")
  func failures() throws {
    try start()
    first.fail(.grab, with: EIO)
    second.unplug()
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["grab failed #0 5", "disconnected #1"])
  }

  @Test(
    "a grab that the kernel does not end, ends when the keyboard is closed and opened again",
    arguments: [EIO, ENODEV])
  func stuckGrab(_ error: Int32) throws {
    try start()
    rig.source?.setGrabbed(true)
    _ = try rig.reported()
    first.fail(.grab, with: error)
    rig.source?.setGrabbed(false)
    #expect(try rig.reported() == ["disconnected #0", "connected First #2"])
    first.fail(.grab, with: 0)
    #expect(!first.isGrabbed && !second.isGrabbed)
    rig.source?.setGrabbed(true)
    #expect(try rig.reported() == ["grabbed #1", "grabbed #2"])
    first.send((.b, 1))
    first.send((.b, 0))
    #expect(try rig.reported() == ["#2 KEY_B press", "#2 KEY_B release"])
    #expect(rig.unbalanced == [])
  }

  // MARK: The end

  @Test("the panic chord on any keyboards releases everything and ends the source")
  func panic() throws {
    try start()
    rig.source?.setGrabbed(true)
    rig.source?.light([.capsLock], on: DeviceID(rawValue: 0))
    _ = try rig.reported()
    first.send((.a, 1))
    first.send((.backspace, 1))
    first.send((.escape, 1))
    _ = try rig.reported()
    second.send((.b, 1), (.enter, 1), (.b, 0))
    #expect(
      try rig.reported() == [
        "#1 KEY_B press", "#0 KEY_ESC cancel, #0 KEY_BACKSPACE cancel, #0 KEY_A cancel",
        "#1 KEY_B cancel",
      ])
    #expect(rig.end == .panic)
    #expect(rig.unbalanced == [])
    #expect(!first.isGrabbed && !second.isGrabbed && first.lit == [])
    var frame: [KeyEvent] = []
    #expect(try rig.source?.next(before: nil, into: &frame) == .end(.panic))
  }

  @Test("the chord counts keys that were down before the keyboard was opened")
  func panicWithFoundKeys() throws {
    let held = FakeKeyboard("Held", pressed: [.backspace, .escape])
    rig.plug(held)
    rig.start(LiveSource.Options(grabPolicy: .always))
    _ = try rig.reported()
    held.send((.enter, 1))
    _ = try rig.reported()
    #expect(rig.end == .panic && rig.unbalanced == [])
  }

  @Test("keys held on a keyboard that was unplugged or ungrabbed do not count for the chord")
  func panicForgets() throws {
    try start()
    first.send((.backspace, 1), (.escape, 1))
    _ = try rig.reported()
    rig.unplug(first)
    _ = try rig.reported()
    second.send((.enter, 1))
    #expect(try rig.reported() == ["#1 KEY_ENTER press"])
    second.send((.enter, 0))
    rig.source?.setGrabbed(true)
    _ = try rig.reported()
    second.send((.backspace, 1), (.escape, 1))
    _ = try rig.reported()
    rig.source?.setGrabbed(false)
    _ = try rig.reported()
    second.send((.enter, 1))
    #expect(try rig.reported() == [])
    second.send((.enter, 0), (.escape, 0), (.backspace, 0))
    rig.source?.setGrabbed(true)
    second.send((.enter, 1))
    #expect(try rig.reported().last == "#1 KEY_ENTER press")
    #expect(rig.end == nil)
  }

  @Test("a signal cancels held keys, releases everything, and ends the source")
  func signal() throws {
    let rig = try SourceRig(signals: [SIGHUP])
    rig.plug(first)
    rig.start()
    rig.source?.setGrabbed(true)
    first.send((.leftShift, 1))
    _ = try rig.reported()
    // Sent to this thread only, because the loop set this thread's mask.
    pthread_kill(pthread_self(), SIGHUP)
    #expect(try rig.reported() == ["#0 KEY_LEFTSHIFT cancel"])
    #expect(rig.end == .signal(SIGHUP))
    #expect(!first.isGrabbed && rig.unbalanced == [])
  }
}
