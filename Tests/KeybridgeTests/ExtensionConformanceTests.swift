// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The conformance test of extensions, with extensions that have faults.
@Suite(.notInFastRuns, .needs(file: "/usr/bin/python3"))
struct ExtensionConformanceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes an extension with a fault, or `echo` without one.
  private func make(_ mode: [String]) throws -> String {
    let script = Program.root + "/Tests/Extensions/hostile.py"
    let made = try Child.run(
      ["/usr/bin/python3", "-B", script, "--make", folder.path, "tried"] + mode)
    #expect(made.status == 0, "\(made.errors)")
    _ = try Child.run(["chmod", "-R", "a+rX", folder.path])
    return folder.path + "/tried"
  }

  private func test(_ path: String, _ words: String...) throws -> Child {
    try Child.run(
      [Program.path, "extensions", "test", path] + words, environment: Program.environment)
  }

  /// The results of the rules by name, in a report as text.
  private func results(_ report: String) -> [String: String] {
    var found: [String: String] = [:]
    for line in report.split(separator: "\n") where line.hasPrefix("  ") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard ["passed", "failed", "unused"].contains(words[0]) else { continue }
      found[String(words[1])] = String(words[0])
    }
    return found
  }

  @Test("F114 an extension is tested in the sandbox, without any grant")
  func sound() throws {
    let path = try make(["network", "--manifest", #"{"requests":["network"]}"#])
    let child = try test(path)
    #expect(child.status == 0, "\(child.output)")
    #expect(child.errors == "")
    let found = results(child.output)
    #expect(found.count == 13 && found["starts"] == "passed" && found["key-held"] == "passed")
    #expect(found["marked-text"] == "unused")
    #expect(child.output.hasPrefix("tried 1.0.0: Hostile: network\n\nmode tried.x\n"))
    #expect(child.output.hasSuffix("\n13 rules: 10 passed, 0 failed, 3 unused\n"))
    // A call for a socket, and the others that were refused, are counted.
    #expect(child.output.contains("refused system calls: clone ("))
    #expect(child.output.contains("socket ("))
  }

  @Test(
    "13.2 a fault breaks a rule",
    arguments: [
      ("wrong-protocol", "starts", "it does not speak version 1 of the protocol"),
      ("deletes", "printable-keys", "has not answered a key"), ("dies", "key-held", "it ended"),
      ("slow 320", "stale-edit", "; the limit is 300 ms"), ("control", "focus-lost", "control"),
      ("advances", "key-held", "it has seen"),
    ])
  func faults(_ mode: String, _ rule: String, _ reason: String) throws {
    let child = try test(try make(mode.split(separator: " ").map(String.init)))
    #expect(child.status == 1)
    #expect(results(child.output)[rule] == "failed", "\(child.output)")
    let line = child.output.split(separator: "\n").first { $0.hasPrefix("  failed  \(rule) ") }
    #expect(line?.contains(reason) == true, "\(line ?? "")")
    // The lines that led there are shown.
    #expect(child.output.contains(#"    > {"id":1,"method":"hello""#))
  }

  @Test("13.2 the report as JSON has the lines, the times and the refused calls")
  func json() throws {
    let path = try make(["network"])
    let typed = try folder.write(Typing("ab").bytes(.evemu), to: "ab.evemu")
    let child = try test(path, "--format", "json", "--capture", typed)
    #expect(child.status == 0)
    let script = """
      import json, sys
      report = json.load(sys.stdin)
      assert list(report) == sorted(report), list(report)
      assert report["extension"] == "tried" and report["passed"] is True
      (mode,) = report["modes"]
      assert mode["mode"] == "tried.x", mode
      rules = {rule["rule"]: rule for rule in mode["rules"]}
      assert len(rules) == 14
      held = rules["key-held"]
      assert held["outcome"] == "passed" and held["answers"]["count"] == 41
      assert 0 < held["answers"]["median"] <= held["answers"]["slowest"] < 300
      assert report["answers"]["count"] == sum(r["answers"]["count"] for r in rules.values())
      first, second = held["lines"][:2]
      assert first["from"] == "keybridge" and json.loads(first["line"])["method"] == "hello"
      assert second["from"] == "extension" and second["milliseconds"] >= first["milliseconds"]
      assert rules["marked-text"]["outcome"] == "unused" and rules["marked-text"]["reason"]
      assert rules["capture:" + sys.argv[1]]["text"] == "ab"
      assert [call for call in report["refusedCalls"] if call["call"] == "socket"][0]["count"] > 0
      """
    let checked = try Child.run(
      ["/usr/bin/python3", "-c", script, typed], input: Array(child.output.utf8))
    #expect(checked.status == 0, "\(checked.errors)")
  }

  @Test("a path, a capture or words that are wrong are errors")
  func mistakes() throws {
    let none = try test(folder.path + "/nothing")
    #expect(none.status == 1)
    #expect(none.errors.contains("nothing: it is not a folder"), "\(none.errors)")
    let path = try make(["echo"])
    let capture = try test(path, "--capture", folder.path + "/none.evemu")
    #expect(capture.status == 1 && capture.output.contains("none.evemu"), "\(capture.output)")
    let missing = try Program.run("extensions", "test")
    #expect(missing.status == 2 && missing.errors.contains("needs the folder of an extension"))
  }

  // MARK: Replays

  @Test("13.2 a replay with an extension gives the same text at any speed")
  func replay() throws {
    let typed = try folder.write(Typing("abc d").bytes(.evemu), to: "abc.evemu")
    for mode in [["echo"], ["slow", "400"]] {
      let path = try make(mode)
      for words in [[], ["--realtime"]] {
        let child = try Child.run(
          [Program.path, "replay", typed, "--extension", path] + words,
          environment: Program.environment)
        #expect(child.output == "abc d\n", "\(mode) \(words)")
        #expect(child.status == 0 && child.errors == "", "\(child.errors)")
      }
      _ = try Child.run(["rm", "-r", path])
    }
  }

  @Test("13.2 a replay fails if its extension breaks the rules, or does not answer for 10 s")
  func failedReplay() throws {
    let typed = try folder.write(Typing("ab").bytes(.evemu), to: "ab.evemu")
    for (mode, reason) in [("silent", "it does not answer"), ("dies", "it ended")] {
      let path = try make([mode])
      let child = try Program.run("replay", typed, "--extension", path)
      #expect(child.status == 1)
      #expect(
        child.errors.contains("the extension tried has not answered a key: \(reason)"),
        "\(child.errors)")
      _ = try Child.run(["rm", "-r", path])
    }
  }

  @Test("a test and a replay leave no files behind")
  func files() throws {
    let path = try make(["echo"])
    let scratch = folder.path + "/scratch"
    _ = try Child.run(["mkdir", "-m", "755", scratch])
    let typed = try folder.write(Typing("ab").bytes(.evemu), to: "ab.evemu")
    let environment = Program.environment.merging(["TMPDIR": scratch]) { $1 }
    for words in [["extensions", "test", path], ["replay", typed, "--extension", path]] {
      let child = try Child.run([Program.path] + words, environment: environment)
      #expect(child.status == 0, "\(child.errors)")
      #expect(try Child.run(["ls", scratch]).output == "")
    }
  }
}
