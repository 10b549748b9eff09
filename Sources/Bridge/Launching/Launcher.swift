// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Engines
import Glibc
import Keys
import Mirrors
import Sandbox

/// The process that starts commands, engines and extensions for the confined service, as the
/// service sees it.
///
/// It is forked before the service opens anything, and keeps the rights that the service gives up.
/// It decides itself which programs it starts (``LaunchRules``). The processes become children of
/// the service. The responses about commands, extensions and settings come in the loop, because no
/// key waits for a program to start, or for long files. Every other request waits for its response.
package final class Launcher {
  /// The time that the settings may take.
  private let settingsLimit: Duration
  /// The name of the process.
  package static let name = "keybridge-start"

  /// The number of the process.
  package let process: Int32
  private let channel: LauncherChannel
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
    (self.process, self.settingsLimit) = (process, settingsLimit)
    channel = LauncherChannel(socket: socket, limit: limit)
    channel.discard = { [unowned self] in discard($0) }
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
    commands:
      @escaping (String?, @escaping () -> Void) throws(UserFacingError) -> Set<CommandStart>
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

  /// Receives responses in a loop, until the launcher has ended.
  ///
  /// - Parameter loop: the loop of the service.
  func watch(on loop: any DescriptorLoop) { channel.watch(on: loop) }

  /// Starts a command's process.
  ///
  /// - Parameters:
  ///   - start: the words and the variables.
  ///   - showsOutput: whether the output goes to standard error.
  ///   - completion: receives the number of the process and of its group, or why it was not
  ///     started, however long that takes; called before this function returns if the request
  ///     cannot be made.
  func start(
    _ start: CommandStart, showsOutput: Bool,
    completion: @escaping (Result<pid_t, StartError>) -> Void
  ) {
    channel.post(.command(start, showsOutput: showsOutput)) { [unowned self] in
      completion(process(of: $0))
    }
  }

  private func process(
    of result: Result<LauncherResponse, LauncherChannel.Reason>
  ) -> Result<pid_t, StartError> {
    switch result {
    case .failure(let reason): return .failure(.launcher(reason.text))
    case .success(let response):
      let process = response.process.flatMap { pid_t(exactly: $0) }
      if let errno = response.errno {
        if let process { collect(process) }
        return .failure(.system(errno: Int32(truncatingIfNeeded: errno)))
      }
      if let process { return .success(process) }
      return .failure(.launcher(response.refusal ?? LauncherChannel.Reason.unclear.text))
    }
  }

  /// Connects to an engine, or starts it.
  ///
  /// - Parameter manifest: the description of the engine; the launcher reads it itself.
  /// - Returns: the connection, or the error.
  func open(_ manifest: EngineManifest) -> Result<EngineConnection, EngineStartError> {
    connection(channel.ask(.engine(name: manifest.name)))
  }

  /// Starts an extension.
  ///
  /// - Parameters:
  ///   - name: the name of the extension, whose folder the launcher finds itself.
  ///   - hash: the hash of the folder that the user has enabled; another folder is not started.
  ///   - grants: the rights that the user has granted.
  ///   - completion: receives the connection or the error, however long that takes; called before
  ///     this function returns if the request cannot be made.
  func start(
    _ name: String, hash: String, grants: Set<ExtensionGrant>,
    completion: @escaping (Result<EngineConnection, EngineStartError>) -> Void
  ) {
    channel.post(.extension(name: name, hash: hash, grants: grants)) { [unowned self] in
      completion(connection($0))
    }
  }

  /// Computes the hash of an extension's folder.
  ///
  /// - Parameters:
  ///   - name: the name of the extension.
  ///   - completion: receives the hash, or why there is none, however long that takes; called
  ///     before this function returns if the request cannot be made.
  func hash(
    of name: String, completion: @escaping (Result<String, EngineStartError>) -> Void
  ) {
    channel.post(.extensionHash(name: name)) { result in
      switch result {
      case .failure(let reason): completion(.failure(.launcher(reason.text)))
      case .success(let response):
        completion(
          response.text.map { .success($0) }
            ?? .failure(.launcher(response.refusal ?? LauncherChannel.Reason.unclear.text)))
      }
    }
  }

  /// Returns why an extension that the launcher starts cannot have a right.
  ///
  /// - Parameter grant: the right.
  /// - Returns: the reason, as a clause; nil if it can.
  func lack(of grant: ExtensionGrant) -> String? {
    switch channel.ask(.extensionLack(grant)) {
    case .failure(let reason): reason.text
    case .success(let response): response.refusal
    }
  }

  /// Returns the connection that a response has brought.
  private func connection(
    _ result: Result<LauncherResponse, LauncherChannel.Reason>
  ) -> Result<EngineConnection, EngineStartError> {
    switch result {
    case .failure(let reason): return .failure(.launcher(reason.text))
    case .success(let response):
      if let descriptor = response.descriptors.first {
        return .success(
          EngineConnection(
            process: response.process.flatMap { pid_t(exactly: $0) }, descriptor: descriptor,
            errors: response.descriptors.dropFirst().first))
      }
      guard let errno = response.errno.map({ Int32(truncatingIfNeeded: $0) }) else {
        return .failure(.launcher(response.refusal ?? LauncherChannel.Reason.unclear.text))
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
    switch channel.ask(.settings, for: settingsLimit, sleep: sleep) {
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
  func waitUntilReady() {
    _ = channel.ask(.executable(process: 0), for: settingsLimit) { usleep(1000) }
  }

  /// Tells the launcher that the settings file was applied, so that it permits its commands only.
  func settingsWereApplied() { _ = channel.ask(.reloaded) }

  /// Starts the process that writes what is owed to programs.
  ///
  /// - Returns: the service's end of its socket, or why it was not started.
  func openWriter() -> Result<Int32, StartError> {
    switch channel.ask(.writer) {
    case .failure(let reason): return .failure(.launcher(reason.text))
    case .success(let response):
      if let socket = response.descriptors.first { return .success(socket) }
      if let errno = response.errno {
        return .failure(.system(errno: Int32(truncatingIfNeeded: errno)))
      }
      return .failure(.launcher(response.refusal ?? LauncherChannel.Reason.unclear.text))
    }
  }

  /// Returns the program that a process runs; nil if it is unknown.
  ///
  /// The kernel does not tell a confined process about others.
  func executable(of process: Int32) -> String? {
    try? channel.ask(.executable(process: Int(process))).get().text
  }

  /// Returns the process that probably holds the grab of a device; nil if it is unknown.
  func holder(of device: String) -> ProcessIdentity? {
    guard let response = try? channel.ask(.holder(device: device)).get(),
      let process = response.process.flatMap({ pid_t(exactly: $0) })
    else { return nil }
    return ProcessIdentity(pid: process, name: response.text ?? "")
  }

  /// Returns the number of the user with a name; nil if there is none.
  ///
  /// Names may come from a service of the network, which a confined process cannot reach.
  func user(named name: String) -> UInt32? {
    guard let response = try? channel.ask(.user(name: name)).get() else { return nil }
    return response.user.flatMap { UInt32(exactly: $0) }
  }

  // MARK: Its end

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
    hasEnded = true
    // It may have started programs before it ended.
    channel.takeResponses()
    channel.fail()
    return true
  }

  /// Ends the launcher; the processes that it has started continue.
  package func end() {
    guard !isClosed else { return }
    isClosed = true
    // The programs that are being started are those of a run that ends.
    channel.end()
    guard !hasEnded else { return }
    // It is between two requests, or does not respond.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
  }
}
