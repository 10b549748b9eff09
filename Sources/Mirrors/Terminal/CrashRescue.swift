// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Gives the terminal back when a signal ends the program, then lets it end.
///
/// The handler allocates nothing and calls only functions that POSIX allows in one: `write`,
/// `tcflush`, `tcsetattr`, `sigaction`, `raise`. All it needs is laid out beforehand. It runs on a
/// stack of its own, since a crash may well be a stack that is full.
enum CrashRescue {
  /// The signals that end a program with a core file, and those that ask it to end: where a loop
  /// takes these they never come here, but a replay has none.
  static let signals = [
    SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ,
    SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
    SIGSTKFLT,
  ]

  /// Makes the handler ready for one terminal; a terminal armed before is forgotten.
  static func arm(descriptor: Int32, attributes: termios, bytes: ControlSequence) {
    if record.pointee.descriptor >= 0 { disarm(descriptor: record.pointee.descriptor) }
    // Half a sequence would be worse than none.
    let bytes = bytes.count <= Record.capacity ? bytes : []
    for (index, byte) in bytes.enumerated() { record.pointee.bytes[index] = byte }
    record.pointee.count = bytes.count
    record.pointee.attributes.pointee = attributes
    record.pointee.descriptor = descriptor
    useOwnStack()
    var action = sigaction()
    action.__sigaction_handler.sa_handler = rescueTerminal
    action.sa_flags = SA_ONSTACK
    sigemptyset(&action.sa_mask)
    // A program that is stopped would hold the terminal, and its keyboards, for as long.
    sigaction(SIGTSTP, nil, record.pointee.previous + Int(SIGTSTP))
    signal(SIGTSTP, SIG_IGN)
    for signal in signals {
      let previous = record.pointee.previous + Int(signal)
      sigaction(signal, nil, previous)
      // What whoever started the program has it ignore, `nohup`, stays ignored.
      let handler = unsafeBitCast(previous.pointee.__sigaction_handler.sa_handler, to: Int.self)
      if handler != unsafeBitCast(SIG_IGN, to: Int.self) { sigaction(signal, &action, nil) }
    }
  }

  /// Puts the handlers back that were there before, if this terminal is the armed one.
  static func disarm(descriptor: Int32) {
    guard descriptor >= 0, record.pointee.descriptor == descriptor else { return }
    for signal in signals + [SIGTSTP] {
      sigaction(signal, record.pointee.previous + Int(signal), nil)
    }
    record.pointee.descriptor = -1
  }

  private static func useOwnStack() {
    var current = stack_t()
    // Whoever gave this thread a stack for signals before gave one that will do.
    guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else {
      return
    }
    var stack = stack_t()
    stack.ss_sp = record.pointee.stack
    stack.ss_size = Record.stackSize
    sigaltstack(&stack, nil)
  }
}

/// What the handler needs, all of it outside the reach of the runtime.
private struct Record {
  static let capacity = 1024
  static let stackSize = 1 << 16

  /// The terminal; negative while none is armed.
  var descriptor: Int32 = -1
  var count = 0
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity)
  let attributes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  /// The actions before ours, by signal number.
  let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  let stack = UnsafeMutableRawPointer.allocate(byteCount: Self.stackSize, alignment: 16)
}

/// Lives as long as the program: a handler may run at any time.
private nonisolated(unsafe) let record: UnsafeMutablePointer<Record> = {
  let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
  record.initialize(to: Record())
  record.pointee.attributes.initialize(to: termios())
  record.pointee.previous.initialize(repeating: sigaction(), count: 65)
  return record
}()

private let rescueTerminal: @convention(c) (Int32) -> Void = { signal in
  let descriptor = record.pointee.descriptor
  if descriptor >= 0 {
    record.pointee.descriptor = -1
    // The descriptor does not block: a crash must not hang in a terminal that takes nothing.
    if write(descriptor, record.pointee.bytes, record.pointee.count) < record.pointee.count {
      tcflush(descriptor, TCOFLUSH)
      _ = write(descriptor, record.pointee.bytes, record.pointee.count)
    }
    tcflush(descriptor, TCIFLUSH)
    tcsetattr(descriptor, TCSANOW, record.pointee.attributes)
  }
  // What was there before: the default action, or the runtime's crash report, now readable.
  sigaction(signal, record.pointee.previous + Int(signal), nil)
  raise(signal)
}
