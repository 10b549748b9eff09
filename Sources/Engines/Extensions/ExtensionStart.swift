// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sandbox

/// The start of an extension's process.
package struct ExtensionStart: Hashable, Sendable {
  /// The extension.
  package var installed: InstalledExtension
  /// The rights that the user has granted.
  package var grants: Set<ExtensionGrant>
  /// The folder that only this extension uses, without links; created if it is missing.
  package var storage: String
  /// The folder that extensions share, without links; created if it is missing.
  package var sharedStorage: String

  /// Creates a start from its parts.
  ///
  /// - Parameters:
  ///   - installed: the extension.
  ///   - grants: the rights that the user has granted.
  ///   - storage: the folder that only this extension uses.
  ///   - sharedStorage: the folder that extensions share.
  package init(
    _ installed: InstalledExtension, grants: Set<ExtensionGrant>, storage: String,
    sharedStorage: String
  ) {
    (self.installed, self.grants) = (installed, grants)
    (self.storage, self.sharedStorage) = (storage, sharedStorage)
  }

  /// Creates the start of an extension whose folders are in the folder of the state.
  ///
  /// - Parameters:
  ///   - installed: the extension.
  ///   - grants: the rights that the user has granted.
  ///   - state: the folder of the state.
  package init(_ installed: InstalledExtension, grants: Set<ExtensionGrant>, state: String) {
    self.init(
      installed, grants: grants, storage: Self.storage(of: installed.manifest.name, in: state),
      sharedStorage: Self.sharedStorage(in: state))
  }

  /// Returns the folder that only one extension uses.
  ///
  /// - Parameters:
  ///   - name: the name of the extension.
  ///   - state: the folder of the state.
  /// - Returns: the path.
  package static func storage(of name: String, in state: String) -> String {
    state + "/extensions/" + name
  }

  /// Returns the folder that extensions share.
  ///
  /// - Parameter state: the folder of the state.
  /// - Returns: the path.
  package static func sharedStorage(in state: String) -> String { state + "/shared" }

  /// The path of the program, and its arguments.
  ///
  /// A word without `/` that is no file of the folder is a program of the system.
  var words: [String] {
    guard let word = installed.manifest.program.first else { return [] }
    let own = installed.folder + "/" + word
    let isOwn = word.utf8.contains(UInt8(ascii: "/")) || access(own, F_OK) == 0
    return [isOwn ? own : "/usr/bin/" + word] + installed.manifest.program.dropFirst()
  }

  /// The whole environment, which contains nothing of the user's.
  var environment: [String] {
    ProgramStart.environment
      + ["HOME=\(storage)", "TMPDIR=\(storage)", "KEYBRIDGE_SHARED_STORAGE=\(sharedStorage)"]
  }

  /// Creates the folders that are missing.
  ///
  /// - Parameter user: the user that they belong to; nil for that of this program.
  /// - Returns: the error of the kernel; nil for none.
  func makeFolders(for user: UInt32?) -> Int32? {
    for path in [storage, sharedStorage] {
      if let error = Self.makeFolder(path, for: user) { return error }
    }
    return nil
  }

  private static func makeFolder(_ path: String, for user: UInt32?) -> Int32? {
    var made = ""
    for name in path.split(separator: "/") {
      made += "/" + name
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { return errno }
    }
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno }
    guard status.st_mode & S_IFMT == S_IFDIR else { return ENOTDIR }
    if let user, status.st_uid != user, lchown(path, user, user) != 0 { return errno }
    return nil
  }
}

extension EngineConnection {
  /// Starts the program of an extension.
  ///
  /// - Parameters:
  ///   - start: the extension, its rights and its folders.
  ///   - confinement: what the program may do; nil for no limits.
  ///   - isSibling: whether the process becomes a child of this process's parent.
  /// - Returns: the connection, or the error.
  package static func open(
    _ start: ExtensionStart, confinement: EngineConfinement?, isSibling: Bool = false
  ) -> Result<EngineConnection, EngineStartError> {
    if let error = start.makeFolders(for: confinement?.user) {
      let reason = String(cString: strerror(error))
      return .failure(.launcher("its storage \(start.storage) cannot be created: \(reason)"))
    }
    do throws(SandboxError) {
      return Self.start(
        ProgramStart(
          words: start.words, environment: start.environment, folder: start.installed.folder,
          rights: try confinement?.rights(of: start)), confinement, isSibling)
    } catch {
      return .failure(.sandbox(error))
    }
  }
}
