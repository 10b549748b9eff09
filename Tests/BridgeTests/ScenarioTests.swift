// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import Keys
import Layouts
import Mirrors
import ScriptedConverters
import TestSupport
import Testing
import TextInput

@testable import Bridge

@Suite struct ScenarioTests {
  @Test("Scenario", arguments: ScenarioFile.all)
  func scenario(_ file: ScenarioFile) throws {
    let scenario = try Scenario(contents(of: file.path))
    let outcome = try ScenarioOutcome(of: scenario)
    #expect(outcome.transcript == scenario.expected)
    #expect(outcome.isIdle, "a key press or a timer is pending although no key is down")
  }

  @Test(
    "13.2 the scenarios of Hangul pass through the protocol of extensions, unchanged",
    arguments: ScenarioFile.all.filter {
      // The delivery is a setting of the built-in method, which extensions do not have.
      $0.testDescription.hasPrefix("hangul-") && $0.testDescription != "hangul-replace-delivery"
    })
  func hangulExtension(_ file: ScenarioFile) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/hangul"
    try #require(mkdir(path, 0o755) == 0)
    let manifest = """
      title: Hangul
      version: "1"
      program: [sh, "-c", "exec '\(BuiltProgram.path(of: "HangulExtension"))'"]
      modes: [{ id: 2set, language: ko-KR, title: 2-set, layout: kr }]
      """
    _ = try folder.write(manifest.utf8, to: "hangul/extension.yaml")
    let scenario = try Scenario(contents(of: file.path))
    let outcome = try ScenarioOutcome(of: scenario, extension: path)
    #expect(outcome.transcript == scenario.expected)
    #expect(outcome.isIdle && outcome.keysOfExtension >= scenario.steps.count / 3)
  }

  @Test("A scenario that leaves any line of the transcript out fails")
  func filtering() throws {
    let text = "tap capslock\ntype a\npress f5\nlook away\n---\n"
    let whole = try ScenarioOutcome(of: Scenario(text)).transcript
    #expect(
      whole == [
        "grabs all", #"attached "Keyboard 1""#, #"connected "Keyboard 1""#, "locks caps",
        "lights 1 caps", "select 1", #"insert "A""#, "unhandled KEY_F5", "grabs none",
        #"detached "Keyboard 1""#,
        #"disconnected "Keyboard 1""#, #"document "A|""#,
      ])
    for number in whole.indices {
      var filtered = whole
      filtered.remove(at: number)
      let scenario = try Scenario(text + filtered.joined(separator: "\n"))
      #expect(scenario.expected == filtered)
      #expect(try ScenarioOutcome(of: scenario).transcript != scenario.expected)
    }
  }

  @Test("The scenarios exist, and each has a title")
  func scenariosExplainThemselves() throws {
    #expect(ScenarioFile.all.count >= 30)
    for file in ScenarioFile.all {
      let comments = contents(of: file.path).split(separator: "\n").filter { $0.hasPrefix("# ") }
      #expect(comments.contains { $0.hasSuffix(".") }, "\(file) has no sentence")
    }
  }
}

/// A scenario file, shown by its name.
struct ScenarioFile: CustomTestStringConvertible, Sendable {
  var path: String
  var testDescription: String { String(path.split(separator: "/").last?.dropLast(5) ?? "") }

  /// Every `Cases/*.keys`, by name.
  static let all: [ScenarioFile] = {
    let folder =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/Cases"
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(folder + "/*.keys", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { ScenarioFile(path: String(cString: $0)) }
    }
  }()
}

/// The transcript of a scenario with the real layouts, engine and loop.
struct ScenarioOutcome {
  /// Every update, change of the LEDs and change of the grab in order, then the document.
  private(set) var transcript: [String] = []
  private(set) var isIdle = false
  /// The number of keys that the extension has seen.
  private(set) var keysOfExtension = 0

