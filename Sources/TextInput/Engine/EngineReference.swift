// SPDX-License-Identifier: Apache-2.0

/// A reference to an engine by something that may outlive it.
///
/// It is not a weak reference, because an object with weak references is slower to retain, which
/// every key does many times.
package final class EngineReference {
  private unowned(unsafe) var current: TextEngine?

  init() {}

  /// The engine; nil after it was released.
  package var engine: TextEngine? { current }

  /// Begins to refer to an engine.
  func connect(to engine: TextEngine) { current = engine }

  /// Ends the reference, because the engine is being released.
  func end() { current = nil }
}
