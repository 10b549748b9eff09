// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Input extensions in the real program, as programs and observers see them.
@Suite(
  .onTestbed, .notInFastRuns, .serialized, .needs("socat"), .needs(file: "/usr/bin/python3"))
struct ExtensionRunTests {
  private let run: ExtensionRun

  init() throws { run = try ExtensionRun() }

  @Test("F103, F106, F107, F108, F112 an extension types what it sees, without any access")
  func document() throws {
    let service = try run.start()
    try run.use()
    run.machine.type(1, "c")
    try service.expectOutput(#""string":"ĉ""#)
    run.machine.type(1, "ab")
    // ⇧ with ← selects the letter before the caret.
    run.machine.key(1, 42, 1)
    run.machine.key(1, 105, 1)
    run.machine.key(1, 105, 0)
    run.machine.key(1, 42, 0)
    run.machine.type(1, "s")
    try service.expectOutput(#""string":"<b>""#)
    run.machine.type(1, "f")
    try service.expectOutput(#""string":"none""#)
    #expect(try run.control("extensions", "grant", "rows", "pasteboard").status == 0)
    run.machine.type(1, "f")
    try service.expectOutput(#""string":"full""#)
    run.machine.type(1, "i")
    try service.expectOutput(#""string":"["#)
    let listing = try run.control("extensions").output
    #expect(listing.contains("rows") && listing.contains("pasteboard"), "\(listing)")
    #expect(listing.contains("ago"), "\(listing)")
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  @Test("CIV-13 a service without a sandbox starts extensions itself")
  func withoutSandbox() throws {
    let service = try run.start(["--no-sandbox"])
    try run.use()
    run.machine.type(1, "c")
    try service.expectOutput(#""string":"ĉ""#)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  @Test("F104, F105 a mode is listed once its extension is enabled, and refused before")
  func enabling() throws {
    let service = try run.start()
    #expect(try !run.control("mode").output.contains("rows.x"))
    let refused = try run.control("mode", "rows.x")
    #expect(refused.status == 1)
    try run.use()
    #expect(try run.control("mode").output.contains("* rows.x  Rows"))
    #expect(try run.control("extensions", "disable", "rows").status == 0)
    #expect(try !run.control("mode").output.contains("rows.x"))
    #expect(try run.control("extensions", "grant", "rows", "network").status == 1)
    #expect(try run.control("extensions", "enable", "nothing").status == 1)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  @Test(
    "CIV-13, CIV-19 an extension with a fault costs no letter, and the built-in mode types on",
    arguments: [
      "silent", "slow 320", "closes", "dies", "floods endless", "forks", "wrong-id", "deletes",
      "rewrites", "clings", "unread", "asks", "network", "hangs",
    ])
  func fault(_ mode: String) throws {
    try run.make("tried", mode.split(separator: " ").map(String.init) + ["--after", "1"])
    let service = try run.start(mirror: "text")
    #expect(try run.control("extensions", "enable", "tried").status == 0)
    #expect(try run.control("mode", "tried.x").status == 0)
    for letter in ["a", "b", "c"] { run.machine.type(1, letter) }
    #expect(try run.control("mode", "en-US").status == 0)
    run.machine.type(1, "xyz\n")
    try service.expectOutput("abcxyz\n")
    #expect(try run.control("extensions", "disable", "tried").status == 0)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    // No process of the extension outlives the service.
    let left = try Child.run(["pgrep", "-f", run.folder.path + "/extensions/tried"])
    #expect(left.status == 1, "\(left.output)")
  }

  @Test("CIV-13 a folder that changes after it was enabled is not started, and disabled")
  func changed() throws {
    let service = try run.start()
    try run.use()
    #expect(try run.control("mode", "en-US").status == 0)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    _ = try run.folder.write("#".utf8, to: "extensions/rows/other")
    let second = try run.start()
    #expect(try run.control("mode", "rows.x").status == 0)
    try second.expectError("the extension rows has changed since it was enabled")
    run.machine.type(1, "c")
    try second.expectOutput(#""string":"c""#)
    #expect(try run.control("extensions").output.contains("disabled"))
    second.signal(SIGTERM)
    #expect(try second.end() == 0)
  }

  @Test("F109, F110, F111 the list of modes, the lexicon and the language, from the extension")
  func requests() throws {
    let service = try run.start()
    try run.use()
    run.machine.type(1, "x")
    try service.expectOutput(#""string":"True""#)
    run.machine.type(1, "l")
    try service.expectOutput(#""language":"fr""#)
    run.machine.type(1, "m")
    try service.expectOutput(#""kind":"modes""#)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  @Test("F113 a call for the network is refused, counted, and logged without content")
  func network() throws {
    let service = try run.start()
    try run.use()
    run.machine.type(1, "n")
    try service.expectOutput(#""string":"E1""#)
    try service.expectError("the extension rows asked for the network, which is not granted")
    #expect(try run.control("extensions").output.contains("1 sockets refused"))
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }
}
