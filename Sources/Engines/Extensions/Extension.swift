// SPDX-License-Identifier: Apache-2.0
package import Keys
import Mirrors

/// An input extension: a process of its own that answers keys, and sees a document only through its
/// proxy (reference 13.2).
///
/// One process serves all modes of the extension. At most one request waits for its answer; a key
/// that comes before a late answer is typed without the extension.
package final class Extension {
  /// The time in which ``lapseLimit`` late answers end the use of the mode.
  package static let lapseTime = Duration.seconds(60)
  /// The number of late answers in ``lapseTime`` that end the use of the mode.
  package static let lapseLimit = 3
  /// The time in which a bypass is reported once.
  package static let reportTime = Duration.seconds(60)
  /// The maximum length of a line from the extension, in bytes.
  package static let lineLimit = 65_536
  /// The maximum number of lines from the extension in a second, beyond responses that are awaited.
  package static let lineRate = 200
  /// The version of the lines.
  package static let version = 1

  /// The state of the process.
  package enum State: String, Hashable, Sendable {
    /// There is no process.
    case stopped
    /// The process is being started, or has not yet answered `hello`.
    case starting
    /// The process answers requests.
    case ready
  }

  /// A request, by which it can be cancelled.
  final class Ticket {
    fileprivate(set) var number: Int?
    fileprivate var isCancelled = false
    fileprivate let method: String
    fileprivate let parameters: [String: JSONValue]
    fileprivate let answer: (JSONValue?) -> Void

    fileprivate init(
      _ method: String, _ parameters: [String: JSONValue], answer: @escaping (JSONValue?) -> Void
    ) {
      (self.method, self.parameters, self.answer) = (method, parameters, answer)
    }
  }

  /// The extension as it is installed.
  package let installed: InstalledExtension
  /// The user's choices.
  package private(set) var choice: ExtensionChoice
  /// The state of the process.
  package private(set) var state = State.stopped
  /// The last fault; nil for none.
  package var lastFault: String? { link.lastFault ?? lastMistake }
  /// The number of the process; nil for none.
  package var process: Int32? { link.process }
  /// The number of keys that the extension has seen.
  package private(set) var keyCount = 0
  /// The time of the last of these keys; nil for none.
  package private(set) var lastUse: Timestamp?
  /// The number of sockets that it has tried to create, and that were refused (F113).
  package private(set) var refusedSockets = 0
  /// Answers requests about the text: the method of the mode in use.
  weak var editor: (any ExtensionEditor)?

  private let host: ExtensionHost
  private lazy var link = LinkedProcess(of: self, host: host.engines, lineLimit: Self.lineLimit)
  private var requests = RequestLedger<JSONValue>()
  /// The request that waits for the process, or for the answer before it.
  private var waiting: Ticket?
  /// The request that was sent and has no answer.
  private var outstanding: Ticket?
  /// Whether the answer to ``outstanding``, or the start, is late.
  private var isLate = false
  /// The lapses before the one that ends the use of the mode.
  private var lapses = Extension.noLapses
  private var bypassReports = RateLimit(in: Extension.reportTime)
  private var refusalReports = RateLimit(in: Extension.reportTime)
  /// The messages that the extension shows.
  private var messages = RateLimit(in: Extension.reportTime)
  private var lines = RateLimit(Extension.lineRate, in: .seconds(1))
  /// The mistake in the last answer that was refused.
  private var lastMistake: String?

  /// Creates an extension without starting its process.
  ///
  /// - Parameters:
  ///   - installed: the extension.
  ///   - choice: the user's choices.
  ///   - host: the parts of the program that it uses.
  package init(_ installed: InstalledExtension, choice: ExtensionChoice, host: ExtensionHost) {
    (self.installed, self.choice, self.host) = (installed, choice, host)
  }

  private static var noLapses: RateLimit { RateLimit(lapseLimit - 1, in: lapseTime) }

  /// The name of the extension.
  package var name: String { installed.manifest.name }
  /// Whether every right that the extension requests is granted.
  package var hasFullAccess: Bool { choice.hasFullAccess(of: installed.manifest) }
  /// Whether the process has ended too often, and is not started for a while.
  package var isResting: Bool { link.isResting }
  /// Whether a key may be sent, or may wait to be sent.
  var acceptsKeys: Bool { choice.isEnabled && !isLate && !isResting }

  // MARK: Choices

  /// Applies other choices of the user.
  ///
  /// A process with a right that was revoked is killed, and started again for the next key; one
  /// with a new right, and a disabled one, may finish first.
  ///
  /// - Parameter new: the choices.
  package func apply(_ new: ExtensionChoice) {
    let old = choice
    choice = new
    guard old != new, state != .stopped else { return }
    // Rights of the process are those of its start; only the pasteboard is no right of the kernel.
    let kept: Set<ExtensionGrant> = [.pasteboard]
    if !new.isEnabled || old.hash != new.hash
      || old.grants.subtracting(kept) != new.grants.subtracting(kept)
    {
      link.stop(isOrderly: new.grants.isSuperset(of: old.grants.subtracting(kept)))
    } else {
      notify("access.didChange", access)
    }
  }

  /// The parameters about the rights.
  private var access: [String: JSONValue] {
    [
      "hasFullAccess": .bool(hasFullAccess),
      "grants": .list(choice.grants.map(\.rawValue).sorted().map { .text($0) }),
    ]
  }

  // MARK: Requests

  /// Starts the process if there is none, and if the extension is enabled and does not rest.
  package func prepare() { if choice.isEnabled { link.start() } }

  /// Asks for the answer to a key.
  ///
  /// - Parameters:
  ///   - method: the request.
  ///   - parameters: its parameters.
  ///   - answer: receives the result, or nil for none; called once, possibly at once, unless the
  ///     request is cancelled.
  /// - Returns: the request.
  @discardableResult
  func ask(
    _ method: String, _ parameters: [String: JSONValue], answer: @escaping (JSONValue?) -> Void
  ) -> Ticket {
    let ticket = Ticket(method, parameters, answer: answer)
    prepare()
    if let other = waiting {
      waiting = nil
      other.answer(nil)
    }
    switch state {
    case .stopped: answer(nil)
    case .ready where outstanding == nil: send(ticket)
    case .ready, .starting: waiting = ticket
    }
    return ticket
  }

  private func send(_ ticket: Ticket) {
    keyCount += ticket.method == "key" ? 1 : 0
    lastUse = host.engines.now()
    outstanding = ticket
    ticket.number = send(ticket.method, ticket.parameters, within: host.limits.answer) {
      [weak self] in
      self?.outstanding = nil
      self?.isLate = false
      if !ticket.isCancelled { ticket.answer($0) }
      self?.sendWaiting()
    }
  }

  private func sendWaiting() {
    guard state == .ready, outstanding == nil, let ticket = waiting else { return }
    waiting = nil
    send(ticket)
  }

  /// Cancels a request whose answer is not wanted any more; its closure is not called.
  ///
  /// - Parameters:
  ///   - ticket: the request.
  ///   - isLate: whether its time has passed.
  func cancel(_ ticket: Ticket, isLate: Bool) {
    guard !ticket.isCancelled else { return }
    ticket.isCancelled = true
    if waiting === ticket { waiting = nil }
    // The answer to an earlier request may be the one that is late.
    if isLate, outstanding != nil {
      self.isLate = true
      noteLapse("it answered too late")
    }
    // One key has waited for the start; the next ones do not.
    if isLate, state == .starting { self.isLate = true }
    guard outstanding === ticket, let number = ticket.number else { return }
    notify("cancel", ["id": .number(number)])
  }

  @discardableResult
  private func send(
    _ method: String, _ parameters: [String: JSONValue], within limit: Duration,
    answer: @escaping (JSONValue?) -> Void
  ) -> Int {
    let number = requests.nextNumber()
    let cancelDeadline = host.engines.schedule(limit) { [weak self] in self?.missed(number) }
    requests.add(
      .init(answer: answer, isOfKey: false, cancelDeadline: cancelDeadline), number: number)
    link.write(["id": .number(number), "method": .text(method), "params": .object(parameters)])
    return number
  }

  private func missed(_ number: Int) {
    guard let request = requests.deadlinePassed(number) else { return }
    link.fail(state == .starting ? "it did not answer hello in time" : "it does not answer")
    request.answer?(nil)
    host.engines.didAnswer()
  }

  /// Sends a notification, if there is a process that has answered `hello`.
  func notify(_ method: String, _ parameters: [String: JSONValue]) {
    guard state == .ready else { return }
    link.write(["method": .text(method), "params": .object(parameters)], isUrgent: false)
  }

  // MARK: Lapses

  /// Counts an answer that came too late, or was refused; too many end the use of the mode.
  ///
  /// - Parameter mistake: what was wrong with the answer, without its content.
  func noteLapse(_ mistake: String) {
    lastMistake = mistake
    guard !lapses.take(at: host.engines.now()) else { return }
    lapses = Self.noLapses
    host.engines.notice(
      "the extension \(name) was late \(Self.lapseLimit) times in a minute, at last because"
        + " \(mistake); the previous mode is used")
    let modes = installed.manifest.modes.map { "\(name).\($0.id)" }
    // Not within the key that was late.
    _ = host.engines.schedule(.zero) { [host] in
      for mode in modes { host.switchAway(mode) }
      host.engines.didAnswer()
    }
  }

  /// Reports that a key was typed without the extension, once a minute.
  ///
  /// - Parameter mode: the name of the mode.
  func noteBypass(in mode: String) {
    if bypassReports.take(at: host.engines.now()) { host.didBypass(mode) }
  }

  // MARK: The process

  private func greeted(_ result: JSONValue?) {
    guard state == .starting, let result else { return }
    guard case .object(let members) = result, members["protocol"] == .number(Self.version) else {
      return link.fail("it does not speak version \(Self.version) of the protocol")
    }
    (state, isLate) = (.ready, false)
    sendWaiting()
  }

  /// Ends the process, which may finish first; a request that waits is answered with nil.
  package func stop() { link.stop(isOrderly: true) }

  /// Whether a process that was ended is still finishing.
  package var isFinishing: Bool { link.isFinishing }

  /// Kills a process that is still finishing.
  package func killFinishing() { link.killFinishing() }

  /// Whether a process that was ended must still be collected.
  package var hasEndedProcesses: Bool { link.hasEndedProcesses }

  /// Collects the processes that have ended; called on SIGCHLD.
  package func reap() { link.reap() }
}

