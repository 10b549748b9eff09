// SPDX-License-Identifier: Apache-2.0
import Sandbox

/// A program that is started as an engine or as an extension.
struct ProgramStart {
  /// The path of the program, and its arguments.
  var words: [String]
  /// The whole environment, which contains nothing of the user's.
  var environment: [String]
  /// The working directory.
  var folder = "/"
  /// The rights; nil for no limits.
  var rights: ProgramRights?

  /// The variables of every program.
  ///
  /// The C library reserves 64 MiB of addresses for the memory of each thread otherwise, of which a
  /// program has 1 GiB.
  static let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "MALLOC_ARENA_MAX=2"]
}

/// The rights of a program that is started as an engine or as an extension.
struct ProgramRights {
  /// Namespaces of its own, with the files that are visible in them.
  struct View {
    /// An empty folder in memory; nil for none.
    var memoryFolder: String?
    /// The home of the only user; nil for none.
    var home: String?
    /// Whether the program uses the network of this process.
    var keepsNetwork = false
  }

  /// The system calls.
  var calls: CallFilter
  /// The user and the group of the process; nil for those of this program.
  var user: UInt32?
  /// The maximum size of a file that it writes, in bytes.
  var fileLimit: UInt64
  /// Files, and folders with everything below, that are read and executed.
  var executable: [String]
  /// Files and folders that are read.
  var readable: [String] = []
  /// Folders in which everything is changed, but nothing executed.
  var writable: [String] = []
  /// Whether TCP ports are used.
  var mayConnect = false
  /// Namespaces of its own; nil for those of this process.
  var view: View?

  private static let random = "/dev/urandom"
  private static let null = "/dev/null"

  /// The files that exist in namespaces of its own, which are not written.
  var visible: [String] { executable + readable + [Self.null, Self.random] }

  /// Returns the rules for files.
  ///
  /// - Returns: the rules.
  /// - Throws: why they cannot be created.
  func files() throws(SandboxError) -> FileRules {
    let rules = try FileRules(mayConnect: mayConnect, reachesOthers: false)
    try rules.allow([.read, .execute], executable)
    try rules.allow(.read, readable + [Self.random])
    try rules.allow([.read, .write], [Self.null])
    try rules.allow(.change, writable)
    return rules
  }
}
