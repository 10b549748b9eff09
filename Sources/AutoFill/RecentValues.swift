// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// What programs offered to others lately: codes, addresses, dates and numbers found in text.
public struct RecentValues: FillSource, Hashable {
  /// How long a one-time code is offered: three minutes.
  public static let codeLifetime = Duration.seconds(180)
  /// How many values of a kind are kept.
  public static let limit = 8

  /// A program that offers something; its name is no proof, because several programs may have one.
  package struct Owner: Hashable, Sendable {
    package var user: UInt32
    package var program: Int

    package init(user: UInt32, program: Int) {
      (self.user, self.program) = (user, program)
    }

    fileprivate static let unknown = Owner(user: .max, program: 0)
  }

  private struct Offer: Hashable {
    var record: FillRecord
    var owner: Owner
    var expiry: Timestamp
    var kind: TextContentType.Group
  }

  /// Newest first.
  private var offers: [Offer] = []

  /// Makes an empty store.
  public init() {}

  /// Takes a value that a program offers.
  ///
  /// A new address takes the place of the one before. Only places, one-time codes and events can
  /// be offered: the rest is the user's own.
  ///
  /// - Parameters:
  ///   - values: the value, or the parts that belong together.
  ///   - program: who offers it; shown as its source, and not offered back.
  ///   - now: the time.
  ///   - lifetime: for how long; nil for ``codeLifetime`` for a code, and for as
  ///     long as nothing newer comes for the rest.
  /// - Returns: whether it was taken.
  @discardableResult
  public mutating func offer(
    _ values: [TextContentType: String], from program: String, at now: Timestamp,
    lifetime: Duration? = nil
  ) -> Bool {
    offer(values, from: program, by: .unknown, at: now, lifetime: lifetime)
  }

  /// Takes a value that a program of a user offers; each user has its own limit, and only the same program's newer
  /// address takes the place of an address.
  package mutating func offer(
    _ values: [TextContentType: String], from program: String, by owner: Owner, at now: Timestamp,
    lifetime: Duration?
  ) -> Bool {
    let kinds = Set(values.keys.map(\.group))
    guard let kind = kinds.first, kinds.count == 1, [.place, .oneTime, .events].contains(kind),
      values.values.allSatisfy({ !$0.isEmpty })
    else { return false }
    let life = lifetime ?? (kind == .oneTime ? Self.codeLifetime : nil)
    let record = FillRecord(
      kind == .place ? ProfileCard.addressed(values) : values, source: program)
    offers.removeAll {
      $0.expiry <= now
        || $0.owner == owner && ($0.record == record || kind == .place && $0.kind == kind)
    }
    offers.insert(
      Offer(
        record: record, owner: owner, expiry: life.map(now.advanced(by:)) ?? .distantFuture,
        kind: kind),
      at: 0)
    let old = offers.filter { $0.kind == kind && $0.owner.user == owner.user }
      .dropFirst(Self.limit)
    offers.removeAll(where: old.contains)
    return true
  }

  /// When the first of what is offered is not good any more; nil where that comes of newer offers alone.
  package var nextExpiry: Timestamp? {
    offers.map(\.expiry).min().flatMap { $0 == .distantFuture ? nil : $0 }
  }

  /// Forgets what is not good any more.
  package mutating func forgetExpired(at now: Timestamp) {
    offers.removeAll { $0.expiry <= now }
  }

  /// Forgets what a program offered.
  public mutating func forget(from program: String) {
    offers.removeAll { $0.record.source == program }
  }

  /// Forgets what one program offered, and nothing of another one of its name.
  package mutating func forget(by owner: Owner) {
    offers.removeAll { $0.owner == owner }
  }

  /// Whether something that a program offered is still kept.
  package func has(by owner: Owner) -> Bool { offers.contains { $0.owner == owner } }

  /// What other programs offered and is still good.
  public func records(for program: String, at now: Timestamp) -> [FillRecord] {
    offers.filter { $0.expiry > now && $0.record.source != program }.map(\.record)
  }
}
