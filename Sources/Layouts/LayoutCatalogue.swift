// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keyboard models, layouts, variants and options installed on the machine, with English
/// descriptions.
///
/// They are read from `rules/evdev.lst` of every folder that xkb searches, and match the output of
/// `xkbcli list`. libxkbregistry would read the more complete XML file, but loads libxml2 and ICU
/// into the process.
public struct LayoutCatalogue: Sendable {
  /// A value for one part of a ``LayoutName``.
  public struct Entry: Hashable, Sendable {
    /// The part of a ``LayoutName`` that it belongs to.
    public var kind: Kind
    /// The value to write: `pc105`, `de`, `nodeadkeys`, `compose:ralt`.
    public var name: String
    /// The layout that a variant belongs to; empty for all other kinds.
    public var layout: String
    /// The English description; the name for a user's symbol file.
    public var description: String
  }

  /// The kind of an entry.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A keyboard model, `pc105`.
    case model
    /// A layout, `de`.
    case layout
    /// A variant of a layout, `nodeadkeys`.
    case variant
    /// An option, `compose:ralt`.
    case option
  }

  /// All entries, in the order of the files; of entries with the same name only the first is kept.
  public private(set) var entries: [Entry] = []
  private let folders: [String]

  /// Reads the entries of the machine.
  ///
  /// - Parameter sources: the sources whose folders are searched first.
  /// - Throws: ``LayoutError/xkbUnavailable``.
  public init(_ sources: LayoutSources = LayoutSources()) throws(LayoutError) {
    self.init(folders: try XkbContext(includeFolders: sources.includeFolders).includeFolders)
  }

  /// Reads the entries of some folders; files that cannot be read are skipped.
  init(folders: [String]) {
    self.folders = folders
    var seen = Set<[String]>()
    for folder in folders {
      let listed = (try? RegularFile.read(folder + "/rules/evdev.lst")).map(Self.entries) ?? []
      // A user's folder usually contains no list, only symbol files.
      let found = listed.isEmpty ? Self.symbolFiles(in: folder) : listed
      for entry in found
      where seen.insert([entry.kind.rawValue, entry.layout, entry.name]).inserted {
        entries.append(entry)
      }
    }
  }

  /// Returns the variants of a layout.
  ///
  /// - Parameter layout: the name of the layout.
  /// - Returns: its variants, in the order of the files.
  public func variants(of layout: String) -> [Entry] {
    entries.filter { $0.kind == .variant && $0.layout == layout }
  }

  /// Finds the entries whose names and description contain every word of a text, ignoring case.
  ///
  /// - Parameters:
  ///   - text: the words, separated by spaces; an empty text matches every entry.
  ///   - kinds: the kinds of entries to search.
  /// - Returns: the matching entries.
  public func search(_ text: String, kinds: Set<Kind> = [.layout, .variant]) -> [Entry] {
    let words = text.lowercased().split(separator: " ")
    return entries.filter { entry in
      guard kinds.contains(entry.kind) else { return false }
      let searched = "\(entry.layout) \(entry.name) \(entry.description)".lowercased()
      return words.allSatisfy { searched.containsCharacters(of: $0) }
    }
  }

  /// Finds the known name that was most likely meant; nil if no name is close.
  ///
  /// A name matches if its description equals the word or begins with it, or if the name or
  /// description differs by a slip or two.
  package func nearest(to name: String, kind: Kind, layout: String = "") -> String? {
    let wanted = name.lowercased()
    let candidates = entries.filter { $0.kind == kind && $0.layout == layout }
    let described = candidates.map { ($0.name, $0.description.lowercased()) }
    if wanted.count > 2,
      let match = described.first(where: { $0.1 == wanted })
        ?? described.first(where: { $0.1.hasPrefix(wanted) })
    {
      return match.0
    }
    if let near = Keys.nearest(to: name, among: candidates.map(\.name)) { return near }
    let near = Keys.nearest(to: name, among: described.map(\.1))
    return described.first { $0.1 == near }?.0
  }

  /// Replaces the error of a layout that does not compile by one that identifies the unknown name,
  /// if there is one.
  func explain(_ error: LayoutError) -> LayoutError {
    guard case .invalid(let name, _) = error else { return error }
    let variants = Self.list(name.variant)
    for (index, layout) in Self.list(name.layout).enumerated()
    where !layout.isEmpty && !layout.contains("(") {
      guard isKnown(layout) else {
        return explain(unknown: layout)
      }
      guard index < variants.count, !variants[index].isEmpty,
        !self.variants(of: layout).contains(where: { $0.name == variants[index] })
      else { continue }
      return .unknownVariant(
        variants[index], layout: layout,
        nearest: nearest(to: variants[index], kind: .variant, layout: layout))
    }
    return error
  }

  /// Returns the error for an unknown layout, which may be a layout and a variant in one word, such
  /// as `de-nodeadkeys`.
  private func explain(unknown name: String) -> LayoutError {
    let near = nearest(to: name, kind: .layout)
    guard let end = name.firstIndex(where: { "-_+:/ ".contains($0) }) else {
      return .unknownLayout(name, nearest: near)
    }
    let layout = name[..<end].lowercased()
    let rest = String(name[name.index(after: end)...])
    guard isKnown(layout) else { return .unknownLayout(name, nearest: near) }
    let variants = variants(of: layout)
    let variant = variants.first { $0.name.lowercased() == rest.lowercased() }?.name
    if let variant = variant ?? nearest(to: rest, kind: .variant, layout: layout) {
      return .variantInLayout(name, layout: layout, variant: variant)
    }
    return .unknownLayout(name, nearest: near ?? layout)
  }

  private func isKnown(_ layout: String) -> Bool {
    entries.contains { $0.kind == .layout && $0.name == layout }
      || folders.contains { (try? RegularFile.read("\($0)/symbols/\(layout)")) != nil }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
