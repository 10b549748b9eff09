// SPDX-License-Identifier: Apache-2.0

/// A trait's or a setting's value as it travels: in a request, an observer's line, a form file.
public enum TraitWireValue: Hashable, Sendable {
  /// No value: a content type, password rules or a context that is not there.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A number, such as UIKit's raw value of a keyboard type.
  case number(Int)
  /// A word, or text.
  case text(String)
}

extension TraitWireValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral
{
  /// Makes ``null``.
  public init(nilLiteral: ()) { self = .null }
  /// Makes a ``bool(_:)``.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a ``number(_:)``.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// Makes a ``text(_:)``.
  public init(stringLiteral value: String) { self = .text(value) }
}

/// What can be a trait's value: it can be told and read back.
public protocol TraitWireCodable: Hashable, Sendable {
  /// The value as it is told.
  var wireValue: TraitWireValue { get }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - wireValue: what came.
  ///   - trait: the trait's name, for the error.
  /// - Throws: ``TraitError/unknownValue(trait:value:allowed:)`` where there is no such value.
  init(wireValue: TraitWireValue, of trait: String) throws(TraitError)
}

/// A trait with a fixed choice of values: each has UIKit's number and a word that never changes.
public protocol TraitChoice: TraitWireCodable, CaseIterable, RawRepresentable<Int> {
  /// The words, in the order of `allCases`.
  static var wireWords: [String] { get }
  /// Words that are read but never told.
  static var oldWireWords: [String: Self] { get }
}

extension TraitChoice {
  /// There are none.
  public static var oldWireWords: [String: Self] { [:] }

  /// The word that stands for the value.
  public var wireWord: String {
    zip(Self.allCases, Self.wireWords).first { $0.0 == self }?.1 ?? "\(rawValue)"
  }

  /// The word: it says more than the number.
  public var wireValue: TraitWireValue { .text(wireWord) }

  /// Reads a number or a word (TRT-1).
  public init(wireValue: TraitWireValue, of trait: String) throws(TraitError) {
    let found: Self? =
      switch wireValue {
      case .number(let number): Self(rawValue: number)
      case .text(let word):
        zip(Self.allCases, Self.wireWords).first { $0.1 == word }?.0 ?? Self.oldWireWords[word]
      case .null, .bool: nil
      }
    guard let found else {
      throw .unknownValue(trait: trait, value: wireValue, allowed: Self.wireWords)
    }
    self = found
  }
}

extension Bool: TraitWireCodable {
  /// Itself.
  public var wireValue: TraitWireValue { .bool(self) }

  /// Reads `true` or `false`, nothing else.
  public init(wireValue: TraitWireValue, of trait: String) throws(TraitError) {
    guard case .bool(let value) = wireValue else {
      throw .unknownValue(trait: trait, value: wireValue, allowed: ["false", "true"])
    }
    self = value
  }
}

extension String: TraitWireCodable {
  /// Itself.
  public var wireValue: TraitWireValue { .text(self) }

  /// Reads a text.
  public init(wireValue: TraitWireValue, of trait: String) throws(TraitError) {
    guard case .text(let value) = wireValue else {
      throw .unknownValue(trait: trait, value: wireValue, allowed: ["a text"])
    }
    self = value
  }
}

extension Optional: TraitWireCodable where Wrapped: TraitWireCodable {
  /// The value, or ``TraitWireValue/null``.
  public var wireValue: TraitWireValue { self?.wireValue ?? .null }

  /// Reads `null` or a value.
  public init(wireValue: TraitWireValue, of trait: String) throws(TraitError) {
    guard wireValue != .null else {
      self = nil
      return
    }
    self = try Wrapped(wireValue: wireValue, of: trait)
  }
}

extension TextContentType: TraitWireCodable {
  /// The raw string.
  public var wireValue: TraitWireValue { .text(rawValue) }

  /// Reads a raw string; an unknown one is refused.
  public init(wireValue: TraitWireValue, of trait: String) throws(TraitError) {
    guard case .text(let word) = wireValue, let type = TextContentType(rawValue: word) else {
      throw .unknownValue(
        trait: trait, value: wireValue, allowed: TextContentType.allCases.map(\.rawValue))
    }
    self = type
  }
}

extension PasswordRules: TraitWireCodable {
  /// The descriptor.
  public var wireValue: TraitWireValue { .text(description) }

  /// Reads a descriptor.
  ///
  /// - Throws: ``TraitError/badPasswordRules(trait:_:)`` with the place of the first mistake.
  public init(wireValue: TraitWireValue, of trait: String) throws(TraitError) {
    let descriptor = try String(wireValue: wireValue, of: trait)
    do throws(PasswordRulesError) {
      self = try PasswordRules(descriptor: descriptor)
    } catch {
      throw .badPasswordRules(trait: trait, error)
    }
  }
}
