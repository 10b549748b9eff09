// SPDX-License-Identifier: Apache-2.0
import Captures
import Glibc
import Keys
import TestSupport
import Testing
import TestTraits

/// The recording tools, run on a keyboard of umockdev that plays the output of ``CaptureWriter``.
private enum Recordings {
  static let node = "/dev/input/event5"

  /// Each tool's name, its command line, and a way to count the events in its output.
  static let tools: [(name: String, command: String, count: String)] = [
    ("evtest", "evtest \(node)", "grep -c ^Event:"),
    ("evemu", "evemu-record \(node)", "grep -c ^E:"),
    ("libinput", "libinput record --show-keycodes \(node)", "grep -c '^    - \\['"),
    ("hidden", "libinput record \(node)", "grep -c '^    - \\['"),
    ("raw", "cat \(node)", "od -An -v -w24 | wc -l"),
  ]

  /// The typed events; first a report, because umockdev plays the first event before a tool
  /// listens.
  static let typed = [Sample.report(0)] + Sample.events.filter { $0.type != InputEvent.led }

  /// The output of every tool, recorded once and at the same time.
  static let outputs: [String: [UInt8]] = (try? record()) ?? [:]

  private static func record() throws -> [String: [UInt8]] {
    let folder = try TemporaryFolder()
    let events = try folder.write(WriterTests.written(typed).utf8, to: "typed.events")
    let devices = "\(#filePath.dropLast("ToolTests.swift".utf8.count))Devices"
    var script = ""
    for (name, command, count) in tools {
      let output = "\(folder.path)/\(name)"
      // The tools do not end on their own, so wait until all typed events are recorded.
      let run = """
        : >'\(output)'
        \(command) >>'\(output)' 2>'\(output).errors' & tool=$!
        turns=0
        while [ $turns -lt 200 ] && [ $(<'\(output)' \(count)) -lt \(typed.count) ]; do
          sleep 0.05; turns=$((turns + 1))
        done
        kill -TERM $tool; wait $tool
        """
      let runPath = try folder.write(run.utf8, to: "\(name).sh")
      // The tools must not see a testbed of another test in this process.
      script += """
        env -u UMOCKDEV_DIR umockdev-run -d '\(devices)/keyboard.umockdev' \
        -i '\(node)=\(devices)/keyboard.ioctl' -e '\(node)=\(events)' -- \
        sh '\(runPath)' >/dev/null 2>&1 &

        """
    }
    _ = try Child.run(["sh", "-c", script + "wait"])
    return Dictionary(
      uniqueKeysWithValues: tools.map { ($0.name, bytes(of: "\(folder.path)/\($0.name)")) })
  }

  private static func bytes(of path: String) -> [UInt8] {
    guard let stream = fopen(path, "r") else { return [] }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&block, 1, block.count, stream), count > 0 {
      bytes += block[..<count]
    }
    return bytes
  }
}

@Suite(.needs("umockdev-run", "evtest", "evemu-record", "libinput")) struct ToolTests {
  private func played(_ name: String) throws -> Played {
    try play(try #require(Recordings.outputs[name]))
  }

  /// The times between frames, because each tool uses another clock.
  private func steps(_ played: Played) -> [Int64] {
    let times = played.frames.map { $0[0].time.microseconds }
    return zip(times, times.dropFirst()).map { $1 - $0 }
  }

  @Test(
    "A recording of each tool replays the typed text",
    arguments: ["evtest", "evemu", "libinput", "raw"])
  func recorded(name: String) throws {
    let played = try played(name)
    #expect(played.failure == nil)
    #expect(played.keys == FormatTests.frames)
    #expect(steps(played) == [50_000, 30_250, 19_750, 250_250, 49_757])
    let device = try #require(played.devices.first)
    #expect(device.repeatsInKernel)
    if name != "raw" {
      #expect(device.name == "Keybridge Test Keyboard")
      #expect(
        [device.bus, device.vendor, device.product, device.version] == [3, 0x1d6b, 0x104, 0x111])
      #expect(played.notices.isEmpty)
    }
  }

  @Test("A libinput recording with hidden letters is reported as such")
  func hidden() throws {
    let played = try played("hidden")
    #expect(played.failure == nil)
    #expect(played.notices == [.notice(.lettersHidden(try #require(played.devices.first)))])
    #expect(!played.keys.joined().contains("KEY_H"))
  }

  @Test("evemu's own library reads the files written here")
  func evemuReads() throws {
    let library = try #require(dlopen("libevemu.so.3", RTLD_NOW))
    defer { dlclose(library) }
    func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
      unsafeBitCast(try #require(dlsym(library, name)), to: type)
    }
    typealias Device = UnsafeMutableRawPointer
    let new = try function(
      "evemu_new", as: (@convention(c) (UnsafePointer<CChar>?) -> Device?).self)
    let delete = try function("evemu_delete", as: (@convention(c) (Device) -> Void).self)
    let read = try function(
      "evemu_read", as: (@convention(c) (Device, UnsafeMutablePointer<FILE>) -> CInt).self)
    let name = try function(
      "evemu_get_name", as: (@convention(c) (Device) -> UnsafePointer<CChar>?).self)
    let vendor = try function(
      "evemu_get_id_vendor", as: (@convention(c) (Device) -> CUnsignedInt).self)
    let has = try function(
      "evemu_has_event", as: (@convention(c) (Device, CInt, CInt) -> CInt).self)
    let readEvent = try function(
      "evemu_read_event",
      as: (@convention(c) (UnsafeMutablePointer<FILE>, UnsafeMutableRawPointer) -> CInt).self)

    let folder = try TemporaryFolder()
    let path = try folder.write(
      WriterTests.written(Sample.events, hidesLetters: false).utf8, to: "capture")
    let stream = try #require(fopen(path, "r"))
    defer { fclose(stream) }
    let device = try #require(new(nil))
    defer { delete(device) }
    #expect(read(device, stream) > 0)
    #expect(name(device).map { String(cString: $0) } == "Käse Keyboard")
    #expect(vendor(device) == 0x46d)
    #expect(has(device, 1, 30) == 1 && has(device, 1, 200) == 0)
    #expect(has(device, 0x14, 0) == 1 && has(device, 0x11, 2) == 1 && has(device, 4, 4) == 1)
    var bytes: [UInt8] = []
    let event = UnsafeMutableRawBufferPointer.allocate(byteCount: 24, alignment: 8)
    defer { event.deallocate() }
    while let address = event.baseAddress, readEvent(stream, address) > 0 { bytes += event }
    let ours = try readAll(contents(of: path).utf8).records.map(\.event)
    #expect(try readAll(bytes).records.map(\.event) == ours)
    #expect(ours.count == Sample.events.count)
  }
}
