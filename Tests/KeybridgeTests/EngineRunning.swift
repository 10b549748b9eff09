// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// A suite with the real program, a keyboard on a testbed, and engines.
protocol EngineRunning {
  var machine: Machine { get }
  var folder: TemporaryFolder { get }
}

extension EngineRunning {
  /// The path of the control socket.
  var controlSocket: String { folder.path + "/control.sock" }

  /// Plugs in a keyboard.
  func plugIn() throws {
    try #require(testbed_active())
    machine.plug(1, "Board")
    machine.keepsTime = true
  }

  /// Starts the program in its first mode.
  func start(
    _ engine: EngineScript?, modes: String = "[zh-Hans, en-US]", mirror: String = "json",
    settings: String = "", variables: [String: String] = [:]
  ) throws -> LiveChild {
    machine.variables =
      (engine?.variables ?? ["STATE_DIRECTORY": folder.path + "/state"])
      .merging(variables) { $1 }
    let file = try folder.write("modes: \(modes)\n\(settings)".utf8, to: "settings.yaml")
    let service = try machine.start([
      "run", "--mirror", mirror, "--control", controlSocket, "--config", file,
    ])
    try eventually("the grab") { machine.isGrabbed(1) }
    return service
  }

  /// Returns the output of `keybridge engines`.
  func engines(_ format: String = "json") throws -> String {
    let child = try Child.run(
      [Program.path, "engines", "--control", controlSocket, "--format", format],
      environment: Program.environment)
    return child.output.replacing(" : ", with: ":") + child.errors
  }

  /// Waits until an engine answers requests.
  func awaitEngine() throws {
    try eventually("the engine") { try engines().contains(#""ready":true"#) }
  }

  /// Presses and releases a key.
  func press(_ code: UInt16) {
    machine.key(1, code, 1)
    machine.key(1, code, 0)
  }

  /// The engines that a service has started, with their states; its first child is the launcher.
  func engines(of service: LiveChild) -> [(process: pid_t, state: String)] {
    Array(children(of: service.pid).dropFirst())
  }

  /// The children of a process, with their states.
  func children(of process: pid_t) -> [(process: pid_t, state: String)] {
    contents(of: "/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap {
      guard let number = pid_t($0) else { return nil }
      let fields = contents(of: "/proc/\(number)/stat").split(separator: ")").last ?? ""
      return (number, fields.split(separator: " ").first.map(String.init) ?? "")
    }
  }

  /// Ends the program with the panic chord, and checks that nothing of it is left.
  func panic(_ service: LiveChild) throws {
    let processes = children(of: service.pid).map(\.process)
    for code: UInt16 in [14, 1, 28] { machine.key(1, code, 1) }
    #expect(try service.end() == 0)
    for code: UInt16 in [14, 1, 28] { machine.key(1, code, 0) }
    try awaitEnds(of: processes)
  }

  /// Waits until processes have ended.
  func awaitEnds(of processes: [pid_t]) throws {
    try eventually("the ends of the engines") {
      processes.allSatisfy { process in
        // Another process collects the children of one that has ended.
        let state = contents(of: "/proc/\(process)/stat").split(separator: ")").last ?? ""
        return state.isEmpty || state.hasPrefix(" Z")
      }
    }
  }
}
