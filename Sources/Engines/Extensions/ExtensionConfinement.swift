// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Sandbox

/// The rights of an extension that this program starts (CIV-13).
///
/// It reads its folder and system files, and writes to its storage. As root it becomes the user
/// `nobody` in namespaces of its own, because other users cannot reach the folders of root; the
/// storage then belongs to this user.
extension EngineConfinement {
  /// The maximum size of a file that an extension writes, in bytes.
  static let storedFileLimit: UInt64 = 64 << 20

  /// The files that name resolution and certificates need, but no folder with other contents.
  static let networkFiles = [
    "/etc/resolv.conf", "/run/systemd/resolve", "/etc/hosts", "/etc/nsswitch.conf",
    "/etc/host.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols", "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf", "/etc/ca-certificates", "/etc/pki/tls", "/etc/pki/ca-trust",
  ]

  /// The calls of an extension.
  ///
  /// - Parameter grants: the rights that the user has granted.
  /// - Returns: the calls.
  package static func grants(with grants: Set<ExtensionGrant>) -> Set<CallGrant> {
    var calls = Self.grants
    // The limit of a file bounds one in memory too.
    calls.formUnion([.fileChanges, .memoryFiles])
    if grants.contains(.network) { calls.insert(.network) }
    if grants.contains(.privateBus) { calls.formUnion([.processes, .ending, .localSockets]) }
    return calls
  }

  /// Returns the rights of an extension.
  ///
  /// - Parameter start: the extension, its rights and its folders.
  /// - Returns: the rights.
  /// - Throws: why its system calls cannot be restricted.
  func rights(of start: ExtensionStart) throws(SandboxError) -> ProgramRights {
    let isShared = start.grants.contains(.sharedStorage)
    let hasNetwork = start.grants.contains(.network)
    let calls = Calls(grants: Self.grants(with: start.grants), report: report)
    var rights = ProgramRights(
      calls: try filter(calls), user: user, fileLimit: Self.storedFileLimit,
      executable: FileRules.systemFiles + [start.installed.folder])
    rights.readable = hasNetwork ? Self.networkFiles : []
    rights.writable = [start.storage]
    if isShared {
      rights.writable.append(start.sharedStorage)
    } else {
      rights.readable.append(start.sharedStorage)
    }
    rights.mayConnect = hasNetwork
    if start.grants.contains(.privateBus) || user != nil {
      rights.view = ProgramRights.View(home: start.storage, keepsNetwork: hasNetwork)
    }
    return rights
  }
}
