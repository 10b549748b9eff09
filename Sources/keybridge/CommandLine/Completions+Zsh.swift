// SPDX-License-Identifier: Apache-2.0
import Bridge

/// Completions for zsh.
extension Completions {
  static func zsh(_ subcommands: [Subcommand]) -> String {
    let commands = (subcommands.map { ($0.name, $0.summary) } + [("help", helpSummary)]).map {
      "    \(quote("\($0):\($1)"))"
    }
    let cases = subcommands.map { subcommand -> String in
      var rows = options(of: subcommand).flatMap { option -> [String] in
        let help = option.help.replacingBytes(of: "[", with: "\\[").replacingBytes(
          of: "]", with: "\\]"
        )
        .replacingBytes(of: ":", with: "\\:")
        let action = "[\(help)]\(zshAction(option.argument))"
        let takesValue = option.argumentName != nil
        let long = "*--\(option.long)" + (takesValue ? "=" : "")
        let short = option.short.map { "*-\($0)" + (takesValue ? "+" : "") }
        return [long, short].compactMap { name in name.map { quote($0 + action) } }
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
      _keybridge_layout() {
        local index
        for ((index = 1; index <= $#words; index++)); do
          case "$words[index]" in
            --layout=*) print -r -- "${words[index]#*=}" ;;
            --layout|-l) print -r -- "$words[index+1]" ;;
          esac
        done
      }
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
    let layout = #""$(_keybridge_layout)""#
    switch argument {
    case .none: return operands.isEmpty ? "" : ":word: "
    case .text(let name): return ":\(name): "
    case .file(let name): return ":\(name):_files"
    case .choice(let name, let words): return ":\(name):(\(words.joined(separator: " ")))"
    case .completed(let name, let command):
      // Names of options contain colons, which would be separators in a plain list here.
      return ":\(name):{compadd -- $(\(listing(command, layout: layout)))}"
    case .completedList(let name, let command):
      return ":\(name):{compset -P \"*,\"; compadd -- $(\(listing(command, layout: layout)))}"
    }
  }
}
