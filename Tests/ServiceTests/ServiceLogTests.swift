// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing

@testable import Service

/// The service's log, for the machine's administrator.
struct ServiceLogTests {
  private let folder: TemporaryFolder
  private let journal: NotificationSocket
  private let clock = Clock()
  private let shown = Shown()
  private let log: ServiceLog

  private final class Clock {
    var now = BootTime.now
  }

  private final class Shown {
    var entries: [LogEntry] = []
  }

  init() throws {
    folder = try TemporaryFolder()
    journal = try NotificationSocket(address: folder.path + "/journal")
    log = ServiceLog(
      path: folder.path + "/journal", identifier: "keybridge", now: { [clock] in clock.now },
      show: { [shown] in shown.entries.append($0) })
  }

  @Test("A journal entry has its fields, and a message of several lines has its length")
  func journalEntry() {
    log.write(
      LogEntry(
        "grab.refused", .warning, "held by another\nstop that",
        [LogEntry.Field("DEVICE", "/dev/input/event3")]))
    let lines = "MESSAGE\n\u{19}\0\0\0\0\0\0\0held by another\nstop that\n"
    #expect(
      journal.messages() == [
        lines + """
          PRIORITY=4
          SYSLOG_IDENTIFIER=keybridge
          KEYBRIDGE_EVENT=grab.refused
          KEYBRIDGE_DEVICE=/dev/input/event3

          """
      ])
    #expect(shown.entries.isEmpty)
  }

  @Test(
    "Ten entries of a kind are written per minute; the rest are counted, other kinds unaffected"
  )
  func limit() {
    for number in 0..<25 { log.write(LogEntry("a", .info, "\(number)")) }
    log.write(LogEntry("b", .info, "other"))
    #expect(journal.messages().count == 11)
    clock.now = clock.now + .seconds(59)
    log.write(LogEntry("a", .info, "too early"))
    #expect(journal.messages().isEmpty)
    clock.now = clock.now + .seconds(1)
    log.write(LogEntry("a", .info, "in time"))
    let later = journal.messages()
    #expect(later.count == 2)
    #expect(
      later.first?.contains("MESSAGE=16 more entries of a within a minute were omitted\n") == true)
    #expect(later.last?.contains("MESSAGE=in time\n") == true)
    for _ in 0..<12 { log.write(LogEntry("a", .info, "again")) }
    _ = journal.messages()
    log.finish()
    #expect(journal.messages().map { $0.contains("KEYBRIDGE_LEFT_OUT=3\n") } == [true])
  }

  @Test("Without a journal, or if the journal is blocked, all entries but information are shown")
  func withoutJournal() throws {
    let alone = ServiceLog(
      path: folder.path + "/nobody", identifier: "keybridge", now: { [clock] in clock.now },
      show: { [shown] in shown.entries.append($0) })
    alone.write(LogEntry("a", .info, "x"))
    alone.write(LogEntry("a", .error, "y"))
    #expect(shown.entries.map(\.message) == ["y"])
    // A queue that is never read.
    let wall = String(repeating: "x", count: 100_000)
    for number in 0..<10 { log.write(LogEntry("\(number)", .warning, wall)) }
    #expect(shown.entries.count > 1)
    #expect(journal.messages().count + shown.entries.count == 11)
  }

  @Test("The journal is used only if it reads standard error")
  func journalStream() throws {
    var facts = stat()
    try #require(fstat(2, &facts) == 0)
    #expect(
      JournalSocket.path(stream: "\(facts.st_dev):\(facts.st_ino)") == "/run/systemd/journal/socket"
    )
    #expect(JournalSocket.path(stream: "\(facts.st_dev):\(facts.st_ino + 1)") == nil)
    #expect(JournalSocket.path(stream: nil) == nil)
  }
}
