// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts

/// A layout drawn as a keyboard.
struct KeyboardPicture {
  /// The keys with their labels.
  let keys: [(key: KeyboardShape.Key, legend: KeyLegend)]
  /// The layout's name: `de(mac)`.
  let title: String

  /// Reads a layout; the first one if the settings name several.
  ///
  /// - Throws: why the layout cannot be used.
  init(_ settings: LayoutSettings, sources: LayoutSources) throws(LayoutError) {
    let layouts = try KeyboardLayouts(sources: sources) { _ in settings }
    try layouts.connect(DeviceInfo(id: DeviceID(rawValue: 0), name: ""))
    let name = settings.name
    let layout = String(name.layout.prefix { $0 != "," })
    let variant = String(name.variant.prefix { $0 != "," })
    title = (layout.isEmpty ? "us" : layout) + (variant.isEmpty ? "" : "(\(variant))")
    let shape = KeyboardShape(KeyboardShape.Standard(model: name.model, layout: layout))
    keys = shape.keys.map { ($0, KeyLegend(of: $0.code, on: layouts)) }
  }

  /// Whether the layout has dead keys.
  var hasDeadKeys: Bool {
    keys.contains { $0.legend.levels.contains { $0?.isDead == true } }
  }
}
