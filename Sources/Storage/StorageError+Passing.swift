// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
import Glibc

extension StorageError {
  /// Whether another program only has the file for itself at the moment.
  var isBusy: Bool {
    guard case .refused(_, let code, _) = self else { return false }
    return [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code & 0xff)
  }

  /// Whether it may be well later without anybody touching the file: locks and full disks.
  ///
  /// What a newer program made, what may only be read and what is damaged stays so.
  var mayPass: Bool {
    switch self {
    case .cannotMake(_, let errno), .cannotOpen(_, let errno):
      [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(errno)
    case .refused(_, let code, _):
      // A file that may not grow, and a disk that goes away, are errors of input and output.
      isBusy || [SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM].contains(code & 0xff)
    case .readOnly, .newerVersion, .damaged: false
    }
  }
}
