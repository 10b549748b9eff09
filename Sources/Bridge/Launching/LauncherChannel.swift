// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Glibc
import Keys

/// The messages between the service and the launcher, on the service's side.
///
/// A request waits for its response, or has a completion that receives it in the loop. A launcher
/// that hangs holds up one waiting request only.
final class LauncherChannel {
  /// Receives the response to a request, or the reason why there is none.
  typealias Completion = (Result<LauncherResponse, Reason>) -> Void

  /// The reason why a request has no response.
  enum Reason: Error {
    case ended, late, tooLong, unclear

    var text: String {
      switch self {
      case .ended: "the process \(Launcher.name) has ended; restart keybridge"
      case .late: "the process \(Launcher.name) does not respond"
      case .tooLong: "it is longer than \(LauncherRequest.limit) bytes"
      case .unclear: "the process \(Launcher.name) sent an invalid response"
      }
    }
  }

  /// Ends what a response has brought that nothing waits for any more.
  var discard: (LauncherResponse) -> Void = { _ in }

  private let socket: Int32
  /// The time that a request waits for its response; after it, the request has failed.
  private let limit: Duration
  /// Whether the launcher can still answer.
  private var isAlive = true
  private var lastNumber = 0
  /// The requests that do not wait for their responses, by their numbers.
  private var pending: [Int: Completion] = [:]
  /// The numbers of the requests that waited in vain; while there are any, no other one waits.
  private var unanswered: Set<Int> = []
  /// The loop that receives the responses.
  private weak var loop: (any DescriptorLoop)?

  /// Creates a channel.
  ///
  /// - Parameters:
  ///   - socket: the service's end of the socket, which is closed by ``end()``.
  ///   - limit: the time that a request waits for its response.
  init(socket: Int32, limit: Duration) {
    (self.socket, self.limit) = (socket, limit)
  }

  /// Receives responses in a loop, until the launcher has ended.
  ///
  /// - Parameter loop: the loop of the service.
  func watch(on loop: any DescriptorLoop) {
    self.loop = loop
    loop.watch(socket, for: .read) { [unowned self] _ in takeResponses() }
  }

  /// Makes a request without waiting for its response.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - completion: receives the response, however long that takes; called before this function
  ///     returns if the request cannot be made.
  func post(_ request: LauncherRequest, completion: @escaping Completion) {
    do throws(Reason) {
      // Something in the queue waits only for a launcher that hangs.
      pending[try send(request, until: .now)] = completion
    } catch {
      completion(.failure(error))
    }
  }

  /// Makes a request, and waits for its response.
  func ask(_ request: LauncherRequest) -> Result<LauncherResponse, Reason> {
    let end = BootTime.now + limit
    do throws(Reason) {
      while !unanswered.isEmpty, isReady(POLLIN, until: .now) { deliver(try receive()) }
      guard unanswered.isEmpty else { throw .late }
      let number = try send(request, until: end)
      while isReady(POLLIN, until: end) {
        let response = try receive()
        if response.id == number { return .success(response) }
        deliver(response)
      }
      unanswered.insert(number)
      return .failure(.late)
    } catch {
      return .failure(error)
    }
  }

  /// Makes a request whose response takes long; other requests may be made meanwhile.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - limit: the time that the response may take.
  ///   - sleep: called again and again until the response comes.
  /// - Returns: the response, or the reason why there is none.
  func ask(
    _ request: LauncherRequest, for limit: Duration, sleep: () -> Void
  ) -> Result<LauncherResponse, Reason> {
    let end = BootTime.now + limit
    var result: Result<LauncherResponse, Reason>?
    do throws(Reason) {
      let number = try send(request, until: .now + self.limit)
      pending[number] = { result = $0 }
      while true {
        // Without a loop, nothing else takes it.
        takeResponses()
        if let result { return result }
        guard BootTime.now < end else { break }
        sleep()
      }
      pending[number] = nil
      return .failure(.late)
    } catch {
      return .failure(error)
    }
  }

  /// Takes the responses that have come.
  func takeResponses() {
    while isAlive, isReady(POLLIN, until: .now) {
      // All requests have failed if the launcher has ended, or its response is unclear.
      guard let response = try? receive() else { return }
      deliver(response)
    }
  }

  /// Delivers a response to the request that does not wait for it, and discards any other.
  private func deliver(_ response: LauncherResponse) {
    guard let complete = pending.removeValue(forKey: response.id) else {
      unanswered.remove(response.id)
      return discard(response)
    }
    complete(.success(response))
  }

  /// Sends a request and returns its number.
  private func send(
    _ request: LauncherRequest, until end: BootTime
  ) throws(Reason) -> Int {
    guard isAlive else { throw .ended }
    lastNumber += 1
    let message = request.message(lastNumber)
    guard message.count <= LauncherRequest.limit else { throw .tooLong }
    // The queue is empty, unless the launcher has not answered earlier requests.
    guard isReady(POLLOUT, until: end) else { throw .late }
    guard keybridge_send_message(socket, message, message.count, nil, 0) == 0 else {
      throw lost()
    }
    return lastNumber
  }

  private func isReady(_ event: Int32, until end: BootTime) -> Bool {
    while true {
      let rest = (end - BootTime.now) / .milliseconds(1)
      var state = pollfd(fd: socket, events: Int16(event), revents: 0)
      let count = poll(&state, 1, Int32(max(0, rest.rounded(.up))))
      guard count < 0, errno == EINTR else { return count > 0 }
    }
  }

  private func receive() throws(Reason) -> LauncherResponse {
    var room = [UInt8](repeating: 0, count: LauncherRequest.limit)
    var count = 0
    var descriptors = [Int32](repeating: -1, count: Int(KEYBRIDGE_MESSAGE_DESCRIPTORS))
    guard
      keybridge_receive_message(socket, &room, room.count, &count, &descriptors) == 0
    else { throw lost() }
    descriptors.removeAll { $0 < 0 }
    if let response = LauncherResponse(
      parsing: Array(room[..<min(count, room.count)]), descriptors: descriptors)
    {
      return response
    }
    descriptors.forEach { close($0) }
    // It may be the response to any of them, for which they would wait in vain.
    failPending(because: .unclear)
    throw .unclear
  }

  private func lost() -> Reason {
    fail()
    return .ended
  }

  /// Fails all requests, because the launcher has ended.
  func fail() {
    isAlive = false
    loop?.unwatch(socket)
    loop = nil
    unanswered = []
    failPending(because: .ended)
  }

  private func failPending(because reason: Reason) {
    let failed = pending.sorted { $0.key < $1.key }
    pending = [:]
    for (_, complete) in failed { complete(.failure(reason)) }
  }

  /// Closes the channel, after the responses that are owed to completions, if they come in time.
  func end() {
    let limit = BootTime.now + limit
    while !pending.isEmpty, isAlive, isReady(POLLIN, until: limit) { takeResponses() }
    fail()
    close(socket)
  }
}
