// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Programs look the same behind the engine as in a pane that is one row lower, without it.
///
/// A step of these tests is text to type, `<Up>` or another key, `# 30x8` to change the size of the
/// program's screen, `= text` to wait until both screens have a text, or `! text` until both do
/// not. At most 40 characters are typed at once, because the testbed buffers no more.
///
/// vim is not made wider than before, because tmux then joins the first row of the shell's screen
/// to a row that was cleared.
@Suite(.serialized, .needs("tmux"), .onTestbed, .notInFastRuns) struct ExecComparisonTests {
  /// The two panes, each with a shell, so that the main screen behind a program is compared too.
  private struct Twins {
    /// The key codes of keys, and their names in tmux.
    static let keys: [String: (codes: [UInt16], name: String)] = [
      "<Up>": ([103], "Up"), "<Down>": ([108], "Down"), "<Left>": ([105], "Left"),
      "<Esc>": ([1], "Escape"), "<BS>": ([14], "BSpace"), "<:>": ([Typing.shift, 39], ":"),
      "<!>": ([Typing.shift, 2], "!"), "<C-a>": ([29, 30], "C-a"), "<C-d>": ([29, 32], "C-d"),
      "<C-e>": ([29, 18], "C-e"), "<C-k>": ([29, 37], "C-k"), "<C-l>": ([29, 38], "C-l"),
      "<C-u>": ([29, 22], "C-u"), "<C-v>": ([29, 47], "C-v"), "<C-w>": ([29, 17], "C-w"),
      "<C-x>": ([29, 45], "C-x"),
    ]

    let hosted: ExecPane
    let plain: Pane
    private var rows: Int

    init(in folder: String, columns: Int, rows: Int) throws {
      self.rows = rows
      let shell = "env -C \(folder) TERM=xterm-256color PS1=% HISTFILE= bash --norc --noprofile"
      // With the colours of the other pane; tmux's default entry has eight.
      hosted = try ExecPane(
        shell, before: "export TERM=xterm-256color; ", columns: columns, rows: rows + 1)
      plain = try Pane(columns: columns, rows: rows)
      plain.type("clear; exec \(shell)")
      try compare("the shell") { $0.hasPrefix("%\n") }
    }

    /// Performs a step, and waits until both panes look the same.
    mutating func perform(_ step: String) throws {
      if step.hasPrefix("= ") {
        let text = step.dropFirst(2)
        return try compare(step) { $0.contains(text) }
      }
      if step.hasPrefix("! ") {
        let text = step.dropFirst(2)
        return try compare(step) { !$0.contains(text) }
      }
      if step.hasPrefix("# ") {
        let size = step.dropFirst(2).split(separator: "x").compactMap { Int($0) }
        try resize(size[0], size[1])
      } else if let key = Self.keys[step] {
        for code in key.codes { hosted.machine.key(1, code, 1) }
        for code in key.codes.reversed() { hosted.machine.key(1, code, 0) }
        try plain.tmux("send-keys", key.name)
      } else {
        hosted.type(step)
        for character in step {
          let names: [Character: String] = ["\n": "Enter", " ": "Space"]
          try plain.tmux("send-keys", names[character] ?? String(character))
        }
      }
      try compare(step)
    }

    private mutating func resize(_ columns: Int, _ rows: Int) throws {
      self.rows = rows
      try hosted.resize(columns, rows + 1)
      try plain.tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Waits until both panes have the same cells and the same cursor, and the text is right.
    private func compare(_ step: String, _ isRight: (String) -> Bool = { _ in true }) throws {
      var both = ("", "")
      do {
        try eventually(step) {
          both = (look(hosted.pane), look(plain))
          return both.0 == both.1 && isRight(plain.screen)
        }
      } catch {
        throw Difference(step: step, hosted: both.0, plain: both.1)
      }
    }

    /// The rows of the program with their colours and attributes, then the cursor.
    private func look(_ pane: Pane) -> String {
      let screen = (try? pane.tmux("capture-pane", "-e", "-p", "-t", ":.0").output) ?? ""
      let format = "#{?cursor_flag,#{cursor_x} #{cursor_y},hidden}"
      let cursor = try? pane.tmux("display-message", "-p", format).output
      return StyledRows(screen).rows.prefix(rows).joined(separator: "\n") + "\n" + (cursor ?? "")
    }
  }

  private struct Difference: Error {
    var step: String
    var hosted: String
    var plain: String
  }

  private func run(_ steps: [String], in folder: String = "/") throws {
    var twins = try Twins(in: folder, columns: 40, rows: 12)
    for step in steps { try twins.perform(step) }
  }

  /// Writes a file `f` of numbered lines, some with tabs and wide characters.
  private func writeNumbers(in folder: TemporaryFolder) throws {
    let lines = (1...60).map { number in
      number.isMultiple(of: 7) ? "\(number)\t一二三 é\n" : "line \(number)\n"
    }
    _ = try folder.write(lines.joined().utf8, to: "f")
  }

  @Test("bash: editing a long line, history, scrolling and two resizes")
  func bash() throws {
    try run([
      "echo a b c", "<Left>", "<Left>", "<BS>", "d\n", "= a d c", "seq 20\n", "= \n20\n%",
      "<Up>", "<Up>", " e\n", "= \na d c e\n", "seq -s - 30\n",
      "= 29-30\n%", "# 40x7", "seq 3\n", "= 2\n3\n%", "# 44x15",
      "seq 4\n", "= 3\n4\n%", "<C-l>", "! seq", "echo 1234567890 1234567890 ", "1234567890 1234567",
      "<C-a>", "x", "<C-e>", "8\n", "= not found",
    ])
  }

  @Test("less: paging, searching and two resizes, then the shell's screen", .needs("less"))
  func less() throws {
    let folder = try TemporaryFolder()
    try writeNumbers(in: folder)
    try run(
      [
        "less f\n", "= line 11", " ", "= line 22", "b", "= line 11", "/55\n", "= line 55", "g",
        "= line 1\n", "# 30x8", "! line 8", "d", "= line 11", "# 50x14", " ", "= line 24", "q",
        "! line", "echo end\n", "= \nend\n%",
      ], in: folder.path)
  }

  @Test(
    "vim: windows, scrolling, inserting and two resizes, then the shell's screen", .needs("vim"))
  func vim() throws {
    let folder = try TemporaryFolder()
    try writeNumbers(in: folder)
    try run(
      [
        "vim --clean -n f\n", "= line 11", "<:>", "set nocp nu\n",
        "=   1 line 1", "<:>", "split\n", "<C-d>", "=   7 7", "<C-w>", "w", "3dd",
        "=   1 line 4", "ihello ", "= hello line", "<Esc>", "# 34x9", "j", "<C-e>", "# 34x16",
        "<C-l>", "x", "<:>", "only\n", "=  12 ", "<:>", "qa", "<!>", "\n", "! line",
        "echo end\n", "= \nend\n%",
      ], in: folder.path)
  }

  @Test("nano: typing, cutting, pasting and two resizes, then the shell's screen", .needs("nano"))
  func nano() throws {
    let folder = try TemporaryFolder()
    try writeNumbers(in: folder)
    try run(
      [
        "nano --ignorercfiles f\n", "= line 3", "hello ", "= hello line 1", "<Down>", "<C-k>",
        "! line 2", "<Down>", "<C-u>", "= line 2", "# 36x10", "<C-v>", "# 60x15", "<C-v>", "<Up>",
        "<C-x>", "= Save", "n", "! line", "echo end\n", "= \nend\n%",
      ], in: folder.path)
  }

  @Test("htop: what it draws in three sizes", .needs("htop"))
  func htop() throws {
    let folder = try TemporaryFolder()
    let sizes = [(60, 14), (44, 10), (70, 18)]
    // The processes change all the time, so the output is recorded once in each size.
    for (number, size) in sizes.enumerated() {
      let pane = try Pane(columns: size.0, rows: size.1)
      let file = "\(folder.path)/\(number)"
      try pane.tmux("pipe-pane", "cat >\(file); : >\(file).end")
      pane.type("clear; TERM=xterm-256color HTOPRC=\(folder.path)/htoprc htop -d 5")
      try pane.expect { $0.contains("F1Help") }
      // The output of htop at its end is not recorded.
      try pane.tmux("pipe-pane")
      try eventually("the end of the recording") { access(file + ".end", F_OK) == 0 }
    }
    var twins = try Twins(in: folder.path, columns: sizes[0].0, rows: sizes[0].1)
    for (number, size) in sizes.enumerated() {
      if number > 0 { try twins.perform("# \(size.0)x\(size.1)") }
      try twins.perform("cat \(number)\n")
      try twins.perform("= F1Help")
    }
  }
}
