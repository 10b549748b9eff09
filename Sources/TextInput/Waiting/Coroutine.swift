// SPDX-License-Identifier: Apache-2.0
import CCoroutine

/// A stack of its own: what runs on it can be left in its middle, and continued later.
///
/// It is used again once what ran on it has returned.
final class Coroutine {
  /// Deep enough for every call of the engine in a debug build with AddressSanitizer; the kernel gives
  /// only the pages that are touched.
  private static let stackSize = 1 << 20

  private let handle: OpaquePointer
  private var body: () -> Void = {}

  /// Creates a stack; nil where there is no memory for one.
  init?() {
    guard let handle = keybridge_coroutine_create(Self.stackSize) else { return nil }
    self.handle = handle
  }

  deinit {
    keybridge_coroutine_destroy(handle)
  }

  /// Runs a body until it returns or suspends.
  ///
  /// - Returns: whether it has returned.
  func start(_ body: @escaping () -> Void) -> Bool {
    self.body = body
    let context = Unmanaged.passUnretained(self).toOpaque()
    return keybridge_coroutine_start(
      handle,
      { context in
        guard let context else { return }
        let coroutine = Unmanaged<Coroutine>.fromOpaque(context).takeUnretainedValue()
        coroutine.body()
        // What the body holds is released when it has returned, not when the stack is used again.
        coroutine.body = {}
      }, context)
  }

  /// Continues the suspended body until it returns or suspends again.
  ///
  /// - Returns: whether it has returned.
  func resume() -> Bool { keybridge_coroutine_resume(handle) }

  /// Leaves the body, which must be running; returns when it is resumed.
  func suspend() { keybridge_coroutine_suspend(handle) }
}
