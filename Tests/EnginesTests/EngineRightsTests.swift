// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors
import Sandbox
import TestSupport
import TestTraits
import Testing

@testable import Engines

/// The further rights of an engine that this program starts, in namespaces of its own.
@Suite(.serialized, .needs(file: "/usr/bin/python3")) struct EngineRightsTests {
  private let desk = EngineDesk()
  /// A word of the command line, by which the engine's processes are found.
  private let mark = "engine-of-\(UInt64.random(in: 0 ... .max))"

  init() { desk.useSandbox() }

  /// An engine that runs a script, and then answers with its variable `result` as its name.
  private func engine(
    _ script: String, rights: Set<EngineRight>, arguments: [String] = []
  ) -> Engine {
    let program = """
      import ctypes, errno, json, os, signal, socket, stat, subprocess, sys, threading, time
      def error(action):
          try:
              action()
              return "-"
          except OSError as error:
              return errno.errorcode[error.errno]
      \(script)
      for line in sys.stdin:
          request = json.loads(line)
          result = {"protocol": 1, "name": result, "version": "1"}
          print(json.dumps({"id": request["id"], "result": result}), flush=True)
          result = ""
      """
    let manifest = EngineManifest(
      name: "able", methods: ["pinyin"], languages: ["zh-Hans"], verbs: [.convert],
      program: ["/usr/bin/python3", "-I", "-S", "-c", program, mark] + arguments, rights: rights)
    return Engine(manifest, language: "zh-Hans", host: desk.host)
  }

  /// Waits until an engine is ready, or has ended.
  private func start(_ engine: Engine) {
    engine.prepare()
    #expect(desk.loop.run { engine.state == .ready || engine.state == .stopped })
    #expect(engine.state == .ready, "\(engine.lastFault ?? "")")
  }

  /// Ends an engine, and collects its process.
  private func stop(_ engine: Engine) {
    engine.stop()
    let isCollected = desk.loop.run {
      engine.reap()
      return !engine.hasKilledProcesses
    }
    #expect(isCollected)
  }

  /// Runs a script with rights, and returns its variable `result`.
  private func run(
    _ script: String, rights: Set<EngineRight>, arguments: [String] = []
  ) -> String? {
    let engine = engine(script, rights: rights, arguments: arguments)
    start(engine)
    stop(engine)
    return engine.reportedName
  }

  /// The processes of the engine that run.
  private func processes() -> [pid_t] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      // A process that has ended has no words any more.
      guard let number = pid_t(name), contents(of: "/proc/\(name)/cmdline").contains(mark)
      else { continue }
      found.append(number)
    }
    return found
  }

  private func expectNoProcess(_ place: SourceLocation = #_sourceLocation) {
    #expect(desk.loop.run { processes().isEmpty }, sourceLocation: place)
  }

  // MARK: Rights

  @Test(
    "A right permits its own actions only",
    arguments: [
      ([], "EPERM EPERM none"), ([.processes], "- EPERM none"),
      ([.localSockets], "EPERM - none"), ([.privateFolder], "EPERM EPERM -"),
      ([.processes, .localSockets, .privateFolder], "- - -"),
    ] as [(Set<EngineRight>, String)])
  func rights(_ rights: Set<EngineRight>, _ expected: String) {
    let script = """
      def run():
          subprocess.run(["/usr/bin/true"], check=True)
      def talk():
          server, client = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
          server.bind("\\0keybridge-engine-test")
          server.listen()
          client.connect("\\0keybridge-engine-test")
      def write():
          home = os.environ["HOME"]
          with open(home + "/file", "w") as file:
              file.write("text")
          os.rename(home + "/file", home + "/other")
          os.remove(home + "/other")
      result = " ".join(error(action) for action in (run, talk, write))
      result = result.replace("ENOENT", "none").replace("EACCES", "none")
      """
    #expect(run(script, rights: rights) == expected)
  }

  private static let all = Set(EngineRight.allCases)

  @Test("With every right, an engine still has no file, socket, network or process of others")
  func reach() throws {
    let folder = try TemporaryFolder()
    let secret = try folder.write("secret".utf8, to: "secret")
    chmod(folder.path, 0o777)
    chmod(secret, 0o644)
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    try Self.listen(server, at: folder.path + "/socket")
    let abstract = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(abstract) }
    try Self.listen(abstract, at: "@" + mark)
    let script = """
      def connect(address):
          socket.socket(socket.AF_UNIX).connect(address)
      def create(path):
          open(path, "w").close()
      def unshare():
          if libc.unshare(0x20000000) != 0:
              raise OSError(ctypes.get_errno(), "")
      libc = ctypes.CDLL(None, use_errno=True)
      home = os.environ["HOME"]
      actions = [
          lambda: open("\(secret)"), lambda: os.listdir("/home"), lambda: os.listdir("/proc"),
          lambda: open("/etc/shadow"), lambda: connect("\(folder.path)/socket"),
          lambda: connect("\\0\(mark)"), lambda: socket.socket(socket.AF_INET),
          lambda: os.kill(\(getpid()), signal.SIGKILL),
          lambda: create("/new"), lambda: create("/usr/new"), lambda: create("/etc/passwd"),
          lambda: create("/dev/new"), lambda: os.setsid(), unshare,
          lambda: os.symlink("/", home + "/link"), lambda: os.mkfifo(home + "/pipe"),
          lambda: os.chroot(home),
      ]
      letters = {"ENOENT": "n", "ECONNREFUSED": "c", "EPERM": "p", "ESRCH": "s"}
      result = "".join(letters.get(name, name[0]) for name in map(error, actions))
      """
    let found = try #require(run(script, rights: Self.all))
    #expect(found.utf8.count == 17 && !found.contains("-"), "\(found)")
    // Nothing of others exists, so that the result does not depend on Landlock.
    #expect(found.hasPrefix("nnnnncps"), "\(found)")
  }

  /// Lets a socket listen at a path, or at an abstract address that begins with `@`.
  private static func listen(_ descriptor: Int32, at path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = MemoryLayout<sa_family_t>.size + bytes.count
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(size)) == 0
      }
    }
    try #require(isBound && Glibc.listen(descriptor, 1) == 0)
    if !path.hasPrefix("@") { chmod(path, 0o777) }
  }

  @Test("The private folder is empty, has the mode 0700 and a maximum size, and is never the same")
  func folder() throws {
    let script = """
      home = os.environ["HOME"]
      facts = os.stat(home)
      def fill():
          with open(home + "/large", "wb") as file:
              for number in range(20):
                  file.write(bytes(1 << 20))
      listed = os.listdir(home)
      signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
      result = repr((listed, oct(stat.S_IMODE(facts.st_mode)), facts.st_uid == os.getuid(),
          os.environ["TMPDIR"] == home, error(fill), os.path.getsize(home + "/large") >> 20))
      """
    for _ in 0..<2 {
      let found = try #require(run(script, rights: [.privateFolder]))
      #expect(found.hasPrefix("([], '0o700', True, True, 'E"), "\(found)")
      #expect(found.hasSuffix(", 16)") || found.hasSuffix(", 15)"), "\(found)")
    }
  }

  @Test("An engine with rights is not root, has no capability, and exists as a user of its own")
  func identity() throws {
    let script = """
      import pwd
      libc = ctypes.CDLL(None, use_errno=True)
      header = (ctypes.c_uint32 * 2)(0x20080522, 0)
      data = (ctypes.c_uint32 * 6)()
      assert libc.capget(header, data) == 0
      names = [user.pw_name for user in pwd.getpwall()]
      result = repr((sum(data), os.getuid(), names, pwd.getpwuid(os.getuid()).pw_dir, os.getpid(),
          libc.prctl(39, 0, 0, 0, 0), libc.prctl(3, 0, 0, 0, 0) in (0, 1)))
      """
    let user = geteuid() == 0 ? 65_534 : geteuid()
    #expect(
      run(script, rights: Self.all) == "(0, \(user), ['engine'], '/private', 1, 1, True)")
  }

  @Test("The processes of an engine have its limits, and their number is limited")
  func limits() throws {
    let script = """
      import resource
      kinds = ("AS", "FSIZE", "NOFILE", "CORE")
      text = "import resource; print([resource.getrlimit(getattr(resource, 'RLIMIT_' + kind)) for kind in "
      found = subprocess.run(["/usr/bin/python3", "-I", "-S", "-c", text + repr(kinds) + "])"],
          check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
      children = []
      def fork():
          for number in range(2000):
              child = os.fork()
              if child == 0:
                  signal.pause()
              children.append(child)
      reason = error(fork)
      for child in children:
          os.kill(child, signal.SIGKILL)
          os.waitpid(child, 0)
      result = f"{found.replace('1073741824', 'GiB')} {reason} {10 < len(children) < 200}"
      """
    let size = EngineConfinement.folderSize
    #expect(
      run(script, rights: Self.all)
        == "[(GiB, GiB), (\(size), \(size)), (64, 64), (0, 0)] EAGAIN True")
  }

  @Test("The memory of an engine includes that of its processes")
  func memory() throws {
    let script = """
      end, other = os.pipe()
      if os.fork() == 0:
          large = bytearray(64 << 20)
          os.write(other, b"x")
          signal.pause()
      os.read(end, 1)
      result = "large"
      """
    let engine = engine(script, rights: [.processes])
    let engines = InstalledEngines(EngineList([engine.manifest]), host: desk.host)
    start(engine)
    let memory = try #require(engines.memory(of: engine))
    #expect((64 << 20..<256 << 20).contains(memory), "\(memory)")
    stop(engine)
    #expect(engines.memory(of: engine) == nil)
  }

  // MARK: The end

  /// Starts a child, and a grandchild whose parent ends, which do not end themselves.
  private static let family = """
    def spawn():
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                signal.pause()
    spawn()
    if os.fork() == 0:
        spawn()
        os._exit(0)
    os.wait()
    result = "family"
    """

  @Test("The processes of an engine end with it")
  func stopping() {
    let engine = engine(Self.family, rights: [.processes])
    start(engine)
    #expect(processes().count == 3)
    stop(engine)
    expectNoProcess()
  }

  @Test("The processes of an engine that is killed end, and it is started again without them")
  func killing() throws {
    let engine = engine(Self.family, rights: [.processes])
    start(engine)
    let first = try #require(engine.process)
    // The others hold the engine's side of the socket.
    kill(first, SIGKILL)
    #expect(desk.loop.run { engine.state == .stopped })
    #expect(engine.lastFault == "it ended")
    expectNoProcess()
    engine.prepare()
    #expect(desk.loop.run { engine.state == .ready })
    #expect(processes().count == 3 && !processes().contains(first))
    stop(engine)
    expectNoProcess()
  }

  @Test("An engine that ends leaves no process")
  func ending() {
    let engine = engine(Self.family + "\nsys.stdin.readline()\nos._exit(0)", rights: [.processes])
    engine.prepare()
    #expect(desk.loop.run { engine.state == .stopped })
    expectNoProcess()
    stop(engine)
  }

  // MARK: Faults and real engines

  @Test("An engine with rights is not started if it cannot see its files")
  func unseen() throws {
    // The files that the words name become visible; there is no place for this one.
    let path = "/" + String(repeating: "x/", count: 2046)
    let engine = engine("result = ''", rights: [.processes], arguments: [path])
    engine.prepare()
    #expect(desk.loop.run { engine.state == .stopped })
    #expect(
      engine.lastFault
        == "it cannot be started in a sandbox: namespaces cannot be created: File name too long")
    stop(engine)
  }

  private static let mozc = EngineSandboxTests.built(["mozc"]).filter { _ in
    access("/usr/lib/mozc/mozc_server", X_OK) == 0
  }

  @Test("mozc converts a sentence with the rights of its manifest", arguments: mozc)
  func realMozc(_ path: String) throws {
    let text = contents(of: EngineSandboxTests.root + "/Packaging/engines/50-mozc.yaml.in")
      .replacing("@PREFIX@", with: "/usr")
    var manifest = try EngineManifest(parsing: Array(text.utf8), path: "50-mozc.yaml")
    #expect(manifest.rights == Self.all && manifest.program.count == 1)
    (manifest.program, manifest.socket) = ([path, mark], nil)
    let engine = Engine(manifest, language: "ja", host: desk.host)
    for _ in 0..<2 {
      start(engine)
      var texts: [String?] = []
      let reading: [String: JSONValue] = [
        "reading": "きょうはいいてんきです", "before": "", "boundaries": .list([]), "count": 9,
      ]
      // A busy machine may have no time for the server.
      while texts.compactMap(\.self).isEmpty, texts.count < 100 {
        let count = texts.count
        engine.ask(.convert, reading) { texts.append($0?.firstText) }
        #expect(desk.loop.run { texts.count > count })
      }
      #expect(texts.last == "今日は")
      let process = try #require(engine.process)
      kill(process, SIGKILL)
      #expect(desk.loop.run { engine.state == .stopped })
      expectNoProcess()
    }
    stop(engine)
  }
}
