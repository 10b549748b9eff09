// SPDX-License-Identifier: Apache-2.0
internal import CSandbox
import Glibc

/// A capability of the kernel, by its number in `capabilities(7)`.
package enum Capability: UInt64, Hashable, Sendable {
  /// `CAP_DAC_OVERRIDE`: files are opened whatever their owner and mode.
  case overrideFileModes = 1
  /// `CAP_KILL`: processes of other users are signalled.
  case signalOtherUsers = 5
  /// `CAP_SYS_TTY_CONFIG`: consoles are switched.
  case switchConsoles = 26
}

/// The confinement of this process itself.
package enum ProcessConfinement {
  /// Confines this process, for good; the process must have one thread.
  ///
  /// The programs that it executes would be confined as well.
  ///
  /// - Parameters:
  ///   - calls: the system calls that it may make; nil for all.
  ///   - files: the files that it may open from now on.
  ///   - capabilities: the capabilities that it keeps if it has them.
  /// - Throws: the part that failed; the process must not go on then.
  package static func enter(
    calls: CallFilter?, files: borrowing FileRules, keeping capabilities: Set<Capability>
  ) throws(SandboxError) {
    let instructions = calls?.instructions ?? []
    let descriptor = files.descriptor
    var failure: Int32 = 0
    let step = instructions.withUnsafeBufferPointer { instructions in
      var allowed = keybridge_confinement(
        calls: instructions.baseAddress, call_count: UInt16(instructions.count),
        files: descriptor, user: .max, group: .max,
        capabilities: capabilities.reduce(0) { $0 | 1 << $1.rawValue })
      return keybridge_confine(&allowed, nil, &failure)
    }
    guard step != KEYBRIDGE_STEP_NONE else { return }
    throw SandboxError(step, errno: failure) ?? SandboxError(.calls, errno: failure)
  }
}
