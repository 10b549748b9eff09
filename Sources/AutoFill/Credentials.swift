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
  ///
  /// - Parameters:
  ///   - owner: the service: a domain or a program.
  ///   - username: the account's name.
  ///   - password: the account's password.
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
  ///
  /// - Parameter program: the name of the program.
  /// - Returns: the credentials; empty if the program may have none.
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
  ///
  /// - Parameter credential: the credential; it becomes the first one that is suggested.
  public mutating func save(_ credential: Credential) {
    remove(owner: credential.owner, username: credential.username)
    credentials.insert(credential, at: 0)
  }

  /// Removes a credential.
  ///
  /// - Parameters:
  ///   - owner: the service.
  ///   - username: the account's name; an unknown one has no effect.
  public mutating func remove(owner: String, username: String) {
    credentials.removeAll { $0.owner == owner && $0.username == username }
  }

  /// Allows a program to have an owner's credentials.
  ///
  /// An owner may always have its own.
  ///
  /// - Parameters:
  ///   - program: the name of the program.
  ///   - owner: the service whose credentials the program may have, in addition to its other ones.
  public mutating func associate(program: String, with owner: String) {
    owners[program, default: []].insert(owner)
  }

  /// Returns the credentials that a program may have, the last saved first.
  ///
  /// - Parameter program: the name of the program; its own credentials and those of associated
  ///   owners are returned.
  /// - Returns: the credentials; empty if the program may have none.
  public func credentials(for program: String) -> [Credential] {
    let allowed = owners[program, default: []].union([program])
    return credentials.filter { allowed.contains($0.owner) }
  }
}
