// SPDX-License-Identifier: Apache-2.0
import CEngineProcess
import Glibc

/// The connection to a running engine: this side of a socket, and the process if it is a child.
struct EngineConnection {
  /// The number of the process, and of its group; nil for a process of the service manager.
  let process: pid_t?
  /// This side of the socket; it does not block.
  let descriptor: Int32

  /// The whole environment of an engine, which contains nothing of the user's.
  private static let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent"]

  /// Connects to the engine's socket, or starts its program if nothing listens there.
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
    }
    guard !manifest.program.isEmpty else { return .failure(failure) }
    return start(manifest.program, isSandboxed: isSandboxed)
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
    let failure = keybridge_engine_start(&argv, &envp, isSandboxed, &process, &descriptor)
    return failure == 0
      ? .success(EngineConnection(process: process, descriptor: descriptor))
      : .failure(EngineStartError(errno: failure))
  }

  /// Closes the socket, and ends the process if it is a child.
  ///
  /// The caller must collect the process.
  func end() {
    close(descriptor)
    // It has no state, so it need not finish anything.
    if let process { kill(-process, SIGKILL) }
  }
}

/// The error of a system call that starts an engine.
struct EngineStartError: Error, Hashable {
  var errno: Int32
}
