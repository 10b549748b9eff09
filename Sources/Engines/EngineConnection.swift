// SPDX-License-Identifier: Apache-2.0
import CEngineProcess
import Glibc

/// The connection to a running engine: this side of a socket, and the process if it is a child.
struct EngineConnection {
  /// The number of the process, and of its group; nil for a process of the service manager.
  let process: pid_t?
  /// This side of the socket; it does not block.
  let descriptor: Int32
  /// The pipe that tells whether the child has become the program; nil if that is known.
  private(set) var errors: Int32?

  /// The whole environment of an engine, which contains nothing of the user's.
  private static let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent"]

  /// Connects to the engine's socket, or starts its program if nothing listens there.
  ///
  /// A socket where too many connections wait, or that refuses this user, is a failure: a child of
  /// this process would have more rights than the unit of the engine. Whether the program can be
  /// executed is known later (``startResult()``).
  ///
  /// - Parameters:
  ///   - manifest: the description of the engine.
  ///   - isSandboxed: whether the program runs in the sandbox.
  /// - Returns: the connection, or the error of the last attempt.
  static func open(
    _ manifest: EngineManifest, isSandboxed: Bool
  ) -> Result<EngineConnection, EngineStartError> {
    var failure = EngineStartError(errno: ENOENT)
    if let socket = manifest.socket {
      var descriptor: Int32 = -1
      failure.errno = keybridge_engine_connect(socket, &descriptor)
      if failure.errno == 0 {
        return .success(EngineConnection(process: nil, descriptor: descriptor))
      }
      guard [ENOENT, ECONNREFUSED].contains(failure.errno) else { return .failure(failure) }
    }
    guard !manifest.program.isEmpty else { return .failure(failure) }
    return start(manifest.program, isSandboxed: isSandboxed)
  }

  private init(process: pid_t?, descriptor: Int32, errors: Int32? = nil) {
    (self.process, self.descriptor, self.errors) = (process, descriptor, errors)
  }

  private static func start(
    _ words: [String], isSandboxed: Bool
  ) -> Result<EngineConnection, EngineStartError> {
    var argv = words.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    guard !argv.dropLast().contains(nil), !envp.dropLast().contains(nil) else {
      return .failure(EngineStartError(errno: ENOMEM))
    }
    var process: pid_t = 0
    var descriptor: Int32 = -1
    var errors: Int32 = -1
    let failure = keybridge_engine_start(
      &argv, &envp, isSandboxed, &process, &descriptor, &errors)
    return failure == 0
      ? .success(EngineConnection(process: process, descriptor: descriptor, errors: errors))
      : .failure(EngineStartError(errno: failure))
  }

  /// Reports whether the child has become the program, and closes the pipe if so or if it cannot.
  ///
  /// - Parameter unwatch: called with the pipe before it is closed.
  /// - Returns: the error with which the child has ended; nil for none, and while it is not known.
  mutating func startResult(_ unwatch: (Int32) -> Void) -> EngineStartError? {
    guard let errors else { return nil }
    let failure = keybridge_engine_start_error(errors)
    guard failure != EAGAIN else { return nil }
    unwatch(errors)
    close(errors)
    self.errors = nil
    return failure == 0 ? nil : EngineStartError(errno: failure)
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

/// The error of a system call that starts an engine.
struct EngineStartError: Error, Hashable {
  var errno: Int32

  /// The fault, with the system's message.
  var fault: String { "it cannot be started: \(String(cString: strerror(errno)))" }
}
