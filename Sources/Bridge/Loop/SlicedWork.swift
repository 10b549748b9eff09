// SPDX-License-Identifier: Apache-2.0
import Devices
import TextInput

/// Long work that is done between the turns of the loop, a few milliseconds at a time, so that no
/// key waits for it.
///
/// The work has a stack of its own and calls ``pause()`` again and again. It must hold no access
/// that is checked for exclusivity when it does.
final class SlicedWork {
  /// How long the work runs before the loop has its next turn.
  static let slice = Duration.milliseconds(2)
  /// How many calls of ``pause()`` do not look at the clock.
  private static let callsPerLook = 8
  /// How long the work sleeps, in microseconds.
  private static let nap: Int64 = 2000

  private let coroutine: Coroutine
  private let loop: EventLoop
  private var timer: LoopTimer?
  private var completion: () -> Void = {}
  private var end = BootTime.now
  private var calls = 0
  private var sleeps = false

  /// Creates work that has not begun; nil if memory or descriptors run out.
  ///
  /// - Parameter loop: the loop that other work waits in.
  init?(loop: EventLoop) {
    guard let coroutine = Coroutine() else { return nil }
    (self.coroutine, self.loop) = (coroutine, loop)
    guard let timer = try? LoopTimer(loop: loop, { [unowned self] in resume() }) else { return nil }
    self.timer = timer
  }

  /// Runs a body, and the first slice of it now.
  ///
  /// - Parameters:
  ///   - body: the work.
  ///   - completion: called when the body has returned, possibly before this function returns.
  func run(_ body: @escaping () -> Void, completion: @escaping () -> Void) {
    self.completion = completion
    end = .now + Self.slice
    completeOrContinue(coroutine.start(body))
  }

  /// Suspends the work if its slice has ended.
  func pause() {
    calls += 1
    guard calls.isMultiple(of: Self.callsPerLook), BootTime.now >= end else { return }
    coroutine.suspend()
  }

  /// Suspends the work for two milliseconds, because it waits for another process.
  func sleep() {
    sleeps = true
    coroutine.suspend()
  }

  private func resume() {
    sleeps = false
    end = .now + Self.slice
    completeOrContinue(coroutine.resume())
  }

  /// Calls the completion if the body has returned, and schedules the next slice otherwise.
  private func completeOrContinue(_ hasFinished: Bool) {
    // The loop looks at the keyboards, too, before the timer's handler runs again.
    guard hasFinished else {
      timer?.set(sleeps ? loop.now.advanced(byMicroseconds: Self.nap) : loop.now)
      return
    }
    let completion = completion
    self.completion = {}
    completion()
  }
}
