// SPDX-License-Identifier: Apache-2.0
import Keys

/// Translates messages into the user's language; messages without a translation stay unchanged
/// (CMD-14).
///
/// Foundation's counterpart is `NSLocalizedString`.
///
/// ```swift
/// let swedish = Translator(LocaleName.list("sv"), folders: ["/usr/share/locale"])
/// swedish("Move Word Left")  // Flytta ett ord åt vänster
/// ```
public struct Translator: Sendable {
  /// Returns every message unchanged.
  public static let none = Translator([])

  /// The catalogues, which are searched in this order.
  private let catalogues: [MessageCatalogue]

  /// Creates a translator from catalogues.
  ///
  /// - Parameter catalogues: the catalogues, the preferred language first; empty to return every
  ///   message unchanged.
  public init(_ catalogues: [MessageCatalogue]) {
    self.catalogues = catalogues
  }

  /// Loads the catalogues of languages.
  ///
  /// - Parameters:
  ///   - locales: the languages, the preferred one first.
  ///   - domain: the name of the catalogue's file without `.mo`. A program with its own commands
  ///     has its own domain.
  ///   - folders: the folders that contain catalogues, as `FOLDER/sv/LC_MESSAGES/DOMAIN.mo`. The
  ///     first folder with a language's catalogue is used.
  public init(_ locales: [LocaleName], domain: String = "keybridge", folders: [String]) {
    var seen: Set<String> = []
    let names = Self.isFileName(domain) ? locales.flatMap(\.catalogueNames) : []
    catalogues = names.filter { seen.insert($0).inserted }.compactMap { name in
      folders.lazy.compactMap { folder in
        (try? RegularFile.read("\(folder)/\(name)/LC_MESSAGES/\(domain).mo"))
          .flatMap(MessageCatalogue.init)
      }.first
    }
  }

  /// Returns the folders to search for catalogues.
  ///
  /// - Parameters:
  ///   - program: the path of the running program; nil if unknown. The folder `../share/locale`
  ///     relative to it precedes the system's folders.
  ///   - first: a folder to search before all others.
  /// - Returns: the folders without duplicates, in the order of the search.
  public static func folders(besideProgram program: String?, first: String? = nil) -> [String] {
    let parts = program?.split(separator: "/") ?? []
    let beside =
      parts.count >= 2 ? parts.dropLast(2).map { "/" + $0 }.joined() + "/share/locale" : nil
    let all = [first, beside, "/usr/local/share/locale", "/usr/share/locale"].compactMap { $0 }
    return all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
  }

  /// Translates a message (CMD-14).
  ///
  /// - Parameters:
  ///   - message: the text, or the key, in the program.
  ///   - context: distinguishes messages with the same text, gettext's `msgctxt`.
  /// - Returns: the message in the first language that has it, otherwise unchanged.
  public func callAsFunction(_ message: String, context: String? = nil) -> String {
    catalogues.lazy.compactMap { $0.translation(of: message, context: context) }.first ?? message
  }

  private static func isFileName(_ domain: String) -> Bool {
    !domain.isEmpty && !domain.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}
