// SPDX-License-Identifier: Apache-2.0
import CLibmd
import Glibc
import Keys

/// The SHA-256 of an extension's folder, by which a change is noticed.
///
/// It covers the path, the kind and the contents of each file, and the target of each link; not the
/// owners and times, which a copy may change.
package struct FolderHash: Hashable, Sendable {
  /// The maximum size of all files together, in bytes.
  package static let sizeLimit = 64 << 20

  /// The hash as 64 hexadecimal digits.
  package let text: String

  /// Reads the files of an extension.
  ///
  /// - Parameters:
  ///   - folder: the folder, without links.
  ///   - pause: called again and again, which may suspend the work.
  /// - Throws: a mistake in the folder (``ExtensionList/files(of:)``), a file that cannot be read,
  ///   or too much contents.
  package init(
    of folder: String, pause: () -> Void = {}
  ) throws(ManifestMistake) {
    // The order is that of the bytes, because two names may be the same text to Unicode.
    let files = try ExtensionList.files(of: folder)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var reader = Reader(folder: folder)
    for file in files { try reader.add(file, pause: pause) }
    text = reader.finish()
  }

  /// Adds one file after the other.
  private struct Reader {
    let folder: String
    private var context = SHA2_CTX()
    /// The number of bytes that may still be read.
    private var rest = FolderHash.sizeLimit
    private var block = [UInt8](repeating: 0, count: 1 << 16)

    init(folder: String) {
      self.folder = folder
      SHA256Init(&context)
    }

    /// Adds a text with its length, so that no text runs into the next one.
    private mutating func add(text: String) {
      var length = UInt64(text.utf8.count).bigEndian
      withUnsafeBytes(of: &length) { SHA256Update(&context, $0.baseAddress, $0.count) }
      let bytes = Array(text.utf8)
      SHA256Update(&context, bytes, bytes.count)
    }

    mutating func add(_ file: String, pause: () -> Void) throws(ManifestMistake) {
      let path = folder + "/" + file
      var status = stat()
      guard lstat(path, &status) == 0 else { throw mistake(path, errno) }
      add(text: file)
      if status.st_mode & S_IFMT == S_IFLNK {
        add(text: "link")
        add(text: try target(of: path))
        return
      }
      add(text: status.st_mode & 0o111 == 0 ? "file" : "program")
      let descriptor = uninterrupted {
        open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      }
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw mistake(path, errno) }
      defer { close(descriptor) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw mistake(path, EINVAL) }
      try addContents(descriptor, path, pause: pause)
    }

    private mutating func addContents(
      _ descriptor: Int32, _ path: String, pause: () -> Void
    ) throws(ManifestMistake) {
      var length: UInt64 = 0
      while true {
        pause()
        let count = read(descriptor, &block, block.count)
        guard count >= 0 else { throw mistake(path, errno) }
        guard count > 0 else { break }
        rest -= count
        guard rest >= 0 else {
          throw ManifestMistake(
            path: folder, place: nil,
            message: "expected at most \(FolderHash.sizeLimit >> 20) MiB in all files")
        }
        SHA256Update(&context, block, count)
        length += UInt64(count)
      }
      // After the contents, because a file may grow while it is read.
      withUnsafeBytes(of: length.bigEndian) { SHA256Update(&context, $0.baseAddress, $0.count) }
    }

    private func target(of path: String) throws(ManifestMistake) -> String {
      var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = room.withUnsafeMutableBytes { room in
        room.bindMemory(to: CChar.self).baseAddress.map { readlink(path, $0, room.count) } ?? -1
      }
      guard count >= 0 else { throw mistake(path, errno) }
      return String(decoding: room[..<count], as: UTF8.self)
    }

    private func mistake(_ path: String, _ error: Int32) -> ManifestMistake {
      ManifestMistake(
        path: path, place: nil,
        message: "the file cannot be read: \(String(cString: strerror(error)))")
    }

    mutating func finish() -> String {
      var digest = [UInt8](repeating: 0, count: 32)
      SHA256Final(&digest, &context)
      let digits = Array("0123456789abcdef".utf8)
      return String(
        decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }
}
