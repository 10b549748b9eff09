// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// The rows of a program, after they were written: scrolling, copying, finding.
@Suite(.serialized, .needs("tmux"), .onTestbed, .notInFastRuns) struct ExecTranscriptTests {
  private static let command = ExecPane.command
  private static let (up, down, left, right): (UInt16, UInt16, UInt16, UInt16) = (
    103, 108, 105, 106
  )

  /// A shell that has printed the numbers to 20, of which its screen of 7 rows shows the last.
  private func counted() throws -> ExecPane {
    let hosted = try ExecPane("PS1=% sh -i")
    try hosted.pane.expect { $0.hasPrefix("%") }
    hosted.type("seq 1 20\n")
    try hosted.pane.expect { $0.hasPrefix("15\n") && $0.contains("20\n%") }
    return hosted
  }

  @Test("⇧PageUp shows rows that have left the screen, until a key is typed")
  func scrolling() throws {
    let hosted = try counted()
    hosted.stroke(Typing.shift, 104)
    try hosted.pane.expect { $0.hasPrefix("9\n") }
    hosted.stroke(Typing.shift, 109)
    try hosted.pane.expect { $0.hasPrefix("15\n") }
    hosted.stroke(Typing.shift, 104)
    try hosted.pane.expect { $0.hasPrefix("9\n") }
    hosted.type("x")
    try hosted.pane.expect { $0.contains("20\n%x") }
  }

  @Test("The settings limit the rows that are kept, and the option comes before them")
  func limit() throws {
    let folder = try TemporaryFolder()
    let settings = try folder.write("scrollback: 2\n".utf8, to: "settings.yaml")
    for (option, first) in [("", "13\n"), ("--scrollback 4", "11\n")] {
      let hosted = try ExecPane(
        "sh -c 'seq 1 20; exec cat'", options: "--config \(settings) \(option)")
      try hosted.pane.expect { $0.hasPrefix("15\n") && $0.contains("20\n") }
      hosted.stroke(Typing.shift, 104)
      try hosted.pane.expect { $0.hasPrefix(first) }
    }
  }

  @Test("New output does not move a view that is scrolled back")
  func anchor() throws {
    let folder = try TemporaryFolder()
    let mark = folder.path + "/go"
    let hosted = try ExecPane(
      "sh -c 'seq 1 20; until [ -e \(mark) ]; do sleep 0.05; done; seq 21 30; echo >\(mark).done;"
        + " exec cat'")
    try hosted.pane.expect { $0.hasPrefix("15\n") && $0.contains("20\n") }
    hosted.stroke(Typing.shift, 104)
    try hosted.pane.expect { $0.hasPrefix("9\n") }
    _ = try folder.write([], to: "go")
    try eventually("the output") { access(mark + ".done", F_OK) == 0 }
    hosted.stroke(Typing.shift, 104)
    try hosted.pane.expect { $0.hasPrefix("3\n") }
    hosted.stroke(Typing.shift, 109)
    try hosted.pane.expect { $0.hasPrefix("9\n") }
  }

  @Test("⌘↑ and ⌘↓ go from prompt to prompt, and ⌘K forgets the rows above the screen")
  func prompts() throws {
    let hosted = try ExecPane(
      #"env "PS1=$(printf '\033]133;A\007%%')" bash --norc --noprofile"#)
    try hosted.pane.expect { $0.hasPrefix("%") }
    for (first, last) in [(1, 9), (2, 8)] {
      hosted.type("seq \(first) \(last)\n")
      // The terminal would echo keys before the prompt.
      try hosted.pane.expect { $0.contains("\(last)\n%") }
    }
    for (key, top) in [
      (Self.up, "%seq 2 8\n2\n"), (Self.up, "%seq 1 9\n1\n"), (Self.down, "%seq 2 8\n2\n"),
      (Self.down, "3\n"), (Self.up, "%seq 2 8\n2\n"), (Self.down, "3\n"),
    ] {
      hosted.stroke(Self.command, key)
      try hosted.pane.expect { $0.hasPrefix(top) }
    }
    hosted.stroke(Self.command, 37)
    hosted.stroke(Typing.shift, 104)
    try hosted.pane.expect { $0.hasPrefix("3\n") && $0.contains("Scroll Up") }
  }

  @Test("⌘C shows the rows as a text in which to select and copy, and ⎋ goes back")
  func copying() throws {
    let hosted = try counted()
    hosted.stroke(Self.command, 46)
    hosted.stroke(Self.up)
    hosted.stroke(Self.command, Self.left)
    hosted.stroke(Self.command, Typing.shift, Self.right)
    hosted.stroke(Self.command, 46)
    hosted.stroke(1)
    hosted.type("x")
    hosted.stroke(Self.command, 47)
    try hosted.pane.expect { $0.contains("20\n%x20\n") }
  }

  @Test("⌘F finds a text in the rows above, and ⇧⌘G the place before")
  func finding() throws {
    let hosted = try counted()
    try hosted.pane.expect { $0.contains("⌫+⎋+⏎ to exit") }
    hosted.stroke(Self.command, 33)
    hosted.type("4")
    try hosted.pane.expect { $0.contains("\n4\n") && $0.contains("⎋ to go back") }
    hosted.type("x\n")
    try hosted.pane.expect { $0.contains("Not found: 4x") && $0.contains("⎋ to go back") }
    hosted.stroke(14)
    hosted.stroke(28)
    try hosted.pane.expect { $0.contains("14\n15\n") }
    hosted.stroke(Self.command, Typing.shift, 34)
    try hosted.pane.expect { $0.contains("4\n5\n") && !$0.contains("14\n") }
    hosted.stroke(1)
    hosted.type("x")
    try hosted.pane.expect { $0.contains("20\n%x\n") && $0.contains("⌫+⎋+⏎ to exit") }
  }
}
