// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program that ran to its end, with its output.
package struct Child {
  /// The exit status; 128 plus the signal's number if a signal ended the program.
  package var status: Int32
  package var output: String
  package var errors: String

  /// The text that a replay printed: its output without the final newline.
  package var document: String { output.hasSuffix("\n") ? String(output.dropLast()) : output }

  /// Runs a program and waits for its end.
  ///
  /// Standard input is a file with the given bytes; standard output is a file too, or the given
  /// path.
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

  /// Runs a program and waits for its end.
  package static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Child {
    try run(arguments, input: input.utf8, environment: environment)
  }
}

/// Returns the text of a file; empty if it cannot be read.
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
