// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
import Keys
package import Layouts

/// The chords that can be typed on the layouts of a configuration.
package struct TypableChords {
  private let finders: [(layout: String, finder: KeyPressFinder)]

  /// Compiles every layout that a configuration names, each of a list separately.
  ///
  /// - Throws: the error of the first layout that cannot be used.
  package init(_ configuration: Configuration) throws(LayoutError) {
    let all =
      [configuration.settings()]
      + configuration.devices.map { configuration.settings($0) }
      .filter { !$0.isIgnored }
    var finders: [(layout: String, finder: KeyPressFinder)] = []
    var seen: Set<LayoutSettings> = []
    for settings in all.flatMap({ $0.layout.singles }) where seen.insert(settings).inserted {
      let layouts = try KeyboardLayouts(sources: configuration.sources) { _ in settings }
      try layouts.connect(DeviceInfo(id: DeviceID(rawValue: 0), name: ""))
      finders.append((settings.name.word, KeyPressFinder(layouts)))
    }
    self.finders = finders
  }

  /// Returns the layouts that cannot type a chord; nil if none can.
  package func layouts(without chord: Chord) -> [String]? {
    let missing = finders.filter { $0.finder.presses(for: chord).isEmpty }.map(\.layout)
    return missing.count == finders.count ? nil : missing
  }
}

extension LayoutSettings {
  /// The layouts of a keyboard that switches between several, each as settings of its own.
  fileprivate var singles: [LayoutSettings] {
    let variants = name.variant.split(separator: ",", omittingEmptySubsequences: false)
    return name.layout.split(separator: ",", omittingEmptySubsequences: false).enumerated().map {
      var single = self
      single.name.layout = String($1)
      single.name.variant = $0 < variants.count ? String(variants[$0]) : ""
      return single
    }
  }
}

extension LayoutName {
  /// The notation of xkb's own tools: `de(nodeadkeys)`.
  fileprivate var word: String {
    (layout.isEmpty ? "us" : layout) + (variant.isEmpty ? "" : "(\(variant))")
  }
}
