// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The bytes of a whole file.
package func readFile(_ path: String) throws(Complaint) -> [UInt8] {
  guard let stream = fopen(path, "r") else {
    throw Complaint("cannot read \(path): \(systemMessage(errno))")
  }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&block, 1, block.count, stream)
    if count == 0 { break }
    bytes += block[..<count]
  }
  guard ferror(stream) == 0 else {
    throw Complaint("cannot read \(path): \(systemMessage(errno))")
  }
  return bytes
}
