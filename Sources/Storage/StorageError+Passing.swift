// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
import Glibc

/// Errors that pass, after which a change is tried again.
extension StorageError {
  /// The error of a query during which another program truncated the index of the log.
  static func lostIndex(path: String) -> StorageError {
    .refused(path: path, code: SQLITE_IOERR, message: "the index of the log was truncated")
  }

  /// Whether another program temporarily locks the file.
  var isBusy: Bool {
    refusal == SQLITE_BUSY || refusal == SQLITE_LOCKED
  }

  /// Whether a lock of the log does not become free: a program keeps it, or this one does because
  /// the kernel did not release it, which closing the file does.
  var isLogStuck: Bool { refusal == SQLITE_PROTOCOL }

  /// Whether a lock is the reason, of whichever kind.
  var isLock: Bool { isBusy || isLogStuck }

  /// The code by which SQLite refuses, without its details; nil for other errors.
  private var refusal: Int32? {
    if case .refused(_, let code, _) = self { code & 0xff } else { nil }
  }

  /// Whether the error may go away on its own: locks, full disks and similar shortages.
  ///
  /// A newer version, missing write permission and damage usually last.
  var mayPass: Bool {
    switch self {
    case .cannotMake(_, let errno), .cannotOpen(_, let errno):
      [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(errno)
    case .refused(_, let code, _):
      // A file size limit and a disk that disappears are reported as input and output errors.
      isLock || [SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM].contains(code & 0xff)
    case .notRegular, .readOnly, .newerVersion, .damaged: false
    }
  }
}
