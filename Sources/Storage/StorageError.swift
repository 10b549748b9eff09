// SPDX-License-Identifier: Apache-2.0

/// Why what was set cannot be kept; facts, not sentences, and never what was typed.
package enum StorageError: Error, Hashable, Sendable {
  /// The folder is not there and cannot be made, or the file in it cannot.
  case cannotMake(path: String, errno: Int32)
  /// The file is there and cannot be opened, or its log beside it cannot.
  case cannotOpen(path: String, errno: Int32)
  /// The file may only be read.
  case readOnly(path: String)
  /// A newer program made the file; this one knows versions up to `known`.
  case newerVersion(path: String, found: Int, known: Int)
  /// The file is damaged, in SQLite's words.
  case damaged(path: String, message: String)
  /// SQLite refuses for another reason: its extended result code and its words.
  case refused(path: String, code: Int32, message: String)
}

/// What the user should hear about storage.
package enum StorageWarning: Hashable, Sendable {
  /// The file was damaged and bears another name now; an empty one took its place.
  case setAside(path: String, as: String, reason: StorageError)
  /// What is set waits in memory until the file takes it; said once for each reason.
  case postponed(StorageError)
  /// What waited is in the file, but for as many learned choices as were too many to wait; said after
  /// ``postponed(_:)``, and where some were lost.
  case keptAgain(path: String, lostCount: Int)
  /// From now on nothing is kept when the program ends, nor is what waited; said at most once.
  case notKept(StorageError)
}
