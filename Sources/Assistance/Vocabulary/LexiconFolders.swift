// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The folders that lexicons are searched for in.
public enum LexiconFolders {
  /// The folders for a program that embeds the engine, in the order in which they are searched.
  ///
  /// These are the user's folder, the machine's, and those of an installed Keybridge. The variable
  /// `KEYBRIDGE_LEXICONS` replaces them all. They need not exist.
  public static var ofThisMachine: [String] {
    list(installed: installed) { name in getenv(name).map { String(cString: $0) } }
  }

  /// The folders in which `make install` and the Debian packages put lexicons.
  static let installed = ["/usr/local/share/keybridge/lexicons", "/usr/share/keybridge/lexicons"]

  /// The folder for lexicons that were combined with the dictionaries of this machine.
  package static let cache = "/var/cache/keybridge/lexicons"

  /// Returns the folders in the order in which they are searched.
  ///
  /// - Parameters:
  ///   - program: the path of the program; `../share/keybridge/lexicons` relative to its folder is
  ///     searched. Nil for none.
  ///   - environment: returns the value of a variable, nil if it is not set. If
  ///     `KEYBRIDGE_LEXICONS` is set, only the folders in it are searched, separated by colons.
  /// - Returns: the folders; they need not exist.
  package static func list(program: String?, environment: (String) -> String?) -> [String] {
    let place = program.flatMap { program in program.lastIndex(of: "/").map { program[..<$0] } }
    return list(
      installed: place.map { ["\($0)/../share/keybridge/lexicons"] } ?? [], environment: environment
    )
  }

  static func list(installed: [String], environment: (String) -> String?) -> [String] {
    if let own = environment("KEYBRIDGE_LEXICONS") {
      return own.split(separator: ":").map(String.init)
    }
    var folders: [String] = []
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      folders.append(data + "/keybridge/lexicons")
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      folders.append(home + "/.local/share/keybridge/lexicons")
    }
    return folders + [cache] + installed
  }

  /// Reports whether a folder has the lexicon of any language.
  ///
  /// - Parameter folders: the folders.
  /// - Returns: whether there is a file that may be read.
  package static func haveLexicon(_ folders: [String]) -> Bool {
    folders.contains { folder in
      InstalledVocabularies.languages.contains { access("\(folder)/lexicon.\($0)", R_OK) == 0 }
    }
  }
}
