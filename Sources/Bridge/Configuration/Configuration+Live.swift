// SPDX-License-Identifier: Apache-2.0
package import Devices

/// The options of the source of attached keyboards, from the settings.
extension Configuration {
  /// Returns the options for the source of attached keyboards.
  ///
  /// - Parameters:
  ///   - isGrabbing: false to grab no keyboard, so that other programs receive its keys too.
  ///   - seat: the seat that the program runs on.
  /// - Returns: the source's options.
  package func liveOptions(
    isGrabbing: Bool, seat: String? = Console.environment("XDG_SEAT")
  ) -> LiveSource.Options {
    let ignored = devices.filter { settings($0).isIgnored }.flatMap(\.selectors)
    let rules = devices.flatMap { entry in
      entry.selectors.map { GrabRule(selector: $0, policy: settings(entry).grab) }
    }
    var options = LiveSource.Options(
      selectors: selectors, ignored: ignored, grabRules: isGrabbing ? rules : [],
      grabPolicy: isGrabbing ? settings().grab : .never,
      listensAway: commands.contains { $0.isGlobal },
      // A pad that is not grabbed would move a pointer while it is drawn on.
      padRules: isGrabbing ? padRules : [])
    if let seat, !seat.isEmpty { options.seat = seat }
    return options
  }

  /// The pads that may be drawn on: none that an entry excludes; of the others, the first entry
  /// with `handwriting` decides.
  package var padRules: [PadRule] {
    func rules(_ isAllowed: (DeviceEntry) -> Bool?) -> [PadRule] {
      devices.flatMap { entry in
        isAllowed(entry).map { isAllowed in
          entry.selectors.map { PadRule(selector: $0, isAllowed: isAllowed) }
        } ?? []
      }
    }
    return rules { settings($0).isIgnored ? false : nil } + rules(\.overrides.allowsHandwriting)
  }
}
