// SPDX-License-Identifier: Apache-2.0
package import Devices

extension Configuration {
  /// What the source of attached keyboards needs to know of it.
  ///
  /// - Parameter isGrabbing: false to leave every keyboard to others as well.
  /// - Returns: the source's options.
  package func liveOptions(isGrabbing: Bool) -> LiveSource.Options {
    let ignored = devices.filter { settings($0).isIgnored }.flatMap(\.selectors)
    let rules = devices.flatMap { entry in
      entry.selectors.map { GrabRule(selector: $0, policy: settings(entry).grab) }
    }
    return LiveSource.Options(
      selectors: selectors, ignored: ignored, grabRules: isGrabbing ? rules : [],
      grabPolicy: isGrabbing ? settings().grab : .never,
      listensAway: commands.contains { $0.isGlobal })
  }
}
