// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The package in `Examples/Embedding`: a third-party program that uses only the library product.
///
/// A single test, because it builds the library again.
@Suite(.notInFastRuns) struct EmbeddingTests {
  private static let package = Program.root + "/Examples/Embedding"
  private static let scratch = Program.root + "/.build/embedding"

  private func swift(_ action: String, _ words: String...) throws -> Child {
    try Child.run(
      [
        "swift", action, "--package-path", Self.package,
        "--scratch-path", Self.scratch, "--disable-index-store",
        // The fastest build from nothing. With threads each file has an object, as SwiftPM expects.
        "-debug-info-format", "none", "-Xswiftc", "-whole-module-optimization", "-Xswiftc",
        "-num-threads", "-Xswiftc", "2",
      ] + words)
  }

  @Test(
    "a package that depends only on the product builds, types, draws, and prints its page's output"
  )
  func embedding() throws {
    // SwiftPM keeps its plan when files of a package that is used by path are renamed.
    unlink(Self.scratch + "/debug.yaml")
    let build = try swift("build")
    try #require(build.status == 0, "\(build.output)\(build.errors)")
    let warnings = (build.output + build.errors).split(separator: "\n").filter {
      $0.contains("/Embedding/Sources/") && $0.contains("warning:")
    }
    #expect(warnings == [])

    let page = contents(of: Self.package + "/README.md")
    let blocks = page.split(separator: "```", omittingEmptySubsequences: false)
    let command = try #require(blocks.indices.first { blocks[$0].contains("swift run Embedding") })
    let shown = blocks[command + 2].drop { $0 != "\n" }.dropFirst()
    // The folder that the page names is one of the test's own.
    let folder = try TemporaryFolder()
    for commands in [blocks[command - 2], blocks[command]] {
      let script = commands.drop { $0 != "\n" }.replacing("/tmp/lexicons", with: folder.path)
        .replacing("swift run Embedding", with: "'\(Self.program)'")
      let child = try Child.run(
        ["sh", "-ec", "cd '\(Self.package)'\n" + script], environment: Program.environment)
      #expect(child.status == 0 && child.errors == "")
      if commands == blocks[command] { #expect(child.output == shown) }
    }

    #expect(try run(["de", "y", "shift+2"]).output.contains("| Z”"))
    // Without a lexicon nothing is corrected.
    #expect(try run(["us", "t", "e", "h", "space", "h"]).output.contains("| Teh h "))
    #expect(try run(["german"]).output.hasPrefix("no such layout: german; did you mean de?\n"))
  }

  private static let program = scratch + "/debug/Embedding"

  private func run(_ words: [String]) throws -> Child {
    try Child.run([Self.program] + words, environment: Program.environment)
  }
}
