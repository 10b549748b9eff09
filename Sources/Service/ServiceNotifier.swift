// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Mirrors
package import TextInput

/// Tells the service manager that started the program how it is: the datagrams of `sd_notify(3)`.
///
/// `READY=1` goes out when the loop waits for the first time, so the keyboards that were there are
/// open and every socket listens; `STATUS=` follows the number of keyboards, and `STOPPING=1` is the
/// last word. Nothing typed is ever told. A manager that does not listen changes nothing: a full queue
/// is tried again when there is room, any other failure ends the telling in silence.
///
/// Where the manager asks for it, `WATCHDOG=1` goes out regularly, from the loop: one that hangs sends
/// none, and the manager starts the program anew. Without a watchdog nobody is woken for it.
///
/// libsystemd would be one more library to load for one call of `send`.
package final class ServiceNotifier: UpdateSink {
  private let loop: any DescriptorLoop
  private let status: (Int) -> String
  /// -1 when nobody listens any more.
  private var descriptor: Int32
  private var keyboards = 0
  private var isStopping = false
  /// Whether the manager has yet to be told the present state.
  private var isDue = true
  private var isWaitingForRoom = false
  /// Ends the regular signs of life.
  private var endPulse: () -> Void = {}

  /// Has something done every so many microseconds, until the closure that it returns is called.
  package typealias Schedule = (_ microseconds: Int64, _ body: @escaping () -> Void) -> () -> Void

  /// Connects to the manager's socket; nil where nobody listens at the address.
  ///
  /// - Parameters:
  ///   - address: what `NOTIFY_SOCKET` holds: a path, or `@` and an abstract name.
  ///   - loop: the loop that tells when the manager has room again.
  ///   - watchdog: how long the manager waits for a sign of life; nil where it wants none.
  ///   - schedule: has the signs of life sent, by the loop that everything waits in.
  ///   - status: one line for a number of keyboards.
  package init?(
    address: String, loop: any DescriptorLoop, watchdog: Watchdog? = nil,
    schedule: Schedule = { _, _ in {} }, status: @escaping (_ keyboards: Int) -> String
  ) {
    guard let descriptor = DatagramSocket.connect(to: address) else { return nil }
    self.descriptor = descriptor
    self.loop = loop
    self.status = status
    guard let watchdog else { return }
    endPulse = schedule(watchdog.pulse) { [unowned self] in showLife() }
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
    if isDue, !isWaitingForRoom { tell() }
  }

  /// Says that the program stops, as far as that can be said at once.
  package func finish() {
    isStopping = true
    tell()
    stop()
  }

  /// Sends the whole state, so that what found no room before need not be remembered.
  private func tell() {
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

  /// A full queue is no reason to wait: the next sign still comes in time.
  private func showLife() {
    guard descriptor >= 0, !isWaitingForRoom else { return }
    let message = "WATCHDOG=1"
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    if send(descriptor, message, message.utf8.count, flags) < 0, errno != EAGAIN { stop() }
  }

  private func waitForRoom() {
    guard !isWaitingForRoom, !isStopping else { return }
    isWaitingForRoom = loop.watch(descriptor, for: .write) { [unowned self] _ in tell() }
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