extension Extension: LinkedProcessUser {
  var title: String { "extension \(name)" }

  func willOpen() { state = .starting }

  func open(completion: @escaping (Result<EngineConnection, EngineStartError>) -> Void) {
    host.open(installed, choice, completion)
  }

  func didOpen() {
    let folders = host.folders(name)
    let own: [String: JSONValue] = [
      "protocol": .number(Self.version), "name": .text(name), "storage": .text(folders.own),
      "sharedStorage": .text(folders.shared),
    ]
    let hello = own.merging(access) { $1 }
    send("hello", hello, within: host.limits.start) { [weak self] in self?.greeted($0) }
  }

  func take(_ line: [UInt8]) {
    guard case .object(let message)? = host.engines.parse(line) else {
      return refuse(link, "it sent a line that is not an object of JSON in UTF-8")
    }
    if case .text(let method)? = message["method"] {
      // The extension decides how many requests there are.
      guard lines.take(at: host.engines.now()) else {
        return link.fail("it sent more than \(Self.lineRate) requests in a second")
      }
      answer(method, message["params"], id: message["id"])
    } else if case .number(let number)? = message["id"] {
      switch requests.take(number) {
      case .request(let request): request.answer?(message["result"])
      case .late, .unknown: link.fail("it sent a response that no request waits for")
      }
    } else {
      refuse(link, "it sent a line that is neither a request nor a response")
    }
  }

