// SPDX-License-Identifier: Apache-2.0
import Keys

/// The bytes of a whole file, which must be a regular one.
package func readFile(_ path: String) throws(Complaint) -> [UInt8] {
  do throws(RegularFile.Failure) {
    return try RegularFile.read(path)
  } catch {
    switch error {
    case .system(let errno): throw Complaint("cannot read \(path): \(systemMessage(errno))")
    case .notRegular:
      throw Complaint(notRegular: path)
    case .tooLong(let limit):
      throw Complaint("cannot read \(path): it is longer than \(limit >> 20) MiB")
    }
  }
}

extension Complaint {
  /// A device, a pipe or a socket stands where a file should be.
  package init(notRegular path: String) {
    self.init(
      "cannot read \(path): it is not a regular file",
      mend: "name a file; devices, pipes and sockets are not read")
  }
}
