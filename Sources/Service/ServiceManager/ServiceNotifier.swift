// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Mirrors
package import TextInput

/// Notifies the service manager of the program's state: the datagrams of `sd_notify(3)`.
///
/// `READY=1` is sent when the loop waits for the first time; by then all connected keyboards are
/// open and every socket accepts connections. `STATUS=` follows the number of keyboards, and
/// `STOPPING=1` is sent last. No typed text is ever sent. If the manager's queue is full, the state
/// is sent again when there is room; after any other failure nothing more is sent.
///
/// If the manager requests it, the loop sends `WATCHDOG=1` regularly. A loop that hangs sends none,
/// and the manager restarts the program. Without a watchdog there is no timer, so an idle service
/// never wakes up.
///
/// Using libsystemd would load another library for a single call of `send`.
package final class ServiceNotifier: UpdateSink {
  private let loop: any DescriptorLoop
  private let status: (Int) -> String
  /// -1 after a failure.
  private(set) var descriptor: Int32
  private var keyboards = 0
  private var isStopping = false
  /// Whether the current state must still be sent.
  private var isDue = true
  private var isWaitingForRoom = false
  /// Cancels the watchdog's timer.
  private var endPulse: () -> Void = {}

  /// Calls `body` at an interval in microseconds; the returned closure cancels the calls.
  package typealias Repeat = (_ microseconds: Int64, _ body: @escaping () -> Void) -> () -> Void

  /// Connects to the manager's socket; nil if the connection fails.
  ///
  /// - Parameters:
  ///   - address: the value of `NOTIFY_SOCKET`: a path, or `@` and an abstract name.
  ///   - loop: the loop that watches for room in the manager's queue.
  ///   - watchdog: the manager's watchdog; nil if it is disabled.
  ///   - schedule: calls a closure regularly, from the loop whose hangs the watchdog must detect.
  ///   - status: returns the status line for a number of keyboards.
  package init?(
    address: String, loop: any DescriptorLoop, watchdog: Watchdog? = nil,
    schedule: Repeat = { _, _ in {} }, status: @escaping (_ keyboards: Int) -> String
  ) {
    guard let descriptor = DatagramSocket.connect(to: address) else { return nil }
    self.descriptor = descriptor
    self.loop = loop
    self.status = status
    guard let watchdog else { return }
    endPulse = schedule(watchdog.pulse) { [unowned self] in sendWatchdog() }
  }

  deinit {
    stop()
  }

  package var interest: SinkInterest { [.devices, .frames] }

  package func receive(_ update: Update) {
    switch update {
    case .deviceAttached: keyboards += 1
    case .deviceDetached: keyboards -= 1
    default: return
    }
    isDue = true
  }

  package func frameEnded() {
    if isDue, !isWaitingForRoom { sendStatus() }
  }

  /// Sends `STOPPING=1`, if the manager's queue has room.
  package func finish() {
    isStopping = true
    sendStatus()
    stop()
  }

  /// Sends the whole state, so that earlier states that did not fit need not be queued.
  private func sendStatus() {
    guard descriptor >= 0 else { return }
    let message = "\(isStopping ? "STOPPING=1" : "READY=1")\nSTATUS=\(status(keyboards))"
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    if send(descriptor, message, message.utf8.count, flags) >= 0 {
      isDue = false
      stopWaiting()
    } else if errno == EAGAIN {
      waitForRoom()
    } else {
      stop()
    }
  }

  /// Sends `WATCHDOG=1`; with a full queue it is skipped, because the next one is still in time.
  private func sendWatchdog() {
    guard descriptor >= 0, !isWaitingForRoom else { return }
    let message = "WATCHDOG=1"
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    if send(descriptor, message, message.utf8.count, flags) < 0, errno != EAGAIN { stop() }
  }

  private func waitForRoom() {
    guard !isWaitingForRoom, !isStopping else { return }
    isWaitingForRoom = loop.watch(descriptor, for: .write) { [unowned self] _ in sendStatus() }
  }

  private func stopWaiting() {
    if isWaitingForRoom { loop.unwatch(descriptor) }
    isWaitingForRoom = false
  }

  private func stop() {
    guard descriptor >= 0 else { return }
    endPulse()
    endPulse = {}
    stopWaiting()
    close(descriptor)
    descriptor = -1
  }
}
