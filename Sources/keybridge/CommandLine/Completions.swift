// SPDX-License-Identifier: Apache-2.0
import Bridge

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
      return "      \(subcommand.name)) _keybridge_words \(quote(words.joined(separator: " "))) ;;"
    }
    let values = subcommands.flatMap { subcommand in
      options(of: subcommand).compactMap { option in
        option.argumentName.map { _ in
          "      \(subcommand.name):--\(option.long)) \(bashReply(option.argument)); return ;;"
        }
      }
    }
    let operands = subcommands.map { "      \($0.name)) \(bashReply($0.operand)) ;;" }
    return #"""
      # Completions of keybridge for bash; written by `keybridge completions bash`.
      _keybridge_words() {
        COMPREPLY=($(compgen -W "$1" -- "$value"))
        [[ "${COMPREPLY[0]}" == *= ]] && compopt -o nospace
      }
      _keybridge_files() {
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$value")
      }
      _keybridge() {
        local value option current="${COMP_WORDS[COMP_CWORD]}"
        local previous="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
        COMPREPLY=()
        # bash cuts words at "=": the option is before it, the value behind it.
        if [ "$current" = "=" ]; then option="$previous"; value=""
        elif [ "$previous" = "=" ]; then option="${COMP_WORDS[COMP_CWORD-2]}"; value="$current"
        else option="$previous"; value="$current"; fi
        if [ "$COMP_CWORD" -eq 1 ]; then
          _keybridge_words \#(quote(programWords(subcommands).joined(separator: " ")))
          return
        fi
        case "$command:$option" in
      \#(values.joined(separator: "\n"))
        esac
        if [[ "$current" == -* ]]; then
          case "$command" in
      \#(cases.joined(separator: "\n"))
          esac
        else
          case "$command" in
            help) _keybridge_words \#(quote(subcommands.map(\.name).joined(separator: " "))) ;;
      \#(operands.joined(separator: "\n"))
          esac
        fi
      }
      complete -F _keybridge keybridge
      """#
  }

  private static func bashReply(_ argument: Option.Argument) -> String {
    switch argument {
    case .none, .text: ":"
    case .file: "_keybridge_files"
    case .choice(_, let words): "_keybridge_words \(quote(words.joined(separator: " ")))"
    case .asked(_, let command): #"_keybridge_words "$(keybridge \#(command) 2>/dev/null)""#
    }
  }

  // MARK: zsh

  private static func zsh(_ subcommands: [Subcommand]) -> String {
    let commands = (subcommands.map { ($0.name, $0.summary) } + [("help", helpSummary)]).map {
      "    \(quote("\($0):\($1)"))"
    }
    let cases = subcommands.map { subcommand -> String in
      var rows = options(of: subcommand).map { option -> String in
        let help = option.help.replacing("[", with: "\\[").replacing("]", with: "\\]")
          .replacing(":", with: "\\:")
        let name = "--\(option.long)" + (option.argumentName == nil ? "" : "=")
        return quote("*\(name)[\(help)]\(zshAction(option.argument))")
      }
      if subcommand.operandLimit > 0 {
        rows.append(quote("*\(zshAction(subcommand.operand, name: subcommand.operands))"))
      }
      return "    \(subcommand.name))\n      _arguments \\\n        "
        + rows.joined(separator: " \\\n        ") + " ;;"
    }
    return """
      #compdef keybridge
      # Completions of keybridge for zsh; written by `keybridge completions zsh`.
      _keybridge() {
        local -a commands options
        commands=(
      \(commands.joined(separator: "\n"))
        )
        options=('--help:\(helpSummary)' '--version:\(versionSummary)')
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          _describe -o 'option' options
          return
        fi
        local command="$words[2]"
        shift words
        (( CURRENT-- ))
        case "$command" in
          help) _describe 'command' commands ;;
      \(cases.joined(separator: "\n"))
        esac
      }
      if [ "$funcstack[1]" = "_keybridge" ]; then _keybridge "$@"; else compdef _keybridge keybridge; fi
      """
  }

  private static func zshAction(_ argument: Option.Argument, name operands: String = "") -> String {
    switch argument {
    case .none: operands.isEmpty ? "" : ":word: "
    case .text(let name): ":\(name): "
    case .file(let name): ":\(name):_files"
    case .choice(let name, let words): ":\(name):(\(words.joined(separator: " ")))"
    case .asked(let name, let command):
      // The names of options have colons, which mean something in a list of this form.
      ":\(name):{compadd -- $(keybridge \(command) 2>/dev/null)}"
    }
  }

  // MARK: fish

  private static func fish(_ subcommands: [Subcommand]) -> String {
    let start = "complete -c keybridge -n __fish_use_subcommand"
    var lines = [
      "# Completions of keybridge for fish; written by `keybridge completions fish`.",
      "complete -c keybridge -f",
      "\(start) -l help -s h -d \(quote(helpSummary))",
      "\(start) -l version -s V -d \(quote(versionSummary))",
      "\(start) -a help -d \(quote(helpSummary))",
      "complete -c keybridge -n '__fish_seen_subcommand_from help'"
        + " -a \(quote(subcommands.map(\.name).joined(separator: " ")))",
    ]
    for subcommand in subcommands {
      lines.append("\(start) -a \(subcommand.name) -d \(quote(subcommand.summary))")
    }
    for subcommand in subcommands {
      let seen = "complete -c keybridge -n '__fish_seen_subcommand_from \(subcommand.name)'"
      let operand = fishValues(subcommand.operand)
      if !operand.isEmpty { lines.append(seen + operand) }
      for option in options(of: subcommand) {
        let values =
          option.argumentName == nil ? "" : " -r\(fishValues(option.argument, orNone: " -f"))"
        lines.append(
          "\(seen) -l \(option.long)" + (option.short.map { " -s \($0)" } ?? "") + values
            + " -d \(quote(option.help))")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func fishValues(
    _ argument: Option.Argument, orNone nothing: String = ""
  ) -> String {
    switch argument {
    case .none, .text: nothing
    case .file: " -F"
    case .choice(_, let words): "\(nothing) -a \(quote(words.joined(separator: " ")))"
    case .asked(_, let command): "\(nothing) -a '(keybridge \(command) 2>/dev/null)'"
    }
  }

  // MARK: Words

  private static let helpSummary = "show the help, also of one command"
  private static let versionSummary = "show the version"

  /// What may stand in the first place.
  private static func programWords(_ subcommands: [Subcommand]) -> [String] {
    subcommands.map(\.name) + ["help", "--help", "--version"]
  }

  private static func quote(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
