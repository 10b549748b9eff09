// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage

/// Messages for problems of the storage.
extension StorageWarning {
  /// The message for a warning.
  var message: String {
    switch self {
    case .setAside(let path, let name, let reason):
      "\(reason.message); it was renamed to \(name), and a new \(path) was created"
    case .postponed(let reason):
      "\(reason.message); changes are written as soon as possible"
    case .keptAgain(let path, 0):
      "\(path) can be written again; nothing was lost"
    case .keptAgain(let path, let lostCount):
      "\(path) can be written again; the oldest \(lostCount) learned choices were lost"
    case .notKept(let reason):
      "\(reason.message); changes are lost when this program ends"
    case .logLost(let path):
      "another program truncated or replaced \(path)-wal; the latest changes are lost"
    }
  }
}

extension StorageError {
  /// The message for a failure, without a full stop.
  var message: String {
    switch self {
    case .cannotMake(let path, let errno): "cannot create \(path): \(systemMessage(errno))"
    case .cannotOpen(let path, let errno): "cannot open \(path): \(systemMessage(errno))"
    case .notRegular(let path):
      "cannot use \(path): it is not a regular file; move it away to store changes"
    case .readOnly(let path): "\(path) is read-only"
    case .newerVersion(let path, let found, let known):
      "\(path) was written by a newer keybridge (version \(found); this one supports \(known))"
    case .damaged(let path, let message): "\(path) is damaged (\(message))"
    case .refused(let path, _, let message): "cannot use \(path): \(message)"
    }
  }
}
