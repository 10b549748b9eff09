// SPDX-License-Identifier: Apache-2.0
import Captures
import Engines
import InputMethods
import Keys
import Layouts
import Sandbox
import TextInput

/// A keyboard, two documents and some fields for the test of an extension.
final class ExtensionTestDesk {
  /// The focused document at first.
  let document = TextView(name: "document")
  /// Another document.
  let other = TextView(name: "other")
  /// A secure field.
  let secure = TextField(name: "secure")
  /// A field for telephone numbers.
  let phone = TextField(name: "phone")
  /// The extension.
  let tried: TriedExtension
  /// The tested mode of the extension.
  let mode: TextInputMode
  /// The lines that were exchanged with the extension.
  let lines: ExchangedLines
  private let engine: TextEngine
  private let pipeline: Pipeline
  private let keys: LayoutKeys
  private let typing = TypedFrames()

  /// The time in which an extension must answer a key, in microseconds.
  static let answerLimit: Int64 = 300_000
  /// The time after which the test of a rule ends without an answer.
  private static let patience = Duration.seconds(2)

  /// Enables the extension.
  ///
  /// - Parameters:
  ///   - path: the folder of the extension.
  ///   - number: the number of the mode.
  ///   - lines: receives the lines that are exchanged.
  /// - Throws: the mistake in the folder, or why there can be no process.
  init(_ path: String, mode number: Int, lines: ExchangedLines) throws {
    let engine = TextEngine()
    (self.engine, self.lines) = (engine, lines)
    InputMethodTable.builtin.register(with: engine)
    engine.settings.holdForAccents = false
    let layouts = try KeyboardLayouts()
    let pipeline = Pipeline(layouts: layouts, engine: engine)
    self.pipeline = pipeline
    pipeline.continuesWords = false
    keys = LayoutKeys(layouts)
    secure.traits.isSecureTextEntry = true
    phone.traits.keyboardType = .phonePad
    for view in [document, other] as [View] + [secure, phone] { engine.window.addSubview(view) }
    document.becomeFirstResponder()
    let requests = ExtensionRequests(engine: engine, lexicon: { [] }, report: { _ in })
    tried = try TriedExtension(
      path, in: engine, answeringWithin: Self.patience,
      confinement: EngineConfinement(reporting: .all)
    ) { host in
      host.engines.trace = { lines.add($0, $1) }
      host.engines.didAnswer = { [unowned pipeline] in pipeline.deliver() }
      host.didRefuse = { lines.refusedCalls += $0 }
      host.perform = { requests.perform($0, of: $1) }
    }
    mode = tried.modes[number]
  }

  /// Starts the extension in the mode.
  func start() throws {
    tried.use(mode)
    try tried.start()
  }

  // MARK: The keyboard

  /// Presses a key, and waits for the answer.
  ///
  /// - Parameters:
  ///   - code: the key.
  ///   - held: the keys that are held with it.
  ///   - repeats: the number of times that it repeats.
  ///   - meanwhile: called once while the answer is awaited.
  /// - Throws: that the extension has not answered as it must.
  func press(
    _ code: KeyCode, holding held: HeldKeys = [], repeats: Int = 0,
    meanwhile: (() -> Void)? = nil
  ) throws {
    let codes = HeldKeys.each.filter(held.contains).compactMap {
      $0.code(thirdLevel: keys.thirdLevel)
    }
    for code in codes { typing.add(code, .press) }
    typing.add(code, .press)
    for _ in 0..<repeats { typing.add(code, .repeat) }
    typing.add(code, .release)
    for code in codes.reversed() { typing.add(code, .release) }
    try run(typing, meanwhile: meanwhile)
  }

  /// Types characters of the layout.
  func type(_ text: String) throws {
    for character in text.unicodeScalars {
      keys.update()
      guard let choice = keys.choice(typing: character, base: nil, holdsShift: false) else {
        continue
      }
      try press(choice.code, holding: choice.held)
    }
  }

  /// Plays a capture.
  func play(_ path: String) throws {
    do {
      try run(CaptureReplay(try CaptureReader(path: path)))
    } catch let failure as CaptureFailure {
      throw UserFacingError(failure, path: path)
    }
  }

  private func run(_ source: some KeySource, meanwhile: (() -> Void)? = nil) throws {
    let answered = AnsweredKeys(source, answeredBy: tried)
    var meanwhile = meanwhile
    answered.willSettle = { [pipeline] in
      guard let body = meanwhile else { return }
      meanwhile = nil
      body()
      pipeline.deliver()
    }
    _ = try pipeline.run(answered)
    let slowest = lines.answerTimes.max() ?? 0
    guard slowest <= Self.answerLimit else {
      throw UserFacingError(
        "an answer took \(slowest / 1000) ms; the limit is \(Self.answerLimit / 1000) ms")
    }
  }

  // MARK: The text

  /// The focused container.
  private var focused: TextContainer? { engine.window.firstResponder as? TextContainer }

  /// The text that is marked.
  var marked: String {
    focused.flatMap { container in
      container.markedRange.map { container.storage.substring($0) }
    } ?? ""
  }

  /// The candidates that are shown; nil for none.
  var candidates: CandidateList? { engine.candidates }

  /// Moves the focus.
  func focus(_ container: TextContainer) {
    container.becomeFirstResponder()
    pipeline.deliver()
  }

  /// Moves the focus away and back, which ends a composition, and empties the document.
  func reset() {
    focus(other)
    other.text = ""
    document.text = ""
    focus(document)
  }

  /// Replaces the text of the document, as its program does.
  func replace(with text: String) {
    document.setText(text, selecting: .movesCaret)
    pipeline.deliver()
  }

  /// Switches to a mode of Keybridge itself.
  func useBuiltIn() { engine.modes.perform(.choose(TextInputMode.english.id)) }
}

/// Frames that are typed on a keyboard, 20 ms after each other.
private final class TypedFrames: KeySource {
  var willWait: (() -> Void)?
  private var frames: [KeyEvent] = []
  private var time = Timestamp.zero
  private var isConnected = false
  private static let keyboard = DeviceInfo(id: DeviceID(rawValue: 1), name: "test")

  /// Adds an event.
  func add(_ code: KeyCode, _ phase: KeyEvent.Phase) {
    time = time.advanced(by: .milliseconds(20))
    frames.append(KeyEvent(time: time, device: Self.keyboard.id, code: code, phase: phase))
  }

  func next(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(UserFacingError) -> Occurrence {
    frame.removeAll(keepingCapacity: true)
    guard isConnected else {
      isConnected = true
      return .connected(Self.keyboard)
    }
    guard let event = frames.first else { return .end(.finished) }
    if let deadline, deadline <= event.time { return .deadline(deadline) }
    frames.removeFirst()
    frame.append(event)
    return .frame
  }
}
