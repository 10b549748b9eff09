// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import Engines

/// The memory of engines, of which the service manager starts some in units of their own.
@Suite struct EngineUnitsTests {
  private let folder: TemporaryFolder
  private let units: EngineUnits

  init() throws {
    folder = try TemporaryFolder()
    units = EngineUnits(root: folder.path, process: 123, user: 999)
  }

  /// Adds the control group of a unit, as systemd names it.
  private func add(_ instance: String, of name: String = "a-b", memory: String? = nil) throws {
    let slice = "system-keybridge\\x2dengine\\x2d\(name.replacing("-", with: "\\x2d")).slice"
    let group = "\(slice)/keybridge-engine-\(name)@\(instance).service"
    for made in [slice, group] { mkdir("\(folder.path)/\(made)", 0o700) }
    if let memory { _ = try folder.write(memory.utf8, to: "\(group)/memory.current") }
  }

  private var socketPath: String { folder.path + "/socket" }

  /// An engine for each of two languages, which connect to the socket.
  private func twoEngines(_ desk: EngineDesk) -> InstalledEngines {
    var manifest = EngineDesk.manifest(name: "a-b")
    manifest.program = []
    manifest.socket = socketPath
    manifest.languages = ["zh-Hans", "zh-Hant"]
    return InstalledEngines(EngineList([manifest]), host: desk.host)
  }

  @Test("The units of this process are found in the order of their connections")
  func order() throws {
    #expect(units.memory(of: "a-b") == [])
    try add("10-123-999", memory: "4096\n")
    try add("9-123-999", memory: "8192\n")
    try add("11-123_77-999")
    try add("8-124-999", memory: "1\n")
    try add("8-123-99", memory: "1\n")
    try add("8-23-999", memory: "1\n")
    try add("x-123-999", memory: "1\n")
    try add("1-123-999", of: "a", memory: "1\n")
    try add("12-123-999", memory: "max\n")
    #expect(units.memory(of: "a-b") == [8192, 4096, nil, nil])
    #expect(units.memory(of: "a") == [1] && units.memory(of: "b") == [])
  }

  @Test("An engine has the memory of its own unit, and none if units and engines differ in number")
  func engines() throws {
    let desk = EngineDesk()
    let listener = try Self.listen(socketPath)
    defer { close(listener) }
    let engines = twoEngines(desk)
    defer { engines.stop() }
    let later = try #require(engines.engines(for: "pinyin", in: "zh-Hans").first)
    let first = try #require(engines.engines(for: "pinyin", in: "zh-Hant").first)
    first.prepare()
    desk.loop.pass(milliseconds: 1)
    later.prepare()
    #expect(first.state == .starting && later.state == .starting)
    try add("4-123-999", memory: "100\n")
    #expect(engines.memory(of: first, units: units) == nil)
    try add("5-123-999", memory: "200\n")
    #expect(engines.memory(of: first, units: units) == 100)
    #expect(engines.memory(of: later, units: units) == 200)
    try add("6-123-999", memory: "300\n")
    #expect(engines.memory(of: later, units: units) == nil)
    first.stop()
    #expect(engines.memory(of: first, units: units) == nil)
  }

  @Test("Engines that connect at the same time have the units in the order of the engines")
  func sameTime() throws {
    let desk = EngineDesk()
    let listener = try Self.listen(socketPath)
    defer { close(listener) }
    let engines = twoEngines(desk)
    defer { engines.stop() }
    let both = ["zh-Hans", "zh-Hant"].compactMap { engines.engines(for: "pinyin", in: $0).first }
    for engine in both { engine.prepare() }
    try add("4-123-999", memory: "100\n")
    try add("5-123-999", memory: "200\n")
    #expect(both.map { engines.memory(of: $0, units: units) } == [100, 200])
  }

  @Test("A child process has its resident memory, and an engine without a process none")
  func child() throws {
    let desk = EngineDesk()
    let engines = InstalledEngines(EngineList([EngineDesk.manifest()]), host: desk.host)
    let engine = try #require(engines.engines(for: "pinyin", in: "zh-Hans").first)
    #expect(engines.memory(of: engine) == nil)
    engine.prepare()
    _ = desk.loop.run { engine.state == .ready }
    let memory = try #require(engines.memory(of: engine))
    #expect((1 << 20..<1 << 28).contains(memory))
    engines.stop()
    #expect(engines.memory(of: engine) == nil)
  }

  private static func listen(_ path: String) throws -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard status == 0, Glibc.listen(descriptor, 8) == 0 else {
      throw SystemFailure(call: "bind", errno: errno)
    }
    return descriptor
  }
}
