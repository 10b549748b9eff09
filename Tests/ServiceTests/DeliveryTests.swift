// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Codes and commands that each of their receivers must acknowledge.
@Suite(.heldToSchema) struct DeliveryTests {
  private let desk: Desk
  private let stock: Observer
  private let disk = Disk()
  private let inbox = Inbox()
  private var log: DeliveryLog { desk.programs.delivery }

  /// The changes that were to be written.
  private final class Disk {
    var changes: [OwedChange] = []
    var added: [Int] {
      changes.compactMap { if case .add(let record) = $0 { record.number } else { nil } }
    }
  }

  init() throws {
    desk = try Desk()
    stock = try desk.greet("stock")
    log.write = { [disk] in disk.changes.append($0) }
    log.setReceivers(["stock", "forward"])
    log.restore([], users: [:], lastNumber: 0)
    var scanner = DeviceInfo(
      id: DeviceID(rawValue: 7), name: "Scanner", path: "/dev/input/event7", phys: "usb-1/input0",
      vendor: 0x05E0, product: 0x1200)
    scanner.isScanner = true
    desk.programs.receive(.deviceAttached(scanner))
    desk.turn()
    _ = stock.lines()
  }

  private func scan(
    _ text: String, for receivers: [String] = ["stock"], limit: Int = 1000,
    from device: DeviceID = DeviceID(rawValue: 7)
  ) {
    var scan = Scan(device: device, text: text, time: .zero, duration: .zero, end: .gap)
    scan.delivery = DeliveryOrder(receivers: receivers, limit: limit)
    desk.programs.receive(scan)
    desk.turn()
  }

  /// The lines that have arrived together with responses.
  private final class Inbox {
    var lines: [String] = []
  }

  /// Sends a request, and returns its response.
  private func request(
    _ client: Observer, _ method: String, _ parameters: String = "{}", on desk: Desk? = nil
  ) throws -> String {
    let lines = (desk ?? self.desk).exchange(client, method, parameters)
    let responses = lines.filter { $0.hasPrefix("{\"id\"") || $0.hasPrefix("{\"error\"") }
    inbox.lines += lines.filter { !responses.contains($0) }
    return try #require(responses.last)
  }

  private func receive(_ client: Observer) throws -> String {
    try request(client, "delivery.receive")
  }

  private func acknowledge(_ number: Int, _ client: Observer) throws {
    let answer = try request(client, "delivery.ack", "{\"through\":\(number)}")
    #expect(answer.contains(#""result""#), "\(answer)")
  }

  private func body(_ text: String) -> String {
    #"{"id":"0","kind":"scan","text":"\#(text)","time":"2026"}"#
  }

  /// The numbers and texts of the items that a client has received.
  private func items(_ client: Observer) -> [String] {
    defer { inbox.lines = [] }
    return (inbox.lines + client.lines()).filter { $0.contains("delivery.item") }.map { line in
      let number = line.split(separator: "\"number\":").last?.prefix { $0 != "," } ?? ""
      let text = line.split(separator: "\"text\":\"").last?.prefix { $0 != "\"" } ?? ""
      return "\(number) \(text)"
    }
  }

