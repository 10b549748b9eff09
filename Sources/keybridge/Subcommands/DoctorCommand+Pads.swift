// SPDX-License-Identifier: Apache-2.0
import Bridge
import Devices

/// The pads that the settings allow for handwriting.
extension Finding {
  /// Reports which pads can be drawn on; nothing if the settings do not mention handwriting.
  static func pads(_ diagnosis: DeviceDiagnosis, _ invocation: Invocation) -> [Finding] {
    let rules = configuration(invocation)?.padRules ?? []
    guard rules.contains(where: \.isAllowed) else { return [] }
    let pads = diagnosis.devices.filter { rules.allow($0.node) }
    let findings = pads.compactMap(finding)
    guard findings.isEmpty else { return findings }
    return [
      .remark(
        "no pad is attached that the settings allow for handwriting",
        "'keybridge devices --all' lists the devices that can be drawn on")
    ]
  }

  /// Reports one device; nil if it is no pad, because a selector such as `all` is not meant for it.
  private static func finding(_ listing: DeviceListing) -> Finding? {
    let name = "\(listing.info.path) (\(listing.info.name))"
    switch listing.pad {
    case .success(let kind): return .good("\(name) can be drawn on: a \(kind.words)")
    case .failure(let flaw):
      return flaw.isOfPad ? .remark("\(name) cannot be drawn on: \(flaw.message)") : nil
    case nil:
      guard listing.access == .notPermitted, listing.info.kind == .pointer else { return nil }
      return .trouble(
        "\(name) may not be read, so nothing can be drawn on it", Hints.padPermission,
        isAboutPermission: true)
    }
  }
}
