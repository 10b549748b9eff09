// SPDX-License-Identifier: Apache-2.0

/// Something that is kept until its receivers have acknowledged it.
package struct OwedRecord: Hashable, Sendable {
  /// The number, which grows with each record, also over restarts.
  package var number: Int
  /// The contents: an object of JSON.
  package var body: String
  /// The programs that have not acknowledged it.
  package var receivers: [String]

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - number: the number.
  ///   - body: the contents, an object of JSON.
  ///   - receivers: the programs that have not acknowledged it.
  package init(number: Int, body: String, receivers: [String]) {
    (self.number, self.body, self.receivers) = (number, body, receivers)
  }
}

/// A change of what is owed.
package enum OwedChange: Hashable, Sendable {
  /// A new record.
  case add(OwedRecord)
  /// A program has acknowledged all records up to a number, or they were dropped for it.
  case settle(receiver: String, through: Int)
  /// A program belongs to a user, or to none any more.
  case bind(receiver: String, user: UInt32?)
}
