// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Glibc

/// Starts a program without a shell and in a session of its own, without input or on a terminal.
///
/// The program runs as the same user as this process, with no signal blocked or ignored. It
/// inherits none of this process's other descriptors, and has no controlling terminal but the given
/// one.
enum ProcessLauncher {
  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: the program, as a path or a name in `PATH`, and its arguments.
  ///   - variables: additions to this process's environment.
  ///   - showsOutput: whether the program's output goes to standard error; otherwise it is
  ///     discarded.
  ///   - isSibling: whether the process becomes a child of this process's parent.
  /// - Returns: the number of the process and of its group, or the error.
  static func start(
    _ words: [String], variables: [String: String], showsOutput: Bool, isSibling: Bool = false
  ) -> Result<pid_t, SystemError> {
    start(words, environment: environment(with: variables)) {
      $0.shows_output = showsOutput
      $0.is_sibling = isSibling
    }
  }

  /// Starts a program on a terminal, which becomes its controlling terminal.
  ///
  /// - Parameters:
  ///   - words: the program, as a path or a name in `PATH`, and its arguments.
  ///   - variables: additions to this process's environment.
  ///   - terminal: the path of the terminal.
  /// - Returns: the number of the process and of its session, or the error.
  static func start(
    _ words: [String], variables: [String: String], terminal: String
  ) -> Result<pid_t, SystemError> {
    terminal.withCString { path in
      start(words, environment: environment(with: variables, without: describesTerminal)) {
        $0.terminal = path
      }
    }
  }

  /// Whether a variable describes the terminal of this process, and so not the program's.
  private static func describesTerminal(_ name: String) -> Bool {
    name.hasPrefix("KITTY_")
      || [
        "COLUMNS", "LINES", "TMUX", "TMUX_PANE", "STY", "TERM_PROGRAM", "TERM_PROGRAM_VERSION",
        "VTE_VERSION",
      ].contains(name)
  }

  private static func start(
    _ words: [String], environment: [String], _ prepare: (inout keybridge_program) -> Void
  ) -> Result<pid_t, SystemError> {
    let paths = programPaths(words.first ?? "").map { strdup($0) } + [nil]
    let argv = words.map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { (paths + argv + envp).forEach { free($0) } }
    guard !words.isEmpty, ![paths, argv, envp].contains(where: { $0.dropLast().contains(nil) })
    else { return .failure(SystemError(errno: ENOMEM)) }
    return paths.withUnsafeBufferPointer { paths in
      argv.withUnsafeBufferPointer { argv in
        envp.withUnsafeBufferPointer { envp in
          var program = keybridge_program()
          (program.paths, program.argv) = (paths.baseAddress, argv.baseAddress)
          program.envp = envp.baseAddress
          prepare(&program)
          var process: pid_t = -1
          let failure = keybridge_start(&program, &process)
          guard failure == 0 else {
            return .failure(SystemError(errno: failure, ended: process > 0 ? process : nil))
          }
          return .success(process)
        }
      }
    }
  }

  /// Returns this process's environment with some variables replaced and others removed.
  private static func environment(
    with variables: [String: String], without isRemoved: (String) -> Bool = { _ in false }
  ) -> [String] {
    var entries: [String] = []
    var pointer = environ
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      if variables[name] == nil, !isRemoved(name) { entries.append(text) }
      pointer += 1
    }
    return entries + variables.map { "\($0)=\($1)" }
  }
}

/// The error of a system call that starts a program.
struct SystemError: Error {
  var errno: Int32
  /// A sibling that has ended because of the error, and must be collected by its parent.
  var ended: pid_t?
}
