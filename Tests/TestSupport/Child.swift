// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program run to its end, with what it wrote.
package struct Child {
  /// The exit status; 128 plus the signal's number for a program that a signal ended.
  package var status: Int32
  package var output: String
  package var errors: String

  /// The text that a replay printed: its output without the line end behind it.
  package var document: String { output.hasSuffix("\n") ? String(output.dropLast()) : output }

  /// Runs a program and waits for it.
  ///
  /// Standard input is a file with the given bytes; standard output one too, unless a path says
  /// where it is to go.
  package static func run(
    _ arguments: [String], input: some Collection<UInt8>, environment: [String: String] = [:],
    output outputPath: String? = nil
  ) throws -> Child {
    let folder = try TemporaryFolder()
    let inputPath = try folder.write(input, to: "input")
    let paths = (out: outputPath ?? folder.path + "/output", err: folder.path + "/errors")
    let pid = try spawn(arguments, environment: environment) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, paths.out, O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, paths.err, O_WRONLY | O_CREAT, 0o600)
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return Child(
      status: exitStatus(of: status), output: outputPath == nil ? contents(of: paths.out) : "",
      errors: contents(of: paths.err))
  }

  /// Runs a program and waits for it.
  package static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Child {
    try run(arguments, input: input.utf8, environment: environment)
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
