// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Sandbox

/// The rights of the engines and extensions that this program starts: they have no capability.
///
/// An engine reads system files and the files that its arguments name. As root it becomes the user
/// `nobody`. An engine with further rights has namespaces of its own, because neither a filter of
/// system calls nor Landlock distinguishes its own processes and sockets from those of other
/// programs.
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

  /// The system calls of a program.
  package struct Calls: Hashable {
    /// The calls that it may make.
    package var grants: Set<CallGrant>
    /// The calls that are reported when they are refused.
    package var report = CallReport.none
  }

  /// The refused calls of extensions that are reported.
  let report: CallReport
  private let makeFilter: (Calls) throws(SandboxError) -> CallFilter
  /// Written at the first start, because most machines have no engine.
  private var filters: [Calls: CallFilter] = [:]

  /// Creates a confinement.
  ///
  /// - Parameters:
  ///   - report: the refused calls of extensions that are reported.
  ///   - makeFilter: writes the filter of some system calls.
  package init(
    reporting report: CallReport = .sockets,
    _ makeFilter: @escaping (Calls) throws(SandboxError) -> CallFilter = {
      (calls) throws(SandboxError) in
      try CallFilter(calls.grants, reporting: calls.report)
    }
  ) {
    (self.report, self.makeFilter) = (report, makeFilter)
  }

  /// The user of the process; nil for the user of this program.
  var user: UInt32? { geteuid() == 0 ? Self.nobody : nil }

  /// Returns the filter of system calls.
  ///
  /// - Parameter calls: the calls.
  /// - Returns: the filter, which is kept.
  /// - Throws: why it cannot be written.
  func filter(_ calls: Calls) throws(SandboxError) -> CallFilter {
    if let filter = filters[calls] { return filter }
    let made = try makeFilter(calls)
    filters[calls] = made
    return made
  }

  /// Returns the rights of an engine.
  ///
  /// - Parameter manifest: the description of the engine.
  /// - Returns: the rights.
  /// - Throws: why its system calls cannot be restricted.
  func rights(of manifest: EngineManifest) throws(SandboxError) -> ProgramRights {
    // The files that the words name, but no folders, which could contain anything.
    let executable =
      FileRules.systemFiles
      + manifest.program.filter { $0.hasPrefix("/") && !FileRules.isFolder($0) }
    let hasFolder = manifest.rights.contains(.privateFolder)
    var rights = ProgramRights(
      calls: try filter(Calls(grants: Self.grants(with: manifest.rights))), user: user,
      fileLimit: hasFolder ? Self.folderSize : 0, executable: executable)
    guard !manifest.rights.isEmpty else { return rights }
    var view = ProgramRights.View()
    if hasFolder { (view.memoryFolder, view.home) = (Self.folder, Self.folder) }
    rights.view = view
    return rights
  }

  /// Returns the most tasks that the user of the process may have.
  ///
  /// - Parameter hasView: whether the program has namespaces of its own. Not as root, it is in a
  ///   namespace of users then, whose tasks are counted alone.
  /// - Returns: the number of tasks.
  func mostTasks(hasView: Bool) -> Int {
    let isCountedAlone = hasView && user == nil
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