  @Test("a code is sent after it is on the disk, with its number, identity, time and scanner")
  func contents() throws {
    #expect(try receive(stock).contains(#""result":{"dropped":0,"owed":0,"through":0}"#))
    scan("400")
    #expect(stock.lines() == [] && disk.added == [1])
    log.wereWritten(through: 1)
    desk.loop.settle()
    let line = try #require(stock.lines().first)
    #expect(line.contains(#""method":"delivery.item","params":{"number":1,"complete":true,"#))
    #expect(
      line.contains(#""device":{"id":"05e0:1200","name":"Scanner","path":"usb-1/input0"}"#))
    #expect(line.contains(#""kind":"scan","text":"400","#))
    let id = line.split(separator: "\"id\":\"").last?.prefix { $0 != "\"" } ?? ""
    #expect(id.count == 36 && Array(id)[14] == "7" && "89ab".contains(Array(id)[19]), "\(id)")
    let time = line.split(separator: "\"time\":\"").last?.prefix { $0 != "\"" } ?? ""
    #expect(time.hasPrefix("20") && time.hasSuffix("Z") && time.count == 27, "\(time)")
  }

  @Test("a code names the address of its scanner, with which Bluetooth scanners of one kind differ")
  func address() throws {
    var scanner = DeviceInfo(
      id: DeviceID(rawValue: 8), name: "Scanner", path: "/dev/input/event8",
      phys: "00:1a:7d:da:71:13", uniq: "ac:3f:a4:00:00:01", vendor: 0x05E0, product: 0x1200)
    scanner.isScanner = true
    desk.programs.receive(.deviceAttached(scanner))
    desk.turn()
    _ = try receive(stock)
    scan("400", from: scanner.id)
    log.wereWritten(through: 1)
    desk.loop.settle()
    let line = try #require(stock.lines().first)
    #expect(line.contains(#""path":"00:1a:7d:da:71:13","uniq":"ac:3f:a4:00:00:01"}"#), "\(line)")
  }

  @Test("an item that was not acknowledged is sent again, in order, to the next run of the program")
  func again() throws {
    _ = try receive(stock)
    for number in 1...4 { scan("\(number)") }
    log.wereWritten(through: 4)
    desk.loop.settle()
    #expect(items(stock) == ["1 1", "2 2", "3 3", "4 4"])
    try acknowledge(2, stock)
    stock.stopSending()
    desk.loop.settle()
    desk.turn()
    scan("5")
    log.wereWritten(through: 5)
    let next = try desk.greet("stock")
    #expect(items(next) == [])
    #expect(try receive(next).contains(#""owed":3,"through":2"#))
    desk.loop.settle()
    #expect(items(next) == ["3 3", "4 4", "5 5"])
    #expect(disk.changes.contains(.settle(receiver: "stock", through: 2)))
  }

  @Test("each receiver must acknowledge a code, and one that is away delays no other")
  func several() throws {
    _ = try receive(stock)
    scan("1", for: ["stock", "forward"])
    log.wereWritten(through: 1)
    desk.loop.settle()
    #expect(items(stock) == ["1 1"])
    try acknowledge(1, stock)
    let forward = try desk.greet("forward")
    _ = try receive(forward)
    desk.loop.settle()
    #expect(items(forward) == ["1 1"])
    try acknowledge(1, forward)
    #expect(log.unwritten.allSatisfy { if case .add = $0 { false } else { true } })
  }

  @Test("at most 64 items are sent that the program has not acknowledged")
  func window() throws {
    _ = try receive(stock)
    for number in 1...100 { scan("\(number)") }
    log.wereWritten(through: 100)
    desk.loop.settle()
    #expect(items(stock).count == 64)
    try acknowledge(10, stock)
    desk.loop.settle()
    #expect(items(stock).count == 10)
    try acknowledge(74, stock)
    desk.loop.settle()
    #expect(items(stock).last == "100 100")
  }

  @Test("beyond the limit the oldest codes are dropped, and the program is notified")
  func limit() throws {
    _ = try receive(stock)
    for number in 1...5 { scan("\(number)", limit: 3) }
    log.wereWritten(through: 5)
    desk.turn()
    let lines = stock.lines()
    #expect(
      lines.filter { $0.contains("delivery.dropped") }.last?.contains(
        #""count":1,"reason":"number","through":2"#) == true, "\(lines)")
    let sent = lines.filter { $0.contains("delivery.item") }
    #expect(sent.count == 3 && sent[0].contains(#""number":3,"#))
    #expect(try receive(stock).contains(#""dropped":2,"owed":3,"through":2"#))
  }

  @Test("more than 16 MiB are not kept, and what is dropped belongs to every receiver")
  func bytes() throws {
    let log = DeliveryLog()
    log.restore([], users: [:], lastNumber: 0)
    let order = DeliveryOrder(receivers: ["a", "b"], limit: 1000)
    for _ in 0..<20 { log.add("{\"text\":\"\(String(repeating: "x", count: 1 << 20))\"}", order) }
    #expect(log.receivers.map(\.owed) == [15, 15] && log.receivers.map(\.dropped) == [5, 5])
  }

  @Test("while the disk fails, codes are sent nevertheless; when it works again, after it")
  func failingDisk() throws {
    _ = try receive(stock)
    scan("1")
    log.diskFailed()
    scan("2")
    desk.loop.settle()
    #expect(items(stock) == ["1 1", "2 2"])
    log.wereWritten(through: 2)
    scan("3")
    desk.loop.settle()
    #expect(items(stock) == [])
  }

  @Test("codes that are scanned before the file is open get numbers after those of earlier runs")
  func early() throws {
    let log = DeliveryLog()
    var numbers: [Int] = []
    log.write = { if case .add(let record) = $0 { numbers.append(record.number) } }
    let order = DeliveryOrder(receivers: ["stock"], limit: 10)
    log.add(#"{"text":"a"}"#, order)
    log.restore(
      [OwedRecord(number: 6, body: #"{"text":"b"}"#, receivers: ["stock"])], users: [:],
      lastNumber: 8)
    #expect(numbers == [9] && log.receivers.map(\.owed) == [2])
  }

  @Test("items of an earlier run are sent if its file can be opened later only")
  func lateFile() throws {
    let desk = try Desk()
    let client = try desk.greet("stock")
    let log = desk.programs.delivery
    log.setReceivers(["stock"])
    log.restoreNothing(after: 1000)
    log.add(body("new"), DeliveryOrder(receivers: ["stock"], limit: 10))
    _ = try request(client, "delivery.receive", on: desk)
    desk.loop.settle()
    #expect(items(client) == ["1001 new"])
    log.restore(
      [OwedRecord(number: 6, body: body("old"), receivers: ["stock"])], users: [:],
      lastNumber: 8)
    log.wereWritten(through: 1002)
    // The acknowledgement was on its way, and must not concern the older item.
    _ = try request(client, "delivery.ack", #"{"through":1001}"#, on: desk)
    desk.loop.settle()
    #expect(items(client) == ["1002 old"] && log.receivers.map(\.owed) == [1])
  }

  @Test("a program that the settings do not name, of another user, or in addition receives nothing")
  func refused() throws {
    let other = try desk.greet("other")
    #expect(try receive(other).contains(#""name":"notPermitted""#))
    #expect(
      try desk.ask(other, "delivery.ack", #"{"through":0}"#).contains(#""name":"notYet""#))
    _ = try receive(stock)
    let second = try desk.greet("stock")
    #expect(try receive(second).contains(#""name":"nameInUse""#))
    #expect(
      try desk.ask(stock, "delivery.ack", #"{"through":-1}"#).contains(
        #""name":"invalidParameter""#))
    let log = DeliveryLog()
    log.restore(
      [OwedRecord(number: 1, body: "{}", receivers: ["stock"])], users: ["stock": 4242],
      lastNumber: 1)
    let program = try #require(desk.programs.programs.first { $0.name == "stock" })
    guard case .otherUser(4242)? = log.begin(program) else {
      Issue.record("another user receives what is owed")
      return
    }
  }

  @Test("no program receives a code that is owed as `scan` too")
  func once() throws {
    _ = try desk.ask(stock, "scanner.claim")
    scan("1")
    #expect(!stock.lines().contains { $0.contains(#""method":"scan""#) })
  }
}
