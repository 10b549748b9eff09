// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing
import TestSupport
import TextInput

@testable import Engines

/// The user's choices about extensions, and the modes that follow from them.
@Suite struct InstalledExtensionsTests {
  private let folder: TemporaryFolder
  private let memory = VolatileMemory()
  private let engine: TextEngine
  private let loop = EngineLoop()

  init() throws {
    folder = try TemporaryFolder()
    engine = TextEngine(memory: memory)
    for name in ["esperanto", "morse"] {
      _ = try Child.run(["mkdir", "-p", folder.path + "/" + name])
      let text = """
        title: \(name)
        version: "1"
        program: [x]
        modes: [{id: x, language: eo, title: X, layout: us(dvorak)}, {id: y, language: fr, title: Y}]
        requests: [network]
        """
      _ = try folder.write(text.utf8, to: name + "/extension.yaml")
    }
  }

  private func installed() -> InstalledExtensions {
    let loop = loop
    let engines = EngineHost(
      loop: loop, now: { loop.now }, schedule: { loop.schedule($0, $1) },
      parse: { EngineDesk.parse($0) }, notice: { _ in })
    return InstalledExtensions(
      ExtensionList(folders: [folder.path]), in: engine,
      host: ExtensionHost(engines) { _, _ in .failure(.hasChanged) })
  }

  private var modes: [String] { engine.modes.list.modes.map(\.id) }

  @Test("F104, F105, CIV-13 modes are listed while the extension is enabled, after the user's own")
  func modesOfEnabled() throws {
    let extensions = installed()
    #expect(modes == ["en-US"])
    engine.modes.perform(.choose("esperanto.x"))
    #expect(engine.modes.current.id == "en-US")
    try extensions.enable("morse", hash: String(repeating: "0", count: 64))
    try extensions.enable("esperanto", hash: String(repeating: "1", count: 64))
    #expect(modes == ["en-US", "esperanto.x", "esperanto.y", "morse.x", "morse.y"])
    #expect(engine.modes.list["esperanto.x"]?.layout == KeyboardLayout("us", variant: "dvorak"))
    engine.modes.perform(.choose("esperanto.x"))
    #expect(engine.modes.current.id == "esperanto.x")
    // A list of the user's own modes keeps them.
    engine.modes.setList(ModeList(TextInputMode.builtin.filter { $0.id == "sv-SE" }))
    #expect(modes == ["sv-SE", "esperanto.x", "esperanto.y", "morse.x", "morse.y"])
    try extensions.disable("esperanto")
    #expect(modes == ["sv-SE", "morse.x", "morse.y"])
    #expect(engine.modes.current.id == "sv-SE")
  }

  @Test("CIV-13 the choices are stored, and the mode that was used last is current again")
  func storage() throws {
    let hash = String(repeating: "a", count: 64)
    try installed().enable("esperanto", hash: hash)
    engine.modes.perform(.choose("esperanto.x"))
    let later = TextEngine(memory: memory)
    let engines = EngineHost(
      loop: loop, now: { [loop] in loop.now }, schedule: { [loop] in loop.schedule($0, $1) },
      parse: { EngineDesk.parse($0) }, notice: { _ in })
    let again = InstalledExtensions(
      ExtensionList(folders: [folder.path]), in: later,
      host: ExtensionHost(engines) { _, _ in .failure(.hasChanged) })
    #expect(again.choices["esperanto"] == ExtensionChoice(hash: hash))
    #expect(later.modes.current.id == "esperanto.x")
    try again.set(.network, of: "esperanto", isGranted: true)
    #expect(ExtensionChoices(from: memory)["esperanto"].grants == [.network])
    try again.disable("esperanto")
    #expect(ExtensionChoices(from: memory)["esperanto"] == ExtensionChoice(grants: [.network]))
    try again.reset("esperanto")
    #expect(memory.setting("extensions") == nil)
  }

  @Test("CIV-19 neither another mode of a late extension follows, nor one that was left itself")
  func lateModes() throws {
    let extensions = installed()
    for name in ["esperanto", "morse"] {
      try extensions.enable(name, hash: String(repeating: "0", count: 64))
    }
    var now = Timestamp.zero
    let late = LateModes(engine.modes, now: { now })
    func use(_ modes: String...) {
      for mode in modes { engine.modes.perform(.choose(mode)) }
    }
    use("en-US", "morse.x", "esperanto.y", "esperanto.x")
    // It is late for all of its modes, of which one is current.
    for mode in ["esperanto.x", "esperanto.y"] { late.leave(mode) }
    #expect(engine.modes.current.id == "morse.x")
    for mode in ["morse.x", "morse.y"] { late.leave(mode) }
    #expect(engine.modes.current.id == "en-US")
    // The user may choose it again, and the other one is still left out.
    use("morse.x")
    now = now.advanced(by: .seconds(59))
    late.leave("morse.x")
    #expect(engine.modes.current.id == "en-US")
    use("esperanto.x", "morse.y")
    now = now.advanced(by: .seconds(2))
    late.leave("morse.y")
    #expect(engine.modes.current.id == "esperanto.x")
  }

  @Test("CIV-15 only a right that the extension requests is granted")
  func grants() throws {
    let extensions = installed()
    #expect(throws: InstalledExtensions.Refusal.self) {
      try extensions.set(.pasteboard, of: "esperanto", isGranted: true)
    }
    #expect(throws: InstalledExtensions.Refusal.self) {
      try extensions.set(.network, of: "none", isGranted: true)
    }
    #expect(throws: InstalledExtensions.Refusal.self) { try extensions.disable("none") }
    try extensions.set(.network, of: "esperanto", isGranted: true)
    try extensions.set(.network, of: "esperanto", isGranted: false)
    #expect(extensions.choices["esperanto"].grants.isEmpty)
  }

  @Test("13.2 an extension that is not installed any more has no modes, and its choices stay")
  func uninstalled() throws {
    let extensions = installed()
    try extensions.enable("esperanto", hash: String(repeating: "1", count: 64))
    extensions.replace(with: ExtensionList(folders: []))
    #expect(modes == ["en-US"])
    #expect(extensions.choices["esperanto"].isEnabled)
    extensions.replace(with: ExtensionList(folders: [folder.path]))
    #expect(modes.contains("esperanto.x"))
  }
}
