// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage

extension StorageWarning {
  /// The message for a warning.
  var message: String {
    switch self {
    case .setAside(let path, let name, let reason):
      "\(reason.message); it is called \(name) now, and \(path) begins anew"
    case .postponed(let reason):
      "\(reason.message); what is chosen now is written as soon as it can be"
    case .keptAgain(let path, 0):
      "\(path) can be written again; nothing was lost"
    case .keptAgain(let path, let lostCount):
      "\(path) can be written again; of what was learned, the oldest \(lostCount) were lost"
    case .notKept(let reason):
      "\(reason.message); what is chosen now is forgotten when this program ends"
    }
  }
}

extension StorageError {
  /// The message for a failure, without a full stop.
  var message: String {
    switch self {
    case .cannotMake(let path, let errno): "cannot make \(path): \(systemMessage(errno))"
    case .cannotOpen(let path, let errno): "cannot open \(path): \(systemMessage(errno))"
    case .readOnly(let path): "\(path) may only be read"
    case .newerVersion(let path, let found, let known):
      "\(path) was made by a newer keybridge (version \(found); this one knows \(known))"
    case .damaged(let path, let message): "\(path) is damaged (\(message))"
    case .refused(let path, _, let message): "cannot use \(path): \(message)"
    }
  }
}
