// SPDX-License-Identifier: Apache-2.0
package import CSandbox
import Glibc

/// The reason why a process cannot be confined.
package struct SandboxError: Error, Hashable, Sendable {
  /// A part of the confinement.
  package enum Step: String, Hashable, Sendable {
    /// The capabilities are dropped.
    case capabilities
    /// The user is changed.
    case user
    /// Files are restricted (Landlock).
    case files
    /// System calls are restricted (seccomp).
    case calls
    /// Namespaces are created, with the files that they contain.
    case namespaces
  }

  /// The part that failed.
  package var step: Step
  /// The error.
  package var errno: Int32

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - step: the part that failed.
  ///   - errno: the error.
  package init(_ step: Step, errno: Int32) {
    (self.step, self.errno) = (step, errno)
  }

  /// Creates an error of a step of C; nil for another step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - errno: the error.
  package init?(_ step: keybridge_step, errno: Int32) {
    switch step {
    case KEYBRIDGE_STEP_CAPABILITIES: self.init(.capabilities, errno: errno)
    case KEYBRIDGE_STEP_USER: self.init(.user, errno: errno)
    case KEYBRIDGE_STEP_FILES: self.init(.files, errno: errno)
    case KEYBRIDGE_STEP_CALLS: self.init(.calls, errno: errno)
    case KEYBRIDGE_STEP_NAMESPACES: self.init(.namespaces, errno: errno)
    default: return nil
    }
  }

  /// The message, such as "system calls cannot be restricted: Invalid argument".
  package var message: String {
    let clause =
      switch step {
      case .capabilities: "capabilities cannot be dropped"
      case .user: "the user cannot be changed"
      case .files: "files cannot be restricted"
      case .calls: "system calls cannot be restricted"
      case .namespaces: "namespaces cannot be created"
      }
    return "\(clause): \(String(cString: strerror(errno)))"
  }
}
