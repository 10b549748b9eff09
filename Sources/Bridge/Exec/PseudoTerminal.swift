// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys

/// The terminal of a program: a pty, and the program's process, which leads a session on it.
///
/// Nothing waits: input that the program does not read is queued up to a limit.
final class PseudoTerminal {
  /// The largest number of bytes read in one turn of the loop, so that keys always get through.
  static let readLimit = 1 << 16
  /// The largest number of bytes that wait for the program.
  static let writeLimit = 1 << 16

  /// Called with output of the program.
  var received: (UnsafeBufferPointer<UInt8>) -> Void = { _ in }
  /// Called when the program and everything that it started have closed the terminal.
  var closed: () -> Void = {}
  /// Called once each time when input is lost because the program does not read.
  var refused: () -> Void = {}

  /// C's `TIOCSPTLCK` and `TIOCGPTN`, which Glibc's module does not export; it does not export
  /// `posix_openpt` either.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  /// The number of milliseconds for which the program may save its state after SIGHUP.
  private static let patience = 500

  private var master: OwnedDescriptor
  private let loop: any DescriptorLoop
  private var process: pid_t = -1
  private var queue: [UInt8] = []
  private var isRefusing = false
  private var isOpen = true
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)

  /// Opens a pty.
  ///
  /// - Parameter loop: the loop that waits for output.
  /// - Throws: why the kernel gives no pty.
  init(loop: any DescriptorLoop) throws(UserFacingError) {
    self.loop = loop
    master = OwnedDescriptor(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))
    var isLocked: Int32 = 0
    guard master.value >= 0, ioctl(master.value, Self.setLock, &isLocked) == 0 else {
      throw UserFacingError("cannot create a terminal: \(systemMessage(errno))")
    }
  }

  deinit { hangUp() }

  // MARK: The program

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - variables: additions to the environment.
  /// - Throws: why it cannot be started.
  func start(_ words: [String], variables: [String: String]) throws(UserFacingError) {
    let name = words.first ?? ""
    switch ProcessLauncher.start(words, variables: variables, terminal: try path()) {
    case .success(let number): process = number
    case .failure(let error):
      throw UserFacingError("cannot start '\(name.excerpt)': \(systemMessage(error.errno))")
    }
    loop.watch(master.value, for: .read) { [unowned self] in ready($0) }
  }

  private func path() throws(UserFacingError) -> String {
    var number: Int32 = 0
    guard ioctl(master.value, Self.getNumber, &number) == 0 else {
      throw UserFacingError("cannot create a terminal: \(systemMessage(errno))")
    }
    return "/dev/pts/\(number)"
  }

  /// Returns the exit status of the program, 128 and the number for a signal; nil while it runs.
  func reap() -> Int32? {
    var status: Int32 = 0
    guard process > 0, waitpid(process, &status, WNOHANG) == process else { return nil }
    process = -1
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// Closes the terminal, upon which the kernel sends SIGHUP to the program, and waits for half a
  /// second at most until the program has ended.
  func hangUp() {
    guard master.value >= 0 else { return }
    loop.unwatch(master.value)
    (isOpen, queue) = (false, [])
    master = OwnedDescriptor(-1)
    for _ in 0..<Self.patience where process > 0 && reap() == nil { usleep(1000) }
  }

  /// Changes the size; the kernel sends SIGWINCH to the program.
  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(clamping: columns)
    size.ws_row = UInt16(clamping: rows)
    _ = ioctl(master.value, UInt(TIOCSWINSZ), &size)
  }

  // MARK: Modes of the terminal

  private var attributes: termios? {
    var attributes = termios()
    return tcgetattr(master.value, &attributes) == 0 ? attributes : nil
  }

  /// Whether the kernel collects a line for the program, and erases characters of it.
  var isCanonical: Bool { attributes.map { $0.c_lflag & tcflag_t(ICANON) != 0 } ?? false }

  /// Whether a line is typed that is not shown: a password.
  var isSecret: Bool {
    attributes.map { $0.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON) } ?? false
  }

  /// The byte that erases a character of a line.
  var eraseByte: UInt8? {
    attributes.map { attributes in
      var attributes = attributes
      return withUnsafeBytes(of: &attributes.c_cc) { $0[Int(VERASE)] }
    }
  }

  // MARK: Bytes

  /// Sends bytes to the program, all or none of them.
  ///
  /// - Parameter bytes: the bytes, in one write if the kernel has room.
  func write(_ bytes: some Collection<UInt8>) {
    guard isOpen, !bytes.isEmpty else { return }
    guard queue.count + bytes.count <= Self.writeLimit else {
      if !isRefusing { refused() }
      isRefusing = true
      return
    }
    queue += bytes
    writeQueue()
  }

  private func writeQueue() {
    let wasWaiting = !queue.isEmpty
    while !queue.isEmpty {
      let count = Glibc.write(master.value, queue, queue.count)
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        if count < 0, errno != EAGAIN { queue.removeAll() }
        break
      }
      queue.removeFirst(count)
    }
    if queue.isEmpty { isRefusing = false }
    if wasWaiting { loop.rewatch(master.value, for: queue.isEmpty ? .read : [.read, .write]) }
  }

  private func ready(_ readiness: Readiness) {
    if readiness.contains(.write) { writeQueue() }
    if readiness.contains(.read) || readiness.contains(.hangUp) { readOutput() }
  }

  private func readOutput() {
    var rest = Self.readLimit
    while rest > 0 {
      let count = read(master.value, &buffer, min(rest, buffer.count))
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        // EIO: no process has the terminal open any more.
        if count == 0 || errno != EAGAIN { close() }
        return
      }
      buffer.withUnsafeBufferPointer { received(UnsafeBufferPointer(rebasing: $0[..<count])) }
      rest -= count
    }
  }

  /// Reads what the program wrote before it ended.
  func drain() {
    if isOpen { readOutput() }
  }

  private func close() {
    guard isOpen else { return }
    isOpen = false
    loop.unwatch(master.value)
    closed()
  }
}
