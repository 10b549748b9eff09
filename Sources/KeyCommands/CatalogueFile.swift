// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The bytes of a catalogue; nil for what cannot be read, is no regular file, or has more than 16 MiB.
func readFile(_ path: String) -> [UInt8]? {
  // Not waiting: a program may have put a pipe where its catalogue should be.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
    status.st_size <= 1 << 24
  else { return nil }
  let size = Int(status.st_size)
  return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    while count < size, let start = buffer.baseAddress {
      let read = read(descriptor, start + count, size - count)
      // Cut off by somebody else meanwhile: what is missing is for the reader to notice.
      guard read > 0 else { break }
      count += read
    }
  }
}
