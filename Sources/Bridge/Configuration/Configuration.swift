// SPDX-License-Identifier: Apache-2.0
package import Devices
package import Keys
package import Layouts
package import YAMLNodes

/// What the settings file and the command line decide: which keyboards, and what each of them types.
package struct Configuration {
  /// Which devices are taken; none for every device whose kind is a keyboard's.
  package var selectors: [DeviceSelector] = []
  /// What holds for every keyboard that nothing else is said of.
  package var defaults = KeyboardSettings()
  /// What holds for some keyboards; the first entry that matches a keyboard counts.
  package var devices: [DeviceEntry] = []
  /// Where layouts and compose tables come from.
  package var sources = LayoutSources()
  /// How keys repeat on keyboards whose kernel driver leaves that to the reader.
  package var repeatTiming = RepeatTiming()
  /// Where the settings file names each layout: whether there is such a one is found out later.
  package var layoutPlaces: [LayoutName: LayoutPlaces] = [:]

  /// Makes the configuration of a machine that says nothing.
  package init() {}

  /// Where a settings file names the parts of a layout that can be wrong.
  package struct LayoutPlaces: Hashable, Sendable {
    /// Where the layout is; nil where it is a default.
    package var layout: YAMLPlace?
    /// Where the variant is; nil where it is a default.
    package var variant: YAMLPlace?
  }

  /// An entry of the `devices` list.
  package struct DeviceEntry {
    /// The keyboards it is about: any of the selectors.
    package var selectors: [DeviceSelector]
    /// What holds for them, ``Configuration/defaults`` included.
    package var settings: KeyboardSettings
  }

  /// What holds for a keyboard.
  package func settings(for device: DeviceInfo) -> KeyboardSettings {
    let node = DeviceNode(path: device.path, info: device)
    let entry = devices.first { $0.selectors.contains { $0.matches(node) } }
    return entry?.settings ?? defaults
  }
}

/// What is set for one keyboard.
package struct KeyboardSettings: Hashable, Sendable {
  /// What it types.
  package var layout = LayoutSettings()
  /// When it is taken for this program alone.
  package var grab = GrabPolicy.focus
  /// Whether it is left alone altogether.
  package var isIgnored = false

  /// Makes the settings of a keyboard of which nothing is said.
  package init() {}
}

/// How a held key repeats where the kernel leaves that to the reader.
package struct RepeatTiming: Hashable, Sendable {
  /// From the press to the first repeat, in microseconds; the kernel's own default.
  package var delayMicroseconds: Int64 = 250_000
  /// From repeat to repeat, in microseconds; the kernel's own default.
  package var periodMicroseconds: Int64 = 33_000

  /// Makes the kernel's timing.
  package init() {}
}
