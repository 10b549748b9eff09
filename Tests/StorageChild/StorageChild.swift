// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import TextInput

/// A process of the tests that uses a memory, and may be killed at it.
///
///     StorageChild steps DIRECTORY FIRST END     the steps of these numbers
///     StorageChild count DIRECTORY NAME END      settings of its own, and a choice all share
///     StorageChild blind DIRECTORY FIRST END     asks for settings of these numbers, while nothing is read
///     StorageChild obey DIRECTORY FIRST END      the steps, the next hundred for each line of its input
///
/// It prints `kept N` when all changes up to one are in the file, `warning …`, `made N` when it has
/// made steps up to one, `reads N` for the reads of the file that a question tried, and at its end what
/// the memory holds.
/// `FILE_LIMIT` bounds how long files may get, in bytes: the disk is full, until `prlimit` says
/// otherwise.
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
    case "blind":
      memory.prepare()
      FailingDisk.begin()
      for number in first..<end {
        _ = memory.setting("setting \(number)")
        say("reads \(FailingDisk.takeCount())")
      }
      memory.setSetting("Ann", to: "set meanwhile")
      FailingDisk.end()
      // The longest pause.
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

  /// Writes a line at once: what has been said is true, whatever happens next.
  private static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    guard write(1, bytes, bytes.count) == bytes.count else { exit(1) }
  }
}
