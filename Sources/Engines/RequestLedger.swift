// SPDX-License-Identifier: Apache-2.0
import Keys

/// The requests to a process whose answers have not come, by their numbers.
///
/// Each request is answered exactly once, unless it is cancelled. A request that a key waits for
/// has no deadline here: the key knows when it goes on without the answer, and then cancels the
/// request. The ledger only notes that an answer is missing.
struct RequestLedger<Answer> {
  /// A request.
  struct Request {
    /// Receives the answer; nil if the request was cancelled, and its answer may only be missing.
    var answer: ((Answer?) -> Void)?
    /// Whether a key waits for the answer, and decides how long.
    let isOfKey: Bool
    /// Whether the answer was missing.
    var isMissing = false
    var cancelDeadline: () -> Void

    /// Whether the key may still take the answer.
    var isAwaited: Bool { isOfKey && answer != nil }
  }

  /// The request that an answer belongs to.
  enum Match {
    /// It waits for the answer.
    case request(Request)
    /// Its deadline has passed, so the answer is dropped.
    case late
    /// There is none.
    case unknown
  }

  /// The number of requests whose answers may still come after their deadlines.
  static var lateLimit: Int { 256 }

  private var requests: [Int: Request] = [:]
  /// The last requests that had no answer at their deadlines.
  private var late: Set<Int> = []
  private var lastNumber = 0
  /// The number of answers in a row that are missing.
  private(set) var missing = 0
  /// The last request that waited for the answer that was missing last.
  private var lastMissed = 0

  /// Whether the answer to a request may come after its deadline.
  var awaitsLateAnswer: Bool { !late.isEmpty }

  /// Numbers the next request.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a request.
  mutating func add(_ request: Request, number: Int) { requests[number] = request }

  /// Cancels a request whose answer is not wanted any more.
  ///
  /// - Returns: whether there is such a request.
  mutating func cancel(_ number: Int) -> Bool {
    guard let request = requests[number], request.answer != nil else { return false }
    requests[number]?.answer = nil
    if request.isMissing { noteLate(number) }
    return true
  }

  /// Notes that the deadline of a request has passed.
  ///
  /// - Returns: the request as it was; nil if it was answered.
  mutating func deadlinePassed(_ number: Int) -> Request? {
    guard let request = requests[number] else { return nil }
    if request.isAwaited { requests[number]?.isMissing = true } else { noteLate(number) }
    // A short stall counts once for all requests that waited in it.
    if number > lastMissed { (missing, lastMissed) = (missing + 1, lastNumber) }
    return request
  }

  /// Drops a request whose answer may still come, but is not wanted any more.
  private mutating func noteLate(_ number: Int) {
    requests[number] = nil
    late.insert(number)
    if late.count > Self.lateLimit { late.min().map { _ = late.remove($0) } }
  }

  /// Removes the request that an answer belongs to.
  mutating func take(_ number: Int) -> Match {
    guard let request = requests.removeValue(forKey: number) else {
      return late.remove(number) == nil ? .unknown : .late
    }
    request.cancelDeadline()
    missing = 0
    return .request(request)
  }

  /// Begins anew with another process.
  ///
  /// - Returns: the requests that have no answer, in order; their deadlines are cancelled.
  mutating func removeAll() -> [Request] {
    let unanswered = requests.sorted { $0.key < $1.key }.map(\.value)
    (requests, late, missing) = ([:], [], 0)
    for request in unanswered { request.cancelDeadline() }
    return unanswered
  }
}
