// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Devices
import Engines
import Glibc
import Keys
import Mirrors
import Sandbox
import Service

/// Answers the requests of the service, in the launcher's process.
///
/// It waits for requests and has no other work, so it may block. No request ends it.
struct LauncherServer {
  /// The settings file; the closures are called for each request, because files change.
  struct Settings {
    /// Returns the path of the settings file; nil if there is none.
    var path: () -> String?
    /// Reads a settings file, and returns the commands that start processes.
    var commands: (String?) throws(UserFacingError) -> Set<CommandStart>
  }

  /// Starts programs.
  struct Starter {
    /// Starts a command's process.
    var command: (CommandStart, _ showsOutput: Bool) -> Result<pid_t, SystemError>
    /// Connects to an engine, or starts it.
    var engine: (EngineManifest) -> Result<EngineConnection, EngineStartError>

    /// Starts processes as children of this process's parent.
    static func siblings() -> Starter {
      let confinement = EngineConfinement()
      return Starter(
        command: { start, showsOutput in
          ProcessLauncher.start(
            start.words, variables: start.variables, showsOutput: showsOutput, isSibling: true)
        },
        engine: { EngineConnection.open($0, confinement: confinement, isSibling: true) })
    }
  }

  private let settings: Settings
  private var rules: LaunchRules
  private let starter: Starter

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - settings: the settings file.
  ///   - engines: reads the manifests of engines.
  ///   - starter: starts programs.
  init(settings: Settings, engines: @escaping () -> EngineList, starter: Starter) {
    self.settings = settings
    self.starter = starter
    rules = LaunchRules(
      commands: { () throws(UserFacingError) in try settings.commands(settings.path()) },
      engines: engines)
  }

  /// Answers requests until the service closes its end of the socket.
  ///
  /// - Parameter socket: this end of the socket.
  mutating func serve(on socket: Int32) {
    rules.reload()
    var room = [UInt8](repeating: 0, count: LauncherRequest.limit)
    while true {
      var count = 0
      var received = [Int32](repeating: -1, count: Int(KEYBRIDGE_MESSAGE_DESCRIPTORS))
      let failure = keybridge_receive_message(socket, &room, room.count, &count, &received)
      guard failure == 0 else { return }
      // The service has no reason to send any.
      for descriptor in received where descriptor >= 0 { close(descriptor) }
      let response = answer(count <= room.count ? Array(room[..<count]) : nil)
      let isSent = send(response, on: socket)
      for descriptor in response.descriptors { close(descriptor) }
      guard isSent else { return }
    }
  }

  private func send(_ response: LauncherResponse, on socket: Int32) -> Bool {
    let message = response.message
    return keybridge_send_message(
      socket, message, message.count, response.descriptors, Int32(response.descriptors.count)) == 0
  }

  /// Answers a message.
  ///
  /// - Parameter message: the message; nil for one that is too long.
  /// - Returns: the response, whose descriptors the caller must close.
  mutating func answer(_ message: [UInt8]?) -> LauncherResponse {
    guard let message else {
      return .refused("the message is longer than \(LauncherRequest.limit) bytes")
    }
    let value = JSONValue(line: message)
    var response: LauncherResponse
    do throws(LauncherRequest.Mistake) {
      response = answer(try LauncherRequest(parsing: value))
    } catch {
      response = .refused(error.reason)
    }
    if case .object(let members)? = value, case .number(let id)? = members["id"] {
      response.id = id
    }
    return response
  }

  private mutating func answer(_ request: LauncherRequest) -> LauncherResponse {
    switch request {
    case .command(let start, let showsOutput): return run(start, showsOutput)
    case .engine(let name): return open(engineNamed: name)
    case .settings: return openSettings()
    case .reloaded:
      rules.reload()
      return LauncherResponse()
    case .executable(let process):
      var response = LauncherResponse()
      response.text = Int32(exactly: process).flatMap(Peer.executable)
      return response
    case .holder(let device):
      // Any other path would show which files the user's programs have open.
      guard device.hasPrefix("/dev/input/"), !device.contains("/../") else {
        return .refused("the path is not that of an input device")
      }
      let holder = DeviceUsers(of: device).holder()
      var response = LauncherResponse()
      (response.process, response.text) = (holder.map { Int($0.pid) }, holder?.name)
      return response
    case .user(let name):
      var response = LauncherResponse()
      response.user = ConfigurationReader.userOfThisMachine(name).map { Int($0) }
      return response
    }
  }

  private mutating func run(_ start: CommandStart, _ showsOutput: Bool) -> LauncherResponse {
    if let refusal = rules.refusal(of: start) { return .refused(refusal) }
    var response = LauncherResponse()
    switch starter.command(start, showsOutput) {
    case .success(let process): response.process = Int(process)
    case .failure(let error):
      response.errno = Int(error.errno)
      response.process = error.ended.map { Int($0) }
    }
    return response
  }

  private func open(engineNamed name: String) -> LauncherResponse {
    guard let manifest = rules.engine(named: name) else {
      return .refused("no manifest describes the engine \(name.excerpt)")
    }
    var response = LauncherResponse()
    switch starter.engine(manifest) {
    case .success(let connection):
      response.process = connection.process.map { Int($0) }
      response.descriptors = [connection.descriptor] + [connection.errors].compactMap { $0 }
    case .failure(.program(let errno)): response.errno = Int(errno)
    case .failure(.sandbox(let error)):
      (response.errno, response.step) = (Int(error.errno), error.step.rawValue)
    case .failure(.launcher(let reason)): return .refused(reason)
    }
    return response
  }

  /// Opens the settings file for the service; it may have been replaced or created since the start.
  private func openSettings() -> LauncherResponse {
    var response = LauncherResponse()
    let path = settings.path()
    response.text = path
    do throws(UserFacingError) {
      try rules.check()
    } catch {
      return .refused(error.message, hint: error.hint)
    }
    guard let path else { return response }
    do throws(RegularFile.Failure) {
      response.descriptors = [try RegularFile.open(path)].compactMap { $0 }
    } catch {
      let failure = UserFacingError(error, path: path)
      return .refused(failure.message, hint: failure.hint)
    }
    return response
  }
}
