// SPDX-License-Identifier: Apache-2.0
package import Layouts
import Service
import YAMLNodes

/// Checks all configured layouts before the first keyboard needs them, so that an invalid one is
/// reported as an error in the settings.
package struct LayoutCheck {
  private let configuration: Configuration
  private let file: String?

  package init(_ configuration: Configuration, file: String?) {
    self.configuration = configuration
    self.file = file
  }

  /// Compiles every layout, and warns about names that xkb ignores.
  ///
  /// - Throws: all layouts that cannot be used, one line for each with a place in a settings file.
  package func run(on layouts: KeyboardLayouts) throws(UserFacingError) {
    let findings = findings(on: layouts) + composeFindings(on: layouts)
    let mistakes = findings.filter(\.isMistake)
    guard mistakes.isEmpty else { throw UserFacingError(mistakes, in: file) }
    for finding in findings {
      if file != nil, finding.place != nil {
        Console.printError(finding.line(in: file))
      } else {
        Console.printError(finding.userError.message)
        if let hint = finding.userError.hint { Console.printError("  \(hint)") }
      }
    }
  }

  /// Returns all problems with layouts, models and options, in the order of the settings.
  package func findings(on layouts: KeyboardLayouts) -> [SettingFinding] {
    var mistakes: [SettingFinding] = []
    var warnings: [SettingFinding] = []
    for settings in distinct {
      do throws(LayoutError) {
        try settings.layout.name.checkCounts()
        try layouts.prepare(settings.layout.name)
      } catch {
        mistakes.append(
          SettingFinding(place: place(of: error, in: settings), userError: UserFacingError(error)))
      }
      warnings += passedOver(in: settings)
    }
    return mistakes + warnings
  }

  /// Returns the problems with the user's compose file, which loads it.
  ///
  /// A line that libxkbcommon ignores is no mistake, and neither is a file that the settings do not
  /// name.
  package func composeFindings(on layouts: KeyboardLayouts) -> [SettingFinding] {
    layouts.composeMistakes(in: configuration.sources.composeFile).map { mistake in
      SettingFinding(
        place: configuration.composeFilePlace,
        isMistake: mistake.isFatal && configuration.composeFilePlace != nil,
        userError: UserFacingError(mistake, in: configuration.sources.composeFile))
    }
  }

  private func place(of error: LayoutError, in settings: KeyboardSettings) -> YAMLPlace? {
    if case .unknownVariant = error { return settings.variantPlace }
    return settings.layoutPlace
  }

  /// The settings without duplicate layouts.
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

  /// Returns the model and the options that xkb does not list, and therefore ignores.
  private func passedOver(in settings: KeyboardSettings) -> [SettingFinding] {
    let name = settings.layout.name
    // The lists belong to these rules only, and reading them takes a millisecond.
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
        userError: UserFacingError(
          "xkb does not list the \(kind.rawValue) '\(word.excerpt)', which probably has no effect",
          hint: near.map { "did you mean '\($0)'?" }
            ?? "'keybridge layouts --\(kind == .model ? "models" : "xkb-options")' lists them"))
    }
  }
}
