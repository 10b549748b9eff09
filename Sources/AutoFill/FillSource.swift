// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// Values that belong together: the lines of an address, the parts of a name, or a code.
public struct FillRecord: Hashable, Sendable {
  /// The values by content type.
  public var values: [TextContentType: String]
  /// The origin, which is displayed next to the value (AST-25): a program's name, or the user's
  /// card.
  public var source: String

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - values: the values by content type; a field of another type is not filled.
  ///   - source: the origin, which is displayed next to the value.
  public init(_ values: [TextContentType: String], source: String) {
    self.values = values
    self.source = source
  }
}

/// A source of values for content types other than credentials; the column "fill source" of
/// reference 3.4.
public protocol FillSource: Sendable {
  /// Returns the records that can be offered now.
  ///
  /// - Parameters:
  ///   - program: the program that owns the field.
  ///   - now: the current time, on the clock of the stored values.
  /// - Returns: the records, the best first.
  func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord]
}
