// SPDX-License-Identifier: Apache-2.0
import CEngineProcess

/// The means of this kernel to confine an engine that runs as a child process.
package struct EngineSandbox: Hashable, Sendable {
  /// Whether the kernel restricts files (Landlock).
  package var restrictsFiles: Bool
  /// Whether the kernel refuses system calls (seccomp).
  package var restrictsCalls: Bool

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - restrictsFiles: whether files can be restricted.
  ///   - restrictsCalls: whether system calls can be refused.
  package init(restrictsFiles: Bool, restrictsCalls: Bool) {
    (self.restrictsFiles, self.restrictsCalls) = (restrictsFiles, restrictsCalls)
  }

  /// The means of the running kernel.
  package static var ofThisKernel: EngineSandbox {
    EngineSandbox(
      restrictsFiles: keybridge_engine_restricts_files(),
      restrictsCalls: keybridge_engine_restricts_calls())
  }
}