  /// Plays a scenario.
  ///
  /// - Parameters:
  ///   - scenario: the scenario.
  ///   - folder: the folder of an extension whose first mode is used; nil for none.
  /// - Throws: why it cannot be played.
  init(of scenario: Scenario, extension folder: String? = nil) throws {
    let settings = scenario.settings
    func layout(_ prefix: String) -> LayoutSettings {
      LayoutSettings(
        name: LayoutName(
          model: settings["model"] ?? "", layout: settings[prefix + "layout"] ?? "us",
          variant: settings[prefix + "variant"] ?? "", options: settings["options"] ?? ""),
        optionAsThirdLevel: settings["option-key"].flatMap(OptionAsThirdLevel.init) ?? .automatic,
        swap: settings["swap"].flatMap(ModifierSwap.init) ?? .none)
    }
    let first = layout("")
    let second = settings["layout2"] == nil ? first : layout2(settings, first)
    let layouts = try KeyboardLayouts(
      settingsFor: { $0.name == "Keyboard 2" ? second : first })
    let engine = TextEngine(modes: Self.modes(settings["modes"] ?? ""))
    var methods = MethodSettings()
    methods.hangulDelivery = settings["hangul-delivery"].flatMap(HangulDelivery.init) ?? .marked
    let converter = Self.converter(settings)
    InputMethodTable.builtin.register(with: engine, settings: methods) { _ in converter }
    // As in the settings file, so that held keys repeat.
    engine.settings.holdForAccents = settings["hold-for-accents"] == "true"
    engine.settings.capsLockSwitchesMode = settings["caps-lock"] == "switches"
    let view = TextView(name: "text")
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    let pipeline = Pipeline(layouts: layouts, engine: engine, repeatTiming: RepeatTiming())
    let tried = try folder.map { folder in
      try TriedExtension(
        folder, in: engine, answeringWithin: .seconds(10), confinement: nil
      ) { host in
        host.engines.didAnswer = { [unowned pipeline] in pipeline.deliver() }
      }
    }
    defer { tried?.end() }
    _ = engine.takeUpdates()
    let lines = LineKeeper()
    let source = ScenarioSource(scenario) { lines.keep($0) }
    pipeline.sinks = [TranscriptSink { lines.keep(Self.line(for: $0)) }]
    source.onLook = { pipeline.setActive($0) }
    if let tried {
      _ = try pipeline.run(AnsweredKeys(source, answeredBy: tried))
    } else {
      _ = try pipeline.run(source)
    }
    transcript = lines.all + ["document \(Self.quoted(Self.drawn(view)))"]
    isIdle = engine.isIdle
    keysOfExtension = tried?.keyCount ?? 0
  }

  /// The converter of the scenario's tables; nil if it has none.
  private static func converter(_ settings: [String: String]) -> ScriptedConverter? {
    func lists(_ name: String) -> [String: [String]] {
      let pairs = (settings[name] ?? "").split(separator: " ").map { entry in
        let sides = entry.split(separator: "=").map(String.init)
        return (sides[0], (sides.last ?? "").split(separator: ",").map(String.init))
      }
      return Dictionary(pairs) { $1 }
    }
    guard !["converter", "predictions", "follows"].allSatisfy({ settings[$0] == nil }) else {
      return nil
    }
    let converter = ScriptedConverter()
    for line in (settings["converter"] ?? "").split(separator: " ") { converter.add(String(line)) }
    converter.predictions = lists("predictions")
    converter.follows = lists("follows")
    return converter
  }

  /// Modes of the built-in table, by their ids.
  private static func modes(_ ids: String) -> ModeList {
    ModeList(
      ids.split(separator: " ").compactMap { id in
        TextInputMode.builtin.first { $0.id == id }
      })
  }

