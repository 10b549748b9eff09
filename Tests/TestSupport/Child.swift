// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program run to its end, with what it wrote.
package struct Child {
  /// The exit status; 128 plus the signal's number for a program that a signal ended.
  package var status: Int32
  package var output: String
  package var errors: String

  /// Runs a program and waits for it.
  ///
  /// The signal mask is emptied: tests run on threads that block signals, and a child inherits that.
  package static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Child {
    let folder = try TemporaryFolder()
    let inputPath = try folder.write(input.utf8, to: "input")
    let paths = (out: folder.path + "/output", err: folder.path + "/errors")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, paths.out, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, paths.err, O_WRONLY | O_CREAT, 0o600)
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = inherited(environment).map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, arguments[0], &actions, &attributes, &argv, &envp)
    guard failure == 0 else { throw SystemFailure(call: arguments[0], errno: failure) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return Child(
      status: status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f),
      output: contents(of: paths.out), errors: contents(of: paths.err))
  }

  private static func inherited(_ changes: [String: String]) -> [String] {
    var variables: [String: String] = [:]
    var pointer = environ
    while let entry = pointer.pointee {
      let pair = String(cString: entry).split(separator: "=", maxSplits: 1)
      if let name = pair.first { variables[String(name)] = pair.count > 1 ? String(pair[1]) : "" }
      pointer += 1
    }
    return variables.merging(changes) { $1 }.map { "\($0)=\($1)" }
  }
}

/// The text of a file; empty for one that cannot be read.
package func contents(of path: String) -> String {
  guard let stream = fopen(path, "r") else { return "" }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&block, 1, block.count, stream)
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += block[..<count]
  }
}
