// SPDX-License-Identifier: Apache-2.0
package import Layouts
import YAMLNodes

/// Looks at every layout that is asked for before the first keyboard needs it: one that is wrong is a
/// mistake of whoever started the program, not of a keyboard.
package struct LayoutCheck {
  private let configuration: Configuration
  private let file: String?

  package init(_ configuration: Configuration, file: String?) {
    self.configuration = configuration
    self.file = file
  }

  /// Compiles every layout, and warns of names that xkb passes over in silence.
  ///
  /// - Throws: all that cannot be used, a line each where a settings file names it.
  package func run(on layouts: KeyboardLayouts) throws(Complaint) {
    var lines: [String] = []
    for settings in distinct {
      do throws(LayoutError) {
        try settings.layout.name.checkCounts()
        try layouts.prepare(settings.layout.name)
      } catch {
        let complaint = Complaint(error)
        guard let file, let place = place(of: error, in: settings) else { throw complaint }
        let mend = complaint.mend.map { "; \($0)" } ?? ""
        lines.append("\(file):\(place.line):\(place.column): \(complaint.message)\(mend)")
      }
    }
    guard lines.isEmpty else { throw Complaint(lines.joined(separator: "\n")) }
    for settings in distinct { warn(about: settings.layout.name) }
  }

  private func place(of error: LayoutError, in settings: KeyboardSettings) -> YAMLPlace? {
    if case .unknownVariant = error { return settings.variantPlace }
    return settings.layoutPlace
  }

  /// The settings there are, one for each layout.
  private var distinct: [KeyboardSettings] {
    var names: Set<LayoutName> = []
    let ofModes = configuration.modeLayouts.map { layout in
      var settings = configuration.settings()
      layout.apply(to: &settings)
      return settings
    }
    let all =
      [configuration.settings()] + configuration.devices.map { configuration.settings($0) }
      + ofModes
    return all.filter { names.insert($0.layout.name).inserted }
  }

  private func warn(about name: LayoutName) {
    // The lists that are read belong to these rules, and reading them takes a millisecond.
    guard ["", "evdev"].contains(name.rules), !(name.model + name.options).isEmpty,
      let catalogue = try? LayoutCatalogue(configuration.sources)
    else { return }
    let options = name.options.split(separator: ",").map { (LayoutCatalogue.Kind.option, $0) }
    for (kind, word) in [(.model, name.model[...])] + options where !word.isEmpty {
      let word = String(word)
      guard !catalogue.entries.contains(where: { $0.kind == kind && $0.name == word }) else {
        continue
      }
      let near = catalogue.nearest(to: word, kind: kind)
      Console.complain("xkb lists no \(kind.rawValue) '\(word)'; it probably does nothing")
      Console.complain(
        near.map { "  did you mean '\($0)'?" }
          ?? "  'keybridge layouts --\(kind == .model ? "models" : "xkb-options")' lists them")
    }
  }
}
