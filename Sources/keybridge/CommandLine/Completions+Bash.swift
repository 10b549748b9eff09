// SPDX-License-Identifier: Apache-2.0
import Bridge

/// Completions for bash.
extension Completions {
  static func bash(_ subcommands: [Subcommand]) -> String {
    let cases = subcommands.map { subcommand -> String in
      let words = options(of: subcommand).map {
        "--\($0.long)" + ($0.argumentName == nil ? "" : "=")
      }
      return "      \(subcommand.name)) _keybridge_words \(quote(words.joined(separator: " "))) ;;"
    }
    let values = subcommands.flatMap { subcommand in
      options(of: subcommand).compactMap { option -> String? in
        guard option.argumentName != nil else { return nil }
        let names = ["--\(option.long)"] + (option.short.map { ["-\($0)"] } ?? [])
        let pattern = names.map { "\(subcommand.name):\($0)" }.joined(separator: "|")
        return "      \(pattern)) \(bashReply(option.argument)); return ;;"
      }
    }
    let operands = subcommands.map { "      \($0.name)) \(bashReply($0.operand)) ;;" }
    // bash splits words at "=" and ":" and replaces only the last piece. So the whole word is taken
    // from the line, and each reply is shortened by the part before that piece.
    return #"""
      # Completions of keybridge for bash; written by `keybridge completions bash`.
      _keybridge_replies() {
        local piece="${COMP_WORDS[COMP_CWORD]}"
        [[ "$piece" == [=:] ]] && piece=""
        local before="${value%"$piece"}"
        COMPREPLY=("${COMPREPLY[@]#"$before"}")
        [[ "${COMPREPLY[0]}" == *= ]] && compopt -o nospace
      }
      _keybridge_words() {
        COMPREPLY=($(compgen -W "$1" -- "$value"))
        _keybridge_replies
      }
      _keybridge_list() {
        local last="${value##*,}"
        COMPREPLY=($(compgen -P "${value%"$last"}" -W "$1" -- "$last"))
        _keybridge_replies
      }
      _keybridge_files() {
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$value")
      }
      _keybridge_layout() {
        local index
        for ((index = 2; index < ${#words[@]}; index++)); do
          case "${words[index]}" in
            --layout=*) echo "${words[index]#*=}" ;;
            --layout|-l) echo "${words[index+1]}" ;;
          esac
        done
      }
      _keybridge() {
        local line="${COMP_LINE:0:COMP_POINT}" command="${COMP_WORDS[1]}" option="" value
        local words
        read -r -a words <<< "$line"
        [[ "$line" == *" " ]] && words+=("")
        local current="${words[${#words[@]}-1]}"
        COMPREPLY=()
        value="$current"
        if [[ "$current" == --*=* ]]; then option="${current%%=*}"; value="${current#*=}"
        elif [ "${#words[@]}" -gt 2 ]; then option="${words[${#words[@]}-2]}"; fi
        if [ "${#words[@]}" -le 2 ]; then
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
    let layout = #""$(_keybridge_layout)""#
    switch argument {
    case .none, .text: return ":"
    case .file: return "_keybridge_files"
    case .choice(_, let words): return "_keybridge_words \(quote(words.joined(separator: " ")))"
    case .completed(_, let command):
      return #"_keybridge_words "$(\#(listing(command, layout: layout)))""#
    case .completedList(_, let command):
      return #"_keybridge_list "$(\#(listing(command, layout: layout)))""#
    }
  }
}
