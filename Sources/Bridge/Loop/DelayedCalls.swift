// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys

/// Calls closures later, with one timer of the loop for all of them.
final class DelayedCalls {
  private let loop: EventLoop
  /// Created on first use; nil while the kernel has no descriptor left.
  private var timer: LoopTimer?
  private var waiting: [Int: (time: Timestamp, body: () -> Void)] = [:]
  private var last = 0

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// Calls `body` once after a delay; the returned closure cancels the call.
  func schedule(after delay: Duration, _ body: @escaping () -> Void) -> () -> Void {
    if timer == nil { timer = try? LoopTimer(loop: loop) { [unowned self] in callDue() } }
    guard let timer else {
      // Without a timer, calling now is better than never.
      body()
      return {}
    }
    last += 1
    let number = last
    waiting[number] = (loop.now.advanced(by: delay), body)
    timer.set(waiting.values.map(\.time).min())
    // The timer may still fire for a cancelled call; it then finds nothing due.
    return { [weak self] in self?.waiting[number] = nil }
  }

  private func callDue() {
    let now = loop.now
    for (number, entry) in waiting.sorted(by: { $0.value.time < $1.value.time })
    where entry.time <= now && waiting[number] != nil {
      waiting[number] = nil
      entry.body()
    }
    timer?.set(waiting.values.map(\.time).min())
  }
}
