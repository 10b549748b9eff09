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
  /// The pipe that tells whether the child has become the program; nil if that is known.
  package private(set) var errors: Int32?

  /// The whole environment of an engine, which contains nothing of the user's.
  private static func environment(with rights: Set<EngineRight>) -> [String] {
    let folder = EngineConfinement.folder
    return ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"]
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
    return start(manifest, confinement, isSibling)
  }

  /// Creates a connection from its parts.
  ///
  /// - Parameters:
  ///   - process: the number of the process; nil for a process of the service manager.
  ///   - descriptor: this side of the socket.
  ///   - errors: the pipe that tells whether the child has become the program.
  package init(process: Int32?, descriptor: Int32, errors: Int32? = nil) {
    (self.process, self.descriptor, self.errors) = (process, descriptor, errors)
  }

  private static func start(
    _ manifest: EngineManifest, _ confinement: EngineConfinement?, _ isSibling: Bool
  ) -> Result<EngineConnection, EngineStartError> {
    let argv = manifest.program.map { strdup($0) } + [nil]
    let envp = environment(with: manifest.rights).map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    guard !argv.dropLast().contains(nil), !envp.dropLast().contains(nil) else {
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
          engine.is_sibling = isSibling
          return try confine(&engine, manifest, confinement) {
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

  /// Calls a function with the limits of an engine.
  private static func confine(
    _ engine: inout keybridge_engine, _ manifest: EngineManifest,
    _ confinement: EngineConfinement?, _ body: (inout keybridge_engine) -> Int32
  ) throws(SandboxError) -> Int32 {
    guard let confinement else { return body(&engine) }
    let rights = manifest.rights
    let calls = try confinement.calls(with: rights).instructions
    let files = try confinement.files(of: manifest.program)
    let user = confinement.user ?? .max
    engine.task_limit = UInt(confinement.mostTasks(with: rights))
    let hasFolder = rights.contains(.privateFolder)
    engine.file_limit = hasFolder ? EngineConfinement.folderSize : 0
    let paths = confinement.visiblePaths(of: manifest.program).map { strdup($0) } + [nil]
    let folder = hasFolder ? strdup(EngineConfinement.folder) : nil
    defer { (paths + [folder]).forEach { free($0) } }
    return calls.withUnsafeBufferPointer { calls in
      paths.withUnsafeBufferPointer { paths in
        let allowed = keybridge_confinement(
          calls: calls.baseAddress, call_count: UInt16(calls.count), files: files.descriptor,
          user: user, group: user, capabilities: 0)
        let view = keybridge_view(
          paths: paths.baseAddress, folder: folder, folder_size: EngineConfinement.folderSize,
          user: confinement.user ?? geteuid(), group: confinement.user ?? getegid())
        return withUnsafePointer(to: allowed) { allowed in
          withUnsafePointer(to: view) { view in
            engine.confinement = allowed
            engine.view = rights.isEmpty ? nil : view
            return body(&engine)
          }
        }
      }
    }
  }

  /// Reports whether the child has become the program, and closes the pipe if so or if it cannot.
  ///
  /// - Parameter unwatch: called with the pipe before it is closed.
  /// - Returns: the error with which the child has ended; nil for none, and while it is not known.
  mutating func startResult(_ unwatch: (Int32) -> Void) -> EngineStartError? {
    guard let errors else { return nil }
    var step = KEYBRIDGE_STEP_NONE
    let failure = keybridge_engine_start_error(errors, &step)
    guard failure != EAGAIN else { return nil }
    unwatch(errors)
    close(errors)
    self.errors = nil
    guard failure != 0 else { return nil }
    return SandboxError(step, errno: failure).map { .sandbox($0) } ?? .program(errno: failure)
  }

  /// Closes the socket, and ends the process if it is a child.
  ///
  /// The caller must collect the process.
  func end() {
    close(descriptor)
    if let errors { close(errors) }
    guard let process else { return }
    // It has no state, so it need not finish anything. It may not lead its group yet.
    kill(process, SIGKILL)
    kill(-process, SIGKILL)
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

  /// The message, with the system's.
  package var message: String {
    switch self {
    case .program(let errno): "it cannot be started: \(String(cString: strerror(errno)))"
    case .sandbox(let error): "it cannot be started in a sandbox: \(error.message)"
    case .launcher(let reason): "it cannot be started: \(reason)"
    }
  }
}
