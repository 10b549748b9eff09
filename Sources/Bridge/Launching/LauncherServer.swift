// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Devices
import Engines
import Glibc
import Keys
import Mirrors
import Sandbox
import Service
import Storage

/// Answers the requests of the service, in the launcher's process.
///
/// No request ends it. The settings file and the folders of extensions are read between other
/// requests, because the service waits for some responses.
final class LauncherServer {
  /// The settings file; the closures are called for each request, because files change.
  struct Settings {
    /// Returns the path of the settings file; nil if there is none.
    var path: () -> String?
    /// Reads a settings file, and returns the commands that start processes.
    ///
    /// It calls its second argument again and again, which may suspend it.
    var commands:
      (String?, _ pause: @escaping () -> Void) throws(UserFacingError) -> Set<CommandStart>
  }

  /// Starts programs.
  struct Starter {
    /// Starts a command's process.
    var command: (CommandStart, _ showsOutput: Bool) -> Result<pid_t, SystemError>
    /// Connects to an engine, or starts it.
    var engine: (EngineManifest) -> Result<EngineConnection, EngineStartError>
    /// Finds and starts extensions.
    var extensions = ExtensionStarter(folders: { [] }, state: { nil })
    /// Starts the process that writes what is owed, and returns the service's end of its socket.
    var writer: () -> Result<Int32, SystemError> = { .failure(SystemError(errno: ENOSYS)) }

    /// Starts processes as children of this process's parent.
    static func siblings() -> Starter {
      let confinement = EngineConfinement()
      return Starter(
        command: { start, showsOutput in
          ProcessLauncher.start(
            start.words, variables: start.variables, showsOutput: showsOutput, isSibling: true)
        },
        engine: { EngineConnection.open($0, confinement: confinement, isSibling: true) },
        extensions: .ofThisMachine(isSibling: true),
        writer: {
          // Earlier ones have ended.
          while waitpid(-1, nil, WNOHANG) > 0 {}
          guard let directory = StateDirectory.ofThisProcess, StateDirectory.isUsable(directory)
          else {
            return .failure(SystemError(errno: ENOENT))
          }
          return OwedWriter.fork(directory: directory).map(\.socket)
        })
    }
  }

  /// Receives a response, whose descriptors it must close, possibly after the request's function
  /// has returned.
  typealias Completion = (LauncherResponse) -> Void

  private let settings: Settings
  private let rules: LaunchRules
  private let starter: Starter
  private let loop: EventLoop
  /// The reading of the settings file, while it is in progress.
  private var reading: SlicedWork?
  /// The starts and hashes of extensions that are in progress.
  private let works: SlicedWorks

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - settings: the settings file.
  ///   - engines: reads the manifests of engines.
  ///   - starter: starts programs.
  /// - Throws: `systemCall` if the kernel has no descriptors for a loop.
  init(
    settings: Settings, engines: @escaping () -> EngineList, starter: Starter
  ) throws(DeviceError) {
    self.settings = settings
    self.starter = starter
    rules = LaunchRules(
      commands: { (pause) throws(UserFacingError) in
        try settings.commands(settings.path(), pause)
      }, engines: engines)
    loop = try EventLoop(signals: [])
    works = SlicedWorks(loop: loop)
  }

  /// Answers requests until the service closes its end of the socket.
  ///
  /// - Parameter socket: this end of the socket.
  func serve(on socket: Int32) {
    // An error in the file has ended the service itself.
    try? rules.read(pause: {})
    rules.apply()
    var isOpen = true
    var room = [UInt8](repeating: 0, count: LauncherRequest.limit)
    loop.watch(socket, for: .read) { [self] _ in
      var count = 0
      var received = [Int32](repeating: -1, count: Int(KEYBRIDGE_MESSAGE_DESCRIPTORS))
      let failure = keybridge_receive_message(socket, &room, room.count, &count, &received)
      guard failure == 0 else { return isOpen = false }
      // The service has no reason to send any.
      for descriptor in received where descriptor >= 0 { close(descriptor) }
      answer(count <= room.count ? Array(room[..<count]) : nil) { response in
        let message = response.message
        let descriptors = response.descriptors
        let failure = keybridge_send_message(
          socket, message, message.count, descriptors, Int32(descriptors.count))
        for descriptor in descriptors { close(descriptor) }
        if failure != 0 { isOpen = false }
      }
    }
    while isOpen, (try? turn()) != nil {}
    loop.unwatch(socket)
  }

