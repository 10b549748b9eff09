// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// The terminal of a program: a pty, and the program's process, which leads a session on it.
///
/// Nothing waits: input that the program does not read is queued up to a limit. A paste may be
/// longer; it is fed to the program as the program reads it.
final class PseudoTerminal {
  /// The largest number of bytes read in one turn of the loop, so that keys always get through.
  static let readLimit = 1 << 16
  /// A number of bytes below which output is taken for all there is.
  private static let echoLimit = 256
  /// The largest number of bytes that wait for the program before input is refused.
  static let writeLimit = 1 << 16

  /// Called with output of the program.
  var received: (UnsafeBufferPointer<UInt8>) -> Void = { _ in }
  /// Called when input of the user is lost because the program does not read.
  var refused: () -> Void = {}
  /// Called with the `errno` when input of the user is lost because the kernel does not take it.
  var failed: (Int32) -> Void = { _ in }

  /// The kinds of input, which differ in what happens if much input waits already.
  enum Input {
    /// A key or a text; refused beyond the limit.
    case key
    /// The end of a key that the program has received, which is owed to it; never refused.
    case release
    /// A text of any length; refused if something waits that is beyond the limit already.
    case paste
    /// An answer to the program's query; dropped beyond the limit.
    case reply
  }

  /// C's `TIOCSPTLCK` and `TIOCGPTN`, which Glibc's module does not export; it does not export
  /// `posix_openpt` either.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  /// The number of milliseconds for which the program may save its state after SIGHUP.
  private static let patience = 500

