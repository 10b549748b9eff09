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

  @Test("mozc converts a sentence for a program, without systemd", arguments: EngineScript.mozc)
  func mozc(_ program: String) throws {
    let folder = try TemporaryFolder()
    let settings = try folder.write("modes: [ja-JP+romaji]\n".utf8, to: "settings.yml")
    try EngineScript.writeMozc(in: folder, program: program)
    let hosted = try ExecPane(
      "cat", options: "--config \(settings)",
      variables: ["KEYBRIDGE_ENGINES": folder.path, "STATE_DIRECTORY": folder.path + "/state"],
      columns: 60, rows: 10)
    hosted.type("kyouhaiitenkidesu")
    // Until the engine is loaded, ␠ converts nothing.
    try hosted.pane.expect { screen in
      hosted.type(" ")
      usleep(200_000)
      if hosted.pane.screen.contains("今日はいい天気です") { return true }
      hosted.stroke(1)
      return false
    }
    hosted.type("\n\n")
    try hosted.pane.expect { $0.hasPrefix("今日はいい天気です\n今日はいい天気です\n") }
  }
}
