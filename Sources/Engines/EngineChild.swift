// SPDX-License-Identifier: Apache-2.0
import CEngineProcess
import Glibc

/// The process of an engine, and this side of the socket that is its standard input and output.
struct EngineChild {
  /// The number of the process, and of its group.
  let process: pid_t
  /// This side of the socket; it does not block.
  let descriptor: Int32

  /// The whole environment of an engine, which contains nothing of the user's.
  private static let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent"]

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: the path of the program, and its arguments.
  ///   - isSandboxed: whether the program runs in the sandbox.
  /// - Returns: the process, or the error.
  static func start(
    _ words: [String], isSandboxed: Bool
  ) -> Result<EngineChild, EngineStartError> {
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
      ? .success(EngineChild(process: process, descriptor: descriptor))
      : .failure(EngineStartError(errno: failure))
  }
}

/// The error of a system call that starts an engine.
struct EngineStartError: Error, Hashable {
  var errno: Int32
}
