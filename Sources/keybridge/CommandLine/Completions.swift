// SPDX-License-Identifier: Apache-2.0

/// Completion scripts for three shells, made from the table of subcommands.
enum Completions {
  /// The shells there is a script for.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func script(for shell: Shell, _ subcommands: [Subcommand]) -> String {
    switch shell {
    case .bash: bash(subcommands)
    case .zsh: zsh(subcommands)
    case .fish: fish(subcommands)
    }
  }

  private static func options(of subcommand: Subcommand) -> [Option] {
    subcommand.options() + [OptionParser.helpOption]
  }

  // MARK: bash

  private static func bash(_ subcommands: [Subcommand]) -> String {
    let cases = subcommands.map { subcommand -> String in
      let words = options(of: subcommand).map {
        "--\($0.long)" + ($0.argumentName == nil ? "" : "=")
      }
      return "      \(subcommand.name)) words=\(quote(words.joined(separator: " "))) ;;"
    }
    let values = subcommands.flatMap { subcommand in
      options(of: subcommand).compactMap { option -> String? in
        let reply: String
        switch option.argument {
        case .none, .text: return nil
        case .file: reply = #"COMPREPLY=($(compgen -f -- "$value"))"#
        case .choice(_, let words):
          reply = #"COMPREPLY=($(compgen -W \#(quote(words.joined(separator: " "))) -- "$value"))"#
        case .asked(_, let command):
          reply = #"COMPREPLY=($(compgen -W "$(keybridge \#(command) 2>/dev/null)" -- "$value"))"#
        }
        return "      \(subcommand.name):--\(option.long)) \(reply); return ;;"
      }
    }
    return #"""
      # Completions of keybridge for bash; written by `keybridge completions bash`.
      _keybridge() {
        local words value option current="${COMP_WORDS[COMP_CWORD]}"
        local previous="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W \#(quote(names(subcommands).joined(separator: " "))) -- "$current"))
          return
        fi
        # bash cuts words at "=": the option is before it, the value behind it.
        if [ "$current" = "=" ]; then option="$previous"; value=""
        elif [ "$previous" = "=" ]; then option="${COMP_WORDS[COMP_CWORD-2]}"; value="$current"
        else option="$previous"; value="$current"; fi
        case "$command:$option" in
      \#(values.joined(separator: "\n"))
        esac
        if [[ "$current" == -* ]]; then
          case "$command" in
      \#(cases.joined(separator: "\n"))
          esac
          COMPREPLY=($(compgen -W "$words" -- "$current"))
          [[ "${COMPREPLY[0]}" == *= ]] && compopt -o nospace
        else
          compopt -o default
        fi
      }
      complete -F _keybridge keybridge
      """#
  }

  // MARK: zsh

  private static func zsh(_ subcommands: [Subcommand]) -> String {
    let commands = subcommands.map { "    \(quote("\($0.name):\($0.summary)"))" }
    let cases = subcommands.map { subcommand -> String in
      let rows = options(of: subcommand).map { option -> String in
        let action: String
        switch option.argument {
        case .none: action = ""
        case .text(let name): action = ":\(name): "
        case .file(let name): action = ":\(name):_files"
        case .choice(let name, let words): action = ":\(name):(\(words.joined(separator: " ")))"
        case .asked(let name, let command):
          action = ":\(name):($(keybridge \(command) 2>/dev/null))"
        }
        let help = option.help.replacing("[", with: "\\[").replacing("]", with: "\\]")
          .replacing(":", with: "\\:")
        let name = "--\(option.long)" + (option.argumentName == nil ? "" : "=")
        return "        \(quote("*\(name)[\(help)]\(action)")) \\"
      }
      return """
            \(subcommand.name))
              _arguments \\
        \(rows.joined(separator: "\n"))
                '*:operand:_files' ;;
        """
    }
    return """
      #compdef keybridge
      # Completions of keybridge for zsh; written by `keybridge completions zsh`.
      _keybridge() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          return
        fi
        local command="$words[2]"
        shift words
        (( CURRENT-- ))
        case "$command" in
      \(cases.joined(separator: "\n"))
        esac
      }
      if [ "$funcstack[1]" = "_keybridge" ]; then _keybridge "$@"; else compdef _keybridge keybridge; fi
      """
  }

  // MARK: fish

  private static func fish(_ subcommands: [Subcommand]) -> String {
    var lines = [
      "# Completions of keybridge for fish; written by `keybridge completions fish`.",
      "complete -c keybridge -n __fish_use_subcommand -f",
    ]
    for subcommand in subcommands {
      lines.append(
        "complete -c keybridge -n __fish_use_subcommand -a \(subcommand.name)"
          + " -d \(quote(subcommand.summary))")
    }
    for subcommand in subcommands {
      for option in options(of: subcommand) {
        let values: String
        switch option.argument {
        case .none: values = ""
        case .text: values = " -x"
        case .file: values = " -r -F"
        case .choice(_, let words): values = " -x -a \(quote(words.joined(separator: " ")))"
        case .asked(_, let command): values = " -x -a '(keybridge \(command) 2>/dev/null)'"
        }
        lines.append(
          "complete -c keybridge -n '__fish_seen_subcommand_from \(subcommand.name)'"
            + " -l \(option.long)" + (option.short.map { " -s \($0)" } ?? "") + values
            + " -d \(quote(option.help))")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func names(_ subcommands: [Subcommand]) -> [String] {
    subcommands.map(\.name) + ["--help", "--version"]
  }

  private static func quote(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
