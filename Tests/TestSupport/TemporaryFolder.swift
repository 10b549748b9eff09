// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder that is removed with its contents by `deinit`.
package final class TemporaryFolder {
  /// The path of the folder.
  package let path: String

  package init() throws {
    var template = Array("/tmp/keybridge-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure(call: "mkdtemp", errno: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  private static func remove(_ path: String) {
    for entry in entries(of: path) {
      let child = path + "/" + entry.name
      if entry.isFolder { remove(child) } else { unlink(child) }
    }
    rmdir(path)
  }

  /// Creates a folder inside the folder.
  package func makeFolder(_ name: String) throws {
    guard mkdir(path + "/" + name, 0o700) == 0 else {
      throw SystemFailure(call: "mkdir", errno: errno)
    }
  }

  /// Writes a file into the folder and returns its path.
  package func write(_ bytes: some Collection<UInt8>, to name: String) throws -> String {
    let file = path + "/" + name
    guard let stream = fopen(file, "we") else { throw SystemFailure(call: "fopen", errno: errno) }
    defer { fclose(stream) }
    let array = Array(bytes)
    guard fwrite(array, 1, array.count, stream) == array.count else {
      throw SystemFailure(call: "fwrite", errno: errno)
    }
    return file
  }

  /// Replaces a file of the folder in one step, as editors do: a reader gets the old file or the
  /// new one, and never a part of it.
  package func replace(_ name: String, with bytes: some Collection<UInt8>) throws {
    let new = try write(bytes, to: name + ".new")
    guard rename(new, path + "/" + name) == 0 else {
      throw SystemFailure(call: "rename", errno: errno)
    }
  }
}

/// The failure of a system call that a test needs.
package struct SystemFailure: Error {
  package var call: String
  package var errno: Int32

  package init(call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }
}
