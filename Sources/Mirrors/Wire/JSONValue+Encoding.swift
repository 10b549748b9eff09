// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// Encodes a value.
  ///
  /// - Throws: the error of the value's own encoding.
  package init(encoding value: some Encodable) throws {
    if let value = JSONValue(leaf: value) {
      self = value
    } else {
      let place = EncodedPlace()
      try value.encode(to: place)
      self = place.value
    }
  }

  /// Encodes a value that contains no others; nil for any other value.
  fileprivate init?(leaf value: some Encodable) {
    switch value {
    case let value as JSONValue: self = value
    case let text as String: self = .text(text)
    case let flag as Bool: self = .bool(flag)
    case let number as any BinaryInteger:
      self = Int(exactly: number).map { .number($0) } ?? .fraction(Double(number))
    case let number as Double: self = .fraction(number)
    case let number as Float: self = .fraction(Double(number.description) ?? .nan)
    default: return nil
    }
  }
}

/// A place that a value is encoded to, which becomes a single value, a list or an object.
private final class EncodedPlace: Encoder {
  private enum Contents {
    case nothing, single, list, object
  }

  private var contents = Contents.nothing
  private var single = JSONValue.null
  private var elements: [JSONValue] = []
  private var members: [String: JSONValue] = [:]
  // The nested places that may still be encoded to, by index or name.
  private var openElements: [Int: EncodedPlace] = [:]
  private var openMembers: [String: EncodedPlace] = [:]

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The encoded value; an empty object for a value without members.
  var value: JSONValue {
    switch contents {
    case .nothing: .object([:])
    case .single: single
    case .list:
      .list(elements.enumerated().map { openElements[$0.offset]?.value ?? $0.element })
    case .object: .object(members.merging(openMembers.mapValues(\.value)) { $1 })
    }
  }

  var count: Int { elements.count }

  func set(_ value: JSONValue) {
    contents = .single
    single = value
  }

  func append(_ value: JSONValue) {
    elements.append(value)
  }

  func set(_ value: JSONValue, for key: some CodingKey) {
    members[key.stringValue] = value
  }

  /// Adds a place for the next element.
  func openElement() -> EncodedPlace {
    let place = EncodedPlace()
    openElements[elements.count] = place
    elements.append(.null)
    return place
  }

  /// Adds a place for a member.
  func openMember(_ name: String) -> EncodedPlace {
    let place = EncodedPlace()
    openMembers[name] = place
    return place
  }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    contents = .object
    return KeyedEncodingContainer(EncodedObject(place: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    contents = .list
    return EncodedList(place: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    EncodedSingle(place: self)
  }
}

private struct EncodedObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { place.set(.null, for: key) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    place.set(try JSONValue(encoding: value), for: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    place.openMember(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.openMember(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place.openMember("super") }
  func superEncoder(forKey key: Key) -> any Encoder { place.openMember(key.stringValue) }
}

private struct EncodedList: UnkeyedEncodingContainer {
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }
  var count: Int { place.count }

  func encodeNil() { place.append(.null) }
  func encode(_ value: some Encodable) throws { place.append(try JSONValue(encoding: value)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    place.openElement().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    place.openElement().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place.openElement() }
}

private struct EncodedSingle: SingleValueEncodingContainer {
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { place.set(.null) }
  func encode(_ value: some Encodable) throws { place.set(try JSONValue(encoding: value)) }
}
