// SPDX-License-Identifier: Apache-2.0
package import Devices
import Glibc
import Keys

/// The example kiosk as a process, with a socket in a folder that this user alone can reach.
package final class KioskRun {
  /// The path of the socket.
  package let socket: String
  /// Called with a line in which the kiosk reports what was submitted.
  package var submitted: (String) -> Void = { _ in }

  private let folder: String
  private let loop: EventLoop
  private var process: pid_t = -1
  /// The kiosk's output and its errors.
  private var output = OwnedDescriptor(-1)
  private var errors = OwnedDescriptor(-1)
  private var line: [UInt8] = []
  private var message: [UInt8] = []
  private var status: Int32?

  /// The largest number of bytes of a line, and of a message, that are kept.
  private static let limit = 4096
  /// The number of milliseconds that the kiosk has to end.
  private static let patience = 1000
  /// The length of the longest path of a socket.
  private static let longestPath = 107

  /// Creates the folder of the socket.
  ///
  /// - Parameter loop: the loop of the run.
  /// - Throws: why there is no folder.
  package init(loop: EventLoop) throws(UserFacingError) {
    self.loop = loop
    let name = "/keybridge-try.XXXXXX"
    let parents = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { Console.environment($0) } + ["/tmp"]
    var failure = ENAMETOOLONG
    for parent in parents {
      var path = Array((parent + name).utf8CString)
      guard path.count + "/socket".utf8.count <= Self.longestPath else { continue }
      if mkdtemp(&path) != nil {
        folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        socket = folder + "/socket"
        return
      }
      failure = errno
    }
    throw UserFacingError("cannot create a folder for the socket: \(systemMessage(failure))")
  }

  deinit { end() }

  /// Starts the kiosk; the socket must accept connections.
  ///
  /// - Parameter kiosk: the files of the kiosk.
  /// - Throws: why it cannot be started.
  package func start(_ kiosk: ExampleKiosk) throws(UserFacingError) {
    var end: Int32 = -1
    output = try Self.pipe(&end)
    let outputEnd = OwnedDescriptor(end)
    errors = try Self.pipe(&end)
    let errorEnd = OwnedDescriptor(end)
    let failure = spawn(kiosk, output: outputEnd.value, errors: errorEnd.value)
    guard failure == 0 else { throw Self.failure(failure) }
    loop.watch(output.value, for: .read) { [unowned self] _ in read() }
  }

  /// Creates a pipe, of which this process only reads what is available.
  private static func pipe(_ writer: inout Int32) throws(UserFacingError) -> OwnedDescriptor {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw failure(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    writer = ends[1]
    return OwnedDescriptor(ends[0])
  }

  private static func failure(_ number: Int32) -> UserFacingError {
    guard number == ENOENT else {
      return UserFacingError("cannot start the example kiosk: \(systemMessage(number))")
    }
    return UserFacingError(
      "the example kiosk needs Python, which is not installed",
      hint: "\(SystemPart.python.hint()), as root; 'keybridge try' and"
        + " 'keybridge try exec' need no Python")
  }

  private func spawn(_ kiosk: ExampleKiosk, output: Int32, errors: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // In a group of its own, so that no key of the terminal can end it first.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    let arguments = ["python3", "-B", kiosk.path, socket]
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment(kiosk).map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    return posix_spawnp(&process, "python3", &actions, &attributes, words, variables)
  }

  /// The environment of this process, with the folder of the client.
  private func environment(_ kiosk: ExampleKiosk) -> [String] {
    var entries: [String] = []
    var pointer = environ
    while let entry = pointer.pointee {
      entries.append(String(cString: entry))
      pointer += 1
    }
    guard let client = kiosk.client else { return entries }
    let old = Console.environment("PYTHONPATH").map { ":" + $0 } ?? ""
    return entries.filter { !$0.hasPrefix("PYTHONPATH=") } + ["PYTHONPATH=\(client)\(old)"]
  }

  // MARK: Output

  private func read() {
    for byte in Self.available(output.value) {
      guard byte == UInt8(ascii: "\n") else {
        if line.count < Self.limit { line.append(byte) }
        continue
      }
      // The other lines are the form, which the terminal shows already.
      if line.first == UInt8(ascii: "{") { submitted(String(decoding: line, as: UTF8.self)) }
      line = []
    }
    drainErrors()
  }

  private func drainErrors() {
    message += Self.available(errors.value).prefix(max(Self.limit - message.count, 0))
  }

  private static func available(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while descriptor >= 0, all.count < 1 << 16 {
      let count = Glibc.read(descriptor, &block, block.count)
      guard count > 0 else { break }
      all += block[..<count]
    }
    return all
  }

  // MARK: End

  /// Collects the kiosk if it has ended.
  ///
  /// - Returns: whether it has.
  package func reap() -> Bool {
    var ended: Int32 = 0
    guard process > 0, waitpid(process, &ended, WNOHANG) == process else { return false }
    process = -1
    status = ended
    loop.unwatch(output.value)
    read()
    return true
  }

  /// The error of a kiosk that has ended on its own; nil if it still ran.
  package var failure: UserFacingError? {
    guard status != nil else { return nil }
    let lines = String(decoding: message, as: UTF8.self).split(separator: "\n").suffix(5)
    return UserFacingError(
      "the example kiosk has ended", hint: lines.isEmpty ? nil : lines.joined(separator: "\n"))
  }

  /// Ends the kiosk, with SIGKILL after a second, and removes the folder.
  package func end() {
    if process > 0 {
      loop.unwatch(output.value)
      kill(-process, SIGTERM)
      for _ in 0..<Self.patience where waitpid(process, nil, WNOHANG) == 0 { usleep(1000) }
      if waitpid(process, nil, WNOHANG) == 0 {
        kill(-process, SIGKILL)
        waitpid(process, nil, 0)
      }
      process = -1
    }
    unlink(socket)
    rmdir(folder)
  }
}
