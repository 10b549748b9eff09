// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// The values that programs have recently offered: codes, addresses, and data found in texts.
public struct RecentValues: FillSource, Hashable {
  /// The lifetime of a one-time code: three minutes.
  public static let codeLifetime = Duration.seconds(180)
  /// How many values of a kind are kept.
  public static let limit = 8

  /// A program that offers values, or a client of the control socket that gives them to a user.
  ///
  /// A program's name is not sufficient, because several programs may have the same.
  package struct Owner: Hashable, Sendable {
    /// The user whose programs may receive the values; nil for the user of this process.
    package var user: UInt32?
    /// The number of the program; nil for the user's own values, which every program may receive,
    /// also the one that they name as their source.
    package var program: Int?

    package init(user: UInt32?, program: Int?) {
      (self.user, self.program) = (user, program)
    }

    fileprivate static let unknown = Owner(user: nil, program: 0)
  }

  private struct Offer: Hashable {
    var record: FillRecord
    var owner: Owner
    var expiry: Timestamp
    var kind: TextContentType.Group
  }

  /// The offers, the newest first.
  private var offers: [Offer] = []

  /// Creates an empty store.
  public init() {}

  /// Adds a value that a program offers.
  ///
  /// A new address replaces the previous one. Only places, one-time codes and events can be
  /// offered; other values belong to the user.
  ///
  /// - Parameters:
  ///   - values: the value, or the parts that belong together.
  ///   - program: the offering program; displayed as the source, and excluded from its own offers.
  ///   - now: the current time.
  ///   - lifetime: the lifetime; nil for ``codeLifetime`` for a code, and for other values until
  ///     newer ones arrive.
  /// - Returns: whether the offer was accepted.
  @discardableResult
  public mutating func add(
    _ values: [TextContentType: String], from program: String, at now: Timestamp,
    lifetime: Duration? = nil
  ) -> Bool {
    add(values, from: program, by: .unknown, at: now, lifetime: lifetime)
  }

  /// The former name of ``add(_:from:at:lifetime:)``.
  ///
  /// - Parameters:
  ///   - values: the value, or the parts that belong together.
  ///   - program: the offering program.
  ///   - now: the current time.
  ///   - lifetime: the lifetime; nil for the usual one.
  /// - Returns: whether the offer was accepted.
  @available(*, deprecated, renamed: "add(_:from:at:lifetime:)")
  @discardableResult
  public mutating func offer(
    _ values: [TextContentType: String], from program: String, at now: Timestamp,
    lifetime: Duration? = nil
  ) -> Bool {
    add(values, from: program, at: now, lifetime: lifetime)
  }

  /// Adds a value that a user's program offers.
  ///
  /// Each user has a separate limit, and an address is replaced only by a newer one of the same
  /// program.
  package mutating func add(
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

  /// When the first offer expires; nil if only newer offers replace them.
  package var nextExpiry: Timestamp? {
    offers.map(\.expiry).min().flatMap { $0 == .distantFuture ? nil : $0 }
  }

  /// Removes the expired offers.
  package mutating func forgetExpired(at now: Timestamp) {
    offers.removeAll { $0.expiry <= now }
  }

  /// Removes the offers of all programs with a name.
  ///
  /// - Parameter program: the name of the programs; an unknown one has no effect.
  public mutating func forget(from program: String) {
    offers.removeAll { $0.record.source == program }
  }

  /// Removes the offers of one program, but not of others with the same name.
  package mutating func forget(by owner: Owner) {
    offers.removeAll { $0.owner == owner }
  }

  /// Whether an offer of a program is stored.
  package func has(by owner: Owner) -> Bool { offers.contains { $0.owner == owner } }

  /// Returns the valid offers of the same user's other programs (TRT-20).
  ///
  /// - Parameters:
  ///   - program: the program that owns the field; its own offers are excluded.
  ///   - now: the current time; expired offers are excluded.
  /// - Returns: the offers, the newest first.
  public func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord] {
    offers.filter {
      $0.expiry > now && $0.owner.user == program.user
        && ($0.owner.program == nil || $0.record.source != program.name)
    }.map(\.record)
  }
}
