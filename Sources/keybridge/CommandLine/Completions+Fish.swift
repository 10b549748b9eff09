// SPDX-License-Identifier: Apache-2.0
import Bridge

/// Completions for fish.
extension Completions {
  static func fish(_ subcommands: [Subcommand]) -> String {
    let start = "complete -c keybridge -n __fish_use_subcommand"
    var lines = [
      """
      # Completions of keybridge for fish; written by `keybridge completions fish`.
      function __keybridge_layout
        set -l words (commandline -opc)
        for index in (seq (count $words))
          switch $words[$index]
            case '--layout=*'
              string replace -- --layout= '' $words[$index]
            case --layout -l
              test $index -lt (count $words); and echo $words[(math $index + 1)]
          end
        end
      end
      function __keybridge_list
        set -l current (commandline -ct | string replace -r -- '^--[^=]*=' '')
        set -l before (string match -r -- '.*,' $current)
        set -q before[1]; or set before ''
        for word in $argv
          echo $before$word
        end
      end
      complete -c keybridge -f
      """,
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
    let layout = "(__keybridge_layout)"
    switch argument {
    case .none, .text: return nothing
    case .file: return " -F"
    case .choice(_, let words): return "\(nothing) -a \(quote(words.joined(separator: " ")))"
    case .completed(_, let command): return "\(nothing) -a '(\(listing(command, layout: layout)))'"
    case .completedList(_, let command):
      return "\(nothing) -a '(__keybridge_list (\(listing(command, layout: layout))))'"
    }
  }
}
