// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing

/// Reads whole files.
struct RegularFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func failure(_ path: String, limit: Int = RegularFile.usualLimit) -> RegularFile.Failure?
  {
    do {
      _ = try RegularFile.read(path, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test("A file is read completely, even through a link or from a kernel file without a size")
  func whole() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    let path = try folder.write(bytes, to: "file")
    #expect(try RegularFile.read(path) == bytes)
    #expect(symlink(path, folder.path + "/link") == 0)
    #expect(try RegularFile.read(folder.path + "/link") == bytes)
    #expect(try !RegularFile.read("/proc/self/status").isEmpty)
    #expect(try RegularFile.read(try folder.write([], to: "empty")) == [])
    #expect(try RegularFile.read("/dev/null") == [])
  }

  @Test("A device, a pipe or a socket is refused without waiting, and a folder is reported as one")
  func special() throws {
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in ["/dev/zero", "/dev/full", pipe] { #expect(failure(path) == .notRegular) }
    #expect(failure(folder.path) == .system(errno: EISDIR))
    #expect(failure(folder.path + "/none") == .system(errno: ENOENT))
  }

  @Test("The size of a file is limited, even if it is not known in advance")
  func limit() throws {
    let path = try folder.write([UInt8](repeating: 0, count: 11), to: "file")
    #expect(failure(path, limit: 10) == .tooLong(limit: 10))
    #expect(try RegularFile.read(path, limit: 11).count == 11)
    #expect(failure("/proc/self/status", limit: 10) == .tooLong(limit: 10))
  }
}
