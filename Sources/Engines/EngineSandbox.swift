// SPDX-License-Identifier: Apache-2.0
import CEngineProcess

/// The means of this kernel to confine an engine that runs as a child process.
package struct EngineSandbox: Hashable, Sendable {
  /// A part of the sandbox.
  package enum Part: Hashable, Sendable, CaseIterable {
    /// The engine reads and writes no file of the user.
    case files
    /// The engine truncates no file of the user, nor changes its permissions.
    case fileAttributes
    /// The engine uses no network.
    case network
    /// The engine sends no signal to another process.
    case signals
    /// The engine starts no process, and slows none down.
    case processes
  }

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
  package static var ofThisKernel: EngineSandbox {
    EngineSandbox(
      landlockVersion: Int(keybridge_engine_landlock_version()),
      restrictsCalls: keybridge_engine_restricts_calls())
  }

  /// The parts that this kernel lacks.
  package var missing: [Part] {
    Part.allCases.filter { part in
      switch part {
      case .files: landlockVersion < 1
      // Landlock does not restrict all that seccomp refuses: permissions, UDP, other calls.
      case .fileAttributes, .network, .processes: !restrictsCalls
      case .signals: !restrictsCalls && landlockVersion < 6
      }
    }
  }
}
