// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread that runs a body once.
package final class TestThread {
  private var thread = pthread_t()

  /// Starts the thread.
  package init(_ body: @escaping () -> Void) throws {
    let box = Unmanaged.passRetained(Box(body))
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard failure == 0 else {
      box.release()
      throw SystemFailure(call: "pthread_create", errno: failure)
    }
  }

  /// Waits for its end.
  package func join() {
    pthread_join(thread, nil)
  }

  private final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
