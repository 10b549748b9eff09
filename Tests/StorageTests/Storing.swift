// SPDX-License-Identifier: Apache-2.0
import Glibc
@testable import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// A folder with a memory, and its warnings.
final class Storing {
  let folder: TemporaryFolder
  private(set) var warnings: [StorageWarning] = []

  var directory: String { folder.path + "/state" }
  var path: String { directory + "/memory.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
  }

  deinit {
    // A folder that a test made read-only could not be removed.
    chmod(folder.path, 0o700)
    chmod(directory, 0o700)
  }

  func open(
    steps: [String] = Schema.steps, patience: Duration = .seconds(1000)
  ) -> SQLiteMemory {
    SQLiteMemory(directory: directory, steps: steps, patience: patience) {
      self.warnings.append($0)
    }
  }

  /// Opens the memory, calls a function, and closes the memory.
  func use<Result>(_ body: (SQLiteMemory) throws -> Result) rethrows -> Result {
    try body(open())
  }

  /// The contents of the file.
  func contents() -> [String] {
    use { MemoryStep.contents(of: $0) }
  }

  /// The number of steps in the file, of which the last one may not have been reported.
  func stepsHeld(atLeast reported: Int) throws -> Int {
    let contents = contents()
    for count in reported...(reported + 1) where remembered(0..<count) == contents { return count }
    throw NotHeld(reported: reported, contents: contents)
  }

  /// A copy of the file and its log as a kill has left them; the original is unchanged.
  func copied() throws -> Storing {
    let copy = try Storing()
    mkdir(copy.directory, 0o700)
    for name in ["memory.sqlite", "memory.sqlite-wal"] {
      guard let bytes = try? Self.bytes(of: directory + "/" + name) else { continue }
      _ = try copy.folder.write(bytes, to: "state/" + name)
    }
    return copy
  }

  func forgetWarnings() {
    warnings = []
  }

  /// The bytes of the file whose name is the memory's with this suffix.
  func bytes(_ suffix: String = "") throws -> [UInt8] {
    try Storing.bytes(of: path + suffix)
  }

  static func bytes(of path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "re") else { throw SystemFailure(call: path, errno: errno) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&block, 1, block.count, stream), count > 0 {
      bytes += block[..<count]
    }
    return bytes
  }

  func replace(with bytes: [UInt8]) throws {
    mkdir(directory, 0o700)
    _ = try folder.write(bytes, to: "state/memory.sqlite")
  }

  // MARK: Other programs

  /// The output of a query by SQLite's command line tool, which does not change the file.
  func asked(_ query: String) throws -> String {
    let child = try Child.run(["sqlite3", "-batch", "-readonly", path, query])
    #expect(child.status == 0, "\(child.errors)")
    return child.output.trimmed
  }

  /// Creates or changes the file with SQLite's command line tool.
  func make(_ script: String) throws {
    mkdir(directory, 0o700)
    let child = try Child.run(["sqlite3", "-batch", "-bail", path], input: script)
    try #require(child.status == 0, "\(child.errors)")
  }

  /// Starts a transaction of SQLite's command line tool, which locks the file until it ends.
  func lock(_ begin: String = "BEGIN EXCLUSIVE") throws -> LiveChild {
    let tool = try LiveChild(["sqlite3", "-batch", path])
    try tool.write("\(begin); SELECT 'begun';\n".utf8)
    try tool.expectOutput("begun\n")
    return tool
  }

  /// Ends the tool's transaction.
  static func unlock(_ tool: LiveChild, after change: String = "") throws {
    try tool.write("\(change)COMMIT;\n".utf8)
    tool.closeInput()
    #expect(try tool.end() == 0, "\(tool.errors)")
  }

  /// The program that uses the memory from another process.
  static let child = BuiltProgram.path(of: "StorageChild")

  /// The words before a command line that run it as a user other than root.
  static let unprivileged =
    geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
}

/// The output of ``StorageChild``.
struct Sayings {
  var kept: [Int] = []
  var made: [Int] = []
  var reads: [Int] = []
  var slept: Int?
  var warnings: [String] = []
  var contents: [String] = []

  /// Reads complete lines only, because a killed program may leave a partial line.
  init(_ output: String) {
    for line in output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      switch words[0] {
      case "kept": Int(words[1]).map { kept.append($0) }
      case "made": Int(words[1]).map { made.append($0) }
      case "reads": Int(words[1]).map { reads.append($0) }
      case "slept": slept = Int(words[1])
      case "warning": warnings.append(String(words[1]))
      case "holds": contents.append(String(words[1]))
      default: break
      }
    }
  }
}

/// A file lost a change that was reported as kept, or gained one that was not made.
struct NotHeld: Error {
  var reported: Int
  var contents: [String]
}

/// The contents of a memory without a file after these steps.
func remembered(_ steps: Range<Int>...) -> [String] {
  let memory = VolatileMemory()
  for step in steps.joined() { MemoryStep(step).apply(to: memory) }
  return MemoryStep.contents(of: memory)
}

extension String {
  var trimmed: String { String(reversed().drop { $0 == "\n" }.reversed()) }
}
