// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Starts a program.
///
/// The signal mask is emptied, because tests run on threads that block signals, and a child would
/// inherit that.
///
/// - Parameters:
///   - arguments: The program, searched in `PATH`, and its arguments.
///   - changes: Variables in addition to the environment of the tests.
///   - redirect: Adds the actions that set up descriptors 0, 1 and 2.
/// - Returns: The process's number; the caller must wait for the process.
/// - Throws: The reason why the program could not be started.
func spawn(
  _ arguments: [String], environment changes: [String: String],
  redirect: (inout posix_spawn_file_actions_t) -> Void
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  redirect(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigaddset(&signals, SIGPIPE)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
  let variables = inheritedEnvironment.merging(changes) { $1 }
  var argv = arguments.map { strdup($0) } + [nil]
  var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
  defer { (argv + envp).forEach { free($0) } }
  var pid: pid_t = 0
  let failure = posix_spawnp(&pid, arguments[0], &actions, &attributes, &argv, &envp)
  guard failure == 0 else { throw SystemFailure(call: arguments[0], errno: failure) }
  return pid
}

/// Returns the exit status; 128 plus the signal's number if a signal ended the program.
func exitStatus(of status: Int32) -> Int32 {
  status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
}

// Read once, because a testbed of another test may change the environment meanwhile.
private let inheritedEnvironment: [String: String] = {
  var variables: [String: String] = [:]
  var pointer = environ
  while let entry = pointer.pointee {
    let pair = String(cString: entry).split(separator: "=", maxSplits: 1)
    if let name = pair.first { variables[String(name)] = pair.count > 1 ? String(pair[1]) : "" }
    pointer += 1
  }
  variables["UMOCKDEV_DIR"] = nil
  return variables
}()
