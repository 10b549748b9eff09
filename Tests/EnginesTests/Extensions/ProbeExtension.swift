// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sandbox
import TestSupport
import Testing

@testable import Engines

/// An extension whose program runs a script, and prints the variable `result`.
final class ProbeExtension {
  /// The folder with `probe`, the extension, and `state`.
  let folder: TemporaryFolder
  /// The rights of the process.
  var confinement: EngineConfinement? = EngineConfinement()

  /// The path of the extension.
  var path: String { folder.path + "/probe" }
  var state: String { folder.path + "/state" }
  var storage: String { ExtensionStart.storage(of: "probe", in: state) }
  var shared: String { ExtensionStart.sharedStorage(in: state) }

  /// Creates the extension.
  ///
  /// - Parameters:
  ///   - script: lines of Python.
  ///   - requests: the grants that the manifest requests.
  ///   - program: the words of the program.
  /// - Throws: why the folder cannot be written.
  init(
    _ script: String, requests: Set<ExtensionGrant> = [],
    program: [String] = ["python3", "probe.py"]
  ) throws {
    folder = try TemporaryFolder()
    // As root the program is another user.
    chmod(folder.path, 0o755)
    try folder.makeFolder("probe")
    chmod(path, 0o755)
    let words = requests.map(\.rawValue).sorted().joined(separator: ", ")
    try write(
      """
      title: Probe
      version: 1
      program: [\(program.joined(separator: ", "))]
      modes: [{ id: a, language: eo, title: A }]
      \(requests.isEmpty ? "" : "requests: [\(words)]")
      """, to: "extension.yaml")
    try write(Self.prelude + "\n" + script + "\nprint(result, flush=True)\nsys.stdin.read()\n")
  }

  /// Writes a file of the extension.
  func write(_ text: String, to name: String = "probe.py", mode: mode_t = 0o644) throws {
    chmod(try folder.write(text.utf8, to: "probe/" + name), mode)
  }

  /// The functions of each script.
  static let prelude = """
    import ctypes, errno, json, os, signal, socket, stat, subprocess, sys, threading
    libc = ctypes.CDLL(None, use_errno=True)
    def error(action):
        try:
            action()
            return "-"
        except OSError as error:
            return errno.errorcode.get(error.errno, "other")
    def create(path):
        open(path, "w").close()
    def call(number, *arguments):
        if libc.syscall(ctypes.c_long(number), *(ctypes.c_long(one) for one in arguments)) < 0:
            raise OSError(ctypes.get_errno(), "")
    def errors(*actions):
        return " ".join(map(error, actions))
    def fork():
        if os.fork() == 0:
            os._exit(0)
        os.wait()
    home, shared = os.environ.get("HOME", ""), os.environ.get("KEYBRIDGE_SHARED_STORAGE", "")
    """

  /// The starter of this extension.
  var starter: ExtensionStarter {
    var starter = ExtensionStarter(
      folders: { [unowned self] in [folder.path] }, state: { [unowned self] in state })
    starter.confinement = confinement
    return starter
  }

  /// The hash of the folder.
  func hash() throws -> String { try FolderHash(of: path).text }

  /// The result of a script.
  struct Result: Hashable {
    /// The variable `result`; nil if the program has printed nothing.
    var text: String?
    /// The number of refused calls that were reported.
    var refusals = 0
    /// The reason why the program was not started.
    var fault: String?
  }

  /// Starts the program with grants, and waits for its result.
  func run(_ grants: Set<ExtensionGrant> = []) throws -> Result {
    let hash = try hash()
    return wait(starter.open("probe", hash: hash, grants: grants))
  }

  /// Starts the program, whatever its folder has.
  func runUnchecked(_ grants: Set<ExtensionGrant> = []) throws -> Result {
    let manifest = try ExtensionManifest(folder: path)
    let start = ExtensionStart(
      InstalledExtension(folder: path, manifest: manifest), grants: grants, state: state)
    return wait(EngineConnection.open(start, confinement: confinement))
  }

  private func wait(_ opened: Swift.Result<EngineConnection, EngineStartError>) -> Result {
    switch opened {
    case .failure(let error): return Result(fault: error.reason)
    case .success(var connection):
      defer { Self.end(connection) }
      var result = Result()
      var lines = EngineLines(descriptor: connection.descriptor)
      while result.text == nil, result.fault == nil, Self.wait(for: connection) {
        result.fault = connection.startResult { _ in }?.reason
        result.refusals += connection.takeRefusals().count
        let isOpen = (try? lines.receive()) ?? false
        result.text = lines.next().map { String(decoding: $0, as: UTF8.self) }
        if !isOpen { break }
      }
      return result
    }
  }

  /// Waits until something can be read from a process.
  static func wait(for connection: EngineConnection) -> Bool {
    let descriptors = [connection.descriptor, connection.errors, connection.refusals]
    var states = descriptors.compactMap(\.self).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    return poll(&states, nfds_t(states.count), 60_000) > 0
  }

  /// Ends a process, and collects it.
  static func end(_ connection: EngineConnection) {
    connection.end()
    if let process = connection.process { waitpid(process, nil, 0) }
  }
}
