// SPDX-License-Identifier: Apache-2.0
import CSandbox
import Glibc
import Testing

@testable import Sandbox

/// The table of system calls, and the filters that are written from it.
///
/// `EngineSandboxTests` tries the calls in a real process.
@Suite struct CallFilterTests {
  /// The answer of a filter.
  enum Answer: Hashable {
    case allowed
    case refused(Int32)
    case killed
    case reported
  }

  /// Runs a filter for a call of this processor, as the kernel would.
  private func answer(
    _ filter: CallFilter, _ number: Int32, _ arguments: [UInt64] = [],
    architecture: UInt32 = Self.architecture
  ) throws -> Answer {
    var data = [UInt8](repeating: 0, count: 64)
    func store<Value: FixedWidthInteger>(_ value: Value, at place: Int) {
      withUnsafeBytes(of: value.littleEndian) {
        data.replaceSubrange(place..<place + $0.count, with: $0)
      }
    }
    store(number, at: 0)
    store(architecture, at: 4)
    for (index, argument) in arguments.enumerated() { store(argument, at: 16 + 8 * index) }
    var accumulator: UInt32 = 0
    var place = 0
    while true {
      let instruction = try #require(
        filter.instructions.indices.contains(place) ? filter.instructions[place] : nil)
      place += 1
      let k = instruction.k
      switch Int32(instruction.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        accumulator = data[Int(k)..<Int(k) + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      case BPF_ALU | BPF_AND | BPF_K: accumulator &= k
      case BPF_JMP | BPF_JA: place += Int(k)
      case BPF_JMP | BPF_JEQ | BPF_K:
        place += Int(accumulator == k ? instruction.jt : instruction.jf)
      case BPF_JMP | BPF_JGT | BPF_K:
        place += Int(accumulator > k ? instruction.jt : instruction.jf)
      case BPF_JMP | BPF_JGE | BPF_K:
        place += Int(accumulator >= k ? instruction.jt : instruction.jf)
      case BPF_JMP | BPF_JSET | BPF_K:
        place += Int(accumulator & k != 0 ? instruction.jt : instruction.jf)
      case BPF_RET | BPF_K:
        switch k & 0xFFFF_0000 {
        case 0x7FFF_0000: return .allowed
        case 0x0005_0000: return .refused(Int32(k & 0xFFFF))
        case 0x8000_0000: return .killed
        case 0x7FC0_0000: return .reported
        default: throw UnknownInstruction()
        }
      default: throw UnknownInstruction()
      }
    }
  }

  private struct UnknownInstruction: Error {}

  #if arch(x86_64)
    private static let architecture: UInt32 = 0xC000_003E
    private static let other: UInt32 = 0xC000_00B7
  #else
    private static let architecture: UInt32 = 0xC000_00B7
    private static let other: UInt32 = 0xC000_003E
  #endif

  /// Arguments that meet the conditions of a rule.
  private func arguments(for rule: CallRule) -> [UInt64] {
    var arguments = [UInt64](repeating: 0, count: 6)
    for condition in rule.conditions {
      switch condition {
      case .equals(let index, let value): arguments[Int(index)] = UInt64(value)
      case .bits(let index, _, let value): arguments[Int(index)] = UInt64(value)
      case .isSelf(let index): arguments[Int(index)] = UInt64(UInt32(KEYBRIDGE_SELF))
      }
    }
    return arguments
  }

