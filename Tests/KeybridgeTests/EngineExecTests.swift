// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Language engines in front of a terminal program.
@Suite(
  .serialized, .needs("tmux"), .needs(file: "/usr/bin/python3"), .onTestbed, .notInFastRuns)
struct EngineExecTests {
  @Test("An engine converts what is typed for a program, and only the result is sent")
  func typing() throws {
    let folder = try TemporaryFolder()
    let settings = try folder.write("modes: [zh-Hans]\n".utf8, to: "settings.yaml")
    let engine = try EngineScript(in: folder)
    let hosted = try ExecPane(
      "cat", options: "--config \(settings)",
      variables: engine.variables, rows: 10)
    // Until the engine is loaded there are no candidates.
    hosted.type("zhon")
    try hosted.pane.expect { screen in
      hosted.stroke(34)
      usleep(100_000)
      if hosted.pane.screen.contains("种") { return true }
      hosted.stroke(14)
      return false
    }
    hosted.type(" ")
    try hosted.pane.expect { $0.hasPrefix("中") && $0.contains("国") }
    hosted.type("\n")
    try hosted.pane.expect { $0.hasPrefix("中\n中\n") }
  }
}
