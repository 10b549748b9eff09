// SPDX-License-Identifier: Apache-2.0

/// What is remembered of the modes a person used, between focuses and, where it is stored, between
/// runs (MOD-4, MOD-6).
///
/// Modes are remembered by ``TextInputMode/id``: one that has gone from the user's list since is
/// passed over.
public protocol ModeMemory: AnyObject {
  /// The mode the user chose in a context; nil for none.
  func modeID(forContext context: String) -> String?
  /// Remembers the mode chosen in a context; nil forgets the context.
  func setModeID(_ id: String?, forContext context: String)
  /// The mode last used anywhere.
  var lastModeID: String? { get set }
}

/// A memory that ends with the process.
public final class TransientModeMemory: ModeMemory {
  /// The mode last used anywhere.
  public var lastModeID: String?
  private var modes: [String: String] = [:]

  /// Makes a memory of nothing.
  public init() {}

  /// The mode the user chose in a context; nil for none.
  public func modeID(forContext context: String) -> String? { modes[context] }

  /// Remembers the mode chosen in a context; nil forgets the context.
  public func setModeID(_ id: String?, forContext context: String) { modes[context] = id }
}
