// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// The command line follows the GNU conventions, and mistakes are explained on standard error.
@Suite struct OptionTests {
  private static let typed = Typing("zy")
  private let folder: TemporaryFolder
  private let capture: String

  init() throws {
    folder = try TemporaryFolder()
    capture = try folder.write(Self.typed.bytes(.evemu), to: "capture")
  }

  @Test(
    "every spelling of an option that getopt_long allows is accepted",
    arguments: [
      "--layout de C", "--layout=de C", "-l de C", "-lde C", "C --layout de", "--lay=de C",
      "-l us C --layout de", "--layout de -- C", "-lde -mtext C", "C -l de --mirror=text",
      "-rlde C",
    ])
  func spellings(_ line: String) throws {
    let words = line.split(separator: " ").map { $0 == "C" ? capture : String($0) }
    let child = try Child.run([Program.path, "replay"] + words, environment: Program.environment)
    #expect(child.status == 0 && child.document == "Yz" && child.errors == "")
  }

  @Test("words after -- are operands")
  func doubleDash() throws {
    let child = try Program.run("replay", "--", "--layout")
    #expect(child.status == 1)
    #expect(child.errors == "keybridge: --layout: cannot be opened: No such file or directory\n")
  }

  /// A command line, a part of its error message, and a part of the hint.
  static let mistakes: [(line: String, userError: String, hint: String)] = [
    ("repaly x", "unknown command 'repaly'", "did you mean 'replay'?"),
    ("xyzzy", "unknown command 'xyzzy'", "expected run, exec, try, replay"),
    ("help repaly", "unknown command 'repaly'", "did you mean 'replay'?"),
    ("--verison", "unknown option '--verison' before a command", "did you mean '--version'?"),
    ("--layout de run", "unknown option '--layout' before", "keybridge run --layout"),
    ("-x", "unknown option '-x' before a command", "'keybridge --help'"),
    ("replay --layuot de x", "unknown option '--layuot'", "did you mean '--layout'?"),
    ("replay --layuot=de x", "unknown option '--layuot'", "did you mean '--layout'?"),
    ("replay x --layuot de", "unknown option '--layuot'", "did you mean '--layout'?"),
    ("try run --bogus", "unknown option '--bogus'", "'keybridge try --help'"),
    ("replay -x x", "unknown option '-x'", "'keybridge replay --help'"),
    ("replay -rx x", "unknown option '-x'", "'keybridge replay --help'"),
    ("replay --o x", "option '--o' is ambiguous", "--options or --option-key"),
    ("replay x --layout", "option '--layout' needs a value", "'keybridge replay --help'"),
    ("replay x -l", "option '-l' needs a value", "'keybridge replay --help'"),
    ("replay x -rl", "option '-l' needs a value", "'keybridge replay --help'"),
    ("replay --realtime=1 x", "option '--realtime' takes no value", "'keybridge replay --help'"),
    ("replay --real=1 x", "takes no value", "'keybridge replay --help'"),
    ("replay", "no capture is given", "- for standard input"),
    ("replay x y", "unexpected argument 'y' for replay", "'keybridge replay --help'"),
    ("devices x", "unexpected argument 'x' for devices", "'keybridge devices --help'"),
    ("run x", "unexpected argument 'x' for run", "'keybridge run --help'"),
    ("replay --mirror jsn x", "invalid value 'jsn' for --mirror", "did you mean 'json'?"),
    ("replay --mirror= x", "invalid value '' for --mirror", "expected terminal, text, json"),
    ("replay --swap x x", "invalid value 'x' for --swap", "option-command or control-command"),
    ("replay --option-key alway x", "invalid value 'alway'", "did you mean 'always'?"),
    ("layouts --format yaml", "invalid value 'yaml' for --format", "expected table, json"),
    ("devices --format yaml", "invalid value 'yaml' for --format", "expected table, json"),
    ("run --device 05e0", "the selector '05e0' names no field", "did you mean name=*05e0*?"),
    (
      "run --device vendor=1", "unknown field 'vendor' in a selector",
      "name=…, path=…, phys=…, uniq=…"
    ),
    ("run --device 05e0:xyz", "number 'xyz' in '05e0:xyz'", "hexadecimal digits"),
    ("record --device name=", "the selector 'name=' has no value", "name=*"),
    ("completions", "no shell is given", "expected bash, zsh or fish"),
    ("completions ksh", "unknown shell 'ksh'", "expected bash, zsh or fish"),
  ]

