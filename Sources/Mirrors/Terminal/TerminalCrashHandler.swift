// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// Restores the terminal when a signal ends the program, and then lets the signal end it.
///
/// The handler allocates nothing and calls only async-signal-safe functions: `write`, `tcflush`,
/// `tcsetattr`, `sigaction`, `raise`. All of its data is prepared beforehand. It runs on its own
/// stack, because the crash may be a stack overflow.
enum TerminalCrashHandler {
  /// The signals that end a program with a core dump, and those that terminate it.
  ///
  /// A loop handles the latter itself, but a replay has no loop.
  static let signals = [
    SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ,
    SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
    SIGSTKFLT,
  ]

  /// Prepares the handler for one terminal; a terminal prepared before is dropped.
  static func arm(descriptor: Int32, attributes: termios, bytes: ControlSequence) {
    if record.pointee.descriptor >= 0 { disarm(descriptor: record.pointee.descriptor) }
    // Part of a sequence would be worse than none.
    let bytes = bytes.count <= Record.capacity ? bytes : []
    for (index, byte) in bytes.enumerated() { record.pointee.bytes[index] = byte }
    record.pointee.count = bytes.count
    record.pointee.attributes.pointee = attributes
    record.pointee.descriptor = descriptor
    useOwnStack()
    // Its handler of SIGBUS must be among the previous actions.
    MappedMemory.watch()
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = rescueTerminal
    action.sa_flags = SA_ONSTACK | SA_SIGINFO
    sigemptyset(&action.sa_mask)
    // A stopped program would keep the terminal, and its keyboards, while it is stopped.
    sigaction(SIGTSTP, nil, record.pointee.previous + Int(SIGTSTP))
    signal(SIGTSTP, SIG_IGN)
    for signal in signals {
      let previous = record.pointee.previous + Int(signal)
      sigaction(signal, nil, previous)
      // A signal that was ignored at the start, as with `nohup`, stays ignored.
      let handler = unsafeBitCast(previous.pointee.__sigaction_handler.sa_handler, to: Int.self)
      if handler != unsafeBitCast(SIG_IGN, to: Int.self) { sigaction(signal, &action, nil) }
    }
  }

  /// Makes the handler dismiss a process that would restore this terminal too; -1 for none.
  static func setGuard(_ descriptor: Int32, of terminal: Int32) {
    if record.pointee.descriptor == terminal { record.pointee.guardDescriptor = descriptor }
  }

  /// Restores the previous handlers, if this terminal is the prepared one.
  static func disarm(descriptor: Int32) {
    guard descriptor >= 0, record.pointee.descriptor == descriptor else { return }
    for signal in signals + [SIGTSTP] {
      sigaction(signal, record.pointee.previous + Int(signal), nil)
    }
    record.pointee.descriptor = -1
    record.pointee.guardDescriptor = -1
  }

  private static func useOwnStack() {
    var current = stack_t()
    // A signal stack that this thread already has is kept.
    guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else {
      return
    }
    var stack = stack_t()
    stack.ss_sp = record.pointee.stack
    stack.ss_size = Record.stackSize
    sigaltstack(&stack, nil)
  }
}

/// The data of the handler, in memory that the Swift runtime does not manage.
private struct Record {
  static let capacity = 1024
  static let stackSize = 1 << 16

  /// The terminal; negative if none is prepared.
  var descriptor: Int32 = -1
  /// Where a byte dismisses the process that would restore the terminal; negative for none.
  var guardDescriptor: Int32 = -1
  var count = 0
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity)
  let attributes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  /// The previous actions, by signal number.
  let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  let stack = UnsafeMutableRawPointer.allocate(byteCount: Self.stackSize, alignment: 16)
}

/// Never freed, because the handler may run at any time.
private nonisolated(unsafe) let record: UnsafeMutablePointer<Record> = {
  let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
  record.initialize(to: Record())
  record.pointee.attributes.initialize(to: termios())
  record.pointee.previous.initialize(repeating: sigaction(), count: 65)
  return record
}()

private let rescueTerminal:
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void =
    { signal, fault, _ in
      // A page of a mapped file that cannot be read does not end the program.
      if let fault, MappedMemory.repair(fault) { return }
      restoreTerminal()
      // The previous action: the default, or the runtime's crash report, which is readable now.
      sigaction(signal, record.pointee.previous + Int(signal), nil)
      raise(signal)
    }

private func restoreTerminal() {
  let descriptor = record.pointee.descriptor
  if descriptor >= 0 {
    record.pointee.descriptor = -1
    // The descriptor does not block, because a crash must not hang on a terminal that accepts
    // nothing.
    if write(descriptor, record.pointee.bytes, record.pointee.count) < record.pointee.count {
      tcflush(descriptor, TCOFLUSH)
      _ = write(descriptor, record.pointee.bytes, record.pointee.count)
    }
    tcflush(descriptor, TCIFLUSH)
    tcsetattr(descriptor, TCSANOW, record.pointee.attributes)
    _ = write(record.pointee.guardDescriptor, record.pointee.bytes, 1)
  }
}
