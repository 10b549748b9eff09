// SPDX-License-Identifier: Apache-2.0
import CSandbox
import Glibc
import Keys
import Mirrors
import TestSupport
import TestTraits
import Testing

@testable import Engines
@testable import Sandbox

/// The rights of an engine that this program starts.
@Suite(.serialized, .needs(file: "/usr/bin/python3")) struct EngineSandboxTests {
  private let desk = EngineDesk()

  /// Runs a script in the sandbox, and returns what it stores in `result`.
  private func run(_ script: String, arguments: [String] = []) -> String? {
    let program = """
      import ctypes, json, os, sys
      libc = ctypes.CDLL(None, use_errno=True)
      def call(number, *arguments):
          ctypes.set_errno(0)
          arguments = [ctypes.c_long(one) for one in arguments]
          result = libc.syscall(ctypes.c_long(number), *arguments)
          if result < 0:
              raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
          return result
      def refused(action):
          try:
              action()
              return False
          except OSError:
              return True
      \(script)
      request = json.loads(sys.stdin.readline())
      print(json.dumps({"id": request["id"], "result": {"protocol": 1, "name": result, "version": "1"}}))
      sys.stdout.flush()
      sys.stdin.read()
      """
    let manifest = EngineManifest(
      name: "curious", methods: ["pinyin"], languages: ["zh-Hans"], verbs: [.convert],
      program: ["/usr/bin/python3", "-I", "-S", "-c", program] + arguments)
    let curious = Engine(manifest, language: "zh-Hans", host: desk.host)
    curious.prepare()
    #expect(desk.loop.run { curious.state != .starting })
    #expect(curious.lastFault == nil)
    curious.stop()
    #expect(
      desk.loop.run {
        curious.reap()
        return !curious.hasKilledProcesses
      })
    return curious.reportedName
  }

  init() { desk.useSandbox() }

  @Test("In the sandbox an engine answers")
  func answers() {
    let engine = desk.ready()
    #expect(engine.lastFault == nil)
    #expect(desk.convert("ni", with: engine) == (1, "NI"))
    engine.stop()
  }

  @Test("When memory runs out, the kernel ends an engine and not this process")
  func memory() throws {
    let engine = desk.ready()
    let process = try #require(engine.process)
    #expect(contents(of: "/proc/\(process)/oom_score_adj") == "1000\n")
    #expect(contents(of: "/proc/self/oom_score_adj") != "1000\n")
    engine.stop()
  }

  @Test("An engine has no file, device, network or other process")
  func reach() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("secret".utf8, to: "secret")
    chmod(folder.path, 0o755)
    chmod(path, 0o644)
    let script = """
      import fcntl, resource, signal, socket, struct, subprocess, threading
      def fork():
          if os.fork() == 0:
              os._exit(0)
      service = os.getppid()
      tgkill, tkill, sigqueue = {'x86_64': (234, 200, 129), 'aarch64': (131, 130, 138)}[
          os.uname().machine]
      files = [
          lambda: open('\(path)'), lambda: open('\(folder.path)/new', 'w'),
          lambda: os.listdir('/home'), lambda: os.listdir('/dev'),
          lambda: open('/proc/self/environ'), lambda: open('/etc/passwd'),
      ]
      calls = [
          lambda: socket.socket(socket.AF_UNIX), lambda: socket.socket(socket.AF_INET),
          lambda: os.kill(service, 0), lambda: os.kill(service, signal.SIGWINCH), lambda: os.kill(-1, 0),
          lambda: call(tgkill, service, service, 0), lambda: call(tkill, service, 0),
          lambda: call(sigqueue, service, 0, 0), lambda: os.pidfd_open(service),
          lambda: fcntl.fcntl(0, fcntl.F_SETOWN, service),
          lambda: fcntl.ioctl(0, 0x8901, struct.pack('i', service)),
          lambda: os.setpriority(os.PRIO_PROCESS, service, 5),
          lambda: os.sched_setaffinity(service, {0}),
          lambda: os.sched_setscheduler(service, os.SCHED_OTHER, os.sched_param(0)),
          lambda: resource.prlimit(service, resource.RLIMIT_CPU),
          lambda: os.chmod('\(path)', 0o777), lambda: os.utime('\(path)'),
          lambda: os.truncate('\(path)', 0), lambda: os.setsid(), lambda: os.setpgid(0, 0),
          fork, lambda: subprocess.run(['/usr/bin/true']),
      ]
      threads = []
      thread = threading.Thread(target=lambda: threads.append(True))
      thread.start()
      thread.join()
      allowed = [
          lambda: open('/usr/bin/env', 'rb'), lambda: os.kill(os.getpid(), 0),
          lambda: signal.raise_signal(signal.SIGCHLD),
          lambda: resource.getrlimit(resource.RLIMIT_AS), lambda: threads.remove(True),
      ]
      result = " ".join(
          "".join("-x"[refused(action)] for action in actions) for actions in (files, calls, allowed))
      """
    let files = KernelSandbox.ofThisKernel.landlockVersion > 0 ? "xxxxxx" : "------"
    #expect(run(script) == "\(files) xxxxxxxxxxxxxxxxxxxxxx -----")
  }

  @Test("An engine has no capability, and is not root")
  func rights() throws {
    let script = """
      header = (ctypes.c_uint32 * 2)(0x20080522, 0)
      data = (ctypes.c_uint32 * 6)()
      assert libc.capget(header, data) == 0
      ids = set(os.getresuid() + os.getresgid()) | set(os.getgroups())
      bounding = [number for number in range(64) if libc.prctl(23, number, 0, 0, 0) == 1]
      result = repr((sum(data), sorted(ids), len(bounding), libc.prctl(39, 0, 0, 0, 0)))
      """
    let own = Set([getuid(), geteuid(), getgid(), getegid()])
    if geteuid() == 0 {
      #expect(run(script) == "(0, [65534], 0, 1)")
    } else {
      let found = try #require(run(script))
      #expect(found.hasPrefix("(0, [") && found.hasSuffix(", 1)") && !own.isEmpty)
    }
  }

  @Test("An engine writes no file, and has limits of memory and descriptors, which it cannot raise")
  func limits() {
    let script = """
      import resource
      kinds = (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_CORE)
      result = repr([resource.getrlimit(kind) for kind in kinds])
      """
    #expect(run(script) == "[(1073741824, 1073741824), (0, 0), (64, 64), (0, 0)]")
  }

  @Test("An engine reads the files that its arguments name, but nothing in a folder that they name")
  func arguments() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("text".utf8, to: "file")
    chmod(folder.path, 0o755)
    chmod(path, 0o644)
    let script = "result = str(refused(lambda: open('\(path)')))"
    let isRestricted = KernelSandbox.ofThisKernel.landlockVersion > 0
    #expect(run(script, arguments: [folder.path]) == (isRestricted ? "True" : "False"))
    #expect(run(script, arguments: [path]) == "False")
  }

  @Test("System V memory, message queues and semaphores do not exist for an engine")
  func systemVIPC() {
    let script = """
      shmget, semget, msgget, mq_open = {'x86_64': (29, 64, 68, 240), 'aarch64': (194, 190, 186, 180)}[
          os.uname().machine]
      result = "".join("-x"[refused(action)] for action in (
          lambda: call(shmget, 0, 4096, 0o1600), lambda: call(semget, 0, 1, 0o1600),
          lambda: call(msgget, 0, 0o1600), lambda: call(mq_open, 0, 0o100, 0o600, 0)))
      """
    #expect(run(script) == "xxxx")
  }

  @Test("The number of an engine's threads is limited, above what its user has already")
  func threads() throws {
    let script = """
      import threading
      end = threading.Event()
      count = 0
      threading.stack_size(32768)
      try:
          while count < 2000:
              threading.Thread(target=end.wait, daemon=True).start()
              count += 1
      except RuntimeError:
          pass
      end.set()
      result = str(count)
      """
    let count = try #require(run(script).flatMap { Int($0) })
    // Other tests may start and end processes of the same user meanwhile.
    #expect((16...200).contains(count), "\(count)")
  }

  @Test("The kernel refuses each system call that the table lacks, and no other")
  func calls() throws {
    let names = Set(
      EngineConfinement.grants.flatMap(\.rules).filter(\.conditions.isEmpty).map(\.name))
    // These would end, stop or change the process that tries them.
    let untried: Set = [
      "exit", "exit_group", "pause", "rt_sigreturn", "rt_sigsuspend", "restart_syscall", "brk",
      "execve", "set_tid_address", "alarm", "setitimer", "umask", "sched_yield",
    ]
    let allowed = names.subtracting(untried).compactMap(CallFilter.number).sorted()
    let conditional = Set(
      EngineConfinement.grants.flatMap(\.rules).filter { !$0.conditions.isEmpty }.map(\.name))
    let known = Set(names.union(conditional).union(untried).compactMap(CallFilter.number))
    // The calls of probes end a process that calls them itself, before any filter.
    let probes: Set<Int32> = [335, 336]
    let refused = (Int32(0)..<450).filter { !known.contains($0) && !probes.contains($0) }
    // Invalid arguments, so that an allowed call changes nothing.
    let script = """
      def errors(numbers):
          found = {}
          for number in numbers:
              try:
                  call(number, -1, -1, -1, -1, -1, -1)
                  found[number] = 0
              except OSError as error:
                  found[number] = error.errno
          return found
      wrong = [number for number, error in errors(\(refused)).items() if error not in (1, 38)]
      wrong += [-number for number, error in errors(\(allowed)).items() if error == 1]
      result = repr(wrong)
      """
    #expect(run(script) == "[]")
  }

  /// The folder of this project.
  static let root = EngineDesk.script.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// The engines of this project that `make engines` has built.
  static func built(_ names: [String]) -> [String] {
    names.map { "\(root)/.build/engines/keybridge-engine-\($0)" }.filter { access($0, X_OK) == 0 }
  }

  @Test(
    "The engines of this project work in the sandbox",
    arguments: built(["libime", "googlepinyin"]))
  func realEngines(_ path: String) {
    let manifest = EngineManifest(
      name: "real", methods: ["pinyin"], languages: ["zh-Hans"], verbs: [.convert],
      program: [path])
    let engine = Engine(manifest, language: "zh-Hans", host: desk.host)
    engine.prepare()
    #expect(desk.loop.run { engine.state == .ready || engine.state == .stopped })
    #expect(engine.lastFault == nil)
    var texts: [String?] = []
    let reading: [String: JSONValue] = [
      "reading": "nihao", "before": "", "boundaries": .list([]), "count": 9, "fuzzy": .list([]),
    ]
    engine.ask(.convert, reading) { texts.append($0?.firstText) }
    #expect(desk.loop.run { !texts.isEmpty })
    #expect(texts == ["你好"])
    engine.stop()
  }

  @Test("An engine whose filter cannot be installed is not started")
  func filterFault() {
    let broken = EngineConfinement { _ throws(SandboxError) in
      // No filter may end without an answer.
      CallFilter(instructions: [sock_filter(code: 0, jt: 0, jf: 0, k: 0)])
    }
    desk.useSandbox(broken)
    let engine = desk.engine()
    engine.prepare()
    #expect(desk.loop.run { engine.state == .stopped })
    #expect(
      engine.lastFault
        == "it cannot be started in a sandbox: system calls cannot be restricted: Invalid argument")
    desk.useSandbox(
      EngineConfinement { _ throws(SandboxError) in throw SandboxError(.calls, errno: ENOMEM) })
    let other = desk.engine()
    other.prepare()
    #expect(other.state == .stopped && other.process == nil)
    #expect(other.lastFault?.hasSuffix("cannot be restricted: Cannot allocate memory") == true)
  }
}
