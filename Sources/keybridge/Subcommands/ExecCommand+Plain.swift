// SPDX-License-Identifier: Apache-2.0
import Bridge
import Devices
import Glibc

/// Running the program of `exec` directly, so that Keybridge never keeps a person from logging in.
enum PlainProgram {
  /// The variable that a hosted program and its children have, so that they start no second `exec`.
  static let marker = "KEYBRIDGE_EXEC"

  /// Returns whether the person types somewhere else than on the keyboards of this machine, or
  /// through another `exec`.
  ///
  /// - Parameters:
  ///   - isTerminal: whether standard input and output are a terminal.
  ///   - variable: returns the value of an environment variable.
  /// - Returns: true if the program should run directly.
  static func isNeeded(
    isTerminal: Bool, _ variable: (String) -> String? = Console.environment
  ) -> Bool {
    !isTerminal || [marker, "SSH_CONNECTION", "SSH_TTY"].contains { variable($0) != nil }
  }

  /// Whether a keyboard that the settings select can be read and is not grabbed by another program.
  ///
  /// If all of them are grabbed, the reason is printed; the person would not see another one.
  static func canType(_ configuration: Configuration) -> Bool {
    let options = configuration.liveOptions(isGrabbing: true)
    let keyboards = DeviceListing.all().filter { options.takes($0.node) && $0.access.isReadable }
    guard !keyboards.isEmpty else { return false }
    if DeviceListing.succeeds({ keyboards.contains { $0.canBeGrabbed() } }) { return true }
    Console.printError("another program has grabbed every keyboard; running the program directly")
    return false
  }

  /// Replaces this process by a program, with the signals as they were at the start.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - mask: the signals that were blocked.
  /// - Returns: only the error.
  static func start(_ words: [String], blocking mask: sigset_t) -> UserFacingError {
    // Ignored signals would stay ignored in the program.
    IgnoredSignals.ofWrites.restore()
    IgnoredSignals.ofStops.restore()
    var mask = mask
    sigprocmask(SIG_SETMASK, &mask, nil)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    if let program = arguments.first ?? nil { execvp(program, &arguments) }
    return UserFacingError(
      "cannot start '\((words.first ?? "").excerpt)': \(systemMessage(errno))")
  }
}
