// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Misbehaving clients at the real binary's sockets: the well-behaved program gets every key once
/// and in order, and the others leave nothing behind.
@Suite(.onTestbed, .notInFastRuns) struct LoadTests {
  private let bench: LoadBench

  init() throws {
    bench = try LoadBench()
  }

  @Test(
    "Misbehaving clients cost no key, and leave no descriptor open",
    arguments: [
      ("flood", 20, false), ("deaf", 20, false), ("half", 10, false), ("storm", 500, false),
      ("heirs", 80, false), ("silent", 40, true),
    ])
  func abuse(_ kind: String, _ count: Int, _ needsObservers: Bool) throws {
    let service = try bench.start()
    let honest = try bench.honest()
    try bench.type("before", honest)
    let before = try bench.quiet(service)
    let abuser = try bench.abuser(kind, count, observers: needsObservers)
    for _ in 0..<10 { try bench.type("the quick brown fox\n", honest) }
    abuser.closeInput()
    #expect(try abuser.end() == 0, "\(abuser.errors)")
    try bench.waitForDescriptors(before, service)
    try bench.type("after", honest)
    try bench.end(service, honest)
  }

  @Test("With 200 programs and 500 observers, each observer receives every key")
  func crowd() throws {
    let service = try bench.start()
    let honest = try bench.honest()
    let before = try bench.quiet(service)
    let crowd = try bench.abuser("crowd", 200, observers: true)
    #expect(bench.descriptors(of: service) == before + 700)
    for _ in 0..<4 { try bench.type("jumps over the lazy dog\n", honest) }
    // A newline is not inserted into a field.
    let changes = 4 * "jumps over the lazy dog".count
    try crowd.write("\(changes)".utf8)
    crowd.closeInput()
    #expect(try crowd.end() == 0, "\(crowd.errors)")
    #expect(crowd.output.hasSuffix("ready\n\(changes)\ndone 500\n"), "\(crowd.output)")
    try bench.waitForDescriptors(before, service)
    try bench.end(service, honest)
  }

  @Test("If a program is killed before it responds, the next key goes to the waiting program")
  func killedWhileAsked() throws {
    let service = try bench.start()
    let asked = try bench.abuser("asked", 0)
    let honest = try LiveChild(bench.honestCommand)
    try bench.waitForState("connected", count: 2)
    bench.machine.type(1, "q")
    try asked.expectOutput("asked")
    asked.signal(SIGKILL)
    try honest.expectOutput("ready\n")
    try bench.type("for who waited\n", honest)
    try bench.end(service, honest)
  }

  @Test("A program that floods before it responds costs other programs no key")
  func floodWhileAsked() throws {
    let service = try bench.start()
    let observer = try LiveChild(["socat", "-u", "UNIX:\(bench.observers)", "-"])
    _ = try observer.line()
    let asked = try bench.abuser("asked", 1)
    bench.machine.type(1, "typed meanwhile")
    try observer.expectOutput(#""range":[14,14],"string":"e""#)
    asked.signal(SIGKILL)
    try bench.waitForState("connected", count: 0)
    let honest = try bench.honest()
    try bench.type("and after\n", honest)
    try bench.end(service, honest)
  }

  @Test("A program that is consulted before every change gets each key once, while others flood")
  func questionsWhileFlooded() throws {
    let service = try bench.start()
    let honest = try bench.honest("text.shouldChange")
    let flood = try bench.abuser("flood", 5)
    for _ in 0..<5 { try bench.type("yes to every one\n", honest) }
    flood.closeInput()
    #expect(try flood.end() == 0, "\(flood.errors)")
    try bench.end(service, honest)
  }
}