  /// Refuses a line that may be the awaited answer.
  private func refuse(_ link: LinkedProcess, _ mistake: String) {
    guard let number = outstanding?.number, case .request(let request) = requests.take(number)
    else { return link.fail(mistake) }
    if outstanding?.isCancelled == false { noteLapse(mistake) }
    request.answer?(nil)
  }

  func didEnd() {
    let isAwaited = outstanding?.isCancelled == false
    state = .stopped
    isLate = false
    if isAwaited { noteLapse(link.lastFault ?? "it ended") }
    for request in requests.removeAll() { request.answer?(nil) }
    outstanding = nil
    if let ticket = waiting {
      waiting = nil
      ticket.answer(nil)
    }
    editor?.processDidEnd()
  }

  func didRefuse(_ calls: [String]) {
    host.didRefuse(calls)
    let count = calls.count { $0 == "socket" }
    guard count > 0 else { return }
    refusedSockets += count
    guard refusalReports.take(at: host.engines.now()) else { return }
    host.engines.notice("the extension \(name) asked for the network, which is not granted")
  }

  // MARK: Requests of the extension

  private func answer(_ method: String, _ parameters: JSONValue?, id: JSONValue?) {
    // A notification has no answer, and no extension has any to send.
    guard let id else { return }
    var members: [String: JSONValue] = [:]
    if case .object(let given)? = parameters { members = given }
    switch result(of: method, members) {
    case .success(let result): link.write(["id": id, "result": .object(result)])
    case .failure(let refusal):
      let error: [String: JSONValue] = [
        "code": .text(refusal.rawValue), "message": .text(refusal.message),
      ]
      link.write(["id": id, "error": .object(error)])
    }
  }

  private func result(
    of method: String, _ parameters: [String: JSONValue]
  ) -> ExtensionRequest.Answer {
    if method == "access.get" { return .success(access) }
    if method == "edit" { return editor?.edit(parameters) ?? .failure(.unavailable) }
    do throws(ExtensionRequest.Refusal) {
      let request = try ExtensionRequest(method, parameters)
      if let grant = request.grant, !choice.grants.contains(grant) { throw .refused }
      // An extension in the background changes nothing.
      guard request == .lexicon || editor?.isInUse == true else { throw .unavailable }
      if case .lexicon = request, !installed.manifest.wantsLexicon { throw .refused }
      if case .notice = request, !messages.take(at: host.engines.now()) { throw .tooOften }
      return host.perform(request, name)
    } catch {
      return .failure(error)
    }
  }
}
