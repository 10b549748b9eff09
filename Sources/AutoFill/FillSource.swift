// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// Values that belong together: the lines of one address, the parts of one name, one code.
public struct FillRecord: Hashable, Sendable {
  /// The values by what they mean.
  public var values: [TextContentType: String]
  /// Who it comes from, as shown beside the value (AST-25): a program's name, or the user's card.
  public var source: String

  /// Makes a record.
  public init(_ values: [TextContentType: String], source: String) {
    self.values = values
    self.source = source
  }
}

/// Where values for content types come from, other than credentials; the column "fill source" of
/// reference 3.4.
public protocol FillSource: Sendable {
  /// The records that can be offered now.
  ///
  /// - Parameters:
  ///   - program: who asks.
  ///   - now: the time, on the clock the values came with.
  /// - Returns: the records, best first.
  func records(for program: String, at now: Timestamp) -> [FillRecord]
}
