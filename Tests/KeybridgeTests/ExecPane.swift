// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// A program behind the engine, in a pane that is one row higher than its screen, typed at with a
/// keyboard of a testbed.
///
/// The program itself does not run on the testbed.
struct ExecPane {
  static let control: UInt16 = 29
  static let command: UInt16 = 125

  let machine = Machine()
  let pane: Pane

  /// Starts exec with a command line of the shell, and waits for the grab.
  ///
  /// - Parameters:
  ///   - program: the command line of the program.
  ///   - options: the options of exec.
  ///   - before: shell commands to run before exec.
  ///   - after: shell commands to run after it.
  ///   - variables: variables of exec, in addition to those of every test.
  ///   - columns: the width of the pane.
  ///   - rows: the height of the pane.
  /// - Throws: why the pane cannot be created, or that no keyboard was grabbed.
  init(
    _ program: String, options: String = "", before: String = "", after: String = "",
    variables: [String: String] = [:], columns: Int = 40, rows: Int = 8
  ) throws {
    pane = try Pane(columns: columns, rows: rows)
    machine.plug(1, "Board")
    machine.variables = variables
    pane.type(
      "clear; \(before)\(machine.shellPrefix) '\(Program.path)' exec \(options) --"
        + " env -u LD_PRELOAD -u UMOCKDEV_DIR \(program); echo status $?\(after)")
    let machine = machine
    try eventually("the grab") { machine.isGrabbed(1) }
  }

  /// Resizes the pane, and waits until the status row is at its new place.
  func resize(_ columns: Int, _ rows: Int) throws {
    try pane.tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    try pane.expect { screen in
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.count > rows - 1 && lines[rows - 1].contains("exit")
        && !lines[..<(rows - 1)].contains { $0.contains("exit") }
    }
  }

  func type(_ text: String, holding modifier: UInt16? = nil) {
    machine.type(1, text, holding: modifier)
  }

  /// Presses keys one after the other, and releases them in the opposite order.
  func stroke(_ codes: UInt16...) {
    for code in codes { machine.key(1, code, 1) }
    for code in codes.reversed() { machine.key(1, code, 0) }
  }

  /// Plays a capture of the folder `Captures`.
  ///
  /// - Parameters:
  ///   - capture: the name of the file without `.evemu`.
  ///   - pause: called at each pause of half a second, with its number.
  /// - Throws: what `pause` throws.
  func play(_ capture: String, pause: (Int) throws -> Void = { _ in }) throws {
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let count = try machine.play(1, "\(folder)/Captures/\(capture).evemu", pause: pause)
    #expect(count > 0, "no events in \(capture)")
  }

  /// A program that prints a sequence, and then each byte that it reads on a line of its own.
  static func bytes(_ sequence: String) -> String {
    "sh -c 'stty raw -echo opost; printf \"\(sequence)\"; printf ready;"
      + " stdbuf -o0 od -An -v -tx1 -w1'"
  }
}
