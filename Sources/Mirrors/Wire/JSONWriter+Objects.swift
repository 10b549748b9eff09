// SPDX-License-Identifier: Apache-2.0

/// Large values, written without intermediate ones.
extension JSONWriter {
  /// Writes an array of objects, without intermediate values.
  ///
  /// - Parameters:
  ///   - elements: the objects.
  ///   - write: adds the members of one object, in sorted order.
  /// - Returns: the array.
  package static func objects<Element>(
    _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) -> JSONValue {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      var writer = JSONWriter(behind: [], room: room, isNotification: false)
      var isFirst = true
      writer.put(UInt8(ascii: "["))
      for element in elements {
        if !isFirst { writer.put(UInt8(ascii: ",")) }
        isFirst = false
        writer.appendObject { write(element, &$0) }
      }
      writer.put(UInt8(ascii: "]"))
      writer.spill()
      return .written(writer.takeBytes())
    }
  }

  /// Writes an object, without an intermediate value.
  ///
  /// - Parameter write: adds the members, in sorted order.
  /// - Returns: the object.
  package static func object(_ write: (inout JSONWriter) -> Void) -> JSONValue {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      var writer = JSONWriter(behind: [], room: room, isNotification: false)
      writer.appendObject(write)
      writer.spill()
      return .written(writer.takeBytes())
    }
  }

  private mutating func appendObject(_ write: (inout JSONWriter) -> Void) {
    put(UInt8(ascii: "{"))
    isFirst = true
    write(&self)
    put(UInt8(ascii: "}"))
  }
}
