// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import TextInput

/// A process of the tests that uses a memory, and may be killed at it.
///
///     StorageChild steps DIRECTORY FIRST END     the steps of these numbers
///     StorageChild count DIRECTORY NAME END      settings of its own, and a choice all share
///
/// It prints `kept N` when a change is kept, `warning …`, and at its end what the memory holds.
/// `FILE_LIMIT` bounds how long files may get, in bytes: the disk is full.
@main struct StorageChild {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let end = Int(arguments[4]) else { exit(2) }
    limitFiles()
    var warnings = 0
    let memory = SQLiteMemory(directory: arguments[2]) {
      warnings += 1
      say("warning \($0)")
    }
    switch arguments[1] {
    case "steps":
      for number in (Int(arguments[3]) ?? end)..<end {
        MemoryStep(number).apply(to: memory)
        if warnings == 0 { say("kept \(number)") }
      }
    default:
      for number in 0..<end {
        memory.setSetting("\(arguments[3]) \(number)", to: "\(number)")
        memory.noteChoice("shared", for: "counted", kind: LearnedKind(rawValue: "word"))
      }
    }
    for line in MemoryStep.contents(of: memory) { say("holds \(line)") }
  }

  private static func limitFiles() {
    guard let bytes = getenv("FILE_LIMIT").flatMap({ rlim_t(String(cString: $0)) }) else { return }
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
  }

  /// Writes a line at once: what has been said is true, whatever happens next.
  private static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    guard write(1, bytes, bytes.count) == bytes.count else { exit(1) }
  }
}
