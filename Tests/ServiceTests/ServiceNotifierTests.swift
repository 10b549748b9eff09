// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Service
import TestSupport
import TextInput
import Testing

@Suite struct ServiceNotifierTests {
  private let folder: TemporaryFolder
  private let loop = PollLoop()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeNotifier(_ address: String) -> ServiceNotifier? {
    ServiceNotifier(address: address, loop: loop) { "\($0) of them" }
  }

  @Test(
    "READY is sent when the loop first waits, then each change of status, and STOPPING at the end",
    arguments: [false, true])
  func life(isAbstract: Bool) throws {
    let address = (isAbstract ? "@" : "") + folder.path + "/notify"
    let manager = try NotificationSocket(address: address)
    let notifier = try #require(makeNotifier(address))
    notifier.receive(.deviceAttached(.desk))
    #expect(manager.messages().isEmpty, "the service is not ready before the loop waits")
    notifier.frameEnded()
    #expect(manager.messages() == ["READY=1\nSTATUS=1 of them"])
    notifier.receive(.textDidChange(.main, range: TextRange(caret: 0), text: "x", origin: .user))
    notifier.frameEnded()
    #expect(manager.messages().isEmpty, "typed text sends no notification")
    notifier.receive(.deviceDetached(.desk))
    notifier.frameEnded()
    #expect(manager.messages() == ["READY=1\nSTATUS=0 of them"])
    notifier.finish()
    notifier.finish()
    #expect(manager.messages() == ["STOPPING=1\nSTATUS=0 of them"], "once")
  }

  @Test("a manager whose queue is full receives the last status when it has room")
  func fullQueue() throws {
    let address = folder.path + "/notify"
    let manager = try NotificationSocket(address: address)
    let notifier = try #require(makeNotifier(address))
    var changes = 0
    while loop.watched.isEmpty, changes < 10_000 {
      notifier.receive(.deviceAttached(.desk))
      notifier.frameEnded()
      changes += 1
    }
    try #require(!loop.watched.isEmpty, "the queue never filled up")
    for _ in 0..<3 {
      notifier.receive(.deviceAttached(.desk))
      notifier.frameEnded()
    }
    loop.settle()
    #expect(manager.messages().last == "READY=1\nSTATUS=\(changes - 1) of them")
    #expect(loop.run { loop.watched.isEmpty })
    #expect(manager.messages() == ["READY=1\nSTATUS=\(changes + 3) of them"])
  }

  @Test("a manager that disappears is ignored from then on")
  func gone() throws {
    let address = folder.path + "/notify"
    var manager: NotificationSocket? = try NotificationSocket(address: address)
    let notifier = try #require(makeNotifier(address))
    _ = manager?.messages()
    manager = nil
    for _ in 0..<2 {
      notifier.receive(.deviceAttached(.desk))
      notifier.frameEnded()
    }
    notifier.finish()
    #expect(loop.watched.isEmpty)
  }

  @Test("watchdog messages follow the schedule only, and end with the notifier")
  func watchdog() throws {
    let address = folder.path + "/notify"
    var manager: NotificationSocket? = try NotificationSocket(address: address)
    var pulse: (period: Int64, body: () -> Void)?
    let notifier = try #require(
      ServiceNotifier(
        address: address, loop: loop,
        watchdog: Watchdog(limit: "3000000", process: "\(getpid())", own: getpid()),
        schedule: { period, body in
          pulse = (period, body)
          return { pulse = nil }
        }, status: { _ in "" }))
    #expect(pulse?.period == 1_000_000)
    notifier.frameEnded()
    #expect(manager?.messages() == ["READY=1\nSTATUS="], "a key alone sends no watchdog message")
    pulse?.body()
    pulse?.body()
    #expect(manager?.messages() == ["WATCHDOG=1", "WATCHDOG=1"])
    var sent = 0
    while loop.watched.isEmpty, sent < 10_000 {
      pulse?.body()
      notifier.receive(.deviceAttached(.desk))
      notifier.frameEnded()
      sent += 1
    }
    pulse?.body()
    #expect(pulse != nil, "a full queue is not a failure")
    manager = nil
    loop.settle()
    #expect(pulse == nil && loop.watched.isEmpty)
    notifier.finish()
  }

  @Test(
    "the watchdog is used only for this process and with a positive limit",
    arguments: [
      ("30000000", nil, 10_000_000), ("30000000", "42", 10_000_000), ("1", nil, 1),
      ("30000000", "43", nil), ("30000000", "", nil), ("0", nil, nil), ("-3", nil, nil),
      ("x", nil, nil), (nil, "42", nil),
    ] as [(String?, String?, Int64?)])
  func wanted(limit: String?, process: String?, pulse: Int64?) {
    #expect(Watchdog(limit: limit, process: process, own: 42)?.pulse == pulse)
  }

  @Test(
    "an address without a listener gives no notifier",
    arguments: [
      "", "notify", "vsock:2:1", "/nowhere/notify", "@nobody is here",
      "/" + String(repeating: "x", count: 200),
    ])
  func nobody(address: String) {
    #expect(makeNotifier(address) == nil)
  }
}
