// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// Settings of the file that take precedence over the user's choice.
extension Setting where Root == UserSettingValues {
  /// Creates a setting that takes precedence over the user's choice.
  ///
  /// Its type, its limits, its sentence and its default are those of the sockets.
  ///
  /// - Parameters:
  ///   - name: the key in the file.
  ///   - userName: the name on the sockets.
  ///   - unchosen: the value if neither the file nor the user has chosen one; nil for the default.
  init(_ name: String, user userName: String, unchosen: JSONValue? = nil) {
    let row = TextInputSettings.row(named: userName)
    let usual = unchosen ?? row?.read(TextInputSettings())
    self.init(
      name, .user(bounds: row?.bounds), row?.text ?? "",
      get: { $0[userName] ?? usual }, set: { $0[userName] = $1 })
    self = ofUser(userName, unchosen: unchosen)
  }
}

extension SettingType where Value == JSONValue? {
  /// A number within limits; without them, true or false.
  fileprivate static func user(bounds: ClosedRange<Int>?) -> Self {
    if let bounds {
      return SettingType<Int>.number(bounds).map {
        .number($0)
      } written: {
        $0
      }
    }
    return SettingType<Bool>.flag.map {
      .bool($0)
    } written: {
      $0
    }
  }
}
