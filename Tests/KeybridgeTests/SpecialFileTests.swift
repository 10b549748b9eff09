// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Files that are no files: each is refused with its path, and none blocks or is read for ever.
@Suite(.notInFastRuns) struct SpecialFileTests {
  /// The kinds of things that a path can name instead of a file.
  enum Kind: CaseIterable {
    case pipe, socket, folder, device, loop, missing

    /// Makes it in a folder.
    func make(in folder: TemporaryFolder) throws -> String {
      let path = folder.path + "/special"
      switch self {
      case .pipe: try #require(mkfifo(path, 0o600) == 0)
      case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
      case .folder: try #require(mkdir(path, 0o700) == 0)
      case .device: return "/dev/zero"
      case .loop: try #require(symlink(path, path) == 0)
      case .missing: break
      }
      return path
    }
  }

  /// The reader of the path.
  enum Use: CaseIterable {
    case capture, check, settings, symbols, compose
  }

  private func run(_ words: [String], _ variables: [String: String] = [:]) throws -> Child {
    try Child.run(
      ["timeout", "30", Program.path] + words,
      environment: Program.environment.merging(variables) { $1 })
  }

  @Test(
    "a pipe, a socket, a folder, a device or a missing file is refused with its path",
    arguments: Kind.allCases, Use.allCases)
  func refused(_ kind: Kind, _ use: Use) throws {
    // A capture may be read from a pipe, and folders have symbols.
    if (use, kind) == (.capture, .pipe) || (use, kind) == (.symbols, .folder) { return }
    let folder = try TemporaryFolder()
    let path = try kind.make(in: folder)
    let capture = try folder.write("E: 0.0 0001 001e 0001\n".utf8, to: "capture")
    let child =
      switch use {
      case .capture: try run(["replay", path])
      case .check: try run(["check", path])
      case .settings: try run(["replay", capture, "--config", path])
      case .symbols: try run(["replay", capture, "--symbols", path])
      case .compose: try run(["replay", capture], ["XCOMPOSEFILE": path])
      }
    #expect(child.status == 1, "\(child)")
    #expect(child.errors.contains(path), "\(child.errors)")
  }

  @Test(
    "a special file in the place of a lexicon or a manifest is reported", arguments: Kind.allCases)
  func installed(_ kind: Kind) throws {
    let folder = try TemporaryFolder()
    let path = try kind.make(in: folder)
    let capture = try folder.write("E: 0.0 0001 001e 0001\n".utf8, to: "capture")
    for name in ["lexicon.en", "ngrams.en", "bad.yaml"] {
      try #require(symlink(path, folder.path + "/" + name) == 0)
    }
    let variables = ["KEYBRIDGE_LEXICONS": folder.path, "KEYBRIDGE_ENGINES": folder.path]
    #expect(try run(["replay", capture], variables).status == 0)
    let doctor = try run(["doctor"], variables)
    #expect(doctor.status != 124)
    // A file that does not exist is no problem.
    guard kind != .missing else { return }
    #expect(doctor.output.contains("lexicon.en"), "\(doctor.output)")
  }

  @Test(
    "settings that are nested deeply, or grow with aliases, are refused with their place",
    arguments: [
      "devices: " + String(repeating: "[", count: 100_000),
      "devices: " + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
      String(repeating: "{a: ", count: 100_000), String(repeating: "- ", count: 100_000),
      "a: &a [*a]",
      (1...9).reduce("a0: &a0 [x, x, x, x, x, x, x, x, x]\n") { text, number in
        text + "a\(number): &a\(number) ["
          + Array(repeating: "*a\(number - 1)", count: 9)
          .joined(separator: ", ") + "]\n"
      },
    ])
  func nested(_ settings: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(settings.utf8, to: "till.yaml")
    let child = try run(["check", path])
    #expect(child.status == 1)
    #expect(child.errors.contains("till.yaml:1:") || child.errors.contains("till.yaml:6:"))
  }
}

/// Live runs whose output cannot be written.
@Suite(.onTestbed, .notInFastRuns) struct FullOutputTests {
  @Test(
    "a run whose output is full ends with the reason, and releases the keyboards",
    arguments: ["text", "json", "keystrokes"])
  func full(_ mirror: String) throws {
    let machine = Machine()
    try #require(testbed_active())
    machine.plug(1, "Board")
    let child = try machine.start(
      ["run", "--mirror", mirror], prefix: ["sh", "-c", "exec \"$@\" >/dev/full", "sh"])
    // The first line may already be refused, and the grab is then short.
    try child.wait(for: "the grab or the end") {
      machine.isGrabbed(1) || child.errors.contains("No space")
    }
    // Keys that are typed before the run has confirmed its grab belong to other readers.
    try child.wait(for: "the error") {
      machine.type(1, "a\n")
      return child.errors.contains("keybridge: cannot write: No space left on device\n")
    }
    #expect(try child.end() == 1)
    #expect(!machine.isGrabbed(1))
  }
}
