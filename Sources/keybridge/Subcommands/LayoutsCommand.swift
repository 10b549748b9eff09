// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors
import Layouts

extension Subcommand {
  static let layouts = Subcommand(
    "layouts", "list the layouts and variants of this machine", operands: "[WORD…]",
    operandLimit: .max,
    options: {
      [
        .format(["table", "json", "names"]),
        Option(
          "variants", nil, .asked("LAYOUT", command: "layouts --format names"),
          help: "list the variants of a layout instead, for --variant"),
        Option("models", nil, help: "list keyboard models instead, for --model"),
        Option("xkb-options", nil, help: "list xkb options instead, for --options"),
        Option("symbols", nil, .file("DIRECTORY"), help: "a folder of xkb files, searched first"),
      ]
    },
    discussion: """
      With words, only entries that have all of them in name or description.

        keybridge layouts german            --layout de, and its variants
        keybridge layouts --xkb-options compose
      """
  ) { invocation in
    let folders = invocation.value("symbols").map { [$0] } ?? []
    for folder in folders { try CommonOptions.requireFolder(folder) }
    let catalogue = try LayoutCatalogue(LayoutSources(includeFolders: folders))
    let kinds: Set<LayoutCatalogue.Kind> =
      invocation.has("models")
      ? [.model] : invocation.has("xkb-options") ? [.option] : [.layout, .variant]
    var entries = catalogue.search(invocation.operands.joined(separator: " "), kinds: kinds)
    if let layouts = invocation.value("variants") {
      let wanted = layouts.isEmpty ? ["us"] : layouts.split(separator: ",").map(String.init)
      let known = Set(catalogue.search("", kinds: [.layout]).map(\.name))
      for layout in wanted where !known.contains(layout) {
        throw Complaint(
          "there is no layout '\(layout)'",
          mend: catalogue.nearest(to: layout, kind: .layout).map { "did you mean '\($0)'?" })
      }
      entries = entries.filter { $0.kind == .variant && wanted.contains($0.layout) }
    }
    guard !entries.isEmpty else {
      let word = invocation.operands.first ?? ""
      let kind = kinds.first { $0 != .variant } ?? .layout
      throw Complaint(
        "nothing is called '\(invocation.operands.joined(separator: " "))'",
        mend: catalogue.nearest(to: word, kind: kind).map { "did you mean '\($0)'?" })
    }
    switch try invocation.format(["table", "json", "names"]) {
    case "json": try Console.print(jsonText(entries.map(ListedLayout.init)))
    case "names":
      let isOfVariants = invocation.has("variants")
      for entry in entries where isOfVariants || entry.kind != .variant {
        try Console.print(entry.name)
      }
    default:
      let hasVariants = kinds.contains(.variant)
      var table = Table(
        headings: hasVariants ? ["LAYOUT", "VARIANT", "DESCRIPTION"] : ["NAME", "DESCRIPTION"])
      table.rows = entries.map { entry in
        guard hasVariants else { return [entry.name, entry.description] }
        return entry.kind == .variant
          ? [entry.layout, entry.name, entry.description] : [entry.name, "", entry.description]
      }
      try Console.print(table.text(isBoxed: Console.isColoured))
    }
    return .done
  }
}

/// An entry as `--format json` lists it; the shape is stable.
private struct ListedLayout: Encodable {
  var kind: String
  var name: String
  /// The layout that a variant belongs to.
  var layout: String?
  var description: String

  init(_ entry: LayoutCatalogue.Entry) {
    kind = entry.kind.rawValue
    name = entry.name
    layout = entry.layout.isEmpty ? nil : entry.layout
    description = entry.description
  }
}