  @Test("a signal while a filter is read does not lose it; a failure is an error")
  func interruptedReading() throws {
    let written = sock_filter(code: 6, jt: 0, jf: 0, k: 7)
    var interruptions = 2
    let read = try CallFilter.instructions { room in
      interruptions -= 1
      if interruptions >= 0 {
        errno = EINTR
        return -1
      }
      room.storeBytes(of: written, as: sock_filter.self)
      return MemoryLayout<sock_filter>.stride
    }
    #expect(read.map(\.k) == [7])
    #expect(throws: SandboxError(.calls, errno: EIO)) {
      _ = try CallFilter.instructions { _ in
        errno = EBADF
        return -1
      }
    }
  }

  @Test(
    "Each call of a grant is allowed, and with other arguments refused",
    arguments: CallGrant.allCases)
  func grants(_ grant: CallGrant) throws {
    let filter = try CallFilter([grant])
    for rule in grant.rules {
      guard let number = CallFilter.number(of: rule.name) else { continue }
      #expect(try answer(filter, number, arguments(for: rule)) == .allowed, "\(rule)")
      guard !rule.conditions.isEmpty else { continue }
      // Some number that no condition names.
      let other = [UInt64](repeating: 0x7E12_3456, count: 6)
      #expect(try answer(filter, number, other) == .refused(EPERM), "\(rule)")
    }
  }

  @Test(
    "A call that no grant has is refused, and one that is too new is absent",
    arguments: CallGrant.allCases)
  func others(_ grant: CallGrant) throws {
    let filter = try CallFilter([grant])
    let allowed = Set(grant.rules.compactMap { CallFilter.number(of: $0.name) })
    let absent = Set(CallGrant.absent.compactMap(CallFilter.number))
    for number in Int32(0)..<600 where !allowed.contains(number) {
      let expected = absent.contains(number) || (450..<512).contains(number) ? ENOSYS : EPERM
      #expect(try answer(filter, number) == .refused(expected), "\(number)")
    }
  }

  @Test("Calls that escape a process, outlive it or reach others are in no grant")
  func dangerous() throws {
    let filter = try CallFilter(Set(CallGrant.allCases).subtracting([.processes, .memoryFiles]))
    let names = """
      acct add_key bpf chmod chown chroot clone3 delete_module execveat fanotify_init fchmodat
      fchown fchownat finit_module fork init_module io_uring_setup ioperm iopl kcmp kexec_load keyctl
      lchown link linkat lookup_dcookie memfd_create memfd_secret migrate_pages mknod
      mknodat mount move_mount move_pages mq_open mq_timedsend msgctl msgget msgrcv msgsnd
      name_to_handle_at open_by_handle_at open_tree perf_event_open personality pidfd_getfd pidfd_open
      pidfd_send_signal pivot_root process_madvise process_vm_readv process_vm_writev ptrace quotactl
      reboot removexattr request_key rmdir sched_setaffinity sched_setattr
      sched_setparam sched_setscheduler seccomp semctl semget semop semtimedop setdomainname setgid
      setgroups sethostname setns setpgid setpriority setregid setresgid setresuid setreuid setsid
      settimeofday setuid setxattr shmat shmctl shmdt shmget swapoff swapon symlink symlinkat syslog
      tkill truncate umount2 unshare userfaultfd uselib utime utimensat utimes vfork
      vhangup
      """
    for name in names.split(whereSeparator: \.isWhitespace) {
      guard let number = CallFilter.number(of: String(name)) else { continue }
      let found = try answer(filter, number)
      #expect(found == .refused(EPERM) || found == .refused(ENOSYS), "\(name)")
    }
  }

  @Test("A process without the grant changes no file, and executes no program")
  func changes() throws {
    let filter = try CallFilter(Set(CallGrant.allCases).subtracting([.fileChanges, .programs]))
    for name in [
      "execve", "fallocate", "fchmod", "ftruncate", "mkdir", "mkdirat", "rename", "renameat",
      "renameat2", "unlink", "unlinkat",
    ] {
      guard let number = CallFilter.number(of: name) else { continue }
      #expect(try answer(filter, number) == .refused(EPERM), "\(name)")
    }
  }

  @Test("A file in memory is created without huge pages, by a grant")
  func memoryFiles() throws {
    let create = try #require(CallFilter.number(of: "memfd_create"))
    for (grants, flags, expected) in [
      ([.base, .memoryFiles], 3, .allowed), ([.base, .memoryFiles], 5, .refused(EPERM)),
      ([.base], 3, .refused(EPERM)),
    ] as [(Set<CallGrant>, UInt64, Answer)] {
      #expect(try answer(try CallFilter(grants), create, [1, flags]) == expected, "\(flags)")
    }
  }

  @Test("Another process is ended only, by a grant, and gets no other signal")
  func ending() throws {
    let filter = try CallFilter([.base, .ending])
    let kill = try #require(CallFilter.number(of: "kill"))
    for signal in UInt64(0)..<65 {
      let expected = [9, 15].contains(signal) ? Answer.allowed : .refused(EPERM)
      #expect(try answer(filter, kill, [1234, signal]) == expected, "\(signal)")
    }
  }

  @Test("Devices are controlled by the requests of keyboards and consoles only")
  func devices() throws {
    let filter = try CallFilter([.base, .devices])
    let ioctl = try #require(CallFilter.number(of: "ioctl"))
    // EVIOCGID, EVIOCGNAME, EVIOCGRAB, KDGETMODE, VT_ACTIVATE and TCSETS.
    for request: UInt64 in [0x8008_4502, 0x8100_4506, 0x4004_4590, 0x4B3B, 0x5606, 0x5402] {
      #expect(try answer(filter, ioctl, [5, request]) == .allowed, "\(request)")
    }
    // TIOCSTI, TIOCLINUX, TIOCSCTTY, KDSKBENT, VT_DISALLOCATE, UI_DEV_CREATE, BLKROSET, FIOASYNC.
    for request: UInt64 in [
      0x5412, 0x541C, 0x540E, 0x4B47, 0x5608, 0x5501, 0x125D, 0x5452,
    ] {
      #expect(try answer(filter, ioctl, [5, request]) == .refused(EPERM), "\(request)")
    }
  }

  @Test("Signals reach the process itself only, whatever the upper half of the argument is")
  func signals() throws {
    let filter = try CallFilter([.base])
    let kill = try #require(CallFilter.number(of: "kill"))
    let own = UInt64(UInt32(KEYBRIDGE_SELF))
    #expect(try answer(filter, kill, [own, 9]) == .allowed)
    #expect(try answer(filter, kill, [own | 0xFFFF_FFFF_0000_0000, 9]) == .allowed)
    for other in [UInt64.max, 0, 1, own + 1] {
      #expect(try answer(filter, kill, [other, 9]) == .refused(EPERM))
    }
  }

  @Test("A call with a choice of actions is allowed for those that concern the process alone")
  func ownActions() throws {
    let filter = try CallFilter([.base])
    // The argument that decides, values that are allowed, and values that are not: limits of
    // another process, owners of signals, input for a terminal, capabilities that are kept or
    // dropped.
    let cases: [(name: String, index: Int, allowed: [UInt64], refused: [UInt64])] = [
      ("prlimit64", 0, [0], [1, 4711, 0xFFFF_FFFF]),
      ("fcntl", 1, [1, 2, 3, 4, 1030], [8, 15, 1024, 1026]),
      ("ioctl", 1, [0x5401, 0x541B], [0x5412, 0x8901, 0x8902]),
      ("prctl", 0, [1, 15, 38], [8, 22, 24, 28, 47]),
    ]
    for (name, index, allowed, refused) in cases {
      let call = try #require(CallFilter.number(of: name))
      for (values, expected) in [(allowed, Answer.allowed), (refused, .refused(EPERM))] {
        for value in values {
          var arguments = [UInt64](repeating: 0, count: 6)
          arguments[index] = value
          #expect(try answer(filter, call, arguments) == expected, "\(name) \(value)")
        }
      }
    }
  }

  @Test("Threads share the process; a process and a namespace are refused")
  func threads() throws {
    let clone = try #require(CallFilter.number(of: "clone"))
    let thread: UInt64 = 0x3D_0F00
    #expect(try answer(CallFilter([.base]), clone, [thread]) == .refused(EPERM))
    let filter = try CallFilter([.base, .threads])
    #expect(try answer(filter, clone, [thread]) == .allowed)
    for flags: UInt64 in [17, 0x120_0011, 0x4111, 0x7E00_0000, 0]
      + [
        0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000, 0x2000,
      ].map({ thread | $0 })
    {
      #expect(try answer(filter, clone, [flags]) == .refused(EPERM), "\(flags)")
    }
  }

  @Test("A process is a child of the caller, is not traced, and is in the same namespaces")
  func processes() throws {
    let clone = try #require(CallFilter.number(of: "clone"))
    let filter = try CallFilter([.base, .processes])
    // As of fork and of posix_spawn.
    for flags: UInt64 in [17, 0x120_0011, 0x4111] {
      #expect(try answer(filter, clone, [flags]) == .allowed, "\(flags)")
    }
    for flags: UInt64 in [
      0x3D_0F00, 0x8011, 0x2011, 0x80_0011, 0x2_0011, 0x200_0011, 0x400_0011, 0x800_0011,
      0x1000_0011, 0x2000_0011, 0x4000_0011,
    ] {
      #expect(try answer(filter, clone, [flags]) == .refused(EPERM), "\(flags)")
    }
    for name in ["setsid", "setpgid", "unshare", "setns", "pidfd_open", "ptrace", "clone3"] {
      let number = try #require(CallFilter.number(of: name))
      #expect(try answer(filter, number) != .allowed, "\(name)")
    }
  }

  @Test("The families of sockets are those of the grants")
  func sockets() throws {
    let call = try #require(CallFilter.number(of: "socket"))
    let families: [(grants: Set<CallGrant>, families: Set<UInt64>)] = [
      ([.base], []), ([.base, .localSockets], [1]), ([.base, .network], [2, 10]),
      ([.base, .localSockets, .network], [1, 2, 10]),
    ]
    for (grants, expected) in families {
      let filter = try CallFilter(grants)
      let found = try (UInt64(0)..<50).filter { try answer(filter, call, [$0]) == .allowed }
      #expect(Set(found) == expected)
    }
  }

  @Test(
    "A socket that no grant allows is reported, if the kernel can report calls",
    .enabled(if: keybridge_seccomp_reports()))
  func reportedSockets() throws {
    let call = try #require(CallFilter.number(of: "socket"))
    let cases: [(grants: Set<CallGrant>, reported: Set<UInt64>, reports: Bool)] = [
      ([.base], Set(0..<50), true), ([.base, .localSockets], [2, 10], true),
      ([.base, .network], [], false), ([.base, .localSockets, .network], [], false),
    ]
    for (grants, expected, reports) in cases {
      let filter = try CallFilter(grants, reporting: .sockets)
      let found = try (UInt64(0)..<50).filter { try answer(filter, call, [$0]) == .reported }
      #expect(Set(found) == expected)
      #expect(filter.reportsCalls == reports)
      #expect(try !CallFilter(grants).reportsCalls)
    }
    let pair = try #require(CallFilter.number(of: "socketpair"))
    #expect(try answer(CallFilter([.base], reporting: .sockets), pair, [1]) == .refused(EPERM))
  }

  @Test("A call of another processor's interface ends the process")
  func otherArchitecture() throws {
    #expect(try answer(CallFilter([.base]), 0, architecture: Self.other) == .killed)
    #if arch(x86_64)
      #expect(try answer(CallFilter([.base]), 0x4000_0000) == .killed, "x32")
    #endif
  }

  @Test("A filter fits into the kernel's limit")
  func size() throws {
    let count = try CallFilter(Set(CallGrant.allCases)).instructions.count
    #expect(count < Int(KEYBRIDGE_CALLS_LIMIT) / 2)
  }

  @Test("Each name of the table is known, and no name is in two groups of one grant")
  func names() {
    #expect(CallFilter.number(of: "no such call") == nil)
    for grant in CallGrant.allCases {
      let plain = grant.rules.filter(\.conditions.isEmpty).map(\.name)
      #expect(Set(plain).count == plain.count, "\(grant)")
      #expect(Set(grant.rules).count == grant.rules.count, "\(grant)")
    }
  }
}
