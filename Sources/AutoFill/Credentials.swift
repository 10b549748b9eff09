// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A user name and a password for a service.
public struct Credential: Hashable, Sendable {
  /// The service: a domain or a program.
  public var owner: String
  /// The account's name.
  public var username: String
  /// The account's password.
  public var password: String

  /// Creates a credential.
  public init(owner: String, username: String, password: String) {
    self.owner = owner
    self.username = username
    self.password = password
  }
}

/// Stores credentials and decides which program may have them.
public protocol CredentialStore: Sendable {
  /// Whether the store has no credential for any program (TRT-14).
  var isEmpty: Bool { get }

  /// Returns the credentials of the owners that a program is associated with (TRT-15), the best
  /// first.
  func credentials(for program: String) -> [Credential]
}

/// Stores credentials in memory.
public struct MemoryCredentials: CredentialStore, Hashable {
  private var credentials: [Credential] = []
  private var owners: [String: Set<String>] = [:]

  /// Creates an empty store.
  public init() {}

  /// Whether the store has no credential.
  public var isEmpty: Bool { credentials.isEmpty }

  /// Stores a credential; it replaces the one with the same owner and name.
  public mutating func save(_ credential: Credential) {
    remove(owner: credential.owner, username: credential.username)
    credentials.insert(credential, at: 0)
  }

  /// Removes a credential, if there is one.
  public mutating func remove(owner: String, username: String) {
    credentials.removeAll { $0.owner == owner && $0.username == username }
  }

  /// Allows a program to have an owner's credentials.
  ///
  /// An owner may always have its own.
  public mutating func associate(program: String, with owner: String) {
    owners[program, default: []].insert(owner)
  }

  /// Returns the credentials that a program may have, the last saved first.
  public func credentials(for program: String) -> [Credential] {
    let allowed = owners[program, default: []].union([program])
    return credentials.filter { allowed.contains($0.owner) }
  }
}
