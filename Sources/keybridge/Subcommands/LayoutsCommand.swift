// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors
import Layouts
import Service

/// `keybridge layouts`: lists the layouts of this machine, or draws one.
extension Subcommand {
  private static let formats = ["table", "json", "names", "svg"]

  static let layouts = Subcommand(
    "layouts", "list the layouts and variants of this machine, or draw one",
    operands: "[show LAYOUT | WORD…]",
    operandLimit: .max, operand: .completed("WORD", command: "layouts --format names"),
    options: {
      [
        .format(formats),
        Option(
          "variant", nil,
          .completedList(
            "VARIANT", command: "layouts --format names --variants \(Option.layoutPlace)"),
          help: "show: the variant"),
        Option(
          "model", nil, .completed("MODEL", command: "layouts --models --format names"),
          help: "show: pc105 (ISO), pc104 (ANSI), jp106 (JIS)"),
        Option("live", nil, help: "show: mark held keys of the attached keyboards"),
        Option(
          "variants", nil, .completed("LAYOUT", command: "layouts --format names"),
          help: "list the variants of a layout, for --variant"),
        Option("models", nil, help: "list keyboard models, for --model"),
        Option("xkb-options", nil, help: "list xkb options, for --options"),
        Option(
          "symbols", nil, .file("DIRECTORY"), help: "folder of xkb files that is searched first"),
      ]
    },
    discussion: """
      With WORD, lists only entries with all words in name or description. 'show'
      draws a keyboard: on each key Shift is at the top and AltGr at the right.

        keybridge layouts german            --layout de, and its variants
        keybridge layouts show de --variant mac
        keybridge layouts show us --model pc104 --format svg >us.svg
      """
  ) { invocation in
    if invocation.operands.first == "show" { return try show(invocation) }
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
        throw UserFacingError(
          "unknown layout '\(layout.excerpt)'",
          hint: catalogue.nearest(to: layout, kind: .layout).map { "did you mean '\($0)'?" })
      }
      entries = entries.filter { $0.kind == .variant && wanted.contains($0.layout) }
    }
    guard !entries.isEmpty else {
      let word = invocation.operands.first ?? ""
      let kind = kinds.first { $0 != .variant } ?? .layout
      throw UserFacingError(
        "no entry matches '\(invocation.operands.joined(separator: " ").excerpt)'",
        hint: catalogue.nearest(to: word, kind: kind).map { "did you mean '\($0)'?" })
    }
    switch try invocation.format(formats) {
    case "svg":
      throw UserFacingError(
        "a list has no format svg", hint: "use 'keybridge layouts show LAYOUT --format svg'",
        status: .usage)
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

extension Subcommand {
  /// Draws a layout as a keyboard.
  private static func show(_ invocation: Invocation) throws -> ExitStatus {
    guard invocation.operands.count <= 2 else {
      throw UserFacingError(
        "'show' takes one layout", hint: "give the variant with --variant", status: .usage)
    }
    var name = LayoutName()
    name.layout = invocation.operands.count > 1 ? invocation.operands[1] : "us"
    name.variant = invocation.value("variant") ?? ""
    name.model = invocation.value("model") ?? ""
    try name.checkCounts()
    let folders = invocation.value("symbols").map { [$0] } ?? []
    for folder in folders { try CommonOptions.requireFolder(folder) }
    let sources = LayoutSources(includeFolders: folders)
    let settings = LayoutSettings(name: name)
    let picture = try KeyboardPicture(settings, sources: sources)
    switch try invocation.format(formats) {
    case "svg": try Console.print(picture.svg)
    case "table" where invocation.has("live"): try LivePicture(picture).run(settings, sources)
    case "table": try Console.print(picture.text(isASCII: Console.isASCII))
    case let format:
      throw UserFacingError(
        "'show' has no format \(format)", hint: "expected table or svg", status: .usage)
    }
    return .done
  }
}

/// An entry in the output of `--format json`.
///
/// Its members are stable.
private struct ListedLayout: Encodable {
  var kind: String
  var name: String
  /// The layout that the variant belongs to.
  var layout: String?
  var description: String

  init(_ entry: LayoutCatalogue.Entry) {
    kind = entry.kind.rawValue
    name = entry.name
    layout = entry.layout.isEmpty ? nil : entry.layout
    description = entry.description
  }
}
