// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Sandbox
import TestSupport
import TestTraits
import Testing

@testable import Engines

/// The sandbox of an extension, with and without grants (CIV-13, F112, F113).
@Suite(.serialized, .needs(file: "/usr/bin/python3")) struct ExtensionSandboxTests {
  private static let hasLandlock = KernelSandbox.ofThisKernel.landlockVersion > 0

  // MARK: Files

  @Test("An extension has its folder, its storage and the shared storage, and no other environment")
  func environment() throws {
    let script = """
      names = sorted(set(os.environ) - {"LC_CTYPE"})
      result = repr((os.getcwd(), home, shared, os.environ["TMPDIR"] == home, names,
          oct(stat.S_IMODE(os.stat(home).st_mode)), os.stat(home).st_uid == os.getuid()))
      """
    let probe = try ProbeExtension(script)
    let names = "['HOME', 'KEYBRIDGE_SHARED_STORAGE', 'LANG', 'MALLOC_ARENA_MAX', 'PATH', 'TMPDIR']"
    #expect(
      try probe.run().text
        == "('\(probe.path)', '\(probe.storage)', '\(probe.shared)', True, \(names), '0o700', True)"
    )
  }

  @Test("An extension stores files, which it finds again")
  func storage() throws {
    let script = """
      found = sorted(os.listdir(home))
      os.makedirs(home + "/folder", exist_ok=True)
      with open(home + "/folder/new", "w") as file:
          file.write("text")
      os.rename(home + "/folder/new", home + "/folder/file")
      result = repr((found, open(home + "/folder/file").read()))
      """
    let probe = try ProbeExtension(script)
    #expect(try probe.run().text == "([], 'text')")
    #expect(try probe.run().text == "(['folder'], 'text')")
  }

  @Test(
    "The shared storage is read only without its grant",
    arguments: [
      ([], false), ([.sharedStorage], true), ([.privateBus], false),
      ([.privateBus, .sharedStorage], true), ([.network], false),
    ] as [(Set<ExtensionGrant>, Bool)])
  func sharedStorage(_ grants: Set<ExtensionGrant>, _ isWritable: Bool) throws {
    let script = """
      writes = [lambda: create(shared + "/new"), lambda: create(shared + "/word"),
          lambda: os.remove(shared + "/word"), lambda: os.mkdir(shared + "/folder")]
      result = open(shared + "/word").read() + str([error(action) == "-" for action in writes])
      """
    let probe = try ProbeExtension(script, requests: grants)
    for path in [probe.state, probe.shared] { mkdir(path, 0o700) }
    let word = try probe.folder.write("text".utf8, to: "state/shared/word")
    if geteuid() == 0 { chown(word, 65_534, 65_534) }
    guard Self.hasLandlock || geteuid() == 0 || grants.contains(.privateBus) else { return }
    let expected = [Bool](repeating: isWritable, count: 4).map { $0 ? "True" : "False" }
    #expect(try probe.run(grants).text == "text[\(expected.joined(separator: ", "))]")
  }

  /// Actions that no grant allows, whose result has no `-`.
  private static func foreign(_ secret: String) -> String {
    """
    def foreign():
        return errors(
            lambda: open("\(secret)"), lambda: os.listdir("/home"), lambda: os.listdir("/proc"),
            lambda: open("/etc/shadow"), lambda: open("/proc/\(getpid())/environ"),
            lambda: open("/proc/1/cmdline"), lambda: create("/new"), lambda: create("/tmp/new"),
            lambda: create(os.getcwd() + "/new"), lambda: os.remove(os.getcwd() + "/probe.py"),
            lambda: create("/usr/new"), lambda: os.listdir(home + "/.."),
            lambda: os.listdir(home + "/../../other"),
            lambda: os.symlink("/", home + "/link"), lambda: os.mkfifo(home + "/pipe"),
            lambda: os.chmod("\(secret)", 0o777), lambda: os.kill(\(getpid()), 0),
            lambda: os.kill(\(getpid()), signal.SIGTERM), lambda: os.pidfd_open(\(getpid())),
            lambda: os.setpriority(os.PRIO_PROCESS, \(getpid()), 5), os.setsid,
            lambda: call({"x86_64": 101, "aarch64": 117}[os.uname().machine], 16, \(getpid()), 0, 0))
    """
  }

  private static let grantSets: [Set<ExtensionGrant>] = [
    [], [.network], [.sharedStorage], [.privateBus], [.network, .sharedStorage, .pasteboard],
  ]

  @Test("No grant opens the files and the processes of others", arguments: grantSets)
  func reach(_ grants: Set<ExtensionGrant>) throws {
    let folder = try TemporaryFolder()
    let secret = try folder.write("secret".utf8, to: "secret")
    chmod(folder.path, 0o777)
    chmod(secret, 0o666)
    let probe = try ProbeExtension(
      Self.foreign(secret) + "\nresult = foreign()", requests: grants)
    try OtherExtension.makeOther(in: probe)
    let found = try #require(try probe.run(grants).text)
    #expect(found.split(separator: " ").count == 22)
    guard Self.hasLandlock || geteuid() == 0 else { return }
    #expect(!found.contains("-"), "\(found)")
  }

  @Test(
    "A link that was created after the check leads nowhere",
    arguments: [[], [.privateBus]] as [Set<ExtensionGrant>])
  func link(_ grants: Set<ExtensionGrant>) throws {
    let folder = try TemporaryFolder()
    let secret = try folder.write("secret".utf8, to: "secret")
    chmod(folder.path, 0o755)
    chmod(secret, 0o644)
    let probe = try ProbeExtension(
      """
      result = errors(lambda: open("link"), lambda: os.listdir("folder"), lambda: open("inner"))
      """, requests: grants)
    symlink(secret, probe.path + "/link")
    symlink(folder.path, probe.path + "/folder")
    symlink("probe.py", probe.path + "/inner")
    guard Self.hasLandlock || geteuid() == 0 else { return }
    let found = try probe.runUnchecked(grants).text
    let isView = geteuid() == 0 || grants.contains(.privateBus)
    #expect(found == (isView ? "ENOENT ENOENT -" : "EACCES EACCES -"))
  }

  // MARK: Programs

  @Test("An extension starts no process without a private bus, and no program of its storage")
  func processes() throws {
    let script = """
      def run(path):
          subprocess.run([path], check=True)
      program = home + "/program"
      with open(program, "wb") as file:
          file.write(open("/usr/bin/true", "rb").read())
      with open(program, "rb") as file:
          os.fchmod(file.fileno(), 0o700)
      thread = threading.Thread(target=lambda: None)
      thread.start()
      result = errors(fork, lambda: run("/usr/bin/true"), lambda: run(program))
      """
    let probe = try ProbeExtension(script, requests: [.privateBus])
    #expect(try probe.run().text == "EPERM EPERM EPERM")
    #expect(try probe.run([.privateBus]).text == "- - EACCES")
  }

  @Test("The program is a file of the folder, or of the system")
  func programs() throws {
    let script = "#!/usr/bin/python3\n" + ProbeExtension.prelude
    for (word, name) in [("probe", "probe"), ("bin/probe", "bin/probe"), ("./probe", "probe")] {
      let probe = try ProbeExtension("", program: [word, "one"])
      if name.contains("/") {
        mkdir(probe.path + "/bin", 0o755)
        chmod(probe.path + "/bin", 0o755)
      }
      try probe.write(script + "\nprint(sys.argv[1])", to: name, mode: 0o755)
      #expect(try probe.run() == ProbeExtension.Result(text: "one"), "\(word)")
    }
    let missing = try ProbeExtension("", program: ["no-such-program"])
    #expect(try missing.run().fault == "No such file or directory")
    #expect(
      try missing.runUnchecked().fault == "No such file or directory")
  }

  @Test("An extension has no capability, limits, and as root another user")
  func rights() throws {
    let script = """
      import resource
      header = (ctypes.c_uint32 * 2)(0x20080522, 0)
      data = (ctypes.c_uint32 * 6)()
      assert libc.capget(header, data) == 0
      kinds = (resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_CORE, resource.RLIMIT_FSIZE)
      result = repr((sum(data), os.getuid(), libc.prctl(39, 0, 0, 0, 0),
          [resource.getrlimit(kind)[1] for kind in kinds]))
      """
    let user = geteuid() == 0 ? 65_534 : geteuid()
    let limits = "[\(1 << 30), 64, 0, \(64 << 20)]"
    for grants: Set<ExtensionGrant> in [[], [.privateBus], [.network]] {
      let probe = try ProbeExtension(script, requests: grants)
      #expect(try probe.run(grants).text == "(0, \(user), 1, \(limits))")
    }
  }

  // MARK: Sockets

  private static let sockets = """
    kinds = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, 17)
    def sockets():
        return errors(*(lambda kind=kind: socket.socket(kind, socket.SOCK_DGRAM) for kind in kinds))
    """

  @Test(
    "F113 a socket needs a grant; a refused one is counted",
    arguments: [
      ([], "EPERM EPERM EPERM EPERM EPERM", 5),
      ([.sharedStorage], "EPERM EPERM EPERM EPERM EPERM", 5),
      ([.network], "EPERM - - EPERM EPERM", 0), ([.privateBus], "- EPERM EPERM EPERM EPERM", 2),
    ] as [(Set<ExtensionGrant>, String, Int)])
  func sockets(_ grants: Set<ExtensionGrant>, _ expected: String, _ refusals: Int) throws {
    let probe = try ProbeExtension(Self.sockets + "\nresult = sockets()", requests: grants)
    let found = try probe.run(grants)
    #expect(found.text == expected && found.fault == nil)
    if canReport { #expect(found.refusals == refusals) }
  }

  /// Whether the kernel reports calls; another filter of a container may do so already.
  private var canReport: Bool {
    (try? CallFilter([.base], reporting: .sockets).reportsCalls) ?? false
  }

  @Test("A pair of sockets needs a private bus, and is not reported")
  func pairs() throws {
    let script = "result = error(socket.socketpair)"
    let probe = try ProbeExtension(script, requests: [.privateBus])
    #expect(try probe.run() == ProbeExtension.Result(text: "EPERM"))
    #expect(try probe.run([.privateBus]).text == "-")
  }

  @Test("With the network an extension connects, reads names and has no socket of the machine")
  func network() throws {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(server, $0, size)
        getsockname(server, $0, &size)
      }
    }
    try #require(Glibc.listen(server, 4) == 0)
    let port = UInt16(bigEndian: address.sin_port)
    let script = """
      def connect():
          socket.create_connection(("localhost", \(port)), 5)
      result = errors(connect, lambda: open("/etc/hosts"), lambda: open("/etc/nsswitch.conf"))
      """
    let probe = try ProbeExtension(script, requests: [.network])
    #expect(try probe.run([.network]).text == "- - -")
    let refused = try #require(try probe.run().text)
    guard Self.hasLandlock || geteuid() == 0 else { return }
    // The name has no address.
    #expect(refused == (geteuid() == 0 ? "other ENOENT ENOENT" : "other EACCES EACCES"))
  }

  @Test("On a private bus an extension reaches its own processes only")
  func privateBus() throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o777)
    let path = folder.path + "/socket"
    let name = "keybridge-extension-\(getpid())"
    let server = try Self.listen(at: Array(path.utf8))
    let abstract = try Self.listen(at: [0] + Array(name.utf8))
    defer { [server, abstract].forEach { close($0) } }
    chmod(path, 0o777)
    let script = """
      def connect(address):
          client = socket.socket(socket.AF_UNIX)
          client.connect(address)
          return client
      def talk(address):
          server = socket.socket(socket.AF_UNIX)
          server.bind(address)
          server.listen()
          if os.fork() == 0:
              connect(address).send(b"x")
              os._exit(0)
          assert server.accept()[0].recv(1) == b"x"
          os.wait()
      result = errors(lambda: talk(home + "/bus"), lambda: talk("\\0own"),
          lambda: connect("\(path)"), lambda: connect("\\0\(name)"))
      """
    let probe = try ProbeExtension(script, requests: [.privateBus])
    #expect(try probe.run([.privateBus]).text == "- - ENOENT ECONNREFUSED")
  }

  private static func listen(at bytes: [UInt8]) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    try #require(isBound && Glibc.listen(descriptor, 4) == 0)
    return descriptor
  }

  @Test("A grandchild has the same sandbox")
  func grandchild() throws {
    let folder = try TemporaryFolder()
    let secret = try folder.write("secret".utf8, to: "secret")
    chmod(folder.path, 0o777)
    chmod(secret, 0o666)
    // The words of a process that it executes are those of the extension itself.
    let script =
      Self.foreign(secret) + "\n" + Self.sockets + """

        if sys.argv[1:] == ["2"]:
            print(foreign() + " " + sockets(), flush=True)
            os._exit(0)
        level = sys.argv[1] if sys.argv[1:] else "0"
        result = subprocess.run(["/usr/bin/python3", sys.argv[0], str(int(level) + 1)],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True).stdout.strip()
        """
    let probe = try ProbeExtension(script, requests: [.privateBus])
    try OtherExtension.makeOther(in: probe)
    let found = try probe.run([.privateBus])
    let words = (found.text ?? "").split(separator: " ")
    #expect(words.count == 27 && words.dropLast(5).allSatisfy { $0 != "-" }, "\(found)")
    #expect(words.suffix(5) == ["-", "EPERM", "EPERM", "EPERM", "EPERM"])
    if canReport { #expect(found.refusals == 2) }
  }

  // MARK: Reports

  @Test("A refused call waits for its report, fails if nothing counts it, and no report waits")
  func reports() throws {
    guard canReport else { return }
    let script = """
      for line in sys.stdin:
          print(error(lambda: socket.socket(socket.AF_INET)), flush=True)
      """
    let probe = try ProbeExtension(script)
    let manifest = try ExtensionManifest(folder: probe.path)
    let start = ExtensionStart(
      InstalledExtension(folder: probe.path, manifest: manifest), grants: [], state: probe.state)
    var connection = try EngineConnection.open(start, confinement: EngineConfinement()).get()
    var lines = EngineLines(descriptor: connection.descriptor)
    #expect(connection.takeRefusals().isEmpty)
    while connection.errors != nil, ProbeExtension.wait(for: connection) {
      #expect(connection.startResult { _ in } == nil)
    }
    let refusals = try #require(connection.refusals)
    #expect(connection.takeRefusals().isEmpty)
    for _ in 0..<2 {
      try lines.send([])
      #expect(ProbeExtension.wait(for: connection))
      #expect(lines.next() == nil && connection.takeRefusals() == ["socket"])
      #expect(ProbeExtension.wait(for: connection))
      #expect(try lines.receive() && lines.next() == Array("EPERM".utf8))
    }
    try lines.send([])
    #expect(ProbeExtension.wait(for: connection))
    var unwatched: [Int32] = []
    connection.stopReporting { unwatched.append($0) }
    #expect(unwatched == [refusals] && connection.refusals == nil)
    for _ in 0..<2 {
      #expect(ProbeExtension.wait(for: connection))
      #expect(try lines.receive() && lines.next() == Array("ENOSYS".utf8))
      try lines.send([])
    }
    ProbeExtension.end(connection)
  }

  @Test("The reports of a process that has ended are none")
  func endedReports() throws {
    guard canReport else { return }
    let probe = try ProbeExtension("socket.socket(socket.AF_INET)")
    let manifest = try ExtensionManifest(folder: probe.path)
    let start = ExtensionStart(
      InstalledExtension(folder: probe.path, manifest: manifest), grants: [], state: probe.state)
    var connection = try EngineConnection.open(start, confinement: EngineConfinement()).get()
    while connection.errors != nil, ProbeExtension.wait(for: connection) {
      #expect(connection.startResult { _ in } == nil)
    }
    #expect(ProbeExtension.wait(for: connection))
    let process = try #require(connection.process)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    #expect(connection.takeRefusals().isEmpty)
    connection.end()
  }

  // MARK: A real extension

  private static let ibus = [EngineSandboxTests.root + "/Extensions/ibus"].filter { _ in
    [
      "/usr/bin/ibus-daemon", "/usr/share/ibus/component/libpinyin.xml",
      "/usr/lib/python3/dist-packages/gi/__init__.py",
    ].allSatisfy { (path: String) in access(path, R_OK) == 0 }
  }

  /// A document of a mode, without its traits.
  private static let document =
    #"{"identifier":"1","generation":0,"before":null,"after":null,"selected":null,"marked":null,"#
    + #""traits":{},"mode":"libpinyin","language":"zh-CN","hasText":false}"#

  @Test("IBus converts pinyin in the sandbox of a private bus", arguments: ibus)
  func realIBus(_ path: String) throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    let installed = try ExtensionList.read(path)
    let start = ExtensionStart(installed, grants: [.privateBus], state: folder.path + "/state")
    var connection = try EngineConnection.open(start, confinement: EngineConfinement()).get()
    defer { ProbeExtension.end(connection) }
    var lines = EngineLines(descriptor: connection.descriptor)
    var number = 0
    var refusals = 0
    /// Returns the answer to a request.
    func ask(_ method: String, _ parameters: String) throws -> String {
      number += 1
      try lines.send(
        Array(#"{"id":\#(number),"method":"\#(method)","params":{\#(parameters)}}"#.utf8))
      while ProbeExtension.wait(for: connection) {
        try #require(connection.startResult { _ in } == nil)
        refusals += connection.takeRefusals().count
        guard try lines.receive() else { break }
        while let line = lines.next().map({ String(decoding: $0, as: UTF8.self) }) {
          if line.hasPrefix(#"{"id":\#(number),"result""#) { return line }
        }
      }
      throw EngineLines.Fault.closed
    }
    _ = try ask("hello", #""protocol":1,"name":"ibus","grants":["private-bus"]"#)
    func press(_ key: Character) throws -> String {
      let name = key == " " ? "space" : String(key)
      return try ask(
        "key",
        #""text":"\#(key)","characters":"\#(key)","name":"\#(name)","modifiers":[],"#
          + #""isRepeat":false,"document":\#(Self.document)"#)
    }
    let end = ContinuousClock.now + .seconds(60)
    while try press("n").contains(#""taken":false"#), ContinuousClock.now < end {}
    let answers = try "ihao ".map { try press($0) }
    #expect(answers.allSatisfy { $0.contains(#""taken":true"#) })
    #expect(answers.last?.contains(#"{"insert":"你好"}"#) == true, "\(answers)")
    #expect(refusals == 0)
  }

  // MARK: The start

  @Test("An extension that has changed since it was enabled is not started")
  func changed() throws {
    let probe = try ProbeExtension("result = 'old'")
    let hash = try probe.hash()
    #expect(try probe.starter.hash(of: "probe").get().text == hash)
    try probe.write("print('new', flush=True)")
    guard case .failure(let error) = probe.starter.open("probe", hash: hash, grants: []) else {
      Issue.record("it was started")
      return
    }
    #expect(error == .hasChanged)
    #expect(
      error.message
        == "it cannot be started: it has changed since it was enabled; enable it again")
    #expect(try probe.run().text == "new")
  }

  @Test("A start without a folder, a manifest without mistakes, or a request for the grant fails")
  func refusedStarts() throws {
    let probe = try ProbeExtension("result = ''", requests: [.network])
    let hash = try probe.hash()
    func reason(_ name: String, _ grants: Set<ExtensionGrant> = []) -> String? {
      if case .failure(let error) = probe.starter.open(name, hash: hash, grants: grants) {
        error.reason
      } else {
        nil
      }
    }
    #expect(reason("other") == "no extension has the name other")
    #expect(reason("probe", [.privateBus]) == "its manifest does not request private-bus")
    try probe.write("title: Probe", to: "extension.yaml")
    #expect(reason("probe")?.hasSuffix("version is missing") == true, "\(reason("probe") ?? "")")
    var starter = probe.starter
    starter.state = { nil }
    guard case .failure(let error) = starter.open("probe", hash: hash, grants: []) else { return }
    #expect(error.reason == "it has no storage, because there is no folder for the state")
  }

  @Test("An extension whose storage cannot be created is not started")
  func noStorage() throws {
    let probe = try ProbeExtension("result = ''")
    mkdir(probe.state, 0o700)
    _ = try probe.folder.write([], to: "state/extensions")
    #expect(
      try probe.run().fault
        == "its storage \(probe.storage) cannot be created: Not a directory")
    unlink(probe.state + "/extensions")
    mkdir(probe.state + "/extensions", 0o700)
    symlink("/tmp", probe.storage)
    #expect(
      try probe.run().fault
        == "its storage \(probe.storage) cannot be created: Not a directory")
  }

  @Test("A kernel without Landlock or seccomp is named as the reason")
  func refusal() {
    func refusal(_ landlock: Int, _ restrictsCalls: Bool) -> String? {
      KernelSandbox(landlockVersion: landlock, restrictsCalls: restrictsCalls).extensionRefusal
    }
    #expect(refusal(1, true) == nil)
    #expect(refusal(0, true) == "the kernel has no Landlock, which restricts files")
    #expect(refusal(1, false) == "the kernel has no seccomp, which restricts system calls")
  }
}

/// A folder of another extension.
private enum OtherExtension {
  static func makeOther(in probe: ProbeExtension) throws {
    for path in [probe.state, probe.state + "/extensions", probe.state + "/other"] {
      mkdir(path, 0o755)
    }
  }
}
