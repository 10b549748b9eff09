// SPDX-License-Identifier: Apache-2.0
import CCoroutine

/// A separate stack for code that can be suspended and resumed.
///
/// It can be reused after the code has returned.
package final class Coroutine {
  /// Large enough for every call of the engine in a debug build with AddressSanitizer; the kernel
  /// allocates only the pages that are used.
  private static let stackSize = 1 << 20

  private let handle: OpaquePointer
  private var body: () -> Void = {}

  /// Creates a stack; nil if memory runs out.
  package init?() {
    guard let handle = keybridge_coroutine_create(Self.stackSize) else { return nil }
    self.handle = handle
  }

  deinit {
    keybridge_coroutine_destroy(handle)
  }

  /// Runs a body until it returns or suspends.
  ///
  /// - Returns: whether it has returned.
  package func start(_ body: @escaping () -> Void) -> Bool {
    self.body = body
    let context = Unmanaged.passUnretained(self).toOpaque()
    return keybridge_coroutine_start(
      handle,
      { context in
        guard let context else { return }
        let coroutine = Unmanaged<Coroutine>.fromOpaque(context).takeUnretainedValue()
        coroutine.body()
        // Values that the body captured are released when it returns, not when the stack is reused.
        coroutine.body = {}
      }, context)
  }

  /// Continues the suspended body until it returns or suspends again.
  ///
  /// - Returns: whether it has returned.
  package func resume() -> Bool { keybridge_coroutine_resume(handle) }

  /// Whether the body, which must be running, holds an access that is checked for exclusivity;
  /// always false in a release build.
  package var holdsAccess: Bool { keybridge_coroutine_holds_access(handle) }

  /// Suspends the body, which must be running; returns when it is resumed.
  ///
  /// The body must hold no access that is checked for exclusivity: it would last until the body is
  /// resumed, and another access to the same variable meanwhile would end the process.
  package func suspend() {
    assert(!holdsAccess, "suspended while a variable is being modified, as by an inout argument")
    keybridge_coroutine_suspend(handle)
  }
}
