// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import TextInput

/// The values that programs offer to the fields of the same user's other programs: a code that has
/// arrived, an address, data found in a text (reference 3.4, TRT-20).
///
/// An offer stays valid after its program has disconnected, because the program may be a single
/// shell command.
final class SharedFillValues {
  private unowned let engine: TextEngine
  private let now: () -> Timestamp
  private let schedule: Schedule
  private let provided: FillSources
  private let sources: [any FillSource]
  private let credentials: any CredentialStore
  private var recent = RecentValues()
  /// Cancels the timer that drops expired values.
  private var cancelTimer: () -> Void = {}

  /// Adds the offers as a source to the values that the engine can already suggest, which belong to
  /// the user of the service.
  init(
    _ engine: TextEngine, of owner: UInt32, provided: FillSources, now: @escaping () -> Timestamp,
    schedule: @escaping Schedule
  ) {
    self.provided = provided
    self.engine = engine
    self.now = now
    self.schedule = schedule
    let own = engine.autoFill as? AutoFillSuggester
    sources = own?.sources.map { OwnSource(user: owner, source: $0) } ?? []
    credentials = OwnCredentials(user: owner, store: own?.credentials ?? MemoryCredentials())
    provided.didChange = { [unowned self] in show() }
    // The engine's own values must not reach programs of other users in the meantime.
    if own != nil { show() }
  }

  /// Adds an offer; an address replaces the previous one.
  ///
  /// - Parameters:
  ///   - values: the values that belong together.
  ///   - program: the program that offers them.
  ///   - seconds: the offer's lifetime; nil for three minutes for a code, and for other values
  ///     until newer ones arrive.
  /// - Returns: whether the offer was accepted: programs cannot offer the user's own values.
  func add(
    _ values: [TextContentType: String], from program: Program, seconds: Int?
  ) -> Bool {
    let lifetime = seconds.map { Duration.seconds($0) }
    guard
      recent.add(
        values, from: program.name, by: program.fillOwner, at: now(), lifetime: lifetime)
    else { return false }
    show()
    return true
  }

  /// Adds an offer that a client of the control socket gives to the programs of a user.
  ///
  /// - Parameters:
  ///   - values: the values that belong together.
  ///   - source: the name that is shown next to them.
  ///   - user: the user whose programs may receive them.
  ///   - seconds: the offer's lifetime; nil for the usual one.
  /// - Returns: whether the offer was accepted.
  func give(
    _ values: [TextContentType: String], from source: String, to user: UInt32, seconds: Int?
  ) -> Bool {
    let lifetime = seconds.map { Duration.seconds($0) }
    guard recent.add(values, from: source, by: .control(user), at: now(), lifetime: lifetime)
    else { return false }
    show()
    return true
  }

  /// Removes what clients of the control socket gave to the programs of a user.
  func withdraw(from user: UInt32) {
    recent.forget(by: .control(user))
    show()
  }

  /// Removes all values that a program has offered, but none of another program with the same name.
  func withdraw(from program: Program) {
    recent.forget(by: program.fillOwner)
    show()
  }

  /// Whether a value that a program has offered is still valid.
  func has(from program: Program) -> Bool {
    recent.forgetExpired(at: now())
    return recent.has(by: program.fillOwner)
  }

  private func show() {
    recent.forgetExpired(at: now())
    engine.autoFill = AutoFillSuggester(
      sources: sources + provided.profiles + [recent],
      credentials: provided.credentials(behind: credentials))
    cancelTimer()
    cancelTimer = {}
    guard let expiry = recent.nextExpiry else { return }
    let left = expiry.microseconds - now().microseconds
    let seconds = max(1, (left + 999_999) / 1_000_000)
    cancelTimer = schedule(.seconds(seconds)) { [unowned self] in show() }
  }
}

/// A source of values of one user.
private struct OwnSource: FillSource {
  let user: UInt32
  let source: any FillSource

  func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord] {
    program.user == user
      ? source.records(for: ProgramIdentity(program.name), at: now) : []
  }
}

/// The credentials of one user.
private struct OwnCredentials: CredentialStore {
  let user: UInt32
  let store: any CredentialStore

  func isEmpty(for program: ProgramIdentity) -> Bool {
    program.user != user || store.isEmpty(for: ProgramIdentity(program.name))
  }

  func credentials(for program: ProgramIdentity) -> [Credential] {
    program.user == user ? store.credentials(for: ProgramIdentity(program.name)) : []
  }
}

extension RecentValues.Owner {
  /// The clients of the control socket that give values to a user.
  fileprivate static func control(_ user: UInt32) -> RecentValues.Owner {
    RecentValues.Owner(user: user, program: nil)
  }
}

extension Program {
  fileprivate var fillOwner: RecentValues.Owner {
    RecentValues.Owner(user: user, program: number)
  }
}
