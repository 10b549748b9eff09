// SPDX-License-Identifier: Apache-2.0
import CSandbox

/// The means of a kernel to confine a process.
package struct KernelSandbox: Hashable, Sendable {
  /// The version of Landlock, which restricts files; 0 for none.
  package var landlockVersion: Int
  /// Whether the kernel refuses system calls (seccomp).
  package var restrictsCalls: Bool

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - landlockVersion: the version of Landlock; 0 for none.
  ///   - restrictsCalls: whether system calls can be refused.
  package init(landlockVersion: Int, restrictsCalls: Bool) {
    (self.landlockVersion, self.restrictsCalls) = (landlockVersion, restrictsCalls)
  }

  /// The means of the running kernel.
  package static var ofThisKernel: KernelSandbox {
    KernelSandbox(
      landlockVersion: Int(keybridge_landlock_version()),
      restrictsCalls: keybridge_seccomp_works())
  }
}
