// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing

/// Shells with the completion scripts, which complete in a folder that contains the program.
struct CompletingShells {
  /// Typed text and the words that must be offered; a word with `!` must not be.
  typealias Case = (line: String, words: [String])

  let folder: TemporaryFolder
  private let locales: CompiledLocales
  private let environment: [String: String]

  /// Writes the scripts.
  ///
  /// The caller adds the program, or a script that runs it, as `keybridge`.
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
    let path = folder.path + ":" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")
    environment = Program.environment.merging(
      [
        "KEYBRIDGE_LOCALES": locales.path, "PATH": path, "HOME": folder.path,
        "XDG_CONFIG_HOME": folder.path,
        "XDG_DATA_HOME": folder.path, "XDG_CACHE_HOME": folder.path,
      ]) { $1 }
  }

  func expectBash(_ words: [String], for line: String) throws {
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
    expect(words, in: Self.offers(child.lines), "\(line): \(child.output)")
  }

  func expectFish(_ words: [String], for line: String) throws {
    let child = try Child.run(
      [
        "fish", "-c", "cd $argv[1]; source keybridge.fish; complete -C $argv[2]", folder.path, line,
      ],
      environment: environment)
    #expect(child.errors == "")
    expect(words, in: Self.offers(child.lines), "\(line): \(child.output)")
  }

  /// Types all lines to one shell, because each start takes long.
  func expectZsh(_ cases: [Case]) throws {
    // A shell on a pseudoterminal from zsh's module; each line is typed to it, followed by Tab.
    let driver = """
      zmodload zsh/zpty
      cd "$1"; shift
      zpty shell 'exec zsh -f -i'
      zpty -w shell 'PS1=">>"; unsetopt zle_bracketed_paste 2>/dev/null; stty cols 4000 rows 1000'
      zpty -w shell "fpath=($PWD \\$fpath); autoload -Uz compinit; compinit -u -D"
      zpty -w shell "zstyle ':completion:*' list-colors 'no=<[:0'; zstyle ':completion:*' verbose no"
      zpty -w shell 'offer() { compadd() { if [[ $* == *-[OAD]* ]]; then builtin compadd "$@"; else local -a found; builtin compadd -O found "$@"; print -rl -- $IPREFIX${^found} >> offered; fi; builtin compadd "$@"; }; _main_complete; }'
      zpty -w shell 'zle -C offer complete-word offer; bindkey "^I" offer; print RE""ADY'
      zpty -r shell output '*READY*>>*'
      for line in "$@"; do
        : > offered
        zpty -n -w shell "$line"$'\\t'
        zpty -n -w shell $'\\C-u'"print D''ONE"$'\\n'
        zpty -r shell output '*DONE*>>*'
        print -r -- "== $line"
        cat offered
      done
      """
    let child = try LiveChild(
      ["zsh", "-f", "-c", driver, "zsh", folder.path] + cases.map(\.line),
      environment: environment)
    for entry in cases { try child.expectOutput("== \(entry.line)\n") }
    #expect(try child.end() == 0, "\(child.errors)")
    let parts = child.output.split(separator: "== ").map {
      $0.split(separator: "\n").map(String.init)
    }
    try #require(parts.count == cases.count, "\(child.output)")
    for (part, entry) in zip(parts, cases) {
      let lines = part.dropFirst().flatMap { $0.split(separator: " ").map(String.init) }
      let offered = Self.offers(lines)
      expect(entry.words, in: offered, "\(entry.line): \(offered)")
    }
  }

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
  private static func offers(_ lines: [String]) -> [String] {
    lines.map { line in
      let word = line.split(separator: "\t").first.map(String.init) ?? ""
      guard let equals = word.firstIndex(of: "=") else {
        return word.hasSuffix(" ") ? String(word.dropLast()) : word
      }
      let value = word[word.index(after: equals)...]
      return String(value.isEmpty ? word[..<equals] : value)
    }
  }
}
