// SPDX-License-Identifier: Apache-2.0

/// The reason why data cannot be stored, as values without wording; never contains typed text.
package enum StorageError: Error, Hashable, Sendable {
  /// The folder or the file does not exist and cannot be created.
  case cannotMake(path: String, errno: Int32)
  /// The file exists but cannot be opened, or its log cannot.
  case cannotOpen(path: String, errno: Int32)
  /// The path is a pipe, a socket or a device.
  case notRegular(path: String)
  /// The file cannot be written.
  case readOnly(path: String)
  /// A newer program created the file; this program supports versions up to `known`.
  case newerVersion(path: String, found: Int, known: Int)
  /// The file is damaged; the message is SQLite's.
  case damaged(path: String, message: String)
  /// SQLite failed for another reason: its extended result code and message.
  case refused(path: String, code: Int32, message: String)
}

/// A warning about storage for the user.
package enum StorageWarning: Hashable, Sendable {
  /// The file was damaged and was renamed; a new, empty file replaces it.
  case setAside(path: String, as: String, reason: StorageError)
  /// Changes are kept in memory until the file can be written; reported once for each reason.
  case postponed(StorageError)
  /// Postponed changes were written, except for `lostCount` learned choices that exceeded the
  /// limit; reported after ``postponed(_:)``, and whenever choices were lost.
  case keptAgain(path: String, lostCount: Int)
  /// Nothing is stored, including what was postponed, unless the reason goes away; reported at most
  /// once, and ``keptAgain(path:lostCount:)`` when it does.
  case notKept(StorageError)
  /// Another program truncated or replaced the log, which had changes that are now lost; reported
  /// at most once.
  case logLost(path: String)
}
