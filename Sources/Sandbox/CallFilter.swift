// SPDX-License-Identifier: Apache-2.0
package import CSandbox
internal import CSeccomp
import Glibc

/// The refused system calls of a process that another process learns of.
package enum CallReport: Hashable, Sendable {
  /// None.
  case none
  /// Those that would create a socket, unless all sockets are allowed.
  case sockets
  /// All; for tests of a program, because each call waits until the other process refuses it.
  case all
}

/// A filter that allows the system calls of some grants only; each other call fails with `EPERM`.
///
/// The filter is a program of the kernel (seccomp), which libseccomp writes for this processor.
package struct CallFilter {
  /// The instructions; ``CSandbox/KEYBRIDGE_SELF`` stands for the number of the process.
  package let instructions: [sock_filter]
  /// Whether it reports calls, which then wait until another process refuses them.
  package let reportsCalls: Bool

  /// Writes a filter.
  ///
  /// - Parameters:
  ///   - grants: the calls that are allowed.
  ///   - report: the refused calls that are reported, as far as the kernel can; ``reportsCalls`` is
  ///     the result.
  /// - Throws: `calls` if libseccomp cannot write it.
  package init(
    _ grants: Set<CallGrant>, reporting report: CallReport = .none
  ) throws(SandboxError) {
    let report = keybridge_seccomp_reports() ? report : .none
    try self.init(
      grants.sorted { $0.rawValue < $1.rawValue }.flatMap(\.rules),
      reporting: report == .sockets ? CallGrant.reported(with: grants) : [],
      reportsRest: report == .all)
  }

  /// Creates a filter from instructions.
  ///
  /// - Parameter instructions: the instructions, which the kernel checks.
  package init(instructions: [sock_filter]) {
    (self.instructions, reportsCalls) = (instructions, false)
  }

  /// Writes a filter that allows some calls, and reports others, or all others.
  init(
    _ rules: [CallRule], reporting reported: [CallRule] = [], reportsRest: Bool = false
  ) throws(SandboxError) {
    let rest = reportsRest ? keybridge_seccomp_report() : keybridge_seccomp_refuse(EPERM)
    guard let context = seccomp_init(rest) else {
      throw SandboxError(.calls, errno: ENOMEM)
    }
    defer { seccomp_release(context) }
    func check(_ result: Int32) throws(SandboxError) {
      guard result == 0 else { throw SandboxError(.calls, errno: -result) }
    }
    // A call of another processor's interface, whose numbers have other meanings, is no mistake.
    try check(
      seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, keybridge_seccomp_kill()))
    // A search tree instead of a list.
    try check(seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2))
    for (action, rules) in [
      (keybridge_seccomp_allow(), rules), (keybridge_seccomp_report(), reported),
    ] {
      for rule in rules {
        guard let number = Self.number(of: rule.name) else { continue }
        let arguments = rule.conditions.map(\.argument)
        try check(
          seccomp_rule_add_array(context, action, number, UInt32(arguments.count), arguments))
      }
    }
    // Calls that are newer than the table fail as on an older kernel, so that libraries go on.
    for number in CallGrant.absent.compactMap(Self.number) + Self.newerCalls {
      try check(seccomp_rule_add_array(context, keybridge_seccomp_refuse(ENOSYS), number, 0, nil))
    }
    instructions = try Self.export(context)
    reportsCalls = !reported.isEmpty || reportsRest
  }

  /// The numbers after the last call of the table, which are the same on all processors.
  private static let newerCalls = Array(Int32(450)..<512)

  /// Returns the number of a call on this processor; nil if it has none.
  static func number(of name: String) -> Int32? {
    let number = seccomp_syscall_resolve_name(name)
    return number < 0 ? nil : number
  }

  /// Returns the name of a call of this processor.
  ///
  /// - Parameter number: its number.
  /// - Returns: the name; the number as text for a call that libseccomp does not know.
  package static func name(of number: Int32) -> String {
    guard let name = seccomp_syscall_resolve_num_arch(seccomp_arch_native(), number) else {
      return "\(number)"
    }
    defer { free(name) }
    return String(cString: name)
  }

  /// Reads the instructions, which libseccomp only writes to a descriptor.
  private static func export(_ context: scmp_filter_ctx) throws(SandboxError) -> [sock_filter] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SandboxError(.calls, errno: errno)
    }
    defer { ends.forEach { close($0) } }
    // A pipe holds more than the kernel accepts as a filter. libseccomp hides the error of a write.
    var result: Int32
    repeat {
      result = seccomp_export_bpf(context, ends[1])
    } while result == -ECANCELED && errno == EINTR
    guard result == 0 else { throw SandboxError(.calls, errno: -result) }
    return try instructions { read(ends[0], $0.baseAddress, $0.count) }
  }

  /// Reads instructions, which may be interrupted.
  ///
  /// - Parameter read: reads all of them, as the system call does.
  /// - Returns: the instructions.
  /// - Throws: `calls` if there are none.
  static func instructions(
    by read: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(SandboxError) -> [sock_filter] {
    let limit = Int(KEYBRIDGE_CALLS_LIMIT)
    let instructions = [sock_filter](unsafeUninitializedCapacity: limit) { room, initializedCount in
      var count = 0
      repeat {
        count = read(UnsafeMutableRawBufferPointer(room))
      } while count < 0 && errno == EINTR
      initializedCount = max(0, count) / MemoryLayout<sock_filter>.stride
    }
    guard !instructions.isEmpty else { throw SandboxError(.calls, errno: EIO) }
    return instructions
  }
}

extension CallRule.Condition {
  /// The condition as libseccomp reads it.
  ///
  /// The upper half of an argument has no meaning here.
  fileprivate var argument: scmp_arg_cmp {
    let (index, mask, value): (UInt32, UInt32, UInt32) =
      switch self {
      case .equals(let index, let value): (index, .max, value)
      case .bits(let index, let mask, let value): (index, mask, value)
      case .isSelf(let index): (index, .max, UInt32(KEYBRIDGE_SELF))
      }
    return scmp_arg_cmp(
      arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(mask), datum_b: UInt64(value))
  }
}
