// SPDX-License-Identifier: Apache-2.0

/// A program that provides values to fields in the user's name: the kinds of values, but no
/// values.
package struct FillSourceStatus: Encodable, Hashable, Sendable {
  /// Whether the user allows the values to be suggested.
  package var allowed: Bool
  /// The number of names with passwords that it provides.
  package var credentials: Int
  /// The program that its process runs; nil while it is not connected, or if the service may not
  /// read it.
  package var executable: String?
  /// The name that the program gives itself.
  package var name: String
  /// Its process; nil while it is not connected.
  package var process: Int32?
  /// The content types that its profile has values of.
  package var profile: [String]
  /// Its number.
  package var program: Int
  /// Its user, as the kernel reports it.
  package var user: UInt32

  /// The response to `fill.sources` and `fill.allow`.
  struct List: Encodable {
    var sources: [FillSourceStatus]
  }
}
