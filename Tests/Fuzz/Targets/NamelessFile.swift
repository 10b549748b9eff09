// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file without a name, for readers that need a descriptor.
struct NamelessFile: ~Copyable {
  private let stream: UnsafeMutablePointer<FILE>

  /// Creates a file; nil if there is no room for it.
  init?(_ bytes: [UInt8]) {
    guard let stream = tmpfile() else { return nil }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count, fflush(stream) == 0 else {
      fclose(stream)
      return nil
    }
    lseek(fileno(stream), 0, SEEK_SET)
    self.stream = stream
  }

  deinit { fclose(stream) }

  /// The descriptor, at the beginning of the file.
  var descriptor: Int32 { fileno(stream) }
}
