// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A name and a password that someone's service knows.
public struct Credential: Hashable, Sendable {
  /// Whose service: a domain or a program.
  public var owner: String
  /// The account's name.
  public var username: String
  /// The account's password.
  public var password: String

  /// Makes a credential.
  public init(owner: String, username: String, password: String) {
    self.owner = owner
    self.username = username
    self.password = password
  }
}

/// Keeps credentials and knows which program may have which.
public protocol CredentialStore: Sendable {
  /// Whether there is no credential at all, whoever asks (TRT-14).
  var isEmpty: Bool { get }

  /// The credentials of the owners that a program is associated with (TRT-15), best first.
  func credentials(for program: String) -> [Credential]
}

/// Credentials in memory.
public struct MemoryCredentials: CredentialStore, Hashable {
  private var credentials: [Credential] = []
  private var owners: [String: Set<String>] = [:]

  /// Makes an empty store.
  public init() {}

  /// Whether there is no credential.
  public var isEmpty: Bool { credentials.isEmpty }

  /// Keeps a credential; it takes the place of the one with the same owner and name.
  public mutating func save(_ credential: Credential) {
    remove(owner: credential.owner, username: credential.username)
    credentials.insert(credential, at: 0)
  }

  /// Removes a credential, if there is one.
  public mutating func remove(owner: String, username: String) {
    credentials.removeAll { $0.owner == owner && $0.username == username }
  }

  /// Lets a program have an owner's credentials; an owner has its own without that.
  public mutating func associate(program: String, with owner: String) {
    owners[program, default: []].insert(owner)
  }

  /// The credentials a program may have, the last saved first.
  public func credentials(for program: String) -> [Credential] {
    let allowed = owners[program, default: []].union([program])
    return credentials.filter { allowed.contains($0.owner) }
  }
}
