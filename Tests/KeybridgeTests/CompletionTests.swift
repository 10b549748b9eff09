// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The completion scripts in their shells.
@Suite struct CompletionTests {
  private let shells: CompletingShells

  init() throws {
    shells = try CompletingShells()
    // The scripts run the program in the path.
    symlink(Program.path, shells.folder.path + "/keybridge")
    _ = try shells.folder.write("x".utf8, to: "scan.evemu")
  }

  @Test(
    "each script is valid in its shell", .needs("bash", "zsh", "fish"),
    arguments: [("bash", "keybridge.bash"), ("zsh", "_keybridge"), ("fish", "keybridge.fish")])
  func syntax(_ shell: String, _ file: String) throws {
    let child = try Child.run([shell, "-n", shells.folder.path + "/" + file])
    #expect(child.status == 0 && child.errors == "")
  }

  static let cases: [CompletingShells.Case] = [
    ("keybridge re", ["replay", "record", "!run"]),
    ("keybridge ", ["run", "doctor", "completions"]),
    ("keybridge --v", ["--version"]),
    ("keybridge replay --re", ["--realtime", "!--record"]),
    ("keybridge run --s", ["--socket", "--swap", "--symbols", "!--show-keycodes"]),
    ("keybridge record --sh", ["--show-keycodes"]),
    ("keybridge doctor --", ["--format", "--help", "!--layout"]),
    ("keybridge replay --mirror ", ["terminal", "text", "json", "keystrokes"]),
    ("keybridge replay --mirror=k", ["keystrokes", "!text"]),
    ("keybridge run --option-key a", ["automatic", "always", "!never"]),
    ("keybridge run --swap=con", ["control-command"]),
    ("keybridge devices --format ", ["table", "json", "names", "!markdown"]),
    ("keybridge layouts --format n", ["names"]),
    ("keybridge run --layout de", ["de", "!us"]),
    ("keybridge run --layout=f", ["fr", "fi"]),
    ("keybridge run --layout de,u", ["de,us", "de,ua", "!us", "!de,de"]),
    ("keybridge run --layout=de,u", ["de,us", "!de,de"]),
    ("keybridge run --options compose:ralt,grp:men", ["compose:ralt,grp:menu_toggle"]),
    ("keybridge replay sc", ["scan.evemu"]),
    ("keybridge replay --config sc", ["scan.evemu"]),
    ("keybridge run --or-replay=sc", ["scan.evemu"]),
    ("keybridge help re", ["replay", "record", "!doctor"]),
    ("keybridge completions ", ["bash", "zsh", "fish", "!scan.evemu"]),
    ("keybridge doctor ", ["!scan.evemu"]),
    ("keybridge run --options compose:r", ["compose:ralt"]),
    ("keybridge run --model pc10", ["pc104", "pc105"]),
    ("keybridge run --variant ", ["!scan.evemu", "!run"]),
    ("keybridge commands --f", ["--format", "!--locale"]),
    ("keybridge commands --format ", ["table", "json", "markdown", "names"]),
    ("keybridge commands move-word-", ["move-word-left", "move-word-right", "!move-left"]),
    ("keybridge commands --search undo", ["undo", "!redo"]),
    ("keybridge commands --search=sel", ["select-all", "!undo"]),
    ("keybridge commands --locale z", ["zh_CN", "zh_TW", "!sv", "!en"]),
    ("keybridge commands --config sc", ["scan.evemu"]),
    ("keybridge manual --locale=pt", ["pt", "pt_BR"]),
    ("keybridge man", ["manual"]),
    ("keybridge run -l de", ["de", "!us"]),
    ("keybridge replay -m k", ["keystrokes", "!text"]),
    ("keybridge run --variant nodead", ["!nodeadkeys"]),
    ("keybridge run --layout de --variant nodead", ["nodeadkeys", "!phonetic"]),
    ("keybridge run --layout=ru --variant=phon", ["phonetic", "!nodeadkeys"]),
    ("keybridge mode ", ["next", "!scan.evemu"]),
    ("keybridge try ", ["run", "exec", "kiosk", "!scan.evemu"]),
    ("keybridge try exec --st", ["--status", "!--device"]),
    ("keybridge fill ", ["list", "allow", "forget", "!scan.evemu"]),
  ]

  @Test("bash offers the right completions", arguments: cases)
  func bash(_ line: String, _ words: [String]) throws {
    try shells.expectBash(words, for: line)
  }

  @Test("fish offers the right completions", .needs("fish"), arguments: cases)
  func fish(_ line: String, _ words: [String]) throws {
    try shells.expectFish(words, for: line)
  }

  @Test("zsh offers the right completions", .needs("zsh"))
  func zsh() throws {
    try shells.expectZsh(Self.cases)
  }
}
