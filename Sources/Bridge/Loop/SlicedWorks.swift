// SPDX-License-Identifier: Apache-2.0
import Devices

/// Long work of several clients, each done in slices (``SlicedWork``).
final class SlicedWorks {
  private let loop: EventLoop
  /// The work that is in progress.
  private var running: [SlicedWork] = []

  /// Creates it without work.
  ///
  /// - Parameter loop: the loop that other work waits in.
  init(loop: EventLoop) {
    self.loop = loop
  }

  /// Runs a body, and the first slice of it now.
  ///
  /// - Parameters:
  ///   - body: the work, which calls its argument again and again.
  ///   - completion: called when the body has returned, possibly before this function returns.
  func run(_ body: @escaping (_ pause: () -> Void) -> Void, completion: @escaping () -> Void) {
    // Without memory for a stack, it is done in one turn.
    guard let work = SlicedWork(loop: loop) else {
      body {}
      return completion()
    }
    running.append(work)
    work.run(
      { [unowned work] in body { work.pause() } },
      completion: { [unowned self, unowned work] in
        running.removeAll { $0 === work }
        completion()
      })
  }
}
