// SPDX-License-Identifier: Apache-2.0

/// A part of the engine that needs other parts: a stage, or something that several stages share.
///
/// The engine owns its parts, and connects each of them before it is used.
class EnginePart {
  // Neither a weak nor a strong reference, because every key reads it and a part never outlives its
  // engine.
  private final unowned(unsafe) var connected: TextEngine?

  /// The engine that the part belongs to.
  @inline(__always) final var engine: TextEngine { connected.unsafelyUnwrapped }

  /// Connects the part to its engine.
  func connect(to engine: TextEngine) { connected = engine }
}
