// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import Engines

/// The descriptions of extensions, and the folders that have them.
@Suite struct ExtensionManifestTests {
  private static let whole = """
    title: Esperanto x-system
    version: 1.0.0
    program: [python3, x_system.py]
    modes:
      - { id: x, language: eo, title: X-system, layout: us }
    requests: [network, shared-storage]
    lexicon: true
    dictation-key: false
    """

  private func parse(_ text: String, name: String = "eo") throws(ManifestMistake)
    -> ExtensionManifest
  {
    try ExtensionManifest(parsing: Array(text.utf8), name: name, path: "e.yaml")
  }

  @Test("A manifest declares the languages of its modes, and the rights that it requests")
  func reading() throws {
    let manifest = try parse(Self.whole)
    #expect(manifest.title == "Esperanto x-system" && manifest.version == "1.0.0")
    #expect(manifest.program == ["python3", "x_system.py"] && manifest.name == "eo")
    #expect(
      manifest.modes == [
        ExtensionManifest.Mode(id: "x", language: "eo", title: "X-system", layout: "us")
      ])
    #expect(manifest.requests == [.network, .sharedStorage])
    #expect(manifest.wantsLexicon && !manifest.takesDictationKey)
    let least = try parse(
      "title: ویرایش‌گر\nversion: 1\nprogram: bin/x\nmodes: [{id: a, language: FA, title: ا}]")
    #expect(least.requests.isEmpty && !least.wantsLexicon && least.program == ["bin/x"])
    #expect(least.modes.map(\.language) == ["fa"] && least.modes[0].layout == nil)
  }

  @Test(
    "A mistake is reported with its place and the expected values",
    arguments: [
      ("", "e.yaml:1:1: the file is empty; expected keys, such as title: Esperanto"),
      ("[a]", "e.yaml:1:1: expected keys, such as title: Esperanto"),
      (whole + "\n}", "not valid YAML"),
      (whole + "\nrights: x", "e.yaml:9:1: unknown key; expected title, version, program, modes"),
      (whole + "\ntitle: x", "e.yaml:9:1: title occurs twice"),
      (whole.replacing("version: 1.0.0", with: ""), "e.yaml:1:1: version is missing"),
      (whole.replacing("1.0.0", with: "\"1\\e\""), "e.yaml:2:10: expected a line of at most 64"),
      (whole.replacing("1.0.0", with: "~"), "e.yaml:2:10: expected text"),
      (whole.replacing("python3", with: "/usr/bin/python3"), "e.yaml:3:10: program must be a path"),
      (whole.replacing("python3", with: "x/../../sh"), "e.yaml:3:10: program must be a path"),
      (whole.replacing("[python3, x_system.py]", with: "[]"), "e.yaml:3:10: program must be"),
      (whole.replacing("id: x", with: "id: X"), "e.yaml:5:11: id must be 1 to 64 of a to z"),
      (whole.replacing("id: x, ", with: ""), "e.yaml:5:5: id is missing"),
      (whole.replacing("layout", with: "keys"), "e.yaml:5:45: unknown key; expected id, language"),
      (whole.replacing("eo,", with: "esperanto_x,"), "e.yaml:5:24: expected a language tag"),
      (
        whole.replacing("\nrequests", with: "\n  - { id: x, language: eo, title: y }\nrequests"),
        "e.yaml:6:11: another mode has this id"
      ),
      (
        whole.replacing("[network", with: "[internet"),
        "e.yaml:6:12: requests are network, shared-storage, pasteboard, private-bus, contacts"
      ),
      (
        whole.replacing("shared-storage", with: "private-bus"),
        "e.yaml:6:11: network and private-bus exclude each other"
      ),
      (whole.replacing("true", with: "\"true\""), "e.yaml:7:10: expected true or false"),
    ])
  func mistakes(_ text: String, _ message: String) throws {
    let mistake = #expect(throws: ManifestMistake.self) { _ = try parse(text) }
    #expect(mistake?.text.contains(message) == true, "\(mistake?.text ?? "")")
  }

  @Test("Any text that is cut off or has one other byte is read or refused, and never crashes")
  func fuzzed() {
    var random = SeededGenerator(seed: 43)
    let bytes = Array(Self.whole.utf8)
    for _ in 0..<5000 {
      var text = bytes
      text[Int.random(in: 0..<text.count, using: &random)] = .random(in: 0...255, using: &random)
      if Bool.random(using: &random) {
        text.removeLast(Int.random(in: 0..<text.count, using: &random))
      }
      do throws(ManifestMistake) {
        let manifest = try ExtensionManifest(parsing: text, name: "eo", path: "e.yaml")
        #expect(!manifest.modes.isEmpty && !manifest.program.isEmpty && !manifest.title.isEmpty)
      } catch {
        #expect(error.place != nil && !error.message.isEmpty)
      }
    }
  }

  @Test("An extension has the name of its folder, and the first folder of a name counts")
  func folders() throws {
    let folder = try TemporaryFolder()
    for name in ["local", "local/eo", "local/bad", "system", "system/eo", "system/bad", "system/x"]
    {
      try folder.makeFolder(name)
    }
    _ = try folder.write(Self.whole.utf8, to: "local/eo/extension.yaml")
    _ = try folder.write("title: x".utf8, to: "local/bad/extension.yaml")
    _ = try folder.write("".utf8, to: "local/file")
    for name in ["eo", "bad", "x"] {
      let text = Self.whole.replacing("X-system", with: "Other")
      _ = try folder.write(text.utf8, to: "system/\(name)/extension.yaml")
    }
    let list = ExtensionList(folders: ["local", "system", "none"].map { folder.path + "/" + $0 })
    #expect(list.extensions.map(\.manifest.name) == ["eo", "x"])
    #expect(list.extensions.first?.manifest.modes.first?.title == "X-system")
    // A mistake does not let a hidden version run.
    #expect(
      list.mistakes.map(\.text).sorted() == [
        "\(folder.path)/local/bad/extension.yaml:1:1: version is missing",
        "\(folder.path)/local/file: it is not a folder",
      ])
    rename(folder.path + "/system/x", folder.path + "/system/X")
    let renamed = ExtensionList(folders: [folder.path + "/system"])
    #expect(renamed.mistakes.first?.message.hasPrefix("the name of the folder must be") == true)
  }

  @Test("A link that leaves the folder is refused, wherever it is, and so is anything but files")
  func links() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("eo")
    try folder.makeFolder("eo/data")
    _ = try folder.write(Self.whole.utf8, to: "eo/extension.yaml")
    _ = try folder.write("x".utf8, to: "eo/data/.words")
    _ = try folder.write("x".utf8, to: "eo-words")
    let path = folder.path + "/eo"
    symlink(".words", path + "/data/words")
    #expect(try ExtensionList.read(path).manifest.name == "eo")
    #expect(
      try ExtensionList.files(of: path) == ["data/.words", "data/words", "extension.yaml"])
    for target in ["/etc/passwd", "../../eo-words", "../..", "nowhere", ".."] {
      symlink(target, path + "/data/link")
      let mistake = #expect(throws: ManifestMistake.self) { _ = try ExtensionList.read(path) }
      #expect(
        mistake?.text == "\(path)/data/link: the link leaves the folder of the extension, or leads"
          + " nowhere", "\(target): \(mistake?.text ?? "")")
      unlink(path + "/data/link")
    }
    mkfifo(path + "/data/pipe", 0o600)
    #expect(throws: ManifestMistake.self) { _ = try ExtensionList.read(path) }
    unlink(path + "/data/pipe")
    symlink(path, folder.path + "/alias")
    let alias = #expect(throws: ManifestMistake.self) {
      _ = try ExtensionList.read(folder.path + "/alias")
    }
    #expect(alias?.message == "it is not a folder")
  }

  @Test("Extensions and files beyond the limits are refused")
  func tooMany() throws {
    let folder = try TemporaryFolder()
    for number in 100..<(100 + ExtensionList.limit + 5) {
      try folder.makeFolder("e\(number)")
      _ = try folder.write(Self.whole.utf8, to: "e\(number)/extension.yaml")
    }
    let list = ExtensionList(folders: [folder.path])
    #expect(list.extensions.count == ExtensionList.limit)
    #expect(list.mistakes.map(\.message) == ["5 extensions are ignored; expected at most 100"])
    for number in 0...ExtensionList.fileLimit { _ = try folder.write([], to: "e100/\(number)") }
    let mistake = #expect(throws: ManifestMistake.self) {
      _ = try ExtensionList.read(folder.path + "/e100")
    }
    #expect(mistake?.message == "expected at most \(ExtensionList.fileLimit) files")
  }
}
