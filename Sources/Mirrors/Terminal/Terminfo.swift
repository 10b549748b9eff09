// SPDX-License-Identifier: Apache-2.0
internal import CTerminfo
import Glibc
import Synchronization

/// The terminfo library, loaded when it is first needed; its only caller.
///
/// It is never unloaded: it formats sequences for as long as the program draws.
struct Terminfo {
  /// What a call cannot do without.
  enum Failure: Error {
    /// The library, or a function of it, is missing.
    case library
    /// No database was found.
    case database
    /// The database has no such terminal.
    case terminal
  }

  /// The file that is loaded.
  static let library = TERMINFO_LIBRARY

  private let functions: terminfo_functions

  // The library has one terminal at a time, and one buffer for what it formats.
  private static let shared = Mutex(Terminfo())

  private init?() {
    guard let functions = terminfo_load()?.pointee else { return nil }
    self.functions = functions
  }

  /// Reads the capabilities of a terminal; the C functions are `setupterm` and `tigetstr` with its kin.
  ///
  /// - Parameter name: the terminal's name, as in `TERM`.
  /// - Returns: its entry.
  /// - Throws: what is missing.
  static func entry(of name: String) throws(Failure) -> TerminfoEntry {
    try shared.withLock { library throws(Failure) in
      guard let functions = library?.functions else { throw Failure.library }
      // The library takes a longer one for a broken database: MAX_NAME_SIZE.
      guard name.utf8.count <= 512 else { throw Failure.terminal }
      var status: Int32 = 0
      // No descriptor: neither the terminal's size nor its speed is asked for.
      guard functions.setUp(name, -1, &status) == 0 else {
        throw status < 0 ? Failure.database : .terminal
      }
      defer { if let terminal = functions.select(nil) { _ = functions.release(terminal) } }
      return functions.entry
    }
  }

  /// Puts numbers into a sequence of an entry; the C function is `tiparm`.
  ///
  /// - Returns: the sequence; empty where the library is missing or the sequence is wrong.
  static func format(
    _ sequence: ControlSequence, _ first: Int, _ second: Int = 0, _ third: Int = 0
  ) -> ControlSequence {
    guard !sequence.isEmpty else { return [] }
    return shared.withLock { library in
      guard var functions = library?.functions else { return [] }
      return (sequence + [0]).withUnsafeBytes { bytes in
        guard let text = bytes.bindMemory(to: CChar.self).baseAddress,
          let formatted = terminfo_format(
            &functions, text, Int32(clamping: first), Int32(clamping: second),
            Int32(clamping: third))
        else { return [] }
        return ControlSequence(UnsafeRawBufferPointer(start: formatted, count: strlen(formatted)))
      }
    }
  }
}

extension terminfo_functions {
  /// What the terminal that was set up last has, of the capabilities that the mirror knows.
  fileprivate var entry: TerminfoEntry {
    var entry = TerminfoEntry()
    // 1 is true; 0 and -1 are false, and that there is no such flag.
    for name in TerminfoEntry.Flag.allCases where flag(name.rawValue) == 1 {
      entry.flags.insert(name)
    }
    // Below 0 it is absent, or no number.
    for name in TerminfoEntry.Number.allCases {
      let number = number(name.rawValue)
      if number >= 0 { entry.numbers[name] = Int(number) }
    }
    for name in TerminfoEntry.Sequence.allCases {
      // The address -1 says that the capability is no sequence.
      guard let text = string(name.rawValue), Int(bitPattern: text) != -1 else { continue }
      entry[name] = ControlSequence(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
    return entry
  }
}
