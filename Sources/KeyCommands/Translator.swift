// SPDX-License-Identifier: Apache-2.0
import Keys

/// Says messages in the user's language; what no catalogue has stays as it is (CMD-14).
///
/// Foundation's counterpart is `NSLocalizedString`.
///
/// ```swift
/// let swedish = Translator(LocaleName.list("sv"), folders: ["/usr/share/locale"])
/// swedish("Move Word Left")  // Flytta ett ord åt vänster
/// ```
public struct Translator: Sendable {
  /// Says every message as it is.
  public static let none = Translator([])

  /// Asked in this order for each message.
  private let catalogues: [MessageCatalogue]

  /// Makes a translator of catalogues, the dearest language first.
  public init(_ catalogues: [MessageCatalogue]) {
    self.catalogues = catalogues
  }

  /// Finds the catalogues of languages.
  ///
  /// - Parameters:
  ///   - locales: the languages, the dearest first.
  ///   - domain: whose messages they are: the catalogue's file name without `.mo`. A program that
  ///     brings commands of its own has a domain of its own.
  ///   - folders: where catalogues are, as `FOLDER/sv/LC_MESSAGES/DOMAIN.mo`; the first that has a
  ///     language wins.
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

  /// Where catalogues are looked for.
  ///
  /// - Parameters:
  ///   - program: the path of the running program; nil where it is not known. Its neighbour
  ///     `../share/locale` comes before what the system has.
  ///   - first: a folder to look in before all others.
  /// - Returns: the folders, each once, in the order of the search.
  public static func folders(besideProgram program: String?, first: String? = nil) -> [String] {
    let parts = program?.split(separator: "/") ?? []
    let beside =
      parts.count >= 2 ? parts.dropLast(2).map { "/" + $0 }.joined() + "/share/locale" : nil
    let all = [first, beside, "/usr/local/share/locale", "/usr/share/locale"].compactMap { $0 }
    return all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
  }

  /// Says a message (CMD-14).
  ///
  /// - Parameters:
  ///   - message: the text, or the key, that the program has.
  ///   - context: what tells two messages with the same text apart, gettext's `msgctxt`.
  /// - Returns: the message in the first language that has it, or else as it is.
  public func callAsFunction(_ message: String, context: String? = nil) -> String {
    catalogues.lazy.compactMap { $0.translation(of: message, context: context) }.first ?? message
  }

  private static func isFileName(_ domain: String) -> Bool {
    !domain.isEmpty && !domain.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}
