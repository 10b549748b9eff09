// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// Switches from the modes of extensions that are late too often (CIV-19).
///
/// The user's previous mode follows, unless it belongs to an extension that was left for the same
/// reason a while ago: the two would take turns.
package final class LateModes {
  private unowned let modes: InputModes
  private let now: () -> Timestamp
  /// The times at which the modes of extensions were left, by the names of the extensions.
  private var left: [String: Timestamp] = [:]

  /// Creates it.
  ///
  /// - Parameters:
  ///   - modes: the modes, which outlive this object.
  ///   - now: returns the current time.
  package init(_ modes: InputModes, now: @escaping () -> Timestamp) {
    (self.modes, self.now) = (modes, now)
  }

  /// Switches from a mode if it is current.
  ///
  /// - Parameter id: the mode of an extension that was late.
  package func leave(_ id: String) {
    let time = now()
    left = left.filter { time < $0.value.advanced(by: Extension.lapseTime) }
    left[Self.name(in: id)] = time
    guard modes.current.id == id else { return }
    modes.leave { $0.isOfExtension && left[Self.name(in: $0.id)] != nil }
  }

  /// The name of the extension of a mode, such as `esperanto` of `esperanto.x`.
  private static func name(in id: String) -> String {
    String(id.prefix { $0 != "." })
  }
}
