// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors
import Service

/// `keybridge engines`: lists the language engines of the service.
extension Subcommand {
  static let engines = Subcommand(
    "engines", "list the language engines of a running service",
    options: { [.format(["table", "json"]), .control] },
    discussion: """
      An engine converts what is typed in an input method, such as pinyin, to words.
      It is a process of its own for each language, and is started when a mode needs
      it. The column 'state' has its last fault. The exit status is 1 if no service
      answers.
      """
  ) { invocation in
    let listing = try ServiceClient(invocation).engines()
    if try invocation.format(["table", "json"]) == "json" {
      try Console.print(try jsonText(listing.engines))
      return .done
    }
    guard !listing.engines.isEmpty else {
      try Console.print("no engine is installed")
      return .done
    }
    var table = Table(
      headings: ["name", "methods", "language", "version", "process", "memory", "state"])
    for engine in listing.engines {
      let name = engine.name.printable
      let methods = engine.methods.map(\.printable).joined(separator: ", ")
      if engine.processes.isEmpty {
        let languages = engine.languages.map(\.printable).joined(separator: ", ")
        table.rows.append([name, methods, languages, "", "", "", "unused"])
      }
      for process in engine.processes {
        let fault = process.lastFault.map { ": \($0.printable)" } ?? ""
        table.rows.append([
          name, methods, process.language.printable, process.version?.printable ?? "",
          process.process.map { "\($0)" } ?? "",
          process.memory.map { "\($0 / 1_048_576) MiB" } ?? "", process.state + fault,
        ])
      }
    }
    try Console.print(table.text(isBoxed: Console.isColoured))
    return .done
  }
}
