// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing

/// Compares the module table of Documentation/Architecture.md with the sources' imports.
@Suite struct ArchitectureTests {
  /// The modules that the table lets each module import; nil for all.
  private static let table: [String: Set<String>?] = {
    var rows: [String: Set<String>?] = [:]
    let page = contents(of: Program.root + "/Documentation/Architecture.md")
    let lines = page.split(separator: "\n").drop { $0 != "## Modules" }.dropFirst()
    for line in lines.prefix(while: { !$0.hasPrefix("## ") }) {
      let cells = line.split(separator: "|").map { $0.trimming(" ") }
      guard cells.count == 3, cells[0].hasPrefix("`"), cells[0].hasSuffix("`") else { continue }
      let name = cells[0].trimming("`")
      switch cells[2] {
      case "all stages", "everything": rows[name] = .some(nil)
      case "–": rows[name] = Set<String>()
      default: rows[name] = Set(cells[2].split(separator: ",").map { $0.trimming(" ") })
      }
    }
    return rows
  }()

  private static let modules = folders(in: Program.root + "/Sources").filter { !isInC($0) }

  /// Whether a module is in C: its name then begins with two capitals.
  private static func isInC(_ module: String) -> Bool {
    module.hasPrefix("C") && module.dropFirst().first?.isUppercase == true
  }

  @Test("The table names exactly the modules that exist")
  func complete() {
    #expect(Set(Self.table.keys) == Set(Self.modules))
  }

  @Test("A module imports only modules that the table allows", arguments: modules)
  func imports(_ module: String) throws {
    let allowed = try #require(Self.table[module])
    for line in Self.imports(of: module) {
      let name = line.name
      if ["Glibc", "Synchronization"].contains(name) { continue }
      if let allowed { #expect(allowed.contains(name), "\(line.file) imports \(name)") }
      if ["Devices", "Service"].contains(name) {
        #expect(["Bridge", "keybridge"].contains(module), "\(line.file) imports \(name)")
      }
    }
  }

  @Test("A type is not named like its module", arguments: modules)
  func names(_ module: String) {
    for path in Self.sources(below: Program.root + "/Sources/" + module) {
      for line in contents(of: path).split(separator: "\n") {
        let words = line.split(whereSeparator: { !$0.isLetter }).map(String.init)
        let kind = words.firstIndex { ["class", "enum", "protocol", "struct"].contains($0) }
        guard let kind, !line.drop(while: \.isWhitespace).hasPrefix("//") else { continue }
        #expect(words.dropFirst(kind + 1).first != module, "\(path): \(line)")
      }
    }
  }

  @Test("No module imports Foundation or a part of it")
  func noFoundation() {
    for module in Self.modules {
      #expect(!Self.imports(of: module).contains { $0.name.hasPrefix("Foundation") }, "\(module)")
    }
  }

  @Test(
    "An example imports only the library, the examples' shared module and Bridge",
    arguments: ["ColourField", "ConversationList", "TableForm"])
  func examples(_ example: String) {
    let allowed = ["TextInput", "Forms", "KeyCommands", "Keys", "ExampleSupport", "Bridge"]
    let imports = Self.imports(inside: Program.root + "/Examples/" + example)
    #expect(!imports.isEmpty)
    for line in imports { #expect(allowed.contains(line.name), "\(line.file): \(line.name)") }
  }

  /// The structures that `Sandbox` fills in for the code that starts a process.
  private static let sharedModules: Set = ["CSandbox"]

  @Test("A C module is imported by one Swift module, and is part of no interface")
  func oneImporter() {
    var importers: [String: Set<String>] = [:]
    for module in Self.modules {
      for line in Self.imports(of: module)
      where Self.isInC(line.name) && !Self.sharedModules.contains(line.name) {
        importers[line.name, default: []].insert(module)
        #expect(!line.isShown, "\(line.file) shows \(line.name)")
      }
    }
    #expect(importers.count >= 5)
    for (name, modules) in importers { #expect(modules.count == 1, "\(name): \(modules)") }
  }

  // MARK: Reading sources

  private static func imports(of module: String) -> [(file: String, name: String, isShown: Bool)] {
    imports(inside: Program.root + "/Sources/" + module)
  }

  private static func imports(inside folder: String) -> [(
    file: String, name: String, isShown: Bool
  )] {
    sources(below: folder).flatMap { path in
      contents(of: path).split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place <= 2, words.count > place + 1,
          words[..<place].allSatisfy({
            ["@preconcurrency", "internal", "package", "public"].contains($0)
          })
        else { return nil }
        let isShown = words[..<place].contains { $0 == "package" || $0 == "public" }
        return (path, String(words[place + 1]), isShown)
      }
    }
  }

  private static func sources(below folder: String) -> [String] {
    entries(of: folder).flatMap { entry -> [String] in
      let path = "\(folder)/\(entry.name)"
      if entry.isFolder { return sources(below: path) }
      return entry.name.hasSuffix(".swift") ? [path] : []
    }
  }

  private static func folders(in folder: String) -> [String] {
    entries(of: folder).filter(\.isFolder).map(\.name)
  }
}

extension StringProtocol {
  fileprivate func trimming(_ character: Character) -> String {
    String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
  }
}
