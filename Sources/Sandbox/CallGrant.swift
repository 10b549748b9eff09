// SPDX-License-Identifier: Apache-2.0

/// A group of system calls that a confined process may make.
package enum CallGrant: String, Hashable, Sendable, CaseIterable {
  /// Memory, time, open descriptors, reading files, and signals to the process itself.
  ///
  /// Files that the process may open are not decided here (``FileRules``). Without another grant it
  /// is one process with one thread, and stays the program that it is.
  case base
  /// Executing a program in place of this one.
  case programs
  /// Threads of the process.
  case threads
  /// Starting other processes, which stay in the group and the namespaces of this one.
  case processes
  /// Sockets to other processes of this machine (`AF_UNIX`).
  case localSockets
  /// Sockets of the internet; the C library looks names up without others.
  case network
  /// Accepting connections at sockets that listen already.
  case accepting
  /// Creating, changing, renaming and removing files, as far as ``FileRules`` allows it.
  case fileChanges
  /// Creating files in memory.
  ///
  /// Where no memory may be both writable and executable, as in a unit with
  /// `MemoryDenyWriteExecute=`, libffi keeps the functions that C calls back in such a file.
  case memoryFiles
  /// Sealing files in memory that exist already, so that another process can rely on them.
  case sealing
  /// Controlling keyboards, consoles and terminals, and watching folders.
  case devices
  /// Ending other processes of the user.
  case ending
  /// Refusing the system calls that a confined process reports.
  ///
  /// No filter can keep the process from permitting them as well.
  case refusing
}

/// A system call that a grant allows, perhaps with some values of its arguments only.
package struct CallRule: Hashable, Sendable {
  /// A condition for an argument.
  package enum Condition: Hashable, Sendable {
    /// The lower half of the argument has a value.
    case equals(index: UInt32, value: UInt32)
    /// Some bits of the argument have values.
    case bits(index: UInt32, mask: UInt32, value: UInt32)
    /// The argument is the number of the process.
    case isSelf(index: UInt32)
  }

  /// The name of the call; ignored on a processor that has none with this name.
  package var name: String
  /// All conditions; none allows every call.
  package var conditions: [Condition] = []
}

extension CallGrant {
  /// The calls that the grant allows.
  package var rules: [CallRule] {
    switch self {
    case .base:
      Self.plain(
        Self.memory + Self.files + Self.descriptors + Self.time + Self.signals + Self.process)
        + Self.conditional
    case .programs: Self.plain(["execve"])
    case .threads: [Self.threadClone]
    case .processes: [Self.processClone] + Self.plain(["fork", "vfork"])
    case .localSockets: Self.sockets([AF.unix]) + Self.plain(Self.listening + ["socketpair"])
    case .network:
      Self.sockets([AF.internet, AF.internet6]) + Self.plain(Self.listening)
    case .accepting: Self.plain(["accept", "accept4"])
    case .fileChanges: Self.plain(Self.changes)
    // Without huge pages, of which a machine has few.
    case .memoryFiles:
      [CallRule(name: "memfd_create", conditions: [.bits(index: 1, mask: 4, value: 0)])]
    // F_ADD_SEALS.
    case .sealing: [CallRule(name: "fcntl", conditions: [.equals(index: 1, value: 1033)])]
    case .devices: Self.plain(["inotify_add_watch", "inotify_rm_watch"]) + Self.deviceControls
    case .ending:
      // SIGKILL and SIGTERM; no filter can tell whether a process is a child.
      [9, 15].map { CallRule(name: "kill", conditions: [.equals(index: 1, value: $0)]) }
    case .refusing:
      // SECCOMP_IOCTL_NOTIF_RECV and SECCOMP_IOCTL_NOTIF_SEND.
      [0xC050_2100, 0xC018_2101].map {
        CallRule(name: "ioctl", conditions: [.equals(index: 1, value: $0)])
      }
    }
  }

  /// The calls that a process may not make with some grants, and that are reported when it tries.
  ///
  /// - Parameter grants: the grants.
  /// - Returns: the calls that create a socket; none with the grant for the network.
  package static func reported(with grants: Set<CallGrant>) -> [CallRule] {
    if grants.contains(.network) { return [] }
    guard grants.contains(.localSockets) else { return plain(["socket"]) }
    return sockets([AF.internet, AF.internet6])
  }

  /// Calls that fail as if the kernel did not have them, so that a library makes an older call.
  ///
  /// Their arguments are in memory, where no filter can read them, or the older call is allowed.
  static let absent = ["clone3", "openat2", "epoll_pwait2", "futex_waitv", "io_uring_setup"]

  private static func plain(_ names: [String]) -> [CallRule] { names.map { CallRule(name: $0) } }

  // MARK: Base

  private static let memory = [
    "brk", "madvise", "mincore", "mlock", "mlock2", "mmap", "mprotect", "mremap", "msync",
    "munlock",
    "munmap", "membarrier",
  ]

  private static let files = [
    "access", "chdir", "faccessat", "faccessat2", "fadvise64", "fchdir", "flock", "fstat",
    "fstatfs",
    "getcwd", "getdents", "getdents64", "lseek", "lstat", "newfstatat", "open", "openat",
    "readahead",
    "readlink", "readlinkat", "stat", "statfs", "statx", "umask",
  ]

