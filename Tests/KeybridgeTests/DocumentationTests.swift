// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// The documentation of the command line agrees with the program.
@Suite struct DocumentationTests {
  /// The fenced blocks of a page, each with the word after its fence, and its lines.
  private func blocks(of page: String) -> [(language: String, lines: [String])] {
    var blocks: [(String, [String])] = []
    var open: (String, [String])?
    for line in contents(of: Program.root + "/" + page).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? (String(line.dropFirst(3)), []) : nil
      } else {
        open?.1.append(String(line))
      }
    }
    return blocks
  }

  /// The words of command lines that begin with `keybridge`, up to a pipe, a comment or `&`.
  private func commandLines(of page: String) throws -> [[String]] {
    var found: [[String]] = []
    for line in blocks(of: page).flatMap(\.lines) {
      for part in line.split(separator: "|")
      where part.drop(while: { $0 == " " }).hasPrefix("keybridge ") {
        let words = try Child.run(
          ["bash", "-c", #"eval "set -- ${1%&*}"; printf '%s\n' "$@""#, "bash", String(part)])
        #expect(words.status == 0)
        found.append(Array(words.lines.dropFirst()))
      }
    }
    return found
  }

  @Test(
    "every command line in the documentation is valid",
    arguments: [("README.md", 8), ("Documentation/Configuration.md", 0)])
  func commandLines(_ page: String, _ minimum: Int) throws {
    let lines = try commandLines(of: page)
    #expect(lines.count >= minimum)
    for line in lines {
      // With --help the command line is parsed and nothing is executed.
      let (words, operands) = (line.prefix { $0 != ">" && $0 != "--" }, line.drop { $0 != "--" })
      let child = try Child.run([Program.path] + words + ["--help"] + operands)
      #expect(child.status == 0, "\(line): \(child.errors)")
    }
  }

  @Test("the example of the settings file is valid")
  func example() throws {
    let folder = try TemporaryFolder()
    let example = try #require(
      blocks(of: "Documentation/Configuration.md").first { $0.language == "yaml" })
    var text = example.lines.joined(separator: "\n")
    let capture = try folder.write(Typing("zy").bytes(.evemu), to: "capture")
    // The two paths in the example do not exist on this machine.
    text = text.replacing("/etc/keybridge/xkb", with: folder.path)
    let compose = try folder.write("<a> <b> : \"c\"\n".utf8, to: "Compose")
    text = text.replacing("/etc/keybridge/Compose", with: compose)
    let path = try folder.write(text.utf8, to: "example.yaml")
    let child = try Program.run("replay", capture, "--config", path)
    #expect(child.status == 0 && child.document == "yz" && child.errors == "")
    let readme = try #require(blocks(of: "README.md").first { $0.language == "yaml" })
    let other = try folder.write(readme.lines.joined(separator: "\n").utf8, to: "readme.yaml")
    let second = try Program.run("replay", capture, "--config", other)
    #expect(second.status == 0 && second.errors == "" && second.document == "Zy")
  }

  @Test("the page of settings names every setting, and its example has nothing but settings")
  func table() throws {
    let page = contents(of: Program.root + "/Documentation/Configuration.md")
    let child = try unknownSetting()
    let known =
      child.replacing(" or ", with: ", ").split(separator: "expected ").last.map {
        $0.split(separator: ", ").map(String.init)
      } ?? []
    #expect(known.count > 10)
    let names = Set(known.map { $0.filter { $0 != "\n" } })
    for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    let example = try #require(
      blocks(of: "Documentation/Configuration.md").first { $0.language == "yaml" })
    let keys = example.lines.compactMap { line -> String? in
      guard line.first?.isLetter == true, let colon = line.firstIndex(of: ":") else { return nil }
      return String(line[..<colon])
    }
    #expect(keys.count > 10 && Set(keys).isSubset(of: names), "\(Set(keys).subtracting(names))")
  }

  private func unknownSetting() throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write("zzzzzzzzz: x\n".utf8, to: "x.yaml")
    return try Program.run("replay", "-", "--config", path).errors
  }

  @Test("the mistakes on the settings page are printed as shown")
  func mistakes() throws {
    let folder = try TemporaryFolder()
    let block = try #require(
      blocks(of: "Documentation/Configuration.md").last { $0.language == "" })
    _ = try folder.write(
      """


      layuot: de
      devices:
        # 5
        # 6
        # 7
        # 8
        - match: "05e0;1200"
      """.utf8, to: "till.yaml")
    let child = try Child.run(
      [
        "sh", "-c", "cd \"$1\" && exec \"$2\" replay x --config till.yaml", "sh", folder.path,
        Program.path,
      ])
    #expect(child.status == 1)
    #expect(child.userErrors == block.lines)
  }

  @Test("a replay prints the lines that the page of the wire format shows")
  func wireFormat() throws {
    var typing = Typing("abx")
    typing.type("c", holding: 56)
    let lines = try Program.run("replay", "-", "--mirror", "json", input: typing.bytes(.evemu))
      .lines
    let shown = blocks(of: "Documentation/WireFormat.md").filter { $0.language == "json" }
      .flatMap(\.lines)
    #expect(shown.count > 8)
    #expect(shown.contains { lines.contains($0) }, "\(lines)")
    let script = "import json, sys\nfor line in sys.stdin: print(*sorted(json.loads(line)))"
    let keys = try Child.run(["python3", "-c", script], input: shown.joined(separator: "\n"))
    #expect(keys.status == 0, "\(keys.errors)")
    let protocolLines = blocks(of: "Documentation/Protocol.md").filter { $0.language == "json" }
      .flatMap(\.lines)
    let known = try Child.run(
      ["python3", "-c", script], input: (shown + protocolLines).joined(separator: "\n"))
    #expect(known.status == 0, "\(known.errors)")
    let readme = blocks(of: "README.md").filter { $0.language == "json" }.flatMap(\.lines)
    let event = try Child.run(
      ["python3", "-c", script], input: readme.filter { !$0.contains("…") }.joined(separator: "\n"))
    #expect(!event.lines.isEmpty)
    for line in event.lines { #expect(known.lines.contains(line), "\(line)") }
  }

  @Test("in the udev rule every GOTO has its label, and the service's group and tag are set")
  func rules() throws {
    let lines = contents(of: Program.root + "/udev-rules/70-keybridge.rules")
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
    func words(_ key: String) -> Set<String> {
      Set(
        lines.flatMap { $0.split(separator: ",") }.compactMap { part in
          let part = part.drop { $0 == " " }
          return part.hasPrefix("\(key)=\"")
            ? String(part.dropFirst(key.count + 2).dropLast()) : nil
        })
    }
    #expect(!words("GOTO").isEmpty && words("GOTO") == words("LABEL"))
    #expect(words("GROUP") == ["keybridge-input"] && words("MODE") == ["0660"])
    // udev's grammar: a key, an optional attribute, an operator, a quoted value.
    let rule = /[A-Z]+(\{[A-Za-z_]+\})?(==|!=|=|\+=)"[^"]*"/
    for line in lines {
      for part in line.split(separator: ", ") {
        #expect((try? rule.wholeMatch(in: String(part))) != nil, "\(part)")
      }
    }
    #expect(!lines.contains { $0.contains("uaccess") })
  }
}
