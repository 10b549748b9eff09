// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import TextInput

/// The response to `fill.provide`, and the notification `fill.consentDidChange`.
struct FillConsent: Encodable {
  /// Whether the user allows the values to be suggested.
  var allowed: Bool
}

/// The values that programs provide to fields in the user's name: a profile, and user names with
/// passwords (reference 3.4).
///
/// No value is suggested before the user allows it at the control socket, and only programs of the
/// same user receive one (TRT-20). The values are dropped when the program's connection ends, the
/// permission when the program itself is forgotten.
final class FillSources {
  /// The values that one program provides.
  struct Provided {
    /// The program, whose name is displayed next to a suggestion.
    var provider: ProgramIdentity
    /// Values by content type.
    var profile: [TextContentType: String] = [:]
    /// User names and passwords, each with the program whose fields may receive them.
    var credentials: [ProvidedCredential] = []
  }

  /// A user name and a password that a program provides.
  struct ProvidedCredential {
    /// The user that they belong to; nil for the user of this process.
    var user: UInt32?
    /// The name of the program whose fields may receive them.
    var program: String
    var credential: Credential
  }

  /// The provided values, by the number of the program.
  private(set) var provided: [Int: Provided] = [:]
  private var allowed: Set<Int> = []
  /// Called when the values that may be suggested have changed.
  var didChange: () -> Void = {}
  /// Called when a program provides passwords, which are secrets outside of any text.
  var secretAppeared: () -> Void = {}

  /// Whether the user allows a program's values to be suggested.
  func isAllowed(_ program: Int) -> Bool { allowed.contains(program) }

  /// Replaces the values that a program provides; nil removes them.
  func set(_ values: Provided?, of program: Int) {
    guard values != nil || provided[program] != nil else { return }
    if values?.credentials.isEmpty == false { secretAppeared() }
    provided[program] = values
    didChange()
  }

  /// Records the user's decision about a program.
  func allow(_ isAllowed: Bool, _ program: Int) {
    if isAllowed { allowed.insert(program) } else { allowed.remove(program) }
    didChange()
  }

  /// Forgets a program's values and the user's decision.
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

  /// The credentials that may be suggested, after those of a store.
  func credentials(behind store: any CredentialStore) -> any CredentialStore {
    let pairs = inUse.flatMap(\.credentials)
    return pairs.isEmpty ? store : JoinedCredentials(store: store, pairs: pairs)
  }
}

/// A provided profile as a source of values.
private struct ProvidedProfile: FillSource {
  private let provider: ProgramIdentity
  private let card: ProfileCard
  private let birth: [TextContentType: String]

  init(of provided: FillSources.Provided) {
    func values(_ group: TextContentType.Group) -> [TextContentType: String] {
      provided.profile.filter { $0.key.group == group }
    }
    var card = ProfileCard()
    card.source = provided.provider.name
    card.names = values(.person)
    card.work = values(.work)
    card.addresses = [values(.place)]
    card.emailAddresses = provided.profile[.emailAddress].map { [$0] } ?? []
    card.telephoneNumbers = provided.profile[.telephoneNumber].map { [$0] } ?? []
    card.urls = provided.profile[.url].map { [$0] } ?? []
    provider = provided.provider
    self.card = card
    birth = values(.birth)
  }

  func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord] {
    // The program that provides a profile gets no suggestions from it.
    guard program.user == provider.user, program != provider else { return [] }
    let own = card.records(for: program, at: now)
    return birth.isEmpty ? own : own + [FillRecord(birth, source: card.source)]
  }
}

/// A user's own credentials, followed by those that programs of the same user provide.
private struct JoinedCredentials: CredentialStore {
  let store: any CredentialStore
  let pairs: [FillSources.ProvidedCredential]

  func isEmpty(for program: ProgramIdentity) -> Bool {
    store.isEmpty(for: program) && !pairs.contains { $0.user == program.user }
  }

  func credentials(for program: ProgramIdentity) -> [Credential] {
    store.credentials(for: program)
      + pairs.filter { $0.user == program.user && $0.program == program.name }.map(\.credential)
  }
}