  private var master: OwnedDescriptor
  /// The other side of the pty, kept open because the program may close its terminal and open it
  /// again while it runs.
  private var slave = OwnedDescriptor(-1)
  private let loop: any DescriptorLoop
  private var process: pid_t = -1
  private var queue: ArraySlice<UInt8> = []
  /// The number of bytes from the start of the queue to the end of the last paste in it.
  private var pasteLength = 0
  private var isOpen = true
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)

  /// Opens a pty.
  ///
  /// - Parameter loop: the loop that waits for output.
  /// - Throws: why the kernel gives no pty.
  init(loop: any DescriptorLoop) throws(HostingError) {
    self.loop = loop
    let flags = O_RDWR | O_NOCTTY | O_CLOEXEC
    master = OwnedDescriptor(uninterrupted { open("/dev/ptmx", flags | O_NONBLOCK) })
    var isLocked: Int32 = 0
    guard master.value >= 0,
      uninterrupted({ ioctl(master.value, Self.setLock, &isLocked) }) == 0
    else { throw Self.failure() }
    let path = try path()
    slave = OwnedDescriptor(uninterrupted { open(path, flags) })
    guard slave.value >= 0 else { throw Self.failure() }
    enableUTF8()
  }

  deinit { hangUp() }

  // MARK: The program

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - variables: additions to the environment.
  ///   - launch: starts a program on a terminal.
  /// - Throws: why it cannot be started.
  func start(
    _ words: [String], variables: [String: String], by launch: ProgramHost.Launch
  ) throws(HostingError) {
    process = try launch(words, variables, try path())
    loop.watch(master.value, for: .read) { [unowned self] in ready($0) }
  }

  private func path() throws(HostingError) -> String {
    var number: Int32 = 0
    guard uninterrupted({ ioctl(master.value, Self.getNumber, &number) }) == 0 else {
      throw Self.failure()
    }
    return "/dev/pts/\(number)"
  }

  private static func failure() -> HostingError { .terminal(errno: errno) }

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
    slave = OwnedDescriptor(-1)
    for _ in 0..<Self.patience where process > 0 && reap() == nil { usleep(1000) }
  }

  /// Changes the size; the kernel sends SIGWINCH to the program.
  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(clamping: columns)
    size.ws_row = UInt16(clamping: rows)
    _ = uninterrupted { ioctl(master.value, UInt(TIOCSWINSZ), &size) }
  }

  // MARK: Modes of the terminal

  private var attributes: termios? {
    var attributes = termios()
    let result = uninterrupted { tcgetattr(master.value, &attributes) }
    return result == 0 ? attributes : nil
  }

  /// Makes the kernel erase whole characters of UTF-8, as terminals with UTF-8 do.
  private func enableUTF8() {
    guard var attributes else { return }
    attributes.c_iflag |= tcflag_t(IUTF8)
    _ = uninterrupted { tcsetattr(master.value, TCSANOW, &attributes) }
  }

  /// How the kernel edits the line that it collects for the program; nil if it collects none.
  var lineEditing: LineEditing? {
    guard var attributes, attributes.c_lflag & tcflag_t(ICANON) != 0 else { return nil }
    // _POSIX_VDISABLE is 0 on Linux.
    let erase = withUnsafeBytes(of: &attributes.c_cc) { $0[Int(VERASE)] }
    return LineEditing(
      eraseByte: erase == 0 ? nil : erase,
      erasesUTF8: attributes.c_iflag & tcflag_t(IUTF8) != 0)
  }

  /// Whether a line is typed that is not shown: a password.
  var isSecret: Bool {
    attributes.map { $0.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON) } ?? false
  }

  // MARK: Bytes

  /// Sends bytes to the program, all or none of them.
  ///
  /// - Parameters:
  ///   - bytes: the bytes, in one write if the kernel has room.
  ///   - input: the kind of input.
  /// - Returns: false if the bytes are lost.
  @discardableResult
  func write(_ bytes: some Collection<UInt8>, as input: Input = .key) -> Bool {
    guard isOpen else { return false }
    guard !bytes.isEmpty else { return true }
    guard accepts(bytes.count, as: input) else {
      if input != .reply { refused() }
      return false
    }
    queue += bytes
    if input == .paste { pasteLength = queue.count }
    return writeQueue()
  }

  /// Whether so many more bytes may wait; those of pastes do not count.
  private func accepts(_ count: Int, as input: Input) -> Bool {
    switch input {
    case .key, .reply: queue.count - pasteLength + count <= Self.writeLimit
    case .release: true
    case .paste: queue.count <= Self.writeLimit
    }
  }

  /// Writes as much as the kernel takes.
  ///
  /// - Returns: false if the kernel takes nothing any more, and what waited is lost.
  @discardableResult
  private func writeQueue() -> Bool {
    var failure: Int32 = 0
    while !queue.isEmpty, failure == 0 {
      let count = queue.withUnsafeBytes { bytes in
        uninterrupted { Glibc.write(master.value, bytes.baseAddress, bytes.count) }
      }
      if count > 0 {
        queue.removeFirst(count)
        pasteLength = max(pasteLength - count, 0)
      } else {
        failure = count < 0 ? errno : EAGAIN
      }
    }
    if ![0, EAGAIN].contains(failure) {
      queue = []
      failed(failure)
    }
    if queue.isEmpty { (queue, pasteLength) = ([], 0) }
    loop.rewatch(master.value, for: queue.isEmpty ? .read : [.read, .write])
    return [0, EAGAIN].contains(failure)
  }

  private func ready(_ readiness: Readiness) {
    if readiness.contains(.write) { writeQueue() }
    if readiness.contains(.read) || readiness.contains(.hangUp) { readOutput() }
  }

  private func readOutput(atMost limit: Int = readLimit, readsAll: Bool = false) {
    var rest = limit
    while rest > 0 {
      let count = read(master.value, &buffer, min(rest, buffer.count))
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return
      }
      buffer.withUnsafeBufferPointer { received(UnsafeBufferPointer(rebasing: $0[..<count])) }
      rest -= count
      // A short text, such as an echo, is all there is; if not, the loop reports more.
      if count < Self.echoLimit, !readsAll { return }
    }
  }

  /// Reads what the program wrote before it ended, of which the kernel may hold a little more than
  /// is read at once.
  func drain() {
    if isOpen { readOutput(atMost: 2 * Self.readLimit, readsAll: true) }
  }
}
