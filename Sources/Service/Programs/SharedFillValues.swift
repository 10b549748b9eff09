// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import TextInput

/// The values that programs offer to the fields of others: a code that has arrived, an address,
/// data found in a text (reference 3.4).
///
/// An offer stays valid after its program has disconnected, because the program may be a single
/// shell command.
final class SharedFillValues {
  private unowned let engine: TextEngine
  private let now: () -> Timestamp
  private let schedule: ProgramHub.Schedule
  private let provided: FillSources
  private let sources: [any FillSource]
  private let credentials: any CredentialStore
  private var recent = RecentValues()
  /// Cancels the timer that drops expired values.
  private var cancelTimer: () -> Void = {}

  /// Adds the offers as a source to the values that the engine can already suggest.
  init(
    _ engine: TextEngine, provided: FillSources, now: @escaping () -> Timestamp,
    schedule: @escaping ProgramHub.Schedule
  ) {
    self.provided = provided
    self.engine = engine
    self.now = now
    self.schedule = schedule
    let own = engine.autoFill as? AutoFill
    sources = own?.sources ?? []
    credentials = own?.credentials ?? MemoryCredentials()
    provided.didChange = { [unowned self] in show() }
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
      recent.offer(
        values, from: program.name, by: program.fillOwner, at: now(), lifetime: lifetime)
    else { return false }
    show()
    return true
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
    engine.autoFill = AutoFill(
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

extension Program {
  fileprivate var fillOwner: RecentValues.Owner {
    RecentValues.Owner(user: user, program: number)
  }
}
