// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import YAMLNodes

/// Reads values from nodes and collects the errors.
package struct ConfigurationReader {
  /// The input methods that modes may need.
  let methods: InputMethodTable
  /// Returns the number of the user with a name; nil if there is none.
  let findUser: (String) -> UInt32?
  /// Called again and again; it may suspend the work.
  let pause: () -> Void
  var mistakes: [ConfigurationError] = []
  /// The places where modes select engines.
  var enginePlaces: [EnginePlace] = []
  /// The places where scanners name a program of any user.
  var scannersOfAnyUser: [ScannerPlace] = []
  /// The places of the processes to be started.
  var processPlaces: [YAMLPlace] = []

  /// Returns the number of the user of this machine with a name; nil if there is none.
  ///
  /// - Parameter name: the name.
  /// - Returns: the number.
  package static func userOfThisMachine(_ name: String) -> UInt32? {
    getpwnam(name)?.pointee.pw_uid
  }
}
