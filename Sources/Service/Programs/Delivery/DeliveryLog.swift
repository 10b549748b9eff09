// SPDX-License-Identifier: Apache-2.0
package import Keys
import Mirrors

/// The items that are owed to programs: codes and commands that each of their receivers must
/// acknowledge.
///
/// An item is sent after it is on the disk, at most ``Limits/sent`` before the program has
/// acknowledged. If it cannot be written, it is sent nevertheless, and kept in memory.
package final class DeliveryLog {
  /// How much is kept.
  package struct Limits: Hashable, Sendable {
    /// The bytes of all items together.
    package var bytes = 16 << 20
    /// For how long an item is kept, from the scan or the start of the service on.
    package var age = Duration.seconds(30 * 86_400)
    /// How many items are sent to a program that it has not acknowledged.
    package var sent = 64

    package init() {}
  }

  private struct Item {
    var record: OwedRecord
    var keptSince: BootTime
  }

  private let limits: Limits
  private var items: [Int: Item] = [:]
  private var queues: [String: DeliveryQueue] = [:]
  /// The receivers of the settings.
  private var named: Set<String> = []
  private var bytes = 0
  private var lastNumber = 0
  /// The number up to which items are on the disk.
  private var written = 0
  /// The items that have no number yet, because the numbers of earlier runs are not known.
  private var unnumbered: [(body: String, order: DeliveryOrder)] = []
  private var isLoaded = false
  /// Whether the file of earlier runs could not be read yet.
  private var hasNoFile = false
  /// Whether items wait for the disk before they are sent.
  private var waitsForDisk = true

  /// Writes a change to the disk; nil while nothing is kept.
  package var write: ((OwedChange) -> Void)?
  /// Called when something is owed for the first time, so that the file must be opened.
  package var isNeeded: () -> Void = {}
  /// Logs what is dropped.
  var log: (LogEntry) -> Void = { _ in }

  init(_ limits: Limits = Limits()) { self.limits = limits }

  // MARK: Receivers

  /// Sets the receivers of the settings.
  ///
  /// Items that are owed to others are kept until they acknowledge them, or until they are too old.
  ///
  /// - Parameter names: the names.
  package func setReceivers(_ names: Set<String>) {
    named = names
    if !names.isEmpty { isNeeded() }
  }

  /// The receivers, for `keybridge status`.
  var receivers: [DeliveryReceiver] {
    named.union(queues.filter { $0.value.count > 0 }.keys).sorted().map { name in
      let queue = queues[name]
      return DeliveryReceiver(
        connected: queue?.program?.connection != nil, dropped: queue?.droppedCount ?? 0, name: name,
        owed: queue?.count ?? 0)
    }
  }

  /// The reason why a program does not receive.
  enum Refusal {
    /// The settings name no receiver like this.
    case unknown
    /// The items belong to programs of another user.
    case otherUser(UInt32)
    /// Another program receives already.
    case taken(Program)
  }

  /// Begins to send a program what is owed to it.
  ///
  /// - Parameter program: the program.
  /// - Returns: why it receives nothing; nil if it does.
  func begin(_ program: Program) -> Refusal? {
    let name = program.name
    guard named.contains(name) || (queues[name]?.count ?? 0) > 0 else { return .unknown }
    var queue = queues[name] ?? DeliveryQueue()
    if let user = queue.user, user != program.user {
      guard queue.count == 0, queue.program?.connection == nil else { return .otherUser(user) }
    }
    if let other = queue.program, other !== program, other.connection != nil,
      !program.succeeds(other)
    {
      return .taken(other)
    }
    if queue.user != program.user {
      queue.user = program.user
      write?(.bind(receiver: name, user: program.user))
    }
    queue.program = program
    queue.startAgain()
    queues[name] = queue
    return nil
  }

  /// The items that are owed to a program, and how far it has acknowledged.
  func state(of program: Program) -> (owed: Int, settled: Int, dropped: Int) {
    let queue = queues[program.name]
    return (queue?.count ?? 0, queue?.settled ?? 0, queue?.droppedCount ?? 0)
  }

  /// The last number that was sent to a program; nil if it does not receive.
  func lastSent(to program: Program) -> Int? {
    guard let queue = queues[program.name], queue.program === program else { return nil }
    return lastNumber
  }

  /// Forgets what a program has acknowledged.
  func acknowledge(through number: Int, by program: Program) {
    let name = program.name
    if let removed = queues[name]?.acknowledge(through: number) { settle(name, removed) }
  }

  // MARK: Items

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - body: its contents, an object of JSON.
  ///   - order: the receivers.
  func add(_ body: String, _ order: DeliveryOrder) {
    guard isLoaded else {
      // Bounded like the items themselves; the file is opened within moments, or fails.
      if unnumbered.count < order.limit { unnumbered.append((body, order)) }
      return isNeeded()
    }
    lastNumber += 1
    let record = OwedRecord(number: lastNumber, body: body, receivers: order.receivers)
    if let user = order.user {
      for name in order.receivers where queues[name]?.user != user {
        queues[name, default: DeliveryQueue()].user = user
        write?(.bind(receiver: name, user: user))
      }
    }
    keep(record)
    write?(.add(record))
    for name in order.receivers { drop(of: name, beyond: order.limit) }
    dropBeyondLimits()
    if !waitsForDisk { sendAll() }
  }

  private func keep(_ record: OwedRecord) {
    items[record.number] = Item(record: record, keptSince: .now)
    bytes += record.body.utf8.count
    for name in record.receivers { queues[name, default: DeliveryQueue()].append(record.number) }
  }

  private func settle(_ name: String, _ removed: [Int]) {
    guard let last = removed.last else { return }
    for number in removed { release(number, by: name) }
    write?(.settle(receiver: name, through: last))
  }

  private func release(_ number: Int, by name: String) {
    items[number]?.record.receivers.removeAll { $0 == name }
    guard let item = items[number], item.record.receivers.isEmpty else { return }
    items[number] = nil
    bytes -= item.record.body.utf8.count
  }

  // MARK: Dropping

  private func drop(of name: String, beyond limit: Int) {
    while let queue = queues[name], queue.count > limit, let oldest = queue.oldest {
      drop(oldest, of: name, .number)
    }
  }

  private func dropBeyondLimits() {
    while bytes > limits.bytes, let oldest = oldestNumber { dropForAll(oldest, .bytes) }
    let now = BootTime.now
    while let oldest = oldestNumber, let item = items[oldest],
      now - item.keptSince > limits.age
    {
      dropForAll(oldest, .age)
    }
  }

  private var oldestNumber: Int? { queues.values.compactMap(\.oldest).min() }

  private func dropForAll(_ number: Int, _ reason: DeliveryQueue.DropReason) {
    for (name, queue) in queues where queue.oldest == number { drop(number, of: name, reason) }
  }

  private func drop(_ number: Int, of name: String, _ reason: DeliveryQueue.DropReason) {
    queues[name]?.droppedCount += 1
    if let removed = queues[name]?.dropOldest() { settle(name, removed) }
    log(
      LogEntry(
        "delivery.dropped", .warning,
        "item \(number) for \(name.excerpt) was dropped: \(reason.explanation)"))
    guard let program = queues[name]?.program else { return }
    program.notify(
      "delivery.dropped", Dropped(count: 1, reason: reason.rawValue, through: number))
  }

  private struct Dropped: Encodable {
    var count: Int
    var reason: String
    var through: Int
  }

  // MARK: The disk

  /// Takes over what an earlier run has kept.
  ///
  /// - Parameters:
  ///   - records: what is owed, the oldest first.
  ///   - users: the users of the receivers.
  ///   - lastNumber: the last number that was used.
  package func restore(_ records: [OwedRecord], users: [String: UInt32], lastNumber: Int) {
    if isLoaded {
      // The file of the same run has nothing that is not known.
      if hasNoFile { restoreOlder(records, users: users) }
      hasNoFile = false
      return
    }
    isLoaded = true
    for (name, user) in users { queues[name, default: DeliveryQueue()].user = user }
    for record in records { keep(record) }
    (self.lastNumber, written) = (lastNumber, lastNumber)
    for (body, order) in unnumbered { add(body, order) }
    unnumbered = []
    sendAll()
  }

  /// Takes over what an earlier run has kept, after a file that could not be opened at the start.
  ///
  /// The items get new numbers: an acknowledgement of a newer item, which is on its way, must not
  /// concern them.
  private func restoreOlder(_ records: [OwedRecord], users: [String: UInt32]) {
    for (name, user) in users where queues[name]?.user == nil {
      queues[name, default: DeliveryQueue()].user = user
    }
    var last: [String: Int] = [:]
    for var record in records {
      for name in record.receivers { last[name] = record.number }
      lastNumber += 1
      record.number = lastNumber
      keep(record)
      write?(.add(record))
    }
    for (name, number) in last { write?(.settle(receiver: name, through: number)) }
  }

  /// Continues without a file, because it cannot be opened.
  ///
  /// - Parameter number: a number above those of all earlier runs.
  package func restoreNothing(after number: Int) {
    diskFailed()
    guard !isLoaded else { return }
    restore([], users: [:], lastNumber: number)
    hasNoFile = true
  }

  /// Whether there are items that are not on the disk, as far as is known.
  package var hasUnwritten: Bool {
    !unnumbered.isEmpty || items.keys.contains { $0 > written }
  }

  /// A number above those of earlier runs, whose file cannot be read.
  package static var unusedNumber: Int { Int(WallClock.now) }

  /// Called when items are on the disk.
  ///
  /// - Parameter number: the number of the last of them.
  package func wereWritten(through number: Int) {
    (written, waitsForDisk) = (max(written, number), true)
    sendAll()
  }

  /// Called when the file is not open any more: it may be damaged or deleted before it is opened
  /// again, so everything will be written again.
  package func fileWasLost() { written = 0 }

  /// Called when items cannot be written: they are sent nevertheless.
  package func diskFailed() {
    waitsForDisk = false
    sendAll()
  }

  /// Returns the records that are not on the disk, and the users, for a file that was opened again.
  package var unwritten: [OwedChange] {
    queues.compactMap { name, queue in queue.user.map { .bind(receiver: name, user: $0) } }
      + queues.compactMap { name, queue in
        queue.settled > 0 ? .settle(receiver: name, through: queue.settled) : nil
      }
      + items.values.filter { $0.record.number > written }
      .sorted { $0.record.number < $1.record.number }.map { .add($0.record) }
  }

  // MARK: Sending

  private func sendAll() { for name in queues.keys { send(to: name) } }

  /// Sends a receiver what it may get now.
  func send(to name: String) {
    guard let program = queues[name]?.program, let connection = program.connection else { return }
    while let queue = queues[name], queue.sentCount < limits.sent, let number = queue.unsent,
      !waitsForDisk || number <= written, let item = items[number]
    {
      queues[name]?.didSendNext()
      // Not among the notifications, which are dropped if the program does not read.
      connection.send(response: Self.line(item.record))
    }
  }

  private static func line(_ record: OwedRecord) -> [UInt8] {
    var line = Array(
      #"{"jsonrpc":"2.0","method":"delivery.item","params":{"number":\#(record.number),"#.utf8)
    line += record.body.utf8.dropFirst()
    line += Array("}\n".utf8)
    return line
  }
}

extension DeliveryQueue.DropReason {
  fileprivate var explanation: String {
    switch self {
    case .number: "more items are owed than the settings allow"
    case .bytes: "the items that are owed have too many bytes"
    case .age: "it is older than 30 days"
    }
  }
}
