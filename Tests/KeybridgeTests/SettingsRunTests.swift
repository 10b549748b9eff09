// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Settings of the real program, from one run to the next.
@Suite(.onTestbed, .notInFastRuns, .needs("socat")) struct SettingsRunTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let control: String

  init() throws {
    folder = try TemporaryFolder()
    control = folder.path + "/control.sock"
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  /// Runs a service on the one state directory while a function is called.
  ///
  /// - Returns: what it wrote on standard error.
  @discardableResult
  private func serve(
    _ settings: String = "layout: us\n", _ body: (LiveChild) throws -> Void
  ) throws -> String {
    let file = try folder.write(settings.utf8, to: "till.yaml")
    let service = try machine.start(
      ["run", "--control", control, "--mirror", "text", "--config", file],
      prefix: ["env", "STATE_DIRECTORY=\(folder.path)/state"])
    try eventually("the socket") { access(control, F_OK) == 0 }
    try body(service)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    return service.errors
  }

  private func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    let request =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":\(parameters)}\n"
    let file = try folder.write(request.utf8, to: "request")
    return try Child.run(["sh", "-c", "socat -t 5 - UNIX:\(control) <\(file)"]).output
  }

  @Test("F016 settings.set is remembered over a restart, and the settings file wins over it")
  func restart() throws {
    try serve { _ in
      let answer = try ask("settings.set", #"{"discoverabilityDelay":700,"holdForAccents":true}"#)
      #expect(answer.contains(#""discoverabilityDelay":700"#), "\(answer)")
      #expect(try ask("settings.set", #"{"statusRow":7}"#).contains("invalidParameter"))
    }
    try serve { _ in
      let settings = try ask("settings.get")
      #expect(settings.contains(#""discoverabilityDelay":700"#), "\(settings)")
      #expect(
        settings.contains(#""holdForAccents":true"#) && settings.contains(#""statusRow":true"#))
    }
    try serve("discoverability-delay: 400\n") { _ in
      let settings = try ask("settings.get")
      #expect(settings.contains(#""discoverabilityDelay":400"#), "\(settings)")
      #expect(settings.contains(#""holdForAccents":true"#))
    }
  }
}
