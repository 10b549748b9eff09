// SPDX-License-Identifier: Apache-2.0
import Engines
import TestSupport
import Testing

@testable import keybridge

/// The findings of the doctor about the engines of IBus.
@Suite struct IBusDoctorTests {
  private let root: TemporaryFolder

  init() throws {
    root = try TemporaryFolder()
    try write("/usr/bin/ibus-daemon")
    try write("/usr/lib/python3/dist-packages/gi/__init__.py")
    try write("/usr/lib/x86_64-linux-gnu/girepository-1.0/IBus-1.0.typelib")
  }

  private func write(_ path: String, _ text: String = "") throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    _ = try Child.run(["mkdir", "-p", root.path + folder])
    _ = try root.write(text.utf8, to: String(path.dropFirst()))
  }

  private func component(_ name: String, _ text: String = "") throws {
    try write("/usr/share/ibus/component/\(name).xml", text)
  }

  private func findings(_ modes: String...) throws -> [Finding] {
    let lines = modes.map { "{id: \($0), language: zh, title: T}" }.joined(separator: ", ")
    let manifest = try ExtensionManifest(
      parsing: Array(#"{title: I, version: "1", program: [x], modes: [\#(lines)]}"#.utf8),
      name: "ibus", path: "extension.yaml")
    return Finding.ibus(manifest, installed: IBusInstallation(root: root.path))
  }

  @Test("13.2 installed engines are listed, and a missing one is a remark with its package")
  func engines() throws {
    try component("hangul")
    try component("m17n")
    let found = try findings(
      "libpinyin", "libbopomofo", "hangul", "m17n-vi-telex", "anthy", "chewing", "rime",
      "table-cangjie5", "unikey")
    #expect(found[0].state == .good)
    #expect(found[0].what == "IBus has the engines of ibus.hangul, ibus.m17n-vi-telex")
    #expect(found.count == 7 && found.dropFirst().allSatisfy { $0.state == .remark })
    #expect(found[1].what == "IBus has no engine of ibus.libpinyin, ibus.libbopomofo")
    #expect(
      found.dropFirst().map { $0.hint?.split(separator: " ")[2] } == [
        "ibus-libpinyin,", "ibus-anthy,", "ibus-chewing,", "ibus-rime,", "ibus-table,",
        "ibus-unikey,",
      ])
  }

  @Test("13.2 an engine of another package is found by its name, or the list of engines is named")
  func unknown() throws {
    let text = """
      <component>
        <name>org.freedesktop.IBus.Zz</name>
        <engines>
          <engine>
            <name>Zz:One_Two</name>
          </engine>
        </engines>
      </component>
      """
    try component("zz", text)
    let found = try findings("zz-one-two", "zz-three")
    #expect(found.map(\.state) == [.good, .remark])
    #expect(found[1].hint == "'keybridge-ibus-modes --list' lists the installed engines")
  }

  @Test("13.2 without a part of IBus no engine runs, and the packages are named")
  func parts() throws {
    try component("hangul")
    _ = try Child.run(["rm", root.path + "/usr/bin/ibus-daemon"])
    _ = try Child.run(["rm", "-r", root.path + "/usr/lib/x86_64-linux-gnu"])
    let found = try findings("hangul")
    #expect(found.map(\.state) == [.trouble])
    #expect(found[0].hint == "apt-get install ibus gir1.2-ibus-1.0, as root")
  }
}
