// SPDX-License-Identifier: Apache-2.0
import Glibc
@testable import Storage
import Testing

/// Which troubles pass; the codes are those of https://sqlite.org/rescode.html.
@Suite struct StorageErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var error: StorageError
    var mayPass: Bool
    var isBusy = false
    var testDescription: String { "\(error)" }

    static func code(_ code: Int32, mayPass: Bool, isBusy: Bool = false) -> Case {
      Case(
        error: .refused(path: "/", code: code, message: ""), mayPass: mayPass, isBusy: isBusy)
    }

    static func errno(_ errno: Int32, mayPass: Bool) -> Case {
      Case(error: .cannotMake(path: "/", errno: errno), mayPass: mayPass)
    }
  }

  static let cases: [Case] = [
    // SQLITE_BUSY, …_RECOVERY, …_SNAPSHOT, SQLITE_LOCKED, SQLITE_PROTOCOL.
    .code(5, mayPass: true, isBusy: true), .code(5 | 1 << 8, mayPass: true, isBusy: true),
    .code(5 | 2 << 8, mayPass: true, isBusy: true), .code(6, mayPass: true, isBusy: true),
    .code(15, mayPass: true),
    // SQLITE_NOMEM, SQLITE_IOERR_WRITE, SQLITE_FULL.
    .code(7, mayPass: true), .code(10 | 3 << 8, mayPass: true), .code(13, mayPass: true),
    // SQLITE_ERROR, SQLITE_PERM, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISUSE.
    .code(1, mayPass: false), .code(3, mayPass: false), .code(18, mayPass: false),
    .code(19, mayPass: false), .code(21, mayPass: false),
    .errno(ENOSPC, mayPass: true), .errno(EDQUOT, mayPass: true), .errno(EMFILE, mayPass: true),
    .errno(ENFILE, mayPass: true), .errno(ENOMEM, mayPass: true),
    .errno(EACCES, mayPass: false), .errno(EROFS, mayPass: false), .errno(ENOTDIR, mayPass: false),
    .errno(EISDIR, mayPass: false),
    Case(error: .cannotOpen(path: "/", errno: EMFILE), mayPass: true),
    Case(error: .cannotOpen(path: "/", errno: EACCES), mayPass: false),
    Case(error: .readOnly(path: "/"), mayPass: false),
    Case(error: .newerVersion(path: "/", found: 2, known: 1), mayPass: false),
    Case(error: .damaged(path: "/", message: ""), mayPass: false),
  ]

  @Test("Locks and full disks are temporary errors; all others are permanent", arguments: cases)
  func passing(_ given: Case) {
    #expect(given.error.mayPass == given.mayPass)
    #expect(given.error.isBusy == given.isBusy)
  }
}
