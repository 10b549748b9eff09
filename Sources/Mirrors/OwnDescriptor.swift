// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// Opens another descriptor for the same file, non-blocking if possible.
///
/// `O_NONBLOCK` belongs to the open file description, which other programs share, for example a
/// shell; a pipe or terminal that is opened again has a description of its own. A file must keep
/// its position, and a socket cannot be opened: these, and files that may not be opened again, are
/// only duplicated.
///
/// - Parameters:
///   - descriptor: the open descriptor.
///   - access: `O_WRONLY` or `O_RDONLY`; a duplicated descriptor keeps its access.
/// - Returns: the new descriptor, which the caller closes; -1 on failure.
func ownDescriptor(of descriptor: Int32, access: Int32 = O_WRONLY) -> Int32 {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { return -1 }
  if [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) {
    let flags = access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = uninterrupted { open("/proc/self/fd/\(descriptor)", flags) }
    if opened >= 0 { return opened }
  }
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
}
