// SPDX-License-Identifier: Apache-2.0

/// Writes JSON: a line with an object, member by member, or any value.
///
/// Lines that every key causes are written member by member, without an intermediate value; the
/// caller passes the members in sorted order (decision 6). Slashes are not escaped.
package struct JSONWriter: ~Copyable {
  private var bytes: [UInt8]
  // Output that is not yet in the array. It is collected in a raw buffer, because appending every
  // piece to an array would check the array's uniqueness and capacity each time.
  let room: UnsafeMutableBufferPointer<UInt8>
  var count = 0
  var isFirst = true
  private let isNotification: Bool

  /// Begins an object after existing bytes.
  ///
  /// - Parameters:
  ///   - bytes: the existing bytes.
  ///   - room: the caller's buffer for pieces, at least 64 bytes, which must stay valid until
  ///     ``end()`` returns.
  ///   - method: the method of a JSON-RPC notification, whose parameters the members become; nil
  ///     for a plain object.
  init(
    behind bytes: consuming [UInt8], room: UnsafeMutableBufferPointer<UInt8>,
    notification method: String? = nil
  ) {
    self.init(behind: bytes, room: room, isNotification: method != nil)
    guard var method else {
      put(UInt8(ascii: "{"))
      return
    }
    append("{\"jsonrpc\":\"2.0\",\"method\":\"")
    method.withUTF8 { put($0) }
    append("\",\"params\":{")
  }

  init(
    behind bytes: consuming [UInt8], room: UnsafeMutableBufferPointer<UInt8>, isNotification: Bool
  ) {
    self.bytes = bytes
    self.room = room
    self.isNotification = isNotification
  }

  /// Continues a line after its first members, whose bytes are from ``takeStart()`` of an earlier
  /// line of the same kind.
  init(
    behind bytes: consuming [UInt8], room: UnsafeMutableBufferPointer<UInt8>, start: [UInt8],
    isNotification: Bool
  ) {
    self.init(behind: bytes, room: room, isNotification: isNotification)
    isFirst = false
    start.withUnsafeBufferPointer { put($0) }
  }

  /// Ends writing after some members, and returns the line so far.
  consuming func takeStart() -> [UInt8] {
    spill()
    return bytes
  }

  /// The layout of a value.
  package enum Layout {
    /// On one line, without spaces.
    case line
    /// One line for each member and element, for people.
    case indented
  }

  /// Appends a value; the members of objects are sorted by the bytes of their names.
  package static func append(_ value: JSONValue, as layout: Layout, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      var taken: [UInt8] = []
      swap(&taken, &bytes)
      var writer = JSONWriter(behind: consume taken, room: room, isNotification: false)
      writer.append(value, indentation: layout == .indented ? 0 : nil)
      writer.spill()
      bytes = writer.takeBytes()
    }
  }

  consuming func takeBytes() -> [UInt8] { bytes }

  /// Ends the object and its line.
  consuming func end() -> [UInt8] {
    if isNotification { put(UInt8(ascii: "}")) }
    put(UInt8(ascii: "}"))
    put(UInt8(ascii: "\n"))
    spill()
    return bytes
  }

  /// Adds the event's name, unless it is the method of the notification.
  mutating func add(event: String) {
    if !isNotification { add("event", word: event) }
  }

  /// Adds a container by its number, or by the name that its owner gave it.
  mutating func add(_ container: WireContainer) {
    switch container {
    case .number(let number): add("container", number)
    case .name(let name): add("container", name)
    }
  }

  package mutating func add(_ name: StaticString, _ text: String) {
    begin(name)
    append(quoting: text)
  }

  /// Adds a text that is passed in pieces of UTF-8.
  package mutating func add(_ name: StaticString, pieces: TextPieces) {
    begin(name)
    put(UInt8(ascii: "\""))
    pieces { append(escaping: $0) }
    put(UInt8(ascii: "\""))
  }

  /// Adds a whole number, or null.
  package mutating func add(_ name: StaticString, number: Int?) {
    begin(name)
    if let number { append(Int64(number)) } else { append("null") }
  }

  package mutating func add(_ name: StaticString, _ value: JSONValue) {
    begin(name)
    append(value, indentation: nil)
  }

  /// Adds a text that needs no escapes.
  package mutating func add(_ name: StaticString, word: String) {
    begin(name)
    put(UInt8(ascii: "\""))
    var word = word
    word.withUTF8 { put($0) }
    put(UInt8(ascii: "\""))
  }

  mutating func add(_ name: StaticString, _ number: some BinaryInteger) {
    begin(name)
    append(Int64(number))
  }

  package mutating func add(_ name: StaticString, _ flag: Bool) {
    begin(name)
    append(flag ? "true" : "false")
  }

  mutating func add(_ name: StaticString, _ texts: [String]) {
    begin(name)
    put(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { put(UInt8(ascii: ",")) }
      append(quoting: text)
    }
    put(UInt8(ascii: "]"))
  }

  /// Adds two whole numbers as an array, or null.
  package mutating func add(_ name: StaticString, _ pair: (Int, Int)?) {
    begin(name)
    guard let pair else { return append("null") }
    put(UInt8(ascii: "["))
    append(Int64(pair.0))
    put(UInt8(ascii: ","))
    append(Int64(pair.1))
    put(UInt8(ascii: "]"))
  }

  mutating func addNull(_ name: StaticString) {
    begin(name)
    append("null")
  }

  // MARK: Bytes

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    if count == room.count { spill() }
    room[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func put(_ piece: UnsafeBufferPointer<UInt8>) {
    guard let source = piece.baseAddress, let target = room.baseAddress else { return }
    if piece.count > room.count - count { return spill(for: piece) }
    UnsafeMutableRawPointer(target + count).copyMemory(from: source, byteCount: piece.count)
    count += piece.count
  }

  mutating func spill() {
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count]))
    count = 0
  }

  private mutating func spill(for piece: UnsafeBufferPointer<UInt8>) {
    spill()
    bytes.append(contentsOf: piece)
  }

  // MARK: Values

  /// Appends a value: on one line, or indented relative to the line that it begins on.
  private mutating func append(_ value: JSONValue, indentation: Int?) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .number(let number): append(Int64(number))
    case .fraction(let number): append(number)
    case .text(let text): append(quoting: text)
    case .list(let list):
      put(UInt8(ascii: "["))
      for (index, element) in list.enumerated() {
        beginElement(isFirst: index == 0, indentation: indentation)
        append(element, indentation: indentation.map { $0 + 1 })
      }
      end("]", isEmpty: list.isEmpty, indentation: indentation)
    case .object(let members):
      put(UInt8(ascii: "{"))
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, member) in sorted.enumerated() {
        beginElement(isFirst: index == 0, indentation: indentation)
        append(quoting: member.key)
        append(indentation == nil ? ":" : " : ")
        append(member.value, indentation: indentation.map { $0 + 1 })
      }
      end("}", isEmpty: members.isEmpty, indentation: indentation)
    case .written(let value): value.withUnsafeBufferPointer { put($0) }
    }
  }

  private mutating func beginElement(isFirst: Bool, indentation: Int?) {
    if !isFirst { put(UInt8(ascii: ",")) }
    if let indentation { beginLine(indentation: indentation + 1) }
  }

  private mutating func end(_ bracket: StaticString, isEmpty: Bool, indentation: Int?) {
    if let indentation {
      if isEmpty { put(UInt8(ascii: "\n")) }
      beginLine(indentation: indentation)
    }
    append(bracket)
  }

  private mutating func beginLine(indentation: Int) {
    put(UInt8(ascii: "\n"))
    for _ in 0..<indentation { append("  ") }
  }

  // MARK: Pieces

  private mutating func begin(_ name: StaticString) {
    if isFirst { put(UInt8(ascii: "\"")) } else { append(",\"") }
    isFirst = false
    append(name)
    append("\":")
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ number: Int64) {
    if number < 0 { put(UInt8(ascii: "-")) }
    var rest = number.magnitude
    if rest < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)) }
    var digits = 2
    // At most 10^19, because the largest number has 19 digits.
    var limit: UInt64 = 100
    while rest >= limit {
      digits += 1
      limit *= 10
    }
    if room.count - count < digits { spill() }
    count += digits
    var place = count
    for _ in 0..<digits {
      place -= 1
      room[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  // The shortest decimal number that is parsed as the same value; null for infinity, which JSON
  // lacks.
  private mutating func append(_ number: Double) {
    guard number.isFinite else { return append("null") }
    var digits = number.description
    if digits.hasSuffix(".0") { digits.removeLast(2) }
    digits.withUTF8 { put($0) }
  }
}
