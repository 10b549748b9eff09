// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Makes another descriptor of what one is open on, which does not block where that is possible.
///
/// `O_NONBLOCK` belongs to the open file, which other programs share, a shell for example; a pipe
/// or terminal opened anew has a flag of its own. A file must keep its place and a socket cannot be
/// opened: these, and what may not be opened again, are only duplicated.
///
/// - Parameters:
///   - descriptor: what is open.
///   - access: `O_WRONLY` or `O_RDONLY`; a descriptor that is only duplicated keeps what it allows.
/// - Returns: the descriptor, the caller's to close; -1 where there is none to be had.
func ownDescriptor(of descriptor: Int32, access: Int32 = O_WRONLY) -> Int32 {
  var facts = stat()
  guard fstat(descriptor, &facts) == 0 else { return -1 }
  if [S_IFIFO, S_IFCHR].contains(facts.st_mode & S_IFMT) {
    let flags = access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = open("/proc/self/fd/\(descriptor)", flags)
    if opened >= 0 { return opened }
  }
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
}
