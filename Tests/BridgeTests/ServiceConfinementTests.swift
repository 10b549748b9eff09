// SPDX-License-Identifier: Apache-2.0
import CConfinedChild
import CSandbox
import Glibc
import TestSupport
import Testing

@testable import Bridge
@testable import Sandbox

/// The rights of the running service, tried in a child that is confined like it.
@Suite(.serialized) struct ServiceConfinementTests {
  /// A system call with its arguments.
  private struct Attempt {
    var name: String
    var arguments: [Int] = []
  }

  /// Makes attempts in a confined child, and returns their errors; 0 for none.
  private func errors(
    of attempts: [confined_attempt], in confinement: ServiceConfinement
  ) throws -> [Int32] {
    let calls = try CallFilter(confinement.calls).instructions
    let files = try confinement.files()
    let descriptor = files.descriptor
    var attempts = attempts
    let isDone = calls.withUnsafeBufferPointer { calls in
      var allowed = keybridge_confinement(
        calls: calls.baseAddress, call_count: UInt16(calls.count), files: descriptor, user: .max,
        group: .max, capabilities: 0)
      return confined_child_try(&allowed, &attempts, Int32(attempts.count))
    }
    #expect(isDone)
    return attempts.map(\.error)
  }

  private func attempt(_ number: Int32, _ arguments: [Int]) -> confined_attempt {
    let all = arguments + [Int](repeating: 0, count: 6 - arguments.count)
    return confined_attempt(
      number: Int(number), arguments: (all[0], all[1], all[2], all[3], all[4], all[5]), error: -1)
  }

  /// Calls functions of files in a confined child, and returns their errors.
  private func errors(
    _ calls: [(name: String, path: String, flags: Int32)], in confinement: ServiceConfinement
  ) throws -> [Int32] {
    let paths = calls.map { strdup($0.path) }
    defer { paths.forEach { free($0) } }
    let attempts = try zip(calls, paths).map { call, path in
      let number = try #require(CallFilter.number(of: call.name))
      return attempt(
        number, [Int(AT_FDCWD), Int(bitPattern: path), Int(call.flags), 0o600])
    }
    return try errors(of: attempts, in: confinement)
  }

  /// Rights that only the system's files are in.
  private func empty() -> ServiceConfinement {
    ServiceConfinement(environment: { _ in nil }, isRoot: true)
  }

  // MARK: System calls

