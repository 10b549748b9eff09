// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys

/// Calls closures later; one timer of the loop serves all of them.
final class DelayedCalls {
  private let loop: EventLoop
  /// Made when it is first wanted; nil as long as the kernel has none to give.
  private var timer: LoopTimer?
  private var waiting: [Int: (time: Timestamp, body: () -> Void)] = [:]
  private var last = 0

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// Calls `body` once after a time, until what is returned is called.
  func schedule(after delay: Duration, _ body: @escaping () -> Void) -> () -> Void {
    if timer == nil { timer = try? LoopTimer(loop: loop) { [unowned self] in callDue() } }
    guard let timer else {
      // Without a descriptor for the timer it happens now rather than never.
      body()
      return {}
    }
    last += 1
    let number = last
    waiting[number] = (loop.now.advanced(by: delay), body)
    timer.set(waiting.values.map(\.time).min())
    // One that comes too early calls nobody.
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
