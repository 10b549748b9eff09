// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Starts a program without a shell and in a session of its own, without input or on a terminal.
///
/// The program runs as the same user as this process, with no signal blocked or ignored. It
/// inherits none of this process's other descriptors, and has no controlling terminal but the given
/// one.
enum ProcessLauncher {
  /// C's `POSIX_SPAWN_SETSID`, which Glibc's module does not export.
  private static let newSession: Int16 = 0x80

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: the program, as a path or a name in `PATH`, and its arguments.
  ///   - variables: additions to this process's environment.
  ///   - showsOutput: whether the program's output goes to standard error; otherwise it is
  ///     discarded.
  /// - Returns: the number of the process and of its group, or the error.
  static func start(
    _ words: [String], variables: [String: String], showsOutput: Bool
  ) -> Result<pid_t, SystemError> {
    start(words, variables: variables) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      if showsOutput {
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        // Clears the close-on-exec flag that the descriptor may have.
        posix_spawn_file_actions_adddup2(&actions, 2, 2)
      } else {
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      }
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
    start(words, variables: variables, without: describesTerminal) { actions in
      // The leader of a session that opens a terminal gets it as its controlling terminal.
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
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
    _ words: [String], variables: [String: String],
    without isRemoved: (String) -> Bool = { _ in false },
    _ openStandardDescriptors: (inout posix_spawn_file_actions_t) -> Void
  ) -> Result<pid_t, SystemError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    openStandardDescriptors(&actions)
    for descriptor in openDescriptors where descriptor > 2 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    prepare(&attributes)
    var argv = words.map { strdup($0) } + [nil]
    var envp = environment(with: variables, without: isRemoved).map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    guard !argv.dropLast().contains(nil), !envp.dropLast().contains(nil), let program = words.first
    else { return .failure(SystemError(errno: ENOMEM)) }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, program, &actions, &attributes, &argv, &envp)
    return failure == 0 ? .success(process) : .failure(SystemError(errno: failure))
  }

  /// All open descriptors of this process.
  ///
  /// Those that it inherited may lack the close-on-exec flag.
  private static var openDescriptors: [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var descriptors: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let number = Int32(name), number != dirfd(folder) { descriptors.append(number) }
    }
    return descriptors
  }

  private static func prepare(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    // These two cannot be handled.
    sigdelset(&signals, SIGKILL)
    sigdelset(&signals, SIGSTOP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | newSession)
  }

  /// Returns this process's environment with some variables replaced and others removed.
  private static func environment(
    with variables: [String: String], without isRemoved: (String) -> Bool
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

/// The error of a system call.
struct SystemError: Error {
  var errno: Int32
}
