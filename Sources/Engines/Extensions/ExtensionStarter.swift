// SPDX-License-Identifier: Apache-2.0

/// Starts extensions by their names, unless they have changed.
///
/// The launcher has rights that the confined service has given up, so it finds the folders itself.
package struct ExtensionStarter {
  /// Returns the folders in which extensions are installed.
  package var folders: () -> [String]
  /// Returns the folder of the state, in which extensions store their files; nil for none.
  package var state: () -> String?
  /// The rights of the programs; nil for no limits, in tests only.
  package var confinement: EngineConfinement? = EngineConfinement()
  /// Whether the processes become children of this process's parent.
  package var isSibling = false

  /// Creates a starter.
  ///
  /// - Parameters:
  ///   - folders: returns the folders in which extensions are installed.
  ///   - state: returns the folder of the state; nil for none.
  ///   - isSibling: whether the processes become children of this process's parent.
  package init(
    folders: @escaping () -> [String], state: @escaping () -> String?, isSibling: Bool = false
  ) {
    (self.folders, self.state, self.isSibling) = (folders, state, isSibling)
  }

  /// Returns the extension with a name.
  private func installed(_ name: String) -> Result<InstalledExtension, EngineStartError> {
    let list = ExtensionList(folders: folders())
    if let found = list.extensions.first(where: { $0.manifest.name == name }) {
      return .success(found)
    }
    let path = list.mistakes.first {
      $0.path.split(separator: "/").contains(Substring(name))
    }
    return .failure(.launcher(path?.text ?? "no extension has the name \(name)"))
  }

  /// Returns the hash of an extension.
  ///
  /// - Parameters:
  ///   - name: the name of the extension.
  ///   - pause: called again and again, which may suspend the work.
  /// - Returns: the hash, or the mistake in the folder.
  package func hash(
    of name: String, pause: () -> Void = {}
  ) -> Result<FolderHash, EngineStartError> {
    installed(name).flatMap { Self.hash(of: $0, pause) }
  }

  private static func hash(
    of installed: InstalledExtension, _ pause: () -> Void
  ) -> Result<FolderHash, EngineStartError> {
    do throws(ManifestMistake) {
      return .success(try FolderHash(of: installed.folder, pause: pause))
    } catch {
      return .failure(.launcher(error.text))
    }
  }

  /// Starts an extension.
  ///
  /// - Parameters:
  ///   - name: the name of the extension.
  ///   - hash: the hash of the folder that the user has enabled.
  ///   - grants: the rights that the user has granted; each is one that the manifest requests.
  ///   - pause: called again and again, which may suspend the work.
  /// - Returns: the connection, or the error; a folder that has changed is one.
  package func open(
    _ name: String, hash: String, grants: Set<ExtensionGrant>, pause: () -> Void = {}
  ) -> Result<EngineConnection, EngineStartError> {
    guard let state = state() else {
      return .failure(.launcher("it has no storage, because there is no folder for the state"))
    }
    return installed(name).flatMap { installed in
      let other = grants.subtracting(installed.manifest.requests).map(\.rawValue).sorted()
      if let other = other.first {
        return .failure(.launcher("its manifest does not request \(other)"))
      }
      return Self.hash(of: installed, pause).flatMap { found in
        guard found.text == hash else { return .failure(.hasChanged) }
        return EngineConnection.open(
          ExtensionStart(installed, grants: grants, state: state), confinement: confinement,
          isSibling: isSibling)
      }
    }
  }
}

extension EngineStartError {
  /// The folder of an extension is another one than the user has enabled.
  package static let hasChanged = EngineStartError.launcher(
    "it has changed since it was enabled; enable it again")
}
