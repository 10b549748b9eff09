// SPDX-License-Identifier: Apache-2.0
internal import CTerminfo
import Glibc
import Synchronization

/// The terminfo library, loaded when it is first needed; the only caller of terminfo.
///
/// It is never unloaded, because it formats sequences as long as the program draws.
struct Terminfo {
  /// The missing part that makes a call fail.
  enum Failure: Error {
    /// The library, or one of its functions, is missing.
    case library
    /// No database was found.
    case database
    /// The database has no entry for the terminal.
    case terminal
  }

  /// The name of the library.
  static let library = TERMINFO_LIBRARY

  private let functions: terminfo_functions

  // A mutex, because the library has one current terminal and one buffer for formatted sequences.
  private static let shared = Mutex(Terminfo())

  private init?() {
    guard let functions = terminfo_load()?.pointee else { return nil }
    self.functions = functions
  }

  /// Reads the capabilities of a terminal; the C functions are `setupterm`, `tigetflag`, `tigetnum`
  /// and `tigetstr`.
  ///
  /// - Parameter name: the terminal's name, as in `TERM`.
  /// - Returns: its entry.
  /// - Throws: the missing part.
  static func entry(of name: String) throws(Failure) -> TerminfoEntry {
    try shared.withLock { library throws(Failure) in
      guard let functions = library?.functions else { throw Failure.library }
      // The library mistakes a longer name for a broken database (MAX_NAME_SIZE).
      guard name.utf8.count <= 512 else { throw Failure.terminal }
      var status: Int32 = 0
      // With no descriptor, the terminal's size and speed are not queried.
      guard functions.setUp(name, -1, &status) == 0 else {
        throw status < 0 ? Failure.database : .terminal
      }
      defer { if let terminal = functions.select(nil) { _ = functions.release(terminal) } }
      return functions.entry
    }
  }

  /// Formats a sequence of an entry with numbers; the C function is `tiparm`.
  ///
  /// - Returns: the sequence; empty if the library is missing or the sequence is invalid.
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
  /// The capabilities of the current terminal that the mirror uses.
  fileprivate var entry: TerminfoEntry {
    var entry = TerminfoEntry()
    // 1 is true; 0 is false, and -1 means that the flag does not exist.
    for name in TerminfoEntry.Flag.allCases where flag(name.rawValue) == 1 {
      entry.flags.insert(name)
    }
    // A negative number means absent, or not a number.
    for name in TerminfoEntry.Number.allCases {
      let number = number(name.rawValue)
      if number >= 0 { entry.numbers[name] = Int(number) }
    }
    for name in TerminfoEntry.Sequence.allCases {
      // The pointer value -1 means that the capability is not a string.
      guard let text = string(name.rawValue), Int(bitPattern: text) != -1 else { continue }
      entry[name] = ControlSequence(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
    return entry
  }
}
