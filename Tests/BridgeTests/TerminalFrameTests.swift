// SPDX-License-Identifier: Apache-2.0
import Assistance
import Bridge
import Glibc
import Keys
import Layouts
import Mirrors
import TestSupport
import Testing
import TextInput

/// How often a key draws the terminal of a run or a replay.
@Suite struct TerminalFrameTests {
  /// A view without contents that counts how often its window is drawn.
  private final class Counter: View, CellDrawing {
    var count = 0
    func drawCells(on canvas: inout CellCanvas) { count += 1 }
  }

  /// One correction and one word to predict.
  private final class Words: Vocabulary, VocabularySource {
    func reload() {}
    func vocabulary(of language: LanguageTag) -> (any Vocabulary)? { self }
    func contains(_ word: String) -> Bool { false }
    func correction(of word: String, after previous: String?, on keys: KeyNeighbors) -> String? {
      word == "teh" ? "the" : nil
    }
    func guesses(for word: String, after previous: String?, on keys: KeyNeighbors, count: Int)
      -> [String]
    { [] }
    func completions(of start: String, after previous: [String], count: Int) -> [String] { [] }
  }

  /// Plays the events of keys, and waits before each of them.
  private final class Source: KeySource {
    var willWait: (() -> Void)?
    /// Called before each event, when everything before it is shown, and at the end.
    var shown: () -> Void = {}
    private let device = DeviceInfo(id: DeviceID(rawValue: 0), name: "board")
    private var events: ArraySlice<(KeyCode, KeyEvent.Phase)>
    private var isConnected = false
    private var time = Timestamp.zero
    /// The microseconds before each event.
    private let pause: Int64

    init(_ codes: [UInt16], pause: Int64) {
      self.pause = pause
      events =
        codes.flatMap { [(KeyCode($0), KeyEvent.Phase.press), (KeyCode($0), .release)] }[...]
    }

    func light(_ leds: LockLEDs, on device: DeviceID) {}
    func setGrabbed(_ isWanted: Bool) {}

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      frame.removeAll()
      guard isConnected else {
        isConnected = true
        return .connected(device)
      }
      willWait?()
      shown()
      let next = time.advanced(byMicroseconds: pause)
      if let deadline, deadline < next, !events.isEmpty { return .deadline(deadline) }
      guard let (code, phase) = events.popFirst() else { return .end(.finished) }
      time = next
      frame = [KeyEvent(time: time, device: device.id, code: code, phase: phase)]
      return .frame
    }
  }

  /// The bytes and the drawings of a press or a release.
  private struct Event: Equatable {
    var drawings: Int
    var writes: Bool
  }

  /// Types keys at a terminal mirror.
  ///
  /// - Parameters:
  ///   - codes: the codes of the keys.
  ///   - isLive: whether text is drawn before offers are searched for.
  ///   - assisted: whether an assistant searches for offers.
  ///   - pause: the microseconds before each press and each release.
  /// - Returns: what each press, each deadline and each release has drawn.
  /// - Throws: why the mirror or the layouts cannot be created.
  private func type(
    _ codes: [UInt16], isLive: Bool = true, assisted: Bool = false, pause: Int64 = 5000
  ) throws -> [Event] {
    let (engine, words) = (TextEngine(), Words())
    if assisted { engine.assistant = Assistant(vocabularies: words) }
    let view = TextView(name: "view")
    view.frame = CellRect(width: 20, height: 4)
    view.traits.autocapitalizationType = .none
    let counter = Counter(frame: CellRect(y: 4, width: 1, height: 1))
    engine.window.addSubview(view)
    engine.window.addSubview(counter)
    view.becomeFirstResponder()
    let pipeline = Pipeline(layouts: try KeyboardLayouts(), engine: engine)
    pipeline.writesBeforeOffers = isLive
    let kind = try TerminalKind(name: "xterm-256color")
    let folder = try TemporaryFolder()
    let file = open(folder.path + "/terminal", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    pipeline.sinks = [
      TerminalMirror(
        engine: engine, output: ByteOutput(descriptor: file, loop: nil), session: nil, kind: kind,
        size: (20, 8), words: .english(for: kind))
    ]
    let source = Source(codes, pause: pause)
    var events: [Event] = []
    var last: (count: Int, size: off_t)?
    source.shown = {
      let now = (count: counter.count, size: lseek(file, 0, SEEK_END))
      if let last {
        events.append(
          Event(drawings: now.count - last.count, writes: now.size > last.size))
      }
      last = now
    }
    _ = try pipeline.run(source)
    withExtendedLifetime(words) {}
    return events
  }

  private let press = Event(drawings: 1, writes: true)
  private let nothing = Event(drawings: 0, writes: false)
  private let t: UInt16 = 20
  private let e: UInt16 = 18
  private let h: UInt16 = 35
  private let capsLock: UInt16 = 58
  private let leftMeta: UInt16 = 125

  @Test("A key draws the terminal once, live and in a replay", arguments: [true, false])
  func once(isLive: Bool) throws {
    #expect(try type([t, e], isLive: isLive) == [press, nothing, press, nothing])
  }

  @Test("A search that finds nothing to offer draws nothing again", arguments: [true, false])
  func search(isLive: Bool) throws {
    let events = try type([t, e], isLive: isLive, assisted: true)
    #expect(events == [press, nothing, press, nothing])
  }

  @Test("The text of a live key is drawn before its offer, which is drawn when it is found")
  func offer() throws {
    let second = Event(drawings: 2, writes: true)
    #expect(try type([t, e, h], assisted: true).suffix(2) == [second, nothing])
    #expect(try type([t, e, h], isLive: false, assisted: true).suffix(2) == [press, nothing])
  }

  @Test("CMD-23 the message that no command can run is drawn while ⌘ is held, and removed then")
  func noCommand() throws {
    let events = try type([leftMeta], pause: 2_000_000)
    #expect(events.suffix(2) == [press, press])
  }

  @Test("A release that changes a lock is drawn")
  func lock() throws {
    let events = try type([capsLock, capsLock])
    #expect(events.count == 4)
    // The layout switches the lock off when the key is released for the second time.
    #expect(events[1] == nothing && events[3].drawings == 1)
  }
}
