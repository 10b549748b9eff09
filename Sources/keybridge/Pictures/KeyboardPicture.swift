// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts

/// A layout as a person sees it on a keyboard.
struct KeyboardPicture {
  /// The keys with what is written on them.
  let keys: [(key: KeyboardShape.Key, legend: KeyLegend)]
  /// What it is a picture of: `de(mac)`.
  let title: String

  /// Reads a layout; of several layouts the first.
  ///
  /// - Throws: what is wrong with the layout.
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

  /// Whether any key waits for the next letter.
  var hasDeadKeys: Bool {
    keys.contains { $0.legend.levels.contains { $0?.isDead == true } }
  }
}
