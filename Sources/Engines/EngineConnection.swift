// SPDX-License-Identifier: Apache-2.0
import CEngineProcess
import CSandbox
import Glibc
package import Sandbox

/// The connection to a running engine: this side of a socket, and the process if it is a child.
package struct EngineConnection {
  /// The number of the process, and of its group; nil for a process of the service manager.
  package let process: Int32?
  /// This side of the socket; it does not block.
  package let descriptor: Int32
  /// The socket that tells whether the child has become the program; nil if that is known.
  package private(set) var errors: Int32?
  /// A descriptor that is readable while refused calls of the child wait (``takeRefusals()``); nil
  /// if it has none, and until ``startResult(_:)`` has received it.
  ///
  /// Each of these calls would have created a socket, unless the confinement reports all calls. If
  /// nothing takes them, or if this process ends, they fail as well.
  package private(set) var refusals: Int32?

  /// The whole environment of an engine, which contains nothing of the user's.
  private static func environment(with rights: Set<EngineRight>) -> [String] {
    let folder = EngineConfinement.folder
    return ProgramStart.environment
      + (rights.contains(.privateFolder)
        ? ["HOME=\(folder)", "TMPDIR=\(folder)"] : ["HOME=/nonexistent"])
  }

  /// Connects to the engine's socket, or starts its program if nothing listens there.
  ///
  /// A socket where too many connections wait, or that refuses this user, is a failure: a child of
  /// this process would have more rights than the unit of the engine. Whether the program can be
  /// executed is known later (``startResult()``).
  ///
  /// - Parameters:
  ///   - manifest: the description of the engine.
  ///   - confinement: what the program may do; nil for no limits.
  ///   - isSibling: whether the process becomes a child of this process's parent.
  /// - Returns: the connection, or the error of the last attempt.
  package static func open(
    _ manifest: EngineManifest, confinement: EngineConfinement?, isSibling: Bool = false
  ) -> Result<EngineConnection, EngineStartError> {
    var failure = EngineStartError.program(errno: ENOENT)
    if let socket = manifest.socket {
      var descriptor: Int32 = -1
      let result = keybridge_engine_connect(socket, &descriptor)
      if result == 0 {
        return .success(EngineConnection(process: nil, descriptor: descriptor))
      }
      failure = .program(errno: result)
      guard [ENOENT, ECONNREFUSED].contains(result) else { return .failure(failure) }
    }
    guard !manifest.program.isEmpty else { return .failure(failure) }
    do throws(SandboxError) {
      return start(
        ProgramStart(
          words: manifest.program, environment: environment(with: manifest.rights),
          rights: try confinement?.rights(of: manifest)), confinement, isSibling)
    } catch {
      return .failure(.sandbox(error))
    }
  }

  /// Creates a connection from its parts.
  ///
  /// - Parameters:
  ///   - process: the number of the process; nil for a process of the service manager.
  ///   - descriptor: this side of the socket.
  ///   - errors: the socket that tells whether the child has become the program.
  package init(process: Int32?, descriptor: Int32, errors: Int32? = nil) {
    (self.process, self.descriptor, self.errors) = (process, descriptor, errors)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: the program, and its rights.
  ///   - confinement: counts the tasks of the program's user; nil for no limits.
  ///   - isSibling: whether the process becomes a child of this process's parent.
  /// - Returns: the connection, or the error.
  static func start(
    _ program: ProgramStart, _ confinement: EngineConfinement?, _ isSibling: Bool
  ) -> Result<EngineConnection, EngineStartError> {
    let argv = program.words.map { strdup($0) } + [nil]
    let envp = program.environment.map { strdup($0) } + [nil]
    let folder = strdup(program.folder)
    defer { (argv + envp + [folder]).forEach { free($0) } }
    guard !argv.dropLast().contains(nil), !envp.dropLast().contains(nil), let folder else {
      return .failure(.program(errno: ENOMEM))
    }
    var process: pid_t = 0
    var descriptor: Int32 = -1
    var errors: Int32 = -1
    var failure: Int32 = 0
    var step = KEYBRIDGE_STEP_NONE
    do throws(SandboxError) {
      failure = try argv.withUnsafeBufferPointer { argv throws(SandboxError) in
        try envp.withUnsafeBufferPointer { envp throws(SandboxError) in
          var engine = keybridge_engine()
          (engine.argv, engine.envp) = (argv.baseAddress, envp.baseAddress)
          engine.folder = UnsafePointer(folder)
          engine.is_sibling = isSibling
          return try confine(&engine, program.rights, confinement) {
            keybridge_engine_start(&$0, &process, &descriptor, &errors, &step)
          }
        }
      }
    } catch {
      return .failure(.sandbox(error))
    }
    guard failure != 0 else {
      return .success(EngineConnection(process: process, descriptor: descriptor, errors: errors))
    }
    return .failure(
      SandboxError(step, errno: failure).map { .sandbox($0) } ?? .program(errno: failure))
  }

  /// Calls a function with the limits of a program.
  private static func confine(
    _ engine: inout keybridge_engine, _ rights: ProgramRights?,
    _ confinement: EngineConfinement?, _ body: (inout keybridge_engine) -> Int32
  ) throws(SandboxError) -> Int32 {
    guard let rights, let confinement else { return body(&engine) }
    let files = try rights.files()
    engine.task_limit = UInt(confinement.mostTasks(hasView: rights.view != nil))
    engine.file_limit = rights.fileLimit
    engine.reports_calls = rights.calls.reportsCalls
    let paths = rights.visible.map { strdup($0) } + [nil]
    let writable = rights.writable.map { strdup($0) } + [nil]
    let folder = rights.view?.memoryFolder.flatMap { strdup($0) }
    let home = rights.view?.home.flatMap { strdup($0) }
    defer { (paths + writable + [folder, home]).forEach { free($0) } }
    return rights.calls.instructions.withUnsafeBufferPointer { calls in
      paths.withUnsafeBufferPointer { paths in
        writable.withUnsafeBufferPointer { writable in
          let user = rights.user ?? .max
          let allowed = keybridge_confinement(
            calls: calls.baseAddress, call_count: UInt16(calls.count), files: files.descriptor,
            user: user, group: user, capabilities: 0)
          let view = keybridge_view(
            paths: paths.baseAddress, writable: writable.baseAddress, folder: folder,
            folder_size: EngineConfinement.folderSize, home: home,
            keeps_network: rights.view?.keepsNetwork ?? false,
            user: rights.user ?? geteuid(), group: rights.user ?? getegid())
          return withUnsafePointer(to: allowed) { allowed in
            withUnsafePointer(to: view) { view in
              engine.confinement = allowed
              engine.view = rights.view == nil ? nil : view
              return body(&engine)
            }
          }
        }
      }
    }
  }

  /// Reports whether the child has become the program, and closes the socket if so or if it cannot.
  ///
  /// ``refusals`` is known afterwards if the child has become the program.
  ///
  /// - Parameter unwatch: called with the socket before it is closed.
  /// - Returns: the error with which the child has ended; nil for none, and while it is not known.
  mutating func startResult(_ unwatch: (Int32) -> Void) -> EngineStartError? {
    guard let errors else { return nil }
    var step = KEYBRIDGE_STEP_NONE
    var listener = refusals ?? -1
    let failure = keybridge_engine_start_error(errors, &listener, &step)
    if listener >= 0 { refusals = listener }
    guard failure != EAGAIN else { return nil }
    unwatch(errors)
    Glibc.close(errors)
    self.errors = nil
    guard failure != 0 else { return nil }
    return SandboxError(step, errno: failure).map { .sandbox($0) } ?? .program(errno: failure)
  }

  /// Refuses the calls of the child that wait at ``refusals``; it does not wait for others.
  ///
  /// - Returns: the names of the calls, of which a flood is taken in parts.
  package func takeRefusals() -> [String] {
    guard let refusals else { return [] }
    var numbers = [Int32](repeating: 0, count: 64)
    let count = keybridge_refuse_calls(refusals, &numbers, Int32(numbers.count))
    return numbers.prefix(Int(count)).map { CallFilter.name(of: $0) }
  }

  /// Stops counting refused calls, which fail from now on without a report.
  ///
  /// - Parameter unwatch: called with ``refusals`` before it is closed.
  package mutating func stopReporting(_ unwatch: (Int32) -> Void) {
    guard let descriptor = refusals else { return }
    unwatch(descriptor)
    Glibc.close(descriptor)
    refusals = nil
  }

  /// Closes the socket, at which the process reads the end of its input.
  func close() {
    Glibc.close(descriptor)
    if let errors { Glibc.close(errors) }
    if let refusals { Glibc.close(refusals) }
  }

  /// Closes the socket, and ends the process if it is a child.
  ///
  /// The caller must collect the process.
  func end() {
    close()
    if let process { Self.kill(process) }
  }

  /// Ends a process and its group.
  static func kill(_ process: Int32) {
    // It may not lead its group yet.
    Glibc.kill(process, SIGKILL)
    Glibc.kill(-process, SIGKILL)
  }
}

/// The reason why an engine cannot be started.
package enum EngineStartError: Error, Hashable {
  /// Its program cannot be executed, or its socket cannot be used.
  case program(errno: Int32)
  /// It cannot be confined, and is not started without.
  case sandbox(SandboxError)
  /// The launcher refuses to start it, or does not answer: a clause about it.
  case launcher(String)

  /// The reason, as a clause.
  package var reason: String {
    switch self {
    case .program(let errno): String(cString: strerror(errno))
    case .sandbox(let error): error.message
    case .launcher(let reason): reason
    }
  }

  /// The message, with the system's.
  package var message: String {
    switch self {
    case .sandbox: "it cannot be started in a sandbox: \(reason)"
    case .program, .launcher: "it cannot be started: \(reason)"
    }
  }
}
