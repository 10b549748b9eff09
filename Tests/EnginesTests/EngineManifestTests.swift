// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import Keys
import Mirrors
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Engines

/// The manifests of engines, and the converter that asks them.
@Suite(.serialized, .needs(file: "/usr/bin/python3")) struct EngineManifestTests {
  private static let whole = """
    name: libime
    methods: [pinyin, zhuyin]
    languages: zh
    verbs: [convert, follow]
    program: [/usr/libexec/engine, --language]
    """

  private func parse(_ text: String) throws(EngineManifest.Mistake) -> EngineManifest {
    try EngineManifest(parsing: Array(text.utf8), path: "e.yaml")
  }

  @Test("A manifest names the engine, its methods, languages, verbs and program")
  func reading() throws {
    let manifest = try parse(Self.whole)
    #expect(
      manifest
        == EngineManifest(
          name: "libime", methods: ["pinyin", "zhuyin"], languages: ["zh"],
          verbs: [.convert, .follow], program: ["/usr/libexec/engine", "--language"]))
    #expect(manifest.serves("pinyin", in: "zh-Hans") && manifest.serves("zhuyin", in: "zh"))
    let socket = try parse(
      Self.whole.replacing("program: [/usr/libexec/engine, --language]", with: "socket: /run/e"))
    #expect(socket.program.isEmpty && socket.socket == "/run/e")
    #expect(!manifest.serves("pinyin", in: "zhx") && !manifest.serves("romaji", in: "zh-Hans"))
  }

  @Test(
    "A mistake is reported with its place and the expected values",
    arguments: [
      ("", "e.yaml:1:1: expected keys, such as name: libime"), ("[a", "not valid YAML"),
      (
        "nmae: x",
        "e.yaml:1:1: unknown key; expected name, methods, languages, verbs, program, socket, rights"
      ),
      ("name: x", "e.yaml:1:1: methods is missing"),
      (
        whole.replacing("follow", with: "guess"),
        "e.yaml:4:8: verbs are convert, predict, follow, recognise"
      ),
      (whole.replacing("/usr/libexec/engine", with: "engine"), "program must be an absolute path"),
      (whole + "\nsocket: engine", "e.yaml:6:9: socket must be an absolute path"),
      (whole.replacing("zh\n", with: "{}\n"), "e.yaml:3:12: languages must be words"),
      (
        whole + "\nrights: [processes, network]",
        "e.yaml:6:9: rights are processes, local-sockets, private-folder"
      ),
      (
        whole.replacing("program: [/usr/libexec/engine, --language]", with: "socket: /run/e")
          + "\nrights: processes",
        "e.yaml:6:9: rights are those of a program; expected program"
      ),
    ])
  func mistakes(_ text: String, _ message: String) throws {
    let mistake = #expect(throws: EngineManifest.Mistake.self) { _ = try parse(text) }
    #expect(mistake?.text.contains(message) == true, "\(mistake?.text ?? "")")
  }

  @Test("Only a file of root that no other user can write has rights")
  func trust() throws {
    #expect(try parse(Self.whole + "\nrights: processes").rights == [.processes])
    #expect(try parse(Self.whole).rights.isEmpty)
    for (user, mode, isOfRoot): (UInt32, UInt32, Bool) in [
      (0, 0o100_644, true), (0, 0o100_600, true), (0, 0o100_664, false), (0, 0o100_646, false),
      (1000, 0o100_644, false), (65_534, 0o100_644, false),
    ] {
      #expect(EngineManifest.isOfRoot(user: user, mode: mode) == isOfRoot, "\(user) \(mode)")
    }
    let folder = try TemporaryFolder()
    let path = try folder.write((Self.whole + "\nrights: processes\n").utf8, to: "own.yaml")
    chmod(path, 0o666)
    let mistake = EngineList(folders: [folder.path]).mistakes.first
    #expect(
      mistake?.text
        == "\(path):6:9: only a file that belongs to root and that no other user can write has rights"
    )
    chmod(path, 0o644)
    let list = EngineList(folders: [folder.path])
    #expect(list.mistakes.isEmpty == (geteuid() == 0))
  }

  @Test("The first folder wins, a faulty manifest is reported, and a missing folder is none")
  func folders() throws {
    let desk = EngineDesk()
    let folder = try TemporaryFolder()
    try folder.makeFolder("first")
    try folder.makeFolder("second")
    _ = try folder.write(Self.whole.replacing("libime", with: "own").utf8, to: "first/b.yaml")
    _ = try folder.write("name: x".utf8, to: "first/a.yaml")
    _ = try folder.write(Self.whole.utf8, to: "second/a.yaml")
    _ = try folder.write(Self.whole.replacing("pinyin", with: "kana").utf8, to: "second/b.yaml")
    let list = EngineList(
      folders: ["first", "second", "third"].map { folder.path + "/" + $0 })
    #expect(list.manifests.map(\.name) == ["own", "libime"])
    #expect(list.manifests.last?.methods == ["pinyin", "zhuyin"], "the second libime is hidden")
    #expect(list.mistakes.map(\.path) == [folder.path + "/first/a.yaml"])
    let engines = InstalledEngines(list, host: desk.host)
    let found = engines.engines(for: "pinyin", in: "zh-Hans")
    #expect(found.map(\.manifest.name) == ["own", "libime"])
    #expect(found.allSatisfy { $0.state == .stopped })
    #expect(engines.engines(for: "pinyin", in: "zh-Hans").first === found.first)
    let other = engines.engines(for: "pinyin", in: "zh-Hant").first
    #expect(other != nil && other !== found.first, "a process for each language")
    #expect(engines.engines(for: "romaji", in: "ja").isEmpty)
    #expect(engines.engines(of: list.manifests[0]).map(\.language) == ["zh-Hans", "zh-Hant"])
  }

  @Test("Files beyond the limit are not read, which is a mistake that names the first of them")
  func tooMany() throws {
    let folder = try TemporaryFolder()
    for number in 1000..<2000 {
      let text = Self.whole.replacing("libime", with: "engine\(number)")
      _ = try folder.write(text.utf8, to: "\(number).yaml")
    }
    let list = EngineList(folders: [folder.path])
    #expect(list.manifests.count == EngineList.limit && list.manifests[99].name == "engine1099")
    #expect(
      list.mistakes.map(\.text) == [
        "\(folder.path)/1100.yaml: this file and 899 after it are ignored; expected at most 100"
          + " manifests"
      ])
  }

  @Test("Any number of engines that cannot be started is asked without using up the stack")
  func unstartable() throws {
    let desk = EngineDesk()
    let manifests = (0..<20_000).map { number in
      EngineManifest(
        name: "engine\(number)", methods: ["pinyin"], languages: ["zh"],
        verbs: [.convert, .predict],
        program: [], socket: "/nonexistent/socket")
    }
    let engines = InstalledEngines(EngineList(manifests), host: desk.host)
    let converter = EngineConverter("pinyin", engines: engines)
    var request = ConversionRequest("nihao")
    request.language = "zh-Hans"
    var answers = 0
    converter.convert(request) {
      #expect($0 == nil)
      answers += 1
    }
    converter.predict(request) {
      #expect($0 == nil)
      answers += 1
    }
    #expect(answers == 2)
  }

  @Test("The converter of a method asks the engine, and gives its answers to the method")
  func converting() throws {
    let desk = EngineDesk()
    let folder = try TemporaryFolder()
    let text = """
      name: scripted
      methods: pinyin
      languages: zh-Hans
      verbs: [convert, follow]
      program: [/usr/bin/python3, -I, -S, \(EngineDesk.script)]
      """
    _ = try folder.write(text.utf8, to: "scripted.yaml")
    let engines = InstalledEngines(EngineList(folders: [folder.path]), host: desk.host)
    defer { engines.stop() }
    engines.prepare("pinyin", in: "zh-Hans")
    let engine = try #require(engines.engines(for: "pinyin", in: "zh-Hans").first)
    #expect(desk.loop.run { engine.state == .ready })
    let converter = EngineConverter("pinyin", engines: engines)
    var request = ConversionRequest("nihao")
    request.language = "zh-Hans"
    request.before = "context"
    var segments: [ConvertedSegment]??
    converter.convert(request) { segments = $0 }
    #expect(desk.loop.run { segments != nil })
    #expect(
      segments
        == [
          ConvertedSegment(
            "nihao",
            [
              ConvertedCandidate("NIHAO", length: 5, annotation: "context"),
              ConvertedCandidate("half", length: 2),
            ])
        ])
    var follows: [Candidate]??
    converter.follow("你好", in: "zh-Hans") { follows = $0 }
    #expect(desk.loop.run { follows != nil })
    #expect(follows == [Candidate("你好!")])
    request.language = "ja"
    segments = nil
    converter.convert(request) { segments = $0 }
    #expect(segments == .some(nil), "no engine serves the language")
  }

  @Test("A request that is not answered can still be cancelled after the answer to another one")
  func cancelling() throws {
    let desk = EngineDesk()
    let folder = try TemporaryFolder()
    let events = folder.path + "/events"
    let engines = InstalledEngines(
      EngineList([EngineDesk.manifest("is silent about what follows", starts: events)]),
      host: desk.host)
    defer { engines.stop() }
    engines.prepare("pinyin", in: "zh-Hans")
    let engine = try #require(engines.engines(for: "pinyin", in: "zh-Hans").first)
    #expect(desk.loop.run { engine.state == .ready })
    let converter = EngineConverter("pinyin", engines: engines)
    converter.follow("你好", in: "zh-Hans") { _ in Issue.record("cancelled") }
    var request = ConversionRequest("ni")
    request.language = "zh-Hans"
    var segments: [ConvertedSegment]??
    converter.convert(request) { segments = $0 }
    #expect(desk.loop.run { segments != nil })
    converter.cancel()
    #expect(desk.loop.run { contents(of: events) == "xc" })
    converter.cancel()
    segments = nil
    converter.convert(request) { segments = $0 }
    #expect(desk.loop.run { segments != nil })
    #expect(contents(of: events) == "xc", "once, and not the request that was answered")
  }

  @Test("While one engine loads the next one answers, and their follow-ons are interleaved")
  func several() {
    let desk = EngineDesk()
    let engines = InstalledEngines(
      EngineList([
        EngineDesk.manifest("does not load", name: "large"),
        EngineDesk.manifest(name: "small"), EngineDesk.manifest("upside down", name: "other"),
      ]), host: desk.host)
    defer { engines.stop() }
    let converter = EngineConverter("pinyin", engines: engines)
    #expect(converter.answersLater && !EngineConverter("kana", engines: engines).answersLater)
    func texts() -> [String]? {
      var request = ConversionRequest("ni")
      request.language = "zh-Hans"
      var answer: [ConvertedSegment]??
      converter.convert(request) { answer = $0 }
      _ = desk.loop.run { answer != nil }
      return answer??.first?.candidates.map(\.text)
    }
    #expect(texts() == nil, "none is ready")
    let known = engines.engines(for: "pinyin", in: "zh-Hans")
    #expect(desk.loop.run { known.map(\.state) == [.loading, .ready, .ready] })
    #expect(texts() == ["NI", "half"])
    var follows: [Candidate]??
    converter.follow("ni", in: "zh-Hans") { follows = $0 }
    #expect(desk.loop.run { follows != nil })
    #expect(follows??.map(\.text) == ["ni!", "in"])
    engines.replace(with: engines.list, choices: ["zh-Hans+pinyin": ["other"]])
    #expect(engines.engines(for: "pinyin", in: "zh-Hans").map(\.manifest.name) == ["other"])
    engines.replace(with: EngineList(), choices: [:])
    #expect(known.allSatisfy { $0.state == .stopped }, "engines without a manifest end")
  }

  @Test("Lists are interleaved, and each text counts once")
  func interleaving() {
    let lists = [["a", "b", "c"], ["x", "b"], [], ["a", "y"]].map { $0.map { Candidate($0) } }
    #expect(EngineConverter.interleaved(lists).map(\.text) == ["a", "x", "b", "y", "c"])
  }

  @Test("Nothing of a field that forbids learning reaches an engine")
  func privacy() {
    let desk = EngineDesk()
    let engines = InstalledEngines(EngineList([EngineDesk.manifest()]), host: desk.host)
    defer { engines.stop() }
    var request = ConversionRequest("ni")
    request.language = "zh-Hans"
    request.isPrivate = true
    var count = 0
    EngineConverter("pinyin", engines: engines).convert(request) {
      #expect($0 == nil)
      count += 1
    }
    #expect(count == 1 && engines.engines(for: "pinyin", in: "zh-Hans").first?.state == .stopped)
  }

  /// The ends of a composition that make an answer unwanted.
  enum End: CaseIterable {
    case modeSwitch, focusLoss, secureField, escape, programEdit
  }

  @Test(
    "An engine is notified when an answer is not wanted any more, and the key does not wait for it",
    arguments: End.allCases)
  func cancelling(_ end: End) throws {
    let desk = EngineDesk()
    let folder = try TemporaryFolder()
    let events = folder.path + "/events"
    let isFollowing = end == .escape
    let manifest = EngineDesk.manifest(
      isFollowing ? "is silent about what follows" : "is silent", starts: events)
    let engines = InstalledEngines(EngineList([manifest]), host: desk.host)
    defer { engines.stop() }
    let mode = TextInputMode(
      try #require(LanguageTag("zh-Hans")), inputMethod: "pinyin", displayName: "中文")
    let typist = TextEngine(modes: ModeList([mode, .english]))
    typist.registerInputMethod(
      CandidateMethod(
        PinyinEntry(), learns: .pinyin, converter: EngineConverter("pinyin", engines: engines),
        services: MethodServices(typist)), named: "pinyin")
    let view = TextView(name: "view")
    typist.window.addSubview(view)
    view.becomeFirstResponder()
    engines.prepare("pinyin", in: "zh-Hans")
    let engine = try #require(engines.engines(for: "pinyin", in: "zh-Hans").first)
    #expect(desk.loop.run { engine.state == .ready })
    func deliver() {
      for _ in 0..<3 {
        _ = typist.takeUpdates()
        typist.updatesWereDelivered()
      }
    }
    func press(_ key: KeyInput) {
      let event = KeyEvent(
        time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(0), phase: .press)
      let text = key == .escape ? "" : key.rawValue
      typist.handle(Keystroke(event: event, text: text, charactersIgnoringModifiers: key))
      deliver()
    }
    press("n")
    if isFollowing {
      #expect(desk.loop.run { typist.pendingKeystroke == nil })
      press(" ")
    }
    #expect(contents(of: events) == "x")
    switch end {
    case .modeSwitch: typist.modes.perform(.next)
    case .focusLoss: view.resignFirstResponder()
    case .secureField: view.traits.isSecureTextEntry = true
    case .escape: press(.escape)
    case .programEdit: view.text = "text"
    }
    deliver()
    #expect(typist.pendingKeystroke == nil, "the key goes on at once, \(end)")
    #expect(desk.loop.run { contents(of: events) == "xc" }, "\(end)")
    #expect(engine.state == .ready)
  }

  @Test("A method types with an engine, also while the engine is killed")
  func typing() throws {
    let desk = EngineDesk()
    let folder = try TemporaryFolder()
    let text = """
      name: scripted
      methods: pinyin
      languages: zh
      verbs: convert
      program: [/usr/bin/python3, -I, -S, \(EngineDesk.script)]
      """
    _ = try folder.write(text.utf8, to: "scripted.yaml")
    let engines = InstalledEngines(EngineList(folders: [folder.path]), host: desk.host)
    defer { engines.stop() }
    let mode = TextInputMode(
      LanguageTag(language: "zh"), inputMethod: "pinyin", displayName: "中文")
    let typist = TextEngine(modes: ModeList([mode]))
    typist.registerInputMethod(
      CandidateMethod(
        PinyinEntry(), learns: .pinyin, converter: EngineConverter("pinyin", engines: engines),
        services: MethodServices(typist)), named: "pinyin")
    let view = TextView(name: "view")
    typist.window.addSubview(view)
    view.becomeFirstResponder()
    let language = mode.primaryLanguage.description
    let engine = try #require(engines.engines(for: "pinyin", in: language).first)
    func press(_ key: String) {
      let event = KeyEvent(
        time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(0), phase: .press)
      typist.handle(
        Keystroke(event: event, text: key, charactersIgnoringModifiers: KeyInput(key)))
      _ = typist.takeUpdates()
      typist.updatesWereDelivered()
      _ = desk.loop.run { typist.pendingKeystroke == nil }
    }
    engines.prepare("pinyin", in: language)
    #expect(desk.loop.run { engine.state == .ready })
    for key in ["n", "i"] { press(key) }
    #expect(typist.candidates?.items.map(\.text) == ["NI", "half"])
    press(" ")
    #expect(view.text == "NI")
    for (step, key) in ["n", "i", "h", "a", "o"].enumerated() {
      if step == 2, let process = engine.process { kill(process, SIGKILL) }
      press(key)
    }
    #expect(view.text == "NInihao", "every letter is there")
    #expect(desk.loop.run { engine.state == .ready })
    press("a")
    #expect(typist.candidates?.items.first?.text == "NIHAOA", "the composition goes on")
    press(" ")
    #expect(view.text == "NINIHAOA")
  }
}
