// SPDX-License-Identifier: Apache-2.0
import Captures
import Glibc
import TestSupport
import Testing

/// Whether a sanitizer is active; it keeps freed memory.
private let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
  dlsym(nil, name) != nil
}

@Suite(.enabled(if: !isSanitized)) struct MemoryTests {
  /// The anonymous memory of this process, in bytes.
  private func ownMemory() -> Int {
    let lines = contents(of: "/proc/self/status").split(separator: "\n")
    let line = lines.first { $0.hasPrefix("RssAnon:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }

  /// Reads the output of a shell command, and returns the number of records and the peak memory.
  private func read(_ command: String) throws -> (
    records: Int, growth: Int, failure: CaptureFailure?
  ) {
    let stream = try #require(popen(command, "r"))
    defer { pclose(stream) }
    let before = ownMemory()
    var most = before
    var records = 0
    do throws(CaptureFailure) {
      let reader = try CaptureReader(descriptor: fileno(stream))
      var batch: [CaptureRecord] = []
      while try reader.read(into: &batch) {
        records += batch.count
        if records % 1024 < batch.count { most = max(most, ownMemory()) }
      }
      return (records, max(most, ownMemory()) - before, nil)
    } catch {
      return (records, max(most, ownMemory()) - before, error)
    }
  }

  // Other tests run in the same process at the same time, and use some memory.
  static let bound = 64 << 20

  @Test("200 MB of evemu from a pipe need no more memory than a small capture")
  func evemu() throws {
    let folder = try TemporaryFolder()
    let comment = "# " + String(repeating: "x", count: 60_000) + "\n"
    let block = (1...10).map { "\(comment)E: \($0).0 0001 001e \($0 % 2)\n" }.joined()
    let path = try folder.write(block.replacing(#/E: \d+/#, with: "E: 7").utf8, to: "block")
    let result = try read("cat $(yes '\(path)' 2>/dev/null | head -n 340)")
    #expect(result.failure == nil)
    #expect(result.records == 3400)
    #expect(result.growth < Self.bound)
  }

  @Test("200 MB without a line end are refused, not kept")
  func endlessLine() throws {
    let result = try read("echo '# EVEMU 1.3'; head -c 200000000 /dev/zero | tr '\\0' x")
    #expect(
      result.failure?.errors == [
        CaptureError(place: .line(2, column: 1), problem: .lineTooLong(limit: 65_536))
      ])
    #expect(result.growth < Self.bound)
  }

  @Test("A long recording of libinput needs no more memory than a small one")
  func libinput() throws {
    let folder = try TemporaryFolder()
    let text = Sample.libinput([[]])
    let comment = "    # " + String(repeating: "x", count: 4000) + "\n"
    let frame = "  - evdev:\n\(comment)    - [  1,      0,   1,  30,       1] # EV_KEY / KEY_A\n"
    let header = try folder.write(text.utf8, to: "header")
    let body = try folder.write(frame.utf8, to: "frame")
    let result = try read(
      "cat '\(header)'; yes \"$(cat '\(body)')\" 2>/dev/null | head -n 30000")
    #expect(result.failure == nil)
    #expect(result.records == 10_000)
    #expect(result.growth < Self.bound)
  }
}
