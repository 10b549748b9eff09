// SPDX-License-Identifier: Apache-2.0
import Service

/// One extension, as the control socket lists and changes it.
final class DeskExtensions: ExtensionService {
  private var isEnabled = false
  private var grants: Set<String> = []

  var listing: ExtensionListing {
    ExtensionListing(
      extensions: [
        ExtensionListing.Extension(
          name: "esperanto", title: "Esperanto", version: "1", folder: "/usr/share/esperanto",
          modes: [ExtensionListing.Mode(mode: "esperanto.x", language: "eo", title: "X-system")],
          enabled: isEnabled, requests: ["network"], grants: grants.sorted(),
          hasFullAccess: grants == ["network"], state: isEnabled ? "ready" : "disabled", keys: 3,
          secondsSinceKey: 2, refusedSockets: 1, process: 7, lastFault: "it ended")
      ], mistakes: ["/usr/share/x/extension.yaml:1:1: unknown key"])
  }

  private func find(_ name: String) throws(ExtensionRefusal) {
    guard name == "esperanto" else { throw ExtensionRefusal(.unknown, "there is no extension") }
  }

  func enable(_ name: String, completion: @escaping (ExtensionRefusal?) -> Void) {
    do throws(ExtensionRefusal) {
      try find(name)
      isEnabled = true
      completion(nil)
    } catch {
      completion(error)
    }
  }

  func disable(_ name: String) throws(ExtensionRefusal) {
    try find(name)
    isEnabled = false
  }

  func reset(_ name: String) throws(ExtensionRefusal) {
    try disable(name)
    grants = []
  }

  func set(_ grant: String, of name: String, isGranted: Bool) throws(ExtensionRefusal) {
    try find(name)
    if isGranted { grants.insert(grant) } else { grants.remove(grant) }
  }
}
