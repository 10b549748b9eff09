// SPDX-License-Identifier: Apache-2.0
import Glibc
@testable import Storage
import TextInput

/// A process that uses a memory, and that tests may kill.
///
///     StorageChild steps DIRECTORY FIRST END     the steps of these numbers
///     StorageChild count DIRECTORY NAME END      its own settings, and a shared choice
///     StorageChild blind DIRECTORY FIRST END     reads settings of these numbers while reads fail
///     StorageChild stuck DIRECTORY FIRST END     these steps, while a lock is not released once
///     StorageChild obey DIRECTORY FIRST END      a hundred steps for each line of its input
///
/// The output has `kept N` when all changes up to N are in the file, `warning …`, `made N` when the
/// steps up to N are made, `reads N` for the attempted reads of a query, `slept N` for the
/// microseconds for which SQLite has slept, and at the end the memory's contents. `FILE_LIMIT`
/// limits the size of files in bytes, which simulates a full disk until `prlimit` raises it.
@main struct StorageChild {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let end = Int(arguments[4]) else { exit(2) }
    limitFiles()
    let memory = SQLiteMemory(directory: arguments[2]) { say("warning \($0)") }
    func make(_ numbers: Range<Int>) {
      for number in numbers {
        MemoryStep(number).apply(to: memory)
        if memory.isSaved { say("kept \(number)") }
      }
    }
    let first = Int(arguments[3]) ?? end
    switch arguments[1] {
    case "steps": make(first..<end)
    case "obey":
      for start in stride(from: first, to: end, by: 100) {
        guard readLine() != nil else { break }
        make(start..<min(start + 100, end))
        say("made \(min(start + 100, end))")
      }
    case "stuck":
      memory.prepare()
      StuckLock.begin()
      make(first..<end)
      say("slept \(SystemCalls.slept)")
    case "blind":
      memory.prepare()
      FailingDisk.begin()
      for number in first..<end {
        _ = memory.setting("setting \(number)")
        say("reads \(FailingDisk.takeCount())")
      }
      memory.setSetting("Ann", to: "set meanwhile")
      FailingDisk.end()
      // The longest pause between two attempts.
      for _ in 0...64 { _ = memory.setting("Ann") }
    default:
      for number in 0..<end {
        memory.setSetting("\(arguments[3]) \(number)", to: "\(number)")
        memory.noteChoice("shared", for: "counted", kind: LearnedKind(rawValue: "word"))
      }
    }
    for line in MemoryStep.contents(of: memory) { say("holds \(line)") }
    memory.close()
  }

  private static func limitFiles() {
    guard let bytes = getenv("FILE_LIMIT").flatMap({ rlim_t(String(cString: $0)) }) else { return }
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
  }

  /// Writes a line immediately, so that it is true whatever happens next.
  private static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    guard write(1, bytes, bytes.count) == bytes.count else { exit(1) }
  }
}
