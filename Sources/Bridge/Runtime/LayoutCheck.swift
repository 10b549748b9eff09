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
    let findings = findings(on: layouts)
    let mistakes = findings.filter(\.isMistake)
    guard mistakes.isEmpty else { throw Complaint(mistakes, in: file) }
    for finding in findings {
      if file != nil, finding.place != nil {
        Console.complain(finding.line(in: file))
      } else {
        Console.complain(finding.complaint.message)
        if let mend = finding.complaint.mend { Console.complain("  \(mend)") }
      }
    }
  }

  /// Everything that is wrong with the layouts, models and options, in the order of the settings.
  package func findings(on layouts: KeyboardLayouts) -> [SettingFinding] {
    var mistakes: [SettingFinding] = []
    var warnings: [SettingFinding] = []
    for settings in distinct {
      do throws(LayoutError) {
        try settings.layout.name.checkCounts()
        try layouts.prepare(settings.layout.name)
      } catch {
        mistakes.append(
          SettingFinding(place: place(of: error, in: settings), complaint: Complaint(error)))
      }
      warnings += passedOver(in: settings)
    }
    return mistakes + warnings
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

  /// The model and the options that xkb does not list.
  private func passedOver(in settings: KeyboardSettings) -> [SettingFinding] {
    let name = settings.layout.name
    // The lists that are read belong to these rules, and reading them takes a millisecond.
    guard ["", "evdev"].contains(name.rules), !(name.model + name.options).isEmpty,
      let catalogue = try? LayoutCatalogue(configuration.sources)
    else { return [] }
    let options = name.options.split(separator: ",").map { (LayoutCatalogue.Kind.option, $0) }
    return ([(.model, name.model[...])] + options).compactMap { kind, word in
      let word = String(word)
      guard !word.isEmpty,
        !catalogue.entries.contains(where: { $0.kind == kind && $0.name == word })
      else { return nil }
      let near = catalogue.nearest(to: word, kind: kind)
      return SettingFinding(
        place: kind == .model ? settings.modelPlace : settings.optionsPlace, isMistake: false,
        complaint: Complaint(
          "xkb lists no \(kind.rawValue) '\(word)'; it probably does nothing",
          mend: near.map { "did you mean '\($0)'?" }
            ?? "'keybridge layouts --\(kind == .model ? "models" : "xkb-options")' lists them"))
    }
  }
}
