// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import TextInput

/// What programs offer to the fields of others: a code that has come, an address, what was found in text
/// (reference 3.4).
///
/// It outlives the program that offered it, which may be no more than a line of shell.
final class Offers {
  private unowned let engine: TextEngine
  private let now: () -> Timestamp
  private let schedule: ProgramHub.Schedule
  private let provided: FillSources
  private let sources: [any FillSource]
  private let credentials: any CredentialStore
  private var recent = RecentValues()
  /// Takes back the look for what is not good any more.
  private var cancelTimer: () -> Void = {}

  /// Offers beside what the engine can fill in anyhow.
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

  /// Takes an offer, in place of an address before it.
  ///
  /// - Parameters:
  ///   - values: what belongs together.
  ///   - program: the program that offers it.
  ///   - seconds: for how long; nil for three minutes of a code, and for the rest until something newer comes.
  /// - Returns: whether it was taken: nobody offers what is the user's own.
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

  /// Takes back all that a program has offered, and nothing of another one of its name.
  func withdraw(from program: Program) {
    recent.forget(by: program.fillOwner)
    show()
  }

  /// Whether something that a program has offered is still good.
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
