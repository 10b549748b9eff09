// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import Bridge

/// How a process that exceeds its time limit is ended.
@Suite struct CommandProcessesTests {
  @Test("A process that exceeds its time limit is sent SIGTERM, and SIGKILL after a delay")
  func grace() throws {
    let folder = try TemporaryFolder()
    let words = folder.path + "/words"
    #expect(mkfifo(words, 0o600) == 0)
    let script = """
      trap 'echo asked > \(words)' TERM
      echo $$ > \(words)
      while :; do sleep 60 & wait; done
      """
    let loop = try EventLoop(signals: [])
    let processes = try CommandProcesses(loop: loop)
    var reported: [String] = []
    processes.report = { reported.append($0) }
    processes.start(
      ProcessEntry(words: ["sh", "-c", script], timeLimit: 0),
      for: KeyCommand(id: "slow", input: "s", title: "Slow") { $0.source = "till.yaml:1:1" })
    try #require(reported.isEmpty)
    // Opening the pipe for reading waits for the writer.
    let process = try #require(pid_t(contents(of: words).filter(\.isNumber)))
    defer {
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
    }
    #expect(try loop.turn(until: nil) == 1)
    #expect(reported == ["command 'slow' (till.yaml:1:1): stopped after the time limit of 0 s"])
    try #require(try loop.turn(until: .zero) == 0, "the next signal is not due yet")
    #expect(contents(of: words) == "asked\n")
    #expect(waitpid(process, nil, WNOHANG) == 0)
  }
}
