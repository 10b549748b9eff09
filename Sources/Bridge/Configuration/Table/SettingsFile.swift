// SPDX-License-Identifier: Apache-2.0
package import InputMethods
import YAMLNodes

/// A settings file in the format of Documentation/Configuration.md.
package enum SettingsFile {
  /// Reads a settings file.
  ///
  /// The schema decides the type of a word, so `layout: no` is Norwegian and never false.
  ///
  /// - Parameters:
  ///   - text: the file's contents.
  ///   - methods: the input methods that modes may need.
  ///   - user: returns the number of the user with a name; nil if there is none.
  ///   - pause: called again and again; it may suspend the work.
  /// - Returns: the settings.
  /// - Throws: all errors in the text, not just the first.
  package static func read(
    _ text: some Collection<UInt8>, methods: InputMethodTable = .builtin,
    user: @escaping (String) -> UInt32? = ConfigurationReader.userOfThisMachine,
    pause: @escaping () -> Void = {}
  ) throws(ConfigurationErrors) -> Configuration {
    var configuration = Configuration()
    var reader = ConfigurationReader(methods: methods, findUser: user, pause: pause)
    reader.read(text, into: &configuration)
    guard reader.mistakes.isEmpty else {
      throw ConfigurationErrors(
        mistakes: reader.mistakes.sorted {
          ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
        })
    }
    return configuration
  }
}

extension ConfigurationReader {
  fileprivate mutating func read(
    _ text: some Collection<UInt8>, into configuration: inout Configuration
  ) {
    do {
      let document = try YAMLDocument(parsing: text, pause: pause)
      mistakes = document.duplicateKeys.map {
        ConfigurationError(place: $0.place, problem: .yaml($0.problem))
      }
      guard let root = document.root, !root.isNull else { return }
      _ = ConfigurationTable.settings.read(root, by: &self, into: &configuration)
    } catch {
      mistakes.append(ConfigurationError(place: error.place, problem: .yaml(error.problem)))
    }
    configuration.enginePlaces = enginePlaces
    configuration.scannersOfAnyUser = scannersOfAnyUser
    // A missing setting forbids processes and makes `run` an error; `false` accepts the entries,
    // but does not start them.
    guard configuration.allowsProcesses == nil else { return }
    for place in processPlaces {
      mistakes.append(ConfigurationError(place: place, problem: .processesNotAllowed))
    }
  }
}
