// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import TextInput

/// What programs provide to fields in the user's name: a profile, and names with passwords (reference 3.4).
///
/// Nothing of it is suggested before the user allows it at the control socket. It is forgotten when the program's connection
/// ends; the permission when the program itself is forgotten.
final class FillSources {
  /// What one program provides.
  struct Provided {
    /// The program's name, which people see next to a suggestion.
    var name: String
    /// Values by what they mean.
    var profile: [TextContentType: String] = [:]
    /// Names and passwords, each with the program whose fields may have them.
    var credentials: [(program: String, credential: Credential)] = []
  }

  /// By the number of the program.
  private(set) var provided: [Int: Provided] = [:]
  private var allowed: Set<Int> = []
  /// Called when what may be suggested is another.
  var didChange: () -> Void = {}

  /// Whether the user allows a program's values to be suggested.
  func isAllowed(_ program: Int) -> Bool { allowed.contains(program) }

  /// Takes what a program provides, in place of what it provided before; nil for nothing any more.
  func set(_ values: Provided?, of program: Int) {
    guard values != nil || provided[program] != nil else { return }
    provided[program] = values
    didChange()
  }

  /// Takes the user's decision.
  func allow(_ isAllowed: Bool, _ program: Int) {
    if isAllowed { allowed.insert(program) } else { allowed.remove(program) }
    didChange()
  }

  /// Forgets a program.
  func forget(_ program: Int) {
    allowed.remove(program)
    if provided.removeValue(forKey: program) != nil { didChange() }
  }

  private var inUse: [Provided] {
    provided.sorted { $0.key < $1.key }.filter { allowed.contains($0.key) }.map(\.value)
  }

  /// The profiles that may be suggested.
  var profiles: [any FillSource] {
    inUse.filter { !$0.profile.isEmpty }.map { ProvidedProfile(of: $0) }
  }

  /// The names and passwords that may be suggested, after those of a store.
  func credentials(behind store: any CredentialStore) -> any CredentialStore {
    let pairs = inUse.flatMap(\.credentials)
    return pairs.isEmpty ? store : JoinedCredentials(store: store, pairs: pairs)
  }
}

/// A profile as a source of values.
private struct ProvidedProfile: FillSource {
  private let card: ProfileCard
  private let birth: [TextContentType: String]

  init(of provided: FillSources.Provided) {
    func values(_ group: TextContentType.Group) -> [TextContentType: String] {
      provided.profile.filter { $0.key.group == group }
    }
    var card = ProfileCard()
    card.source = provided.name
    card.names = values(.person)
    card.work = values(.work)
    card.addresses = [values(.place)]
    card.emailAddresses = provided.profile[.emailAddress].map { [$0] } ?? []
    card.telephoneNumbers = provided.profile[.telephoneNumber].map { [$0] } ?? []
    card.urls = provided.profile[.url].map { [$0] } ?? []
    self.card = card
    birth = values(.birth)
  }

  func records(for program: String, at now: Timestamp) -> [FillRecord] {
    // A program is not told what it provides.
    guard program != card.source else { return [] }
    let own = card.records(for: program, at: now)
    return birth.isEmpty ? own : own + [FillRecord(birth, source: card.source)]
  }
}

/// The user's own credentials, then those of programs.
private struct JoinedCredentials: CredentialStore {
  let store: any CredentialStore
  let pairs: [(program: String, credential: Credential)]

  var isEmpty: Bool { false }

  func credentials(for program: String) -> [Credential] {
    store.credentials(for: program)
      + pairs.filter { $0.program == program }.map(\.credential)
  }
}
