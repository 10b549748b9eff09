// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Sandbox

/// The rights of an engine that this program starts: it reads system files and the files that its
/// arguments name, and has no capability.
///
/// As root it becomes the user `nobody`. An engine with further rights has namespaces of its own,
/// because neither a filter of system calls nor Landlock distinguishes its own processes and
/// sockets from those of other programs.
package final class EngineConfinement {
  /// The calls of an engine, which may have threads.
  package static let grants: Set<CallGrant> = [.base, .programs, .threads]
  /// The calls of an engine with further rights.
  ///
  /// - Parameter rights: the rights of its manifest.
  /// - Returns: the calls.
  package static func grants(with rights: Set<EngineRight>) -> Set<CallGrant> {
    rights.reduce(into: grants) { grants, right in
      switch right {
      case .processes: grants.formUnion([.processes, .ending])
      case .localSockets: grants.insert(.localSockets)
      case .privateFolder: grants.insert(.fileChanges)
      }
    }
  }

  /// The path of the private folder, which only the engine sees.
  static let folder = "/private"
  /// The maximum size of the private folder, and of each file in it, in bytes.
  static let folderSize: UInt64 = 16 << 20
  /// The number of tasks that an engine may have; its user's other tasks count at its start only.
  package static let taskLimit = 64
  /// The user and the group `nobody`, whose numbers the kernel itself uses.
  static let nobody: UInt32 = 65_534

  private let makeFilter: (Set<CallGrant>) throws(SandboxError) -> CallFilter
  /// Written at the first start, because most machines have no engine.
  private var filters: [Set<EngineRight>: CallFilter] = [:]

  /// Creates a confinement.
  ///
  /// - Parameter makeFilter: writes the filter that allows some system calls.
  package init(
    _ makeFilter: @escaping (Set<CallGrant>) throws(SandboxError) -> CallFilter = {
      (grants) throws(SandboxError) in try CallFilter(grants)
    }
  ) {
    self.makeFilter = makeFilter
  }

  /// The user of the process; nil for the user of this program.
  var user: UInt32? { geteuid() == 0 ? Self.nobody : nil }

  /// Returns the filter of system calls.
  ///
  /// - Parameter rights: the further rights of the engine.
  /// - Returns: the filter, which is kept.
  /// - Throws: why it cannot be written.
  func calls(with rights: Set<EngineRight>) throws(SandboxError) -> CallFilter {
    if let filter = filters[rights] { return filter }
    let made = try makeFilter(Self.grants(with: rights))
    filters[rights] = made
    return made
  }

  /// Returns the rules for the files of an engine.
  ///
  /// - Parameter words: the path of the program, and its arguments.
  /// - Returns: the rules.
  /// - Throws: why they cannot be created.
  func files(of words: [String]) throws(SandboxError) -> FileRules {
    let rules = try FileRules(mayConnect: false, reachesOthers: false)
    try rules.allow([.read, .execute], FileRules.systemFiles + named(by: words))
    try rules.allow([.read, .write], ["/dev/null"])
    try rules.allow(.read, ["/dev/urandom"])
    return rules
  }

  /// The files that exist for an engine in namespaces of its own.
  ///
  /// - Parameter words: the path of the program, and its arguments.
  /// - Returns: the files and folders.
  func visiblePaths(of words: [String]) -> [String] {
    FileRules.systemFiles + named(by: words) + ["/dev/null", "/dev/urandom"]
  }

  /// The files, but no folders, which could contain anything.
  private func named(by words: [String]) -> [String] {
    words.filter { $0.hasPrefix("/") && !FileRules.isFolder($0) }
  }

  /// Returns the most tasks that the user of the process may have.
  ///
  /// - Parameter rights: the further rights of the engine. With one, and not as root, it is in a
  ///   namespace of users, whose tasks are counted alone.
  /// - Returns: the number of tasks.
  func mostTasks(with rights: Set<EngineRight>) -> Int {
    let isCountedAlone = !rights.isEmpty && user == nil
    return (isCountedAlone ? 0 : Self.tasks(of: user ?? getuid())) + Self.taskLimit
  }

  /// The number of tasks of a user, as far as this process sees them.
  static func tasks(of user: UInt32) -> Int {
    guard let folder = opendir("/proc") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      guard entry.pointee.d_name.0 >= 0x31, entry.pointee.d_name.0 <= 0x39 else { continue }
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      // Each task has a folder, which is a link of the folder above it; two links are of no task.
      if stat("/proc/\(name)/task", &status) == 0, status.st_uid == user {
        count += max(0, Int(status.st_nlink) - 2)
      }
    }
    return count
  }
}
