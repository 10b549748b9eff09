// SPDX-License-Identifier: Apache-2.0
import Keys

/// The models, layouts, variants and options that the machine knows, with English descriptions.
///
/// Read from `rules/evdev.lst` of every folder that xkb searches, the same as `xkbcli list` shows.
/// libxkbregistry would read the longer XML beside it, but brings libxml2 and ICU into the process.
public struct LayoutCatalogue: Sendable {
  /// One thing that can be named in a ``LayoutName``.
  public struct Entry: Hashable, Sendable {
    /// Which part of a ``LayoutName`` it is for.
    public var kind: Kind
    /// What to write: `pc105`, `de`, `nodeadkeys`, `compose:ralt`.
    public var name: String
    /// The layout that a variant belongs to; empty for everything else.
    public var layout: String
    /// What it is, in English; for a user's symbol file its name.
    public var description: String
  }

  /// What an entry is.
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

  /// Everything known, in the order of the files; of two entries with one name the first counts.
  public private(set) var entries: [Entry] = []
  private let folders: [String]

  /// Reads what the machine knows.
  ///
  /// - Parameter sources: whose folders are searched first.
  /// - Throws: ``LayoutError/xkbUnavailable``.
  public init(_ sources: LayoutSources = LayoutSources()) throws(LayoutError) {
    self.init(folders: try XkbContext(includeFolders: sources.includeFolders).includeFolders)
  }

  /// Reads what some folders know; files that cannot be read are passed over.
  init(folders: [String]) {
    self.folders = folders
    var seen = Set<[String]>()
    for folder in folders {
      let listed = (try? RegularFile.read(folder + "/rules/evdev.lst")).map(Self.entries) ?? []
      // A folder of the user's mostly has no list, only symbol files.
      let found = listed.isEmpty ? Self.symbolFiles(in: folder) : listed
      for entry in found
      where seen.insert([entry.kind.rawValue, entry.layout, entry.name]).inserted {
        entries.append(entry)
      }
    }
  }

  /// The variants of a layout.
  public func variants(of layout: String) -> [Entry] {
    entries.filter { $0.kind == .variant && $0.layout == layout }
  }

  /// The entries in whose names or description every word of `text` occurs, in any case.
  ///
  /// An empty text finds everything.
  public func search(_ text: String, kinds: Set<Kind> = [.layout, .variant]) -> [Entry] {
    let words = text.lowercased().split(separator: " ")
    return entries.filter { entry in
      guard kinds.contains(entry.kind) else { return false }
      let searched = "\(entry.layout) \(entry.name) \(entry.description)".lowercased()
      return words.allSatisfy { searched.contains($0) }
    }
  }

  /// The known name that was perhaps meant: one whose description is the word or begins with it,
  /// or one that differs by a slip or two in its name or description; nil when nothing comes near.
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

  /// Says which name is wrong in a layout that does not compile, if it is one.
  func explain(_ error: LayoutError) -> LayoutError {
    guard case .invalid(let name, _) = error else { return error }
    let variants = Self.list(name.variant)
    for (index, layout) in Self.list(name.layout).enumerated()
    where !layout.isEmpty && !layout.contains("(") {
      guard isKnown(layout) else {
        return .unknownLayout(layout, nearest: nearest(to: layout, kind: .layout))
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

  private func isKnown(_ layout: String) -> Bool {
    entries.contains { $0.kind == .layout && $0.name == layout }
      || folders.contains { (try? RegularFile.read("\($0)/symbols/\(layout)")) != nil }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