  /// Waits for a request, or continues to read the settings.
  func turn() throws(DeviceError) { _ = try loop.turn(until: nil) }

  /// Answers a message.
  ///
  /// - Parameters:
  ///   - message: the message; nil for one that is too long.
  ///   - completion: receives the response.
  func answer(_ message: [UInt8]?, completion: @escaping Completion) {
    guard let message else {
      return completion(.refused("the message is longer than \(LauncherRequest.limit) bytes"))
    }
    let value = JSONValue(line: message)
    let complete: Completion = { response in
      var response = response
      if case .object(let members)? = value, case .number(let id)? = members["id"] {
        response.id = id
      }
      completion(response)
    }
    do throws(LauncherRequest.Mistake) {
      answer(try LauncherRequest(parsing: value), completion: complete)
    } catch {
      complete(.refused(error.reason))
    }
  }

  private func answer(_ request: LauncherRequest, completion: @escaping Completion) {
    var response = LauncherResponse()
    switch request {
    case .command(let start, let showsOutput): response = run(start, showsOutput)
    case .engine(let name): response = open(engineNamed: name)
    case .extension(let name, let hash, let grants):
      return answer(completion) { [starter] pause in
        Self.response(
          about: starter.extensions.open(name, hash: hash, grants: grants, pause: pause))
      }
    case .extensionHash(let name):
      return answer(completion) { [starter] pause in
        switch starter.extensions.hash(of: name, pause: pause) {
        case .success(let hash):
          var response = LauncherResponse()
          response.text = hash.text
          return response
        case .failure(let error): return .refused(error.reason)
        }
      }
    case .extensionLack(let grant): response.refusal = grant.lack
    case .settings: return readSettings(completion: completion)
    case .reloaded: rules.apply()
    case .executable(let process):
      response.text = Int32(exactly: process).flatMap(Peer.executable)
    case .holder(let device):
      // Any other path would show which files the user's programs have open. The kernel splits a
      // path at each `/`, even if a combining character follows.
      guard device.hasPrefix("/dev/input/"), !device.containsBytes(of: "/../") else {
        return completion(.refused("the path is not that of an input device"))
      }
      let holder = DeviceUsers(of: device).holder()
      (response.process, response.text) = (holder.map { Int($0.pid) }, holder?.name)
    case .user(let name):
      response.user = ConfigurationReader.userOfThisMachine(name).map { Int($0) }
    case .writer:
      switch starter.writer() {
      case .success(let socket): response.descriptors = [socket]
      case .failure(let error): response.errno = Int(error.errno)
      }
    }
    completion(response)
  }

  /// Answers a request with the result of long work, which is done between other requests.
  private func answer(
    _ completion: @escaping Completion,
    _ body: @escaping (_ pause: () -> Void) -> LauncherResponse
  ) {
    var response = LauncherResponse()
    works.run({ response = body($0) }, completion: { completion(response) })
  }

  private func run(_ start: CommandStart, _ showsOutput: Bool) -> LauncherResponse {
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
    return Self.response(about: starter.engine(manifest))
  }

  private static func response(
    about result: Result<EngineConnection, EngineStartError>
  ) -> LauncherResponse {
    var response = LauncherResponse()
    switch result {
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

  /// Reads the settings file between other requests, and opens it for the service.
  private func readSettings(completion: @escaping Completion) {
    guard reading == nil else { return completion(.refused("the settings are being read already")) }
    guard let work = SlicedWork(loop: loop) else { return completion(openSettings(pause: {})) }
    reading = work
    var response = LauncherResponse()
    work.run(
      { [self] in response = openSettings { [unowned work] in work.pause() } },
      completion: { [self] in
        reading = nil
        completion(response)
      })
  }

  /// Opens the settings file for the service; it may have been replaced or created since the start.
  private func openSettings(pause: @escaping () -> Void) -> LauncherResponse {
    var response = LauncherResponse()
    let path = settings.path()
    response.text = path
    do throws(UserFacingError) {
      try rules.read(pause: pause)
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
