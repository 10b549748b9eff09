// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The value of a trait or a setting that JSON can represent: null, a Boolean, a number, or a text.
package protocol WireCodable: Hashable, Sendable {
  /// The value on the wire.
  var wireValue: JSONValue { get }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - wireValue: the value on the wire.
  ///   - trait: the trait's name, for the error.
  /// - Throws: ``TraitError/unknownValue(trait:value:allowed:)`` if the value is invalid.
  init(wireValue: JSONValue, of trait: String) throws(TraitError)
}

extension Bool: WireCodable {
  package var wireValue: JSONValue { .bool(self) }

  /// Reads `true` or `false`; no other value is accepted.
  package init(wireValue: JSONValue, of trait: String) throws(TraitError) {
    guard case .bool(let value) = wireValue else {
      throw .unknownValue(trait: trait, value: wireValue, allowed: ["false", "true"])
    }
    self = value
  }
}

extension Int: WireCodable {
  package var wireValue: JSONValue { .number(self) }

  /// Reads a number.
  package init(wireValue: JSONValue, of trait: String) throws(TraitError) {
    guard case .number(let value) = wireValue else {
      throw .unknownValue(trait: trait, value: wireValue, allowed: ["a number"])
    }
    self = value
  }
}

extension String: WireCodable {
  package var wireValue: JSONValue { .text(self) }

  /// Reads a text.
  package init(wireValue: JSONValue, of trait: String) throws(TraitError) {
    guard case .text(let value) = wireValue else {
      throw .unknownValue(trait: trait, value: wireValue, allowed: ["a string"])
    }
    self = value
  }
}

extension Optional: WireCodable where Wrapped: WireCodable {
  package var wireValue: JSONValue { self?.wireValue ?? .null }

  /// Reads `null` or a value.
  package init(wireValue: JSONValue, of trait: String) throws(TraitError) {
    guard wireValue != .null else {
      self = nil
      return
    }
    self = try Wrapped(wireValue: wireValue, of: trait)
  }
}

extension TextContentType: WireCodable {
  /// The raw string.
  package var wireValue: JSONValue { .text(rawValue) }

  /// Reads a raw string; an unknown one is rejected.
  package init(wireValue: JSONValue, of trait: String) throws(TraitError) {
    guard case .text(let word) = wireValue, let type = TextContentType(rawValue: word) else {
      throw .unknownValue(
        trait: trait, value: wireValue, allowed: TextContentType.allCases.map(\.rawValue))
    }
    self = type
  }
}

extension PasswordRules: WireCodable {
  /// The descriptor.
  package var wireValue: JSONValue { .text(description) }

  /// Reads a descriptor.
  ///
  /// - Throws: ``TraitError/badPasswordRules(trait:_:)`` with the place of the first error.
  package init(wireValue: JSONValue, of trait: String) throws(TraitError) {
    let descriptor = try String(wireValue: wireValue, of: trait)
    do throws(PasswordRulesError) {
      self = try PasswordRules(descriptor: descriptor)
    } catch {
      throw .badPasswordRules(trait: trait, error)
    }
  }
}

extension WritingToolsResultOptions: WireCodable {
  /// The option set as a number.
  package var wireValue: JSONValue { .number(rawValue) }

  /// Reads a number that consists of known bits.
  package init(wireValue: JSONValue, of trait: String) throws(TraitError) {
    guard case .number(let bits) = wireValue, (0...15).contains(bits) else {
      throw .unknownValue(trait: trait, value: wireValue, allowed: ["a sum of 1, 2, 4 and 8"])
    }
    self.init(rawValue: bits)
  }
}
