// SPDX-License-Identifier: Apache-2.0
import CSandbox

/// The means of a kernel to confine a process.
package struct KernelSandbox: Hashable, Sendable {
  /// The version of Landlock, which restricts files; 0 for none.
  package var landlockVersion: Int
  /// Whether the kernel refuses system calls (seccomp).
  package var restrictsCalls: Bool
  /// Whether this process may create namespaces, in which other processes are confined.
  package var createsNamespaces: Bool

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - landlockVersion: the version of Landlock; 0 for none.
  ///   - restrictsCalls: whether system calls can be refused.
  ///   - createsNamespaces: whether this process may create namespaces.
  package init(landlockVersion: Int, restrictsCalls: Bool, createsNamespaces: Bool = true) {
    (self.landlockVersion, self.restrictsCalls) = (landlockVersion, restrictsCalls)
    self.createsNamespaces = createsNamespaces
  }

  /// The reason why an extension is not confined enough; nil if it is.
  ///
  /// Without Landlock it could read every file of its user.
  package var extensionRefusal: String? {
    if !restrictsCalls { return "the kernel has no seccomp, which restricts system calls" }
    return landlockVersion > 0 ? nil : "the kernel has no Landlock, which restricts files"
  }

  /// The means of the running kernel; whether it creates namespaces is not tried.
  package static var ofThisKernel: KernelSandbox {
    KernelSandbox(
      landlockVersion: Int(keybridge_landlock_version()),
      restrictsCalls: keybridge_seccomp_works())
  }

  /// Tries to create namespaces, which takes a few milliseconds.
  ///
  /// - Returns: the means, with the result.
  package func tryingNamespaces() -> KernelSandbox {
    var tried = self
    tried.createsNamespaces = keybridge_try_namespaces() == 0
    return tried
  }
}
