// SPDX-License-Identifier: Apache-2.0

/// A reference to an object, the engine, by something that may outlive it.
///
/// It is not a weak reference, because an object with weak references is slower to retain, which
/// every key does many times.
package final class UnretainedReference<Object: AnyObject> {
  private unowned(unsafe) var current: Object?

  init() {}

  /// The object; nil after it was released.
  package var object: Object? { current }

  /// Begins to refer to an object.
  func connect(to object: Object) { current = object }

  /// Ends the reference, because the object is being released.
  func end() { current = nil }
}
