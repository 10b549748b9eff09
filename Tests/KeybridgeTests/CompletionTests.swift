// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The completion scripts in their shells.
@Suite struct CompletionTests {
  private let folder: TemporaryFolder
  private let locales: CompiledLocales
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    locales = try CompiledLocales("en", "sv", "zh_CN", "zh_TW", "pt", "pt_BR")
    for shell in ["bash", "zsh", "fish"] {
      let script = try Program.run("completions", shell)
      #expect(script.status == 0 && script.errors == "")
      // zsh finds a function by its file's name.
      let name = shell == "zsh" ? "_keybridge" : "keybridge.\(shell)"
      _ = try folder.write(script.output.utf8, to: name)
    }
    _ = try folder.write("x".utf8, to: "scan.evemu")
    // The scripts run the program in the path.
    symlink(Program.path, folder.path + "/keybridge")
    let path = folder.path + ":" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")
    environment = Program.environment.merging(
      [
        "KEYBRIDGE_LOCALES": locales.path, "PATH": path, "HOME": folder.path,
        "XDG_CONFIG_HOME": folder.path,
        "XDG_DATA_HOME": folder.path, "XDG_CACHE_HOME": folder.path,
      ]) { $1 }
  }

  @Test(
    "each script is valid in its shell", .needs("bash", "zsh", "fish"),
    arguments: [("bash", "keybridge.bash"), ("zsh", "_keybridge"), ("fish", "keybridge.fish")])
  func syntax(_ shell: String, _ file: String) throws {
    let child = try Child.run([shell, "-n", folder.path + "/" + file])
    #expect(child.status == 0 && child.errors == "")
  }

  /// Typed text and the words that must be offered; a word with `!` must not be.
  static let cases: [(line: String, words: [String])] = [
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
    ("keybridge fill ", ["list", "allow", "forget", "!scan.evemu"]),
  ]

  private func expect(
    _ words: [String], in offered: [String], _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for word in words {
      let name = word.hasPrefix("!") ? String(word.dropFirst()) : word
      #expect(
        offered.contains(name) == !word.hasPrefix("!"), comment, sourceLocation: sourceLocation)
    }
  }

  /// The words that a shell offers, without a repetition of the option.
  private func offers(of child: Child) -> [String] {
    child.lines.map { line in
      let word = line.split(separator: "\t").first.map(String.init) ?? ""
      guard let equals = word.firstIndex(of: "=") else {
        return word.hasSuffix(" ") ? String(word.dropLast()) : word
      }
      let value = word[word.index(after: equals)...]
      return String(value.isEmpty ? word[..<equals] : value)
    }
  }

  @Test("bash offers the right completions", arguments: cases)
  func bash(_ line: String, _ words: [String]) throws {
    // COMP_WORDS as bash builds it: "=" is a separate word.
    let script = """
      cd "$1"; source ./keybridge.bash; compopt() { :; }
      line=${2//=/ = }; read -r -a COMP_WORDS <<< "$line"
      [[ "$2" == *" " || "$2" == *= ]] && COMP_WORDS+=("")
      COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); COMP_LINE=$2; COMP_POINT=${#2}
      _keybridge keybridge "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let child = try Child.run(
      ["bash", "-c", script, "bash", folder.path, line], environment: environment)
    #expect(child.errors == "")
    expect(words, in: offers(of: child), "\(child.output)")
  }

  @Test("fish offers the right completions", .needs("fish"), arguments: cases)
  func fish(_ line: String, _ words: [String]) throws {
    let child = try Child.run(
      [
        "fish", "-c", "cd $argv[1]; source keybridge.fish; complete -C $argv[2]", folder.path, line,
      ],
      environment: environment)
    #expect(child.errors == "")
    expect(words, in: offers(of: child), "\(child.output)")
  }

  @Test("zsh offers the right completions", .needs("zsh"))
  func zsh() throws {
    // A shell on a pseudoterminal from zsh's module; each line is typed to it, followed by Tab.
    let driver = """
      zmodload zsh/zpty
      cd "$1"; shift
      zpty shell 'exec zsh -f -i'
      zpty -w shell 'PS1=">>"; unsetopt zle_bracketed_paste 2>/dev/null; stty cols 4000 rows 1000'
      zpty -w shell "fpath=($PWD \\$fpath); autoload -Uz compinit; compinit -u -D"
      zpty -w shell "zstyle ':completion:*' list-colors 'no=<[:0'; zstyle ':completion:*' verbose no"
      zpty -w shell 'offer() { compadd() { if [[ $* == *-[OAD]* ]]; then builtin compadd "$@"; else local -a found; builtin compadd -O found "$@"; print -rl -- "{${^found}}" >> offered; fi; builtin compadd "$@"; }; _main_complete; }'
      zpty -w shell 'zle -C offer complete-word offer; bindkey "^I" offer; print RE""ADY'
      zpty -r shell output '*READY*>>*'
      for line in "$@"; do
        : > offered
        zpty -n -w shell "$line"$'\\t'
        zpty -n -w shell $'\\C-u'"print D''ONE"$'\\n'
        zpty -r shell output '*DONE*>>*'
        print -r -- "== $line"
        tr -d '{}' < offered
      done
      """
    let child = try LiveChild(
      ["zsh", "-f", "-c", driver, "zsh", folder.path] + Self.cases.map(\.line),
      environment: environment)
    for entry in Self.cases { try child.expectOutput("== \(entry.line)\n") }
    #expect(try child.end() == 0, "\(child.errors)")
    let parts = child.output.split(separator: "== ").map {
      $0.split(separator: "\n").map(String.init)
    }
    try #require(parts.count == Self.cases.count, "\(child.output)")
    for (part, entry) in zip(parts, Self.cases) {
      let offered = part.dropFirst().flatMap { $0.split(separator: " ") }
        .map { String($0.hasSuffix("=") ? $0.dropLast() : $0) }
      expect(entry.words, in: offered, "\(entry.line): \(offered)")
    }
  }
}
