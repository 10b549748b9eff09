// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Engines
import Glibc
import Keys
import Mirrors
import Sandbox

/// The process that starts commands and engines for the confined service, as the service sees it.
///
/// It is forked before the service opens anything, and keeps the rights that the service gives up.
/// It decides itself which programs it starts (``LaunchRules``). The processes become children of
/// the service. A request waits for its response, as a function that starts a program would, except
/// the one for the settings, which takes long.
package final class Launcher {
  /// The time that a response may take; after it, the request has failed.
  private let limit: Duration
  /// The time that the settings may take.
  private let settingsLimit: Duration
  /// The name of the process.
  package static let name = "keybridge-start"

  /// The number of the process.
  package let process: Int32
  private let socket: Int32
  /// Whether the process can still answer.
  private var isAlive = true
  private var lastNumber = 0
  /// The number of the request for the settings, while other requests are made.
  private var settingsNumber: Int?
  /// The response to it, if another request has received it.
  private var settingsResponse: LauncherResponse?
  /// Children that must still be collected: the launcher after its end, programs that could not be
  /// executed, and programs that were started too late.
  private var ended: [pid_t] = []
  /// Whether the launcher's process was collected.
  private var hasEnded = false
  private var isClosed = false

  /// Creates the service's side.
  ///
  /// - Parameters:
  ///   - process: the number of the process.
  ///   - socket: the service's end of the socket, which is closed by ``end()``.
  ///   - limit: the time that a response may take.
  ///   - settingsLimit: the time that the settings may take, which are long on a slow machine.
  init(
    process: Int32, socket: Int32, limit: Duration = .seconds(2),
    settingsLimit: Duration = .seconds(60)
  ) {
    (self.process, self.socket) = (process, socket)
    (self.limit, self.settingsLimit) = (limit, settingsLimit)
  }

  /// Forks the launcher's process, which must have one thread and nothing open that the launcher
  /// may not have.
  ///
  /// - Parameters:
  ///   - path: returns the path of the settings file; nil if there is none.
  ///   - commands: reads a settings file, and returns the commands that start processes. It calls
  ///     its second argument again and again, which may suspend it.
  /// - Returns: the launcher.
  /// - Throws: why it cannot be forked.
  package static func fork(
    path: @escaping () -> String?,
    commands: @escaping (String?, _ pause: () -> Void) throws(UserFacingError) -> Set<CommandStart>
  ) throws(UserFacingError) -> Launcher {
    var socket: Int32 = -1
    var process: pid_t = -1
    let failure = keybridge_fork(name, &socket, &process)
    guard failure == 0 else {
      throw UserFacingError(
        "the process that starts commands cannot be created: \(systemMessage(failure))",
        hint: "raise the limit of processes ('ulimit -u'), or start with --no-sandbox")
    }
    guard process == 0 else { return Launcher(process: process, socket: socket) }
    // These are about the service itself.
    let own = [
      "WATCHDOG_USEC", "WATCHDOG_PID", "NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS",
      "LISTEN_FDNAMES",
    ]
    for variable in own { unsetenv(variable) }
    let server = try? LauncherServer(
      settings: LauncherServer.Settings(path: path, commands: commands),
      engines: { EngineList(folders: EngineList.ofThisMachine) }, starter: .siblings())
    server?.serve(on: socket)
    _exit(0)
  }

  // MARK: Requests

  /// Starts a command's process.
  ///
  /// - Parameters:
  ///   - start: the words and the variables.
  ///   - showsOutput: whether the output goes to standard error.
  /// - Returns: the number of the process and of its group, or why it was not started.
  func start(_ start: CommandStart, showsOutput: Bool) -> Result<pid_t, StartError> {
    switch ask(.command(start, showsOutput: showsOutput)) {
    case .failure(let reason): return .failure(.launcher(reason.text))
    case .success(let response):
      let process = response.process.flatMap { pid_t(exactly: $0) }
      if let errno = response.errno {
        if let process { collect(process) }
        return .failure(.system(errno: Int32(truncatingIfNeeded: errno)))
      }
      if let process { return .success(process) }
      return .failure(.launcher(response.refusal ?? Reason.unclear.text))
    }
  }

  /// Connects to an engine, or starts it.
  ///
  /// - Parameter manifest: the description of the engine; the launcher reads it itself.
  /// - Returns: the connection, or the error.
  func open(_ manifest: EngineManifest) -> Result<EngineConnection, EngineStartError> {
    switch ask(.engine(name: manifest.name)) {
    case .failure(let reason): return .failure(.launcher(reason.text))
    case .success(let response):
      if let descriptor = response.descriptors.first {
        return .success(
          EngineConnection(
            process: response.process.flatMap { pid_t(exactly: $0) }, descriptor: descriptor,
            errors: response.descriptors.dropFirst().first))
      }
      guard let errno = response.errno.map({ Int32(truncatingIfNeeded: $0) }) else {
        return .failure(.launcher(response.refusal ?? Reason.unclear.text))
      }
      guard let step = response.step.flatMap(SandboxError.Step.init) else {
        return .failure(.program(errno: errno))
      }
      return .failure(.sandbox(SandboxError(step, errno: errno)))
    }
  }

  /// Reads the settings file, which the service cannot open.
  ///
  /// - Parameter sleep: called while the launcher checks the file; other requests may be made
  ///   meanwhile, but not this one.
  /// - Returns: the path and the contents.
  /// - Throws: the errors in the settings.
  func settings(sleep: () -> Void) throws(UserFacingError) -> SettingsText {
    switch askForSettings(sleep: sleep) {
    case .failure(let reason):
      throw UserFacingError("cannot read the settings: \(reason.text)")
    case .success(let response):
      defer { response.descriptors.forEach { close($0) } }
      if let refusal = response.refusal { throw UserFacingError(refusal, hint: response.hint) }
      guard let path = response.text, let descriptor = response.descriptors.first else {
        return SettingsText(path: response.text)
      }
      do throws(RegularFile.Failure) {
        return SettingsText(path: path, bytes: try RegularFile.read(descriptor))
      } catch {
        throw UserFacingError(error, path: path)
      }
    }
  }

  /// Waits until the launcher has read the settings file, which may change afterwards.
  func waitUntilReady() { _ = executable(of: 0) }

  /// Tells the launcher that the settings file was applied, so that it permits its commands only.
  func settingsWereApplied() { _ = ask(.reloaded) }

  /// Returns the program that a process runs; nil if it is unknown.
  ///
  /// The kernel does not tell a confined process about others.
  func executable(of process: Int32) -> String? {
    try? ask(.executable(process: Int(process))).get().text
  }

  /// Returns the process that probably holds the grab of a device; nil if it is unknown.
  func holder(of device: String) -> ProcessFacts? {
    guard let response = try? ask(.holder(device: device)).get(),
      let process = response.process.flatMap({ pid_t(exactly: $0) })
    else { return nil }
    return ProcessFacts(pid: process, name: response.text ?? "")
  }

  /// Returns the number of the user with a name; nil if there is none.
  ///
  /// Names may come from a service of the network, which a confined process cannot reach.
  func user(named name: String) -> UInt32? {
    guard let response = try? ask(.user(name: name)).get() else { return nil }
    return response.user.flatMap { UInt32(exactly: $0) }
  }

  // MARK: Messages

  /// The reason why a request has no response.
  private enum Reason: Error {
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

  private func ask(_ request: LauncherRequest) -> Result<LauncherResponse, Reason> {
    let end = ContinuousClock.now + limit
    do throws(Reason) {
      let number = try send(request, until: end)
      while isReady(POLLIN, until: end) {
        let response = try receive()
        if response.id == number { return .success(response) }
        keep(response)
      }
      return .failure(.late)
    } catch {
      return .failure(error)
    }
  }

  private func askForSettings(sleep: () -> Void) -> Result<LauncherResponse, Reason> {
    let end = ContinuousClock.now + settingsLimit
    defer {
      settingsNumber = nil
      if let response = settingsResponse.take() { discard(response) }
    }
    do throws(Reason) {
      settingsNumber = try send(.settings, until: .now + limit)
      while true {
        while isAlive, settingsResponse == nil, isReady(POLLIN, until: .now) {
          keep(try receive())
        }
        if let response = settingsResponse.take() { return .success(response) }
        guard isAlive else { return .failure(.ended) }
        guard ContinuousClock.now < end else { return .failure(.late) }
        sleep()
      }
    } catch {
      return .failure(error)
    }
  }

  /// Keeps the response that the request for the settings waits for, and discards any other.
  private func keep(_ response: LauncherResponse) {
    guard response.id == settingsNumber, settingsResponse == nil else { return discard(response) }
    settingsResponse = response
  }

  /// Sends a request and returns its number.
  private func send(
    _ request: LauncherRequest, until end: ContinuousClock.Instant
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

  private func isReady(_ event: Int32, until end: ContinuousClock.Instant) -> Bool {
    while true {
      let rest = (end - ContinuousClock.now) / .milliseconds(1)
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
    let response = LauncherResponse(
      parsing: Array(room[..<min(count, room.count)]), descriptors: descriptors)
    if response == nil { descriptors.forEach { close($0) } }
    return response ?? LauncherResponse()
  }

  /// Ends what a late response has brought, because nothing waits for it any more.
  private func discard(_ response: LauncherResponse) {
    response.descriptors.forEach { close($0) }
    // Only a program that was started has a number without text.
    guard response.text == nil, let process = response.process.flatMap({ pid_t(exactly: $0) }),
      process > 1
    else { return }
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
    collect(process)
  }

  private func lost() -> Reason {
    isAlive = false
    return .ended
  }

  // MARK: Its end

  private func collect(_ process: pid_t) {
    ended.append(process)
    collectEnded()
  }

  private func collectEnded() {
    var status: Int32 = 0
    ended.removeAll { waitpid($0, &status, WNOHANG) != 0 }
  }

  /// Collects processes that have ended; called on SIGCHLD.
  ///
  /// - Returns: whether the launcher itself has ended unexpectedly.
  func reap() -> Bool {
    collectEnded()
    var status: Int32 = 0
    guard !hasEnded, waitpid(process, &status, WNOHANG) == process else { return false }
    (hasEnded, isAlive) = (true, false)
    return true
  }

  /// Ends the launcher; the processes that it has started continue.
  package func end() {
    guard !isClosed else { return }
    isClosed = true
    isAlive = false
    close(socket)
    guard !hasEnded else { return }
    // It is between two requests, so it has nothing to finish.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
  }
}
