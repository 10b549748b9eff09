// SPDX-License-Identifier: Apache-2.0

/// The program that a window belongs to, as others know it.
///
/// The kernel reports the user; the program itself chooses its name, so a name alone proves
/// nothing.
public struct ProgramIdentity: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name that the program gives itself.
  public var name: String
  /// The number of the program's user; nil for the user of this process.
  public var user: UInt32?

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - name: the name that the program gives itself.
  ///   - user: the number of the program's user; nil for the user of this process.
  public init(_ name: String, user: UInt32? = nil) {
    (self.name, self.user) = (name, user)
  }

  /// Creates the identity of a program of this process's user.
  ///
  /// - Parameter value: the name of the program.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