  private static func line(for update: Update) -> String {
    switch update {
    case .textDidChange(_, let range, let text, _):
      if range.isEmpty { return "insert \(quoted(text))" }
      let place = "\(range.start),\(range.end)"
      return text.isEmpty ? "delete \(place)" : "replace \(place) \(quoted(text))"
    case .selectionDidEnd: return "select none"
    case .selectionDidChange(_, let selection):
      return selection.isCaret
        ? "select \(selection.head)" : "select \(selection.anchor),\(selection.head)"
    case .markedDidChange(_, let range, let segments):
      return range == nil ? "unmarked" : "marked \(quoted(segments.text))"
    case .editingChanged, .didEndOnExit, .focusDidBegin, .focusDidEnd, .traitsDidChange,
      .keyboard, .correctionDidChange, .inlineDidChange, .spellingDidChange, .viewDidScroll,
      .hudShown, .hudHidden,
      .menuShown, .menuHidden:
      return update.name
    case .candidatesDidChange(let list, _):
      guard let list else { return "candidates none" }
      let items = list.items.indices.map {
        $0 == list.highlighted ? "[\(list.items[$0].text)]" : list.items[$0].text
      }
      return "candidates " + items.joined(separator: " ")
    case .inkDidChange(let ink, _):
      return ink.map { "ink \($0.strokes.count)" } ?? "ink none"
    case .modeDidChange(let mode): return "mode \(mode.id)"
    case .modeExtensionBypassed(let id): return "bypassed \(id)"
    case .layoutDidChange(let layout, let device):
      return "layout \(device.rawValue + 1) \(layout.group) \(layout.layout)"
    case .locksDidChange(let locks, _): return "locks \(names(of: locks))"
    case .commandInvoked(let id, _, _, _): return "command \(id)"
    case .pressBegan(let keystroke, _): return "began \(keystroke.event.code)"
    case .pressEnded(let keystroke, _): return "ended \(keystroke.event.code)"
    case .pressCancelled(let keystroke, _): return "cancelled \(keystroke.event.code)"
    case .pressUnhandled(let keystroke, _): return "unhandled \(keystroke.event.code)"
    case .deviceConnected(let device): return "connected \(quoted(device.name))"
    case .deviceDisconnected(let device): return "disconnected \(quoted(device.name))"
    case .deviceAttached(let device): return "attached \(quoted(device.name))"
    case .deviceDetached(let device): return "detached \(quoted(device.name))"
    }
  }

  /// The names of locks or LEDs.
  static func names(of locks: LockLEDs) -> String {
    let names: [(led: LockLEDs, name: String)] = [
      (.capsLock, "caps"), (.numLock, "num"), (.scrollLock, "scroll"),
    ]
    let lit = names.filter { locks.contains($0.led) }.map(\.name)
    return lit.isEmpty ? "none" : lit.joined(separator: " ")
  }

  /// The text with the caret as `|`, or the selection in `«»` with the bar at its active end.
  private static func drawn(_ view: TextView) -> String {
    let selection = view.selection
    let range = selection.range
    let before = view.storage.substring(TextRange(0, range.start))
    let inside = view.storage.substring(range)
    let after = view.storage.substring(TextRange(range.end, view.storage.count))
    if selection.isCaret { return before + "|" + after }
    return selection.head < selection.anchor
      ? "\(before)«|\(inside)»\(after)" : "\(before)«\(inside)|»\(after)"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\""
  }
}

/// The second keyboard's layout: its own name, and the first keyboard's other settings.
private func layout2(_ settings: [String: String], _ first: LayoutSettings) -> LayoutSettings {
  var second = first
  second.name.layout = settings["layout2"] ?? ""
  second.name.variant = settings["variant2"] ?? ""
  return second
}

/// Keeps the lines of a transcript in order.
private final class LineKeeper {
  private(set) var all: [String] = []
  func keep(_ line: String) { all.append(line) }
}

/// A sink that passes on every update.
private final class TranscriptSink: UpdateSink {
  private let keep: (Update) -> Void
  init(_ keep: @escaping (Update) -> Void) { self.keep = keep }
  var interest: SinkInterest { .updates }
  func receive(_ update: Update) { keep(update) }
  func finish() {}
}
