// SPDX-License-Identifier: Apache-2.0
import Keys
@testable import Storage
import TestSupport
import Testing

/// The file of what is owed to programs.
@Suite struct OwedFileTests {
  private let folder: TemporaryFolder
  private var directory: String { folder.path + "/state" }
  private var path: String { directory + "/owed.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func record(_ number: Int, _ receivers: [String] = ["stock"]) -> OwedRecord {
    OwedRecord(number: number, body: #"{"text":"\#(number)"}"#, receivers: receivers)
  }

  private func use<Result>(_ body: (OwedFile, OwedFile.Contents) throws -> Result) throws -> Result
  {
    let (file, contents) = try OwedFile.open(directory: directory)
    return try body(file, contents)
  }

  @Test("a record that was added and not settled is there again, in order, with its receivers")
  func kept() throws {
    try use { file, contents in
      #expect(contents == OwedFile.Contents())
      try file.apply([
        .add(record(1)), .add(record(2, ["stock", "forward"])), .add(record(3)),
        .bind(receiver: "stock", user: 1000), .bind(receiver: "forward", user: 999),
      ])
      try file.apply([
        .settle(receiver: "stock", through: 2), .bind(receiver: "forward", user: nil),
      ])
    }
    try use { file, contents in
      #expect(contents.records == [record(2, ["forward"]), record(3)])
      #expect(contents.users == ["stock": 1000] && contents.lastNumber == 3)
      try file.apply([.settle(receiver: "forward", through: 3)])
      try file.apply([.settle(receiver: "stock", through: 3)])
    }
    // Numbers are not used again, although nothing is owed.
    #expect(
      try use { $1 }
        == OwedFile.Contents(records: [], lastNumber: 3, users: ["stock": 1000]))
  }

  @Test("a change that is written again, to the file of a writer that was killed, changes nothing")
  func twice() throws {
    try use { file, _ in
      try file.apply([.add(record(1)), .add(record(2))])
      try file.apply([.settle(receiver: "stock", through: 1), .add(record(2)), .add(record(3))])
    }
    #expect(try use { $1.records } == [record(2), record(3)])
  }

  @Test("each commit waits for the disk, and the room of settled records is given back")
  func pragmas() throws {
    try use { file, _ in
      let bodies = (1...200).map {
        OwedRecord(number: $0, body: String(repeating: "x", count: 4000), receivers: ["stock"])
      }
      try file.apply(bodies.map { .add($0) })
      #expect(try asked("PRAGMA page_count") > 200)
      try file.apply([.settle(receiver: "stock", through: 200)])
      file.shrink()
      #expect(try asked("PRAGMA page_count") < 20)
      #expect(try asked("PRAGMA auto_vacuum") == 2)
      #expect(file.synchronous == 2)
    }
  }

  private func asked(_ question: String) throws -> Int {
    let database = try SQLiteDatabase(path: path, access: .readOnly)
    var answer = 0
    try database.run(question) { answer = $0.integer(0) }
    return answer
  }

  @Test("of a damaged file what can be read is kept, and the file is set aside")
  func damaged() throws {
    try use { file, _ in try file.apply((1...300).map { .add(record($0)) }) }
    var bytes = try Storing.bytes(of: path)
    // The last page of the table, but not its root.
    for index in (bytes.count - 300)..<(bytes.count - 100) { bytes[index] ^= 0x5A }
    _ = try folder.write(bytes, to: "state/owed.sqlite")
    let contents = try use { $1 }
    #expect(contents.damagedFile == path + ".damaged-1" || contents.records.count == 300)
    _ = try folder.write(Array("no database".utf8), to: "state/owed.sqlite")
    let empty = try use { $1 }
    #expect(empty.damagedFile != nil && empty.records == [])
    try use { file, _ in try file.apply([.add(record(1))]) }
    #expect(try use { $1.records } == [record(1)])
  }

  @Test("the file of a newer version stays as it is")
  func newer() throws {
    try use { file, _ in try file.apply([.add(record(1))]) }
    let database = try SQLiteDatabase(path: path, access: .readWrite)
    try database.execute("PRAGMA user_version = 9")
    #expect(throws: StorageError.newerVersion(path: path, found: 9, known: 1)) {
      _ = try OwedFile.open(directory: directory)
    }
  }
}
