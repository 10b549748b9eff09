// SPDX-License-Identifier: Apache-2.0
package import Engines

/// The check that the engines of the settings are installed and serve their modes.
extension Configuration {
  /// Finds modes whose engines are not installed, or do not serve them.
  ///
  /// - Parameter list: the installed engines.
  /// - Returns: a finding for each engine that has no effect; none is a mistake, because settings
  ///   may be for another machine.
  package func engineFindings(_ list: EngineList) -> [SettingFinding] {
    enginePlaces.flatMap { entry in
      entry.names.filter { $0 != "none" || entry.names.count > 1 }.compactMap { name in
        guard let message = Self.problem(of: name, in: entry.mode, list) else { return nil }
        return SettingFinding(place: entry.place, isMistake: false, userError: message)
      }
    }
  }

  private static func problem(
    of name: String, in mode: String, _ list: EngineList
  ) -> UserFacingError? {
    let parts = mode.split(separator: "+").map(String.init)
    let serving = list.manifests.filter { $0.serves(parts.last ?? "", in: parts.first ?? "") }
    if serving.contains(where: { $0.name == name }) { return nil }
    let hint =
      serving.isEmpty
      ? EngineNeed.ofMethod(parts.last).map { "install \($0.package)" }
      : "expected \(serving.map(\.name).alternatives)"
    if list.manifests.contains(where: { $0.name == name }) {
      return UserFacingError("the engine \(name.excerpt) does not serve \(mode)", hint: hint)
    }
    return UserFacingError("no engine \(name.excerpt) is installed for \(mode)", hint: hint)
  }
}