  private static let descriptors = [
    "close", "close_range", "dup", "dup2", "dup3", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_pwait", "epoll_wait", "eventfd", "eventfd2", "fdatasync", "fsync", "getpeername",
    "getsockname", "getsockopt", "pipe", "pipe2", "poll", "ppoll", "pread64", "preadv", "preadv2",
    "pselect6", "pwrite64", "pwritev", "pwritev2", "read", "readv", "recvfrom", "recvmmsg",
    "recvmsg",
    "select", "sendfile", "sendmmsg", "sendmsg", "sendto", "shutdown", "splice", "tee", "write",
    "writev",
  ]

  private static let time = [
    "alarm", "clock_getres", "clock_gettime", "clock_nanosleep", "getitimer", "gettimeofday",
    "nanosleep", "setitimer", "time", "timer_create", "timer_delete", "timer_getoverrun",
    "timer_gettime", "timer_settime", "timerfd_create", "timerfd_gettime", "timerfd_settime",
    "times",
  ]

  private static let signals = [
    "pause", "restart_syscall", "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn",
    "rt_sigsuspend", "rt_sigtimedwait", "sigaltstack", "signalfd", "signalfd4",
  ]

  private static let process = [
    "arch_prctl", "capget", "exit", "exit_group", "futex", "get_robust_list", "getcpu",
    "getegid", "geteuid", "getgid", "getgroups", "getpgid", "getpgrp", "getpid", "getppid",
    "getrandom", "getresgid", "getresuid", "getrlimit", "getrusage", "getsid", "gettid", "getuid",
    "rseq", "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max",
    "sched_get_priority_min", "sched_yield", "set_robust_list", "set_tid_address", "setrlimit",
    "sysinfo", "uname", "wait4", "waitid",
  ]

  private static let conditional: [CallRule] =
    [
      // Signals to the process itself.
      CallRule(name: "kill", conditions: [.isSelf(index: 0)]),
      CallRule(name: "tgkill", conditions: [.isSelf(index: 0)]),
      CallRule(name: "rt_sigqueueinfo", conditions: [.isSelf(index: 0)]),
      CallRule(name: "rt_tgsigqueueinfo", conditions: [.isSelf(index: 0)]),
      // Limits of the process itself.
      CallRule(name: "prlimit64", conditions: [.equals(index: 0, value: 0)]),
    ]
    // F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, their forms for open
    // files, F_DUPFD_CLOEXEC, F_SETPIPE_SZ and F_GETPIPE_SZ; no owner of signals.
    + [0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1031, 1032].map {
      CallRule(name: "fcntl", conditions: [.equals(index: 1, value: $0)])
    }
    // TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX and FIOCLEX.
    + [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451].map {
      CallRule(name: "ioctl", conditions: [.equals(index: 1, value: $0)])
    }
    // The death signal, the dumpable flag, the name, the timer slack, the capabilities of the
    // process, new privileges and the names of memory.
    + [1, 3, 4, 15, 16, 21, 23, 29, 30, 38, 39, 0x5356_4D41].map {
      CallRule(name: "prctl", conditions: [.equals(index: 0, value: $0)])
    }

  // MARK: Other grants

  /// A thread, not a process, and in the same namespaces.
  private static let threadClone = CallRule(
    name: "clone", conditions: [.bits(index: 0, mask: 0x7E03_2000 | 0x80_0000, value: 0x1_0000)])

  /// A process, not a thread, whose parent is the calling process, and in the same namespaces.
  private static let processClone = CallRule(
    name: "clone", conditions: [.bits(index: 0, mask: 0x7E03_2000 | 0x80_8000, value: 0)])

  private static let listening = [
    "accept", "accept4", "bind", "connect", "listen", "setsockopt",
  ]

  /// Changes of files by their names, and of open files; no change of an owner or a link.
  private static let changes = [
    "fallocate", "fchmod", "ftruncate", "mkdir", "mkdirat", "rename", "renameat", "renameat2",
    "unlink", "unlinkat",
  ]

  private static let deviceControls =
    // Everything about an event device, whose requests have the type `E`.
    [CallRule(name: "ioctl", conditions: [.bits(index: 1, mask: 0xFF00, value: 0x4500)])]
    // KDGKBTYPE, KDGETMODE, GIO_CMAP and VT_ACTIVATE of consoles; TCSETS, TCSETSW, TCSETSF, TCFLSH,
    // TIOCGPGRP, TIOCGDEV and, for newer C libraries, TCGETS2, TCSETS2, TCSETSW2 and TCSETSF2 of
    // terminals. TIOCSTI, which types into a terminal, is missing.
    + [
      0x4B33, 0x4B3B, 0x4B70, 0x5606, 0x5402, 0x5403, 0x5404, 0x540B, 0x540F, 0x8004_5432,
      0x802C_542A, 0x402C_542B, 0x402C_542C, 0x402C_542D,
    ].map { CallRule(name: "ioctl", conditions: [.equals(index: 1, value: $0)]) }

  private static func sockets(_ families: [UInt32]) -> [CallRule] {
    families.map { CallRule(name: "socket", conditions: [.equals(index: 0, value: $0)]) }
  }

  /// The families of addresses.
  private enum AF {
    static let unix: UInt32 = 1
    static let internet: UInt32 = 2
    static let internet6: UInt32 = 10
  }
}
