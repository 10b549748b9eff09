// SPDX-License-Identifier: Apache-2.0

/// A part of the engine that needs the others: a stage, or what several stages share.
///
/// The engine owns its parts, and each is connected before anything reaches it.
class EnginePart {
  // Neither weak nor owned: every key asks for it, and a part never outlives its engine.
  private final unowned(unsafe) var connected: TextEngine?

  /// The engine that it is a part of.
  @inline(__always) final var engine: TextEngine { connected.unsafelyUnwrapped }

  /// Learns which engine it is a part of.
  func connect(to engine: TextEngine) { connected = engine }
}
