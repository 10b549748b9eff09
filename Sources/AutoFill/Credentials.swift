// SPDX-License-Identifier: Apache-2.0
public import TextInput

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
  /// Reports whether the store has no credential of the user of a program, for whatever program
  /// (TRT-14, TRT-20).
  ///
  /// - Parameter program: the program whose user counts; its name has no effect.
  /// - Returns: whether there is none.
  func isEmpty(for program: ProgramIdentity) -> Bool

  /// Returns the credentials of the owners that a program is associated with (TRT-15), the best
  /// first.
  ///
  /// - Parameter program: the program that requests them.
  /// - Returns: the credentials; empty if the program may have none.
  func credentials(for program: ProgramIdentity) -> [Credential]
}

/// Stores credentials in memory.
public struct MemoryCredentials: CredentialStore, Hashable {
  private var credentials: [Credential] = []
  private var owners: [String: Set<String>] = [:]

  /// Creates an empty store.
  public init() {}

  /// Whether the store has no credential.
  public var isEmpty: Bool { credentials.isEmpty }

  /// Reports whether the store has no credential; all of them belong to one user.
  ///
  /// - Parameter program: has no effect.
  /// - Returns: whether the store is empty.
  public func isEmpty(for program: ProgramIdentity) -> Bool { isEmpty }

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
  /// - Parameter program: the program, of which only the name counts; its own credentials and those
  ///   of associated owners are returned.
  /// - Returns: the credentials; empty if the program may have none.
  public func credentials(for program: ProgramIdentity) -> [Credential] {
    let allowed = owners[program.name, default: []].union([program.name])
    return credentials.filter { allowed.contains($0.owner) }
  }
}
