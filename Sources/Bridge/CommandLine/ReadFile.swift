// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Reads a whole file.
///
/// - Throws: a ``UserFacingError`` if the file cannot be read, is too long, or is not a regular
///   file.
package func readFile(_ path: String) throws(UserFacingError) -> [UInt8] {
  do throws(RegularFile.Failure) {
    return try RegularFile.read(path)
  } catch {
    throw UserFacingError(error, path: path)
  }
}

extension UserFacingError {
  /// Describes why a file was not read.
  package init(_ failure: RegularFile.Failure, path: String) {
    switch failure {
    case .system(let errno): self.init("cannot read \(path): \(systemMessage(errno))")
    case .notRegular: self.init(notRegular: path)
    case .tooLong(let limit):
      self.init("cannot read \(path): it is longer than \(limit >> 20) MiB")
    }
  }

  /// The path is a device, a pipe or a socket instead of a file.
  package init(notRegular path: String) {
    self.init(
      "cannot read \(path): it is not a regular file",
      hint: "name a file; devices, pipes and sockets are not accepted")
  }
}
