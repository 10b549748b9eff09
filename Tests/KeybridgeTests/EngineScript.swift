// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport

/// A folder with the manifest and the program of an engine for the real keybridge.
struct EngineScript {
  let folder: TemporaryFolder

  /// The path of the engine's program.
  var program: String { folder.path + "/engine.py" }

  /// Writes an engine.
  ///
  /// - Parameters:
  ///   - folder: the folder, which must exist as long as the engine may start.
  ///   - text: the program, in Python.
  ///   - methods: the input methods that it serves.
  ///   - languages: its languages.
  ///   - verbs: the requests that it answers.
  ///   - arguments: its arguments.
  ///   - socket: the path of a socket in its manifest; nil for none.
  ///   - rights: its rights, such as `[processes]`, which a manifest of root only can have; nil for
  ///     none.
  /// - Throws: why the files cannot be written.
  init(
    in folder: TemporaryFolder, _ text: String = EngineScript.dictionary,
    methods: String = "[pinyin, romaji]", languages: String = "[zh-Hans, ja]",
    verbs: String = "[convert, predict, follow]", arguments: [String] = [], socket: String? = nil,
    rights: String? = nil
  ) throws {
    self.folder = folder
    // An engine does not run as root.
    chmod(folder.path, 0o755)
    _ = try folder.write(text.utf8, to: "engine.py")
    let words = ["/usr/bin/python3", "-I", "-S", folder.path + "/engine.py"] + arguments
    let manifest = """
      name: scripted
      methods: \(methods)
      languages: \(languages)
      verbs: \(verbs)
      program: [\(words.joined(separator: ", "))]
      """ + (socket.map { "\nsocket: \($0)" } ?? "") + (rights.map { "\nrights: \($0)" } ?? "")
    let path = try folder.write(manifest.utf8, to: "scripted.yaml")
    chmod(path, 0o644)
  }

  /// The variables with which keybridge finds the engine, and no mode of an earlier run.
  var variables: [String: String] {
    [
      "KEYBRIDGE_ENGINES": folder.path, "STATE_DIRECTORY": folder.path + "/state",
    ]
  }

  /// The engine of Documentation/Engines.md.
  static func ofThePage() throws -> String {
    let page = contents(of: Program.root + "/Documentation/Engines.md")
    guard let start = page.firstRange(of: "```python\n"),
      let end = page[start.upperBound...].firstRange(of: "```\n")
    else { throw MissingText("the engine in Documentation/Engines.md") }
    return String(page[start.upperBound..<end.lowerBound])
  }

  struct MissingText: Error {
    var what: String
    init(_ what: String) { self.what = what }
  }

  /// Writes the manifest of mozc with the program that `make engines` has built.
  ///
  /// - Parameters:
  ///   - folder: the folder of the manifest, which is written by this user.
  ///   - program: the path of the program.
  /// - Throws: why it cannot be written.
  static func writeMozc(in folder: TemporaryFolder, program: String) throws {
    let lines = contents(of: Program.root + "/Packaging/engines/50-mozc.yaml.in")
      .split(separator: "\n").filter { !$0.hasPrefix("socket:") && !$0.hasPrefix("program:") }
    let text = lines.joined(separator: "\n") + "\nprogram: [\(program)]\n"
    chmod(try folder.write(text.utf8, to: "mozc.yaml"), 0o644)
  }

  /// The program of the engine for mozc, if it can be used: it is built, the server is installed,
  /// and this user may write manifests with rights.
  static let mozc: [String] = [Program.root + "/.build/engines/keybridge-engine-mozc"].filter {
    (path: String) in
    access(path, X_OK) == 0 && access("/usr/lib/mozc/mozc_server", X_OK) == 0 && geteuid() == 0
  }

  /// An engine that knows some words, and answers others in capitals.
  ///
  /// Its first argument is the delay of a conversion in seconds, its second that of `prepare`.
  static let dictionary = """
    import json, sys, time
    words = {"とうきょう": ["東京", "東響"], "zhong": ["中", "种"], "xian": ["西安"]}
    follows = {"東京": ["駅", "都"], "中": ["国", "文"], "国": ["人", "家"], "人": ["民"]}
    delays = [float(word) for word in sys.argv[1:]] + [0, 0]
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        method, params, result = request["method"], request["params"], {}
        if method == "hello":
            result = {"protocol": 1, "version": "2.5"}
        elif method == "prepare":
            time.sleep(delays[1])
        elif method == "convert":
            time.sleep(delays[0])
            reading = params["reading"]
            found = words.get(reading, [reading.upper()])
            result = {"segments": [{"reading": reading, "candidates": [
                {"text": text, "length": len(reading)} for text in found]}]}
        elif method == "follow":
            found = [word for end, word in follows.items() if params["text"].endswith(end)]
            result = {"candidates": [{"text": text} for text in (found[0] if found else [])]}
        print(json.dumps({"id": request["id"], "result": result}), flush=True)
    """
}
