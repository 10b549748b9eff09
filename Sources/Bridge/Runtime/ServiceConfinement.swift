// SPDX-License-Identifier: Apache-2.0
import Assistance
import Engines
import Glibc
import KeyCommands
package import Sandbox

/// The rights that `keybridge run` keeps once it has started.
///
/// It starts no program, creates no socket, and opens only the files that it needs again: devices
/// that are plugged in, the state, and the data that layouts, languages and libraries load late.
/// The ``Launcher`` starts programs for it.
package struct ServiceConfinement {
  /// The system calls of the service.
  package static let grants: Set<CallGrant> = [
    .base, .accepting, .fileChanges, .sealing, .devices, .ending, .refusing,
  ]
  /// The capabilities that the service keeps if it has them, as root or by its unit.
  ///
  /// Root opens devices of other owners, ends the engines, which are other users, and switches
  /// consoles.
  package static let capabilities: Set<Capability> = [
    .overrideFileModes, .signalOtherUsers, .switchConsoles,
  ]

  /// Files and folders that are read.
  package var readable: [String] = []
  /// The folder of the state, in which files are changed; nil for none.
  package var state: String?
  /// The folders of sockets, from which their files are removed at the end.
  package var socketFolders: [String] = []
  /// The folders and files of devices.
  package var devices: [String] = []
  /// The folder of a test that simulates devices; nil for none.
  package var testbed: String?

  /// Creates the rights that only the machine decides.
  ///
  /// - Parameters:
  ///   - environment: returns the value of a variable; nil if it is not set.
  ///   - isRoot: whether the service runs as root, for which files have no mode.
  package init(environment: (String) -> String?, isRoot: Bool) {
    readable =
      FileRules.systemFiles + ["/sys", "/proc", "/dev/urandom", "/etc/xkb", "/etc/X11/xkb"]
    readable.append(Self.existing("/run/udev", isRoot: isRoot))
    for name in ["LD_LIBRARY_PATH", "XKB_CONFIG_ROOT", "XKB_CONFIG_EXTRA_PATH", "XLOCALEDIR"] {
      readable += environment(name)?.split(separator: ":").map(String.init) ?? []
    }
    let home = environment("HOME")
    let settings = environment("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
    readable += [settings.map { $0 + "/xkb" }, home.map { $0 + "/.xkb" }].compactMap { $0 }
    // The kernel removes the folder with the last device and creates another one, which only a rule
    // for the folder above it covers. Root would get every disk with it.
    devices = [isRoot ? Self.existing("/dev/input", isRoot: isRoot) : "/dev"]
    testbed = environment("UMOCKDEV_DIR")
  }

  /// Adds the files that the settings and this program's other options name.
  ///
  /// - Parameters:
  ///   - configuration: the settings.
  ///   - program: the path of the program, next to which its data may be; nil if unknown.
  ///   - environment: returns the value of a variable; nil if it is not set.
  package mutating func add(
    _ configuration: Configuration, program: String?, environment: (String) -> String?
  ) {
    readable += configuration.sources.includeFolders
    readable += [configuration.sources.composeFile].filter { !$0.isEmpty }
    readable += Translator.folders(besideProgram: program, first: environment("KEYBRIDGE_LOCALES"))
    readable += LexiconFolders.list(program: program, environment: environment)
    readable += EngineList.ofThisMachine + ExtensionList.ofThisMachine
  }

  /// Returns the path of a folder that may be created later, or the folder above it.
  ///
  /// Root creates the folder instead, because everything next to it would be too much.
  private static func existing(_ path: String, isRoot: Bool) -> String {
    if isRoot { mkdir(path, 0o755) }
    guard !isRoot, access(path, F_OK) != 0 else { return path }
    return String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
  }

  // MARK: Entering

  /// Creates the rules for files.
  ///
  /// - Returns: the rules; they restrict nothing on a kernel without Landlock.
  /// - Throws: why they cannot be created.
  package func files() throws(SandboxError) -> FileRules {
    // A child of the launcher is outside of these rules, so others must be reached to end it.
    let rules = try FileRules(mayConnect: false, reachesOthers: true)
    try rules.allow(.read, readable)
    try rules.allow([.read, .write], ["/dev/null"])
    if let state { try rules.allow(.change, [state]) }
    try rules.allow(.sockets, socketFolders)
    try rules.allow([.read, .write, .device], devices)
    if let testbed { try rules.allow([.read, .write, .change, .device], [testbed, "/dev/pts"]) }
    return rules
  }

  /// The system calls.
  package var calls: Set<CallGrant> {
    // A simulated device is behind a socket.
    Self.grants.union(testbed == nil ? [] : [.localSockets])
  }

  /// Confines this process, for good.
  ///
  /// - Returns: the parts that the kernel lacks, as clauses; empty if everything is in force.
  /// - Throws: the part that the kernel has but refuses.
  package func enter() throws(SandboxError) -> [String] {
    let kernel = KernelSandbox.ofThisKernel
    try ProcessConfinement.enter(
      calls: kernel.restrictsCalls ? try CallFilter(calls) : nil, files: try files(),
      keeping: Self.capabilities)
    return kernel.missingParts
  }
}

extension KernelSandbox {
  /// The parts that the kernel lacks, as clauses.
  package var missingParts: [String] {
    (landlockVersion > 0 ? [] : ["no Landlock, which restricts files"])
      + (restrictsCalls ? [] : ["no seccomp, which restricts system calls"])
  }
}