  @Test("a wrong command line gives status 2, a hint and no standard output", arguments: mistakes)
  func mistake(_ line: String, _ userError: String, _ hint: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let child = try Child.run([Program.path] + words, environment: Program.environment)
    #expect(child.status == 2 && child.output == "")
    #expect(child.userErrors.first?.contains(userError) == true, "\(child.errors)")
    #expect(child.userErrors.dropFirst().contains { $0.contains(hint) }, "\(child.errors)")
    #expect(child.userErrors.allSatisfy { $0.hasPrefix("keybridge: ") })
  }

  @Test("an empty operand, such as an unset variable, is no file name")
  func emptyOperand() throws {
    let child = try Program.run("replay", "")
    #expect(child.status == 2)
    #expect(child.errors.contains("no capture is given"))
  }

  @Test(
    "an unknown xkb name gives status 1 and the nearest name",
    arguments: [
      (["--layout", "dee"], "unknown layout 'dee'", "did you mean"),
      (["--layout", "de", "--variant", "nodeadkey"], "has no variant 'nodeadkey'", "'nodeadkeys'"),
      (["--rules", "none"], "cannot be used", "rules/none"),
      (["--symbols", "/none"], "cannot read the symbols folder /none", "symbols/NAME"),
    ])
  func unknownNames(_ options: [String], _ userError: String, _ hint: String) throws {
    let child = try Child.run([Program.path, "replay", capture] + options)
    #expect(child.status == 1 && child.output == "")
    #expect(child.userErrors.first?.contains(userError) == true, "\(child.errors)")
    #expect(child.errors.contains(hint), "\(child.errors)")
  }

  @Test("a model or an option that xkb ignores is reported, and the command continues")
  func passedOver() throws {
    let child = try Program.run(
      "replay", capture, "--model", "pc150", "--options", "compose:ralt,grp:alt_shft_toggle")
    #expect(child.status == 0 && child.document == "Zy")
    #expect(
      child.userErrors == [
        "keybridge: xkb does not list the model 'pc150', which probably has no effect",
        "keybridge:   did you mean 'pc105'?",
        "keybridge: xkb does not list the option 'grp:alt_shft_toggle', which probably has no effect",
        "keybridge:   did you mean 'grp:alt_shift_toggle'?",
      ])
    let known = try Program.run("replay", capture, "--model", "pc104", "--options", "compose:ralt")
    #expect(known.errors == "")
  }

  @Test(
    "a full disk is an error, of listings and of mirrors",
    arguments: [
      ["--help"], ["layouts"], ["layouts", "--format", "json"], ["commands"], ["doctor"],
      ["completions", "bash"], ["replay", "C"], ["replay", "C", "--mirror", "json"],
      ["monitor", "C"],
    ])
  func fullDisk(_ arguments: [String]) throws {
    let words = arguments.map { $0 == "C" ? capture : $0 }
    let child = try Child.run(
      [Program.path] + words, input: [], environment: Program.environment, output: "/dev/full")
    #expect(child.status == 1)
    #expect(child.errors.contains("keybridge: cannot write: No space left on device\n"))
  }

  @Test(
    "the program ends silently if its reader closes the pipe",
    arguments: [
      ["layouts"], ["commands"], ["replay", "C", "--mirror", "json"], ["monitor", "C"],
    ])
  func head(_ arguments: [String]) throws {
    var long = Typing()
    for _ in 0..<2000 { long.type("all work and no play ") }
    let path = try folder.write(long.bytes(.evemu), to: "long")
    let words = arguments.map { $0 == "C" ? path : $0 }
    let child = try Child.run(
      ["bash", "-c", #""$0" "$@" | head -n 1; exit ${PIPESTATUS[0]}"#, Program.path] + words,
      environment: Program.environment)
    #expect(child.errors == "")
    #expect(child.lines.count == 1)
    #expect([0, 141].contains(child.status))
  }
}
