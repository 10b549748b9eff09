// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The files of the example kiosk, a program in Python.
package struct ExampleKiosk {
  /// The path of the program.
  package let path: String
  /// The folder of the client; nil if Python finds it.
  let client: String?

  /// Finds the kiosk of this program: installed next to it, or in the tree of the sources that it
  /// was built from.
  ///
  /// - Throws: that there is none.
  package init() throws(UserFacingError) {
    let own = InstalledData.ownPath ?? ""
    guard let found = Self.places(of: own).first(where: { access($0.path, R_OK) == 0 }) else {
      throw UserFacingError(
        "the example kiosk is not installed",
        hint: "'keybridge try' and 'keybridge try exec' need no other program")
    }
    self = found
  }

  private init(_ path: String, client: String?) {
    (self.path, self.client) = (path, client)
  }

  /// Returns where the kiosk of a program may be.
  ///
  /// - Parameter program: the path of the program.
  /// - Returns: the places, the first to be preferred.
  static func places(of program: String) -> [ExampleKiosk] {
    let folders = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let prefix = folders.dropLast().joined(separator: "/")
    var places = [
      ExampleKiosk(
        prefix + "/share/keybridge/kiosk/kiosk.py",
        client: prefix + "/lib/python3/dist-packages")
    ]
    if let build = folders.firstIndex(where: { $0.hasPrefix(".build") }) {
      let sources = folders[..<build].joined(separator: "/")
      places.append(
        ExampleKiosk(
          sources + "/Examples/Kiosk/kiosk.py", client: sources + "/Clients/Python"))
    }
    return places
  }
}