  @Test("The kernel refuses each system call that the service's table lacks, and no other")
  func calls() throws {
    let rules = ServiceConfinement.grants.flatMap(\.rules)
    let names = Set(rules.filter(\.conditions.isEmpty).map(\.name))
    // These would end, stop or change the process that tries them.
    let untried: Set = [
      "exit", "exit_group", "pause", "rt_sigreturn", "rt_sigsuspend", "restart_syscall", "brk",
      "set_tid_address", "alarm", "setitimer", "umask", "sched_yield",
    ]
    let allowed = names.subtracting(untried).compactMap(CallFilter.number).sorted()
    let known = Set(names.union(rules.map(\.name)).compactMap(CallFilter.number))
    // The calls of probes end a process that calls them itself, before any filter.
    let probes: Set<Int32> = [335, 336]
    let refused = (Int32(0)..<450).filter { !known.contains($0) && !probes.contains($0) }
    // Invalid arguments, so that an allowed call changes nothing.
    let invalid = [Int](repeating: -1, count: 6)
    let found = try errors(
      of: (allowed + refused).map { attempt($0, invalid) }, in: empty())
    for (number, error) in zip(allowed, found) { #expect(error != EPERM, "\(number)") }
    for (number, error) in zip(refused, found.dropFirst(allowed.count)) {
      #expect([EPERM, ENOSYS].contains(error), "\(number)")
    }
    #expect(allowed.count > 120 && refused.count > 100)
  }

  @Test("The service starts no program, creates no socket, and types into no terminal")
  func reach() throws {
    let parent = Int(getpid())
    let attempts: [Attempt] = [
      Attempt(name: "execve"), Attempt(name: "execveat"), Attempt(name: "clone", arguments: [17]),
      Attempt(name: "clone", arguments: [0x3D_0F00]), Attempt(name: "fork"), Attempt(name: "vfork"),
      Attempt(name: "socket", arguments: [1, 1]), Attempt(name: "socket", arguments: [2, 1]),
      Attempt(name: "socket", arguments: [16, 3]), Attempt(name: "connect", arguments: [-1]),
      Attempt(name: "bind", arguments: [-1]), Attempt(name: "ptrace"), Attempt(name: "chmod"),
      Attempt(name: "ioctl", arguments: [-1, 0x5412]),
      Attempt(name: "kill", arguments: [parent, 0]),
      Attempt(name: "kill", arguments: [parent, 19]), Attempt(name: "setsid"),
      Attempt(name: "memfd_create"), Attempt(name: "symlinkat"), Attempt(name: "linkat"),
    ].filter { CallFilter.number(of: $0.name) != nil }
    let found = try errors(
      of: attempts.map { attempt(CallFilter.number(of: $0.name) ?? -1, $0.arguments) }, in: empty())
    for (attempt, error) in zip(attempts, found) { #expect(error == EPERM, "\(attempt)") }
  }

  @Test("The service controls keyboards and consoles, and ends its children")
  func devices() throws {
    // EVIOCGVERSION, EVIOCGRAB, KDGKBTYPE and VT_ACTIVATE of no descriptor; a process that does not
    // exist.
    let ioctl = try #require(CallFilter.number(of: "ioctl"))
    let kill = try #require(CallFilter.number(of: "kill"))
    let requests = [0x8004_4501, 0x4004_4590, 0x4B33, 0x5606, 0x5402]
    let found = try errors(
      of: requests.map { attempt(ioctl, [-1, $0]) }
        + [attempt(kill, [0x3FFF_FFF0, 9]), attempt(kill, [0x3FFF_FFF0, 15])], in: empty())
    #expect(found == [EBADF, EBADF, EBADF, EBADF, EBADF, ESRCH, ESRCH])
  }

  @Test("The service seals a file in memory that it has, and creates none")
  func sealing() throws {
    let fcntl = try #require(CallFilter.number(of: "fcntl"))
    let create = try #require(CallFilter.number(of: "memfd_create"))
    // F_ADD_SEALS and F_SETOWN of no descriptor.
    let found = try errors(
      of: [attempt(fcntl, [-1, 1033]), attempt(fcntl, [-1, 8]), attempt(create, [0, 2])],
      in: empty())
    #expect(found == [EBADF, EPERM, EPERM])
  }

  // MARK: Files

  @Test("The service changes its state only, and removes sockets")
  func files() throws {
    guard KernelSandbox.ofThisKernel.landlockVersion > 0 else { return }
    let folder = try TemporaryFolder()
    for name in ["state", "sockets", "home", "words"] { try folder.makeFolder(name) }
    _ = try folder.write("s".utf8, to: "sockets/old.sock")
    _ = try folder.write("s".utf8, to: "home/secret")
    _ = try folder.write("s".utf8, to: "words/lexicon.en")
    var confinement = empty()
    confinement.state = folder.path + "/state"
    confinement.socketFolders = [folder.path + "/sockets"]
    confinement.readable.append(folder.path + "/words")
    let create = O_CREAT | O_WRONLY
    let cases: [(name: String, path: String, flags: Int32, error: Int32)] = [
      ("openat", "/state/new", create, 0), ("mkdirat", "/state/folder", 0o700, 0),
      ("unlinkat", "/state/new", 0, 0), ("openat", "/words/lexicon.en", O_RDONLY, 0),
      ("openat", "/words/lexicon.en", O_WRONLY, EACCES), ("openat", "/words/new", create, EACCES),
      ("openat", "/home/secret", O_RDONLY, EACCES), ("openat", "/home/new", create, EACCES),
      ("unlinkat", "/home/secret", 0, EACCES), ("openat", "/sockets/old.sock", O_RDONLY, EACCES),
      ("openat", "/sockets/new", create, EACCES), ("unlinkat", "/sockets/old.sock", 0, 0),
      ("openat", "", O_RDONLY, EACCES),
    ]
    let found = try errors(
      cases.map { ($0.name, folder.path + $0.path, $0.flags) }, in: confinement)
    for (one, error) in zip(cases, found) { #expect(error == one.error, "\(one)") }
    #expect(access(folder.path + "/state/folder", F_OK) == 0)
  }

  @Test("Root reads neither the users nor disks; libraries are readable")
  func system() throws {
    guard KernelSandbox.ofThisKernel.landlockVersion > 0, geteuid() == 0 else { return }
    let cases: [(path: String, flags: Int32, error: Int32)] = [
      ("/etc/passwd", O_RDONLY, EACCES), ("/etc/shadow", O_RDONLY, EACCES),
      ("/usr/bin/env", O_RDONLY, 0),
      ("/usr/bin/env", O_WRONLY, EACCES), ("/dev/null", O_RDONLY, 0),
      ("/proc/self/maps", O_RDONLY, 0),
      ("/proc/sys/kernel/core_pattern", O_WRONLY, EACCES), ("/dev/kmsg", O_WRONLY, EACCES),
      ("/root", O_RDONLY, EACCES), ("/tmp", O_RDONLY, EACCES),
    ]
    let found = try errors(cases.map { ("openat", $0.path, $0.flags) }, in: empty())
    for (one, error) in zip(cases, found) { #expect(error == one.error, "\(one)") }
  }

  @Test("An ordinary user's service opens any device that the user may, and root's keyboards only")
  func ordinaryUser() {
    let confinement = ServiceConfinement(environment: { _ in nil }, isRoot: false)
    #expect(confinement.devices == ["/dev"])
    #expect(!confinement.readable.contains("/etc"))
    #expect(empty().devices == ["/dev/input"])
  }

  @Test("The environment's folders of xkb and libraries are readable; a testbed adds its sockets")
  func environment() {
    let variables = [
      "HOME": "/home/ann", "XKB_CONFIG_ROOT": "/opt/xkb", "LD_LIBRARY_PATH": "/opt/a:/opt/b",
    ]
    var confinement = ServiceConfinement(environment: { variables[$0] }, isRoot: true)
    for path in ["/home/ann/.config/xkb", "/home/ann/.xkb", "/opt/xkb", "/opt/a", "/opt/b"] {
      #expect(confinement.readable.contains(path), "\(path)")
    }
    #expect(!confinement.readable.contains("/home/ann"))
    #expect(confinement.calls == ServiceConfinement.grants)
    confinement.testbed = "/tmp/testbed"
    #expect(confinement.calls.subtracting(ServiceConfinement.grants) == [.localSockets])
  }

  @Test("A kernel without a part of the sandbox is described")
  func missing() {
    let parts = { (version: Int, calls: Bool) in
      KernelSandbox(landlockVersion: version, restrictsCalls: calls).missingParts
    }
    #expect(parts(1, true) == [])
    #expect(parts(0, true) == ["no Landlock, which restricts files"])
    #expect(parts(0, false).count == 2)
  }
}
