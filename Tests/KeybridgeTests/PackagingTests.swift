// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The files that the package installs in addition to the program: units and scripts.
@Suite struct PackagingTests {
  private static let packaging = Program.root + "/Packaging"

  @Test(
    "the service's systemd-analyze security exposure is at most 1.5",
    .needs("systemd-analyze"))
  func exposure() throws {
    let folder = try TemporaryFolder()
    let unit = contents(of: Self.packaging + "/systemd/keybridge.service.in")
      .replacing("@PREFIX@", with: "/usr")
    let path = try folder.write(unit.utf8, to: "keybridge.service")
    let child = try Child.run(
      ["systemd-analyze", "security", "--offline=true", "--no-pager", path],
      environment: ["LC_ALL": "C.UTF-8"])
    let line = try #require(child.lines.last { $0.contains("exposure level") }, "\(child.errors)")
    let words = line.split(separator: " ").compactMap { Double($0) }
    let exposure = try #require(words.first, "\(line)")
    #expect(exposure <= 1.5, "\(child.output)")
    #expect(!child.errors.contains("Unknown"), "\(child.errors)")
  }

  @Test(
    "the exposure of a language engine's unit is at most 0.2, and it is started for each connection",
    .needs("systemd-analyze"))
  func engineExposure() throws {
    let folder = try TemporaryFolder()
    let made = try Child.run(
      [
        "make", "-C", Program.root, "install-engine-units", "ENGINE=small",
        "ENGINE_PROGRAM=/usr/bin/env", "DESTDIR=\(folder.path)", "UNITS=/units",
      ], environment: ["PATH": "/usr/bin:/bin"])
    try #require(made.status == 0, "\(made.errors)")
    let service = folder.path + "/units/keybridge-engine-small@.service"
    let child = try Child.run(
      ["systemd-analyze", "security", "--offline=true", "--no-pager", service],
      environment: ["LC_ALL": "C.UTF-8"])
    let line = try #require(child.lines.last { $0.contains("exposure level") }, "\(child.errors)")
    let exposure = line.split(separator: " ").compactMap { Double($0) }.first
    #expect(exposure.map { $0 <= 0.2 } == true, "\(child.output)")
    #expect(!child.errors.contains("Unknown"), "\(child.errors)")
    let socket = folder.path + "/units/keybridge-engine-small.socket"
    let check = try Child.run(["systemd-analyze", "verify", "--man=no", socket])
    #expect(check.errors == "", "\(check.errors)")
    let lines = contents(of: socket).split(separator: "\n")
    #expect(lines.contains("Accept=yes") && lines.contains("SocketMode=0600"))
    #expect(lines.contains("ListenStream=/run/keybridge/engines/small.sock"))
    #expect(!contents(of: service).contains("@PROGRAM@") && !contents(of: socket).contains("@ENG"))
  }

  @Test("the socket's group cannot read keyboards; only the service has the group for that")
  func twoRights() throws {
    func lines(_ path: String) -> [Substring] {
      contents(of: Self.packaging + path).split(separator: "\n").filter { !$0.hasPrefix("#") }
    }
    let service = lines("/systemd/keybridge.service.in")
    #expect(service.contains("SupplementaryGroups=keybridge-input tty"))
    #expect(service.contains("MemoryMax=512M") && service.contains("TasksMax=64"))
    #expect(lines("/systemd/keybridge.socket").contains("SocketGroup=keybridge"))
    // No user is added to the group.
    #expect(
      lines("/sysusers.d/keybridge.conf") == [#"u keybridge - "Keybridge""#, "g keybridge-input -"])
  }

  @Test("each socket of the service has a unit with the name that the program expects")
  func sockets() throws {
    let names = try Child.run([
      "sh", "-c", #"grep -h "^FileDescriptorName=" "$0"/systemd/*.socket | sort"#, Self.packaging,
    ])
    #expect(
      names.lines == ["control", "observers", "programs"].map { "FileDescriptorName=\($0)" })
    let service = contents(of: Self.packaging + "/systemd/keybridge.service.in")
    let units = try Child.run(["sh", "-c", #"cd "$0"/systemd && ls *.socket"#, Self.packaging])
    for unit in units.lines {
      for setting in ["Requires", "After", "Also"] {
        let line = try #require(
          service.split(separator: "\n").first { $0.hasPrefix("\(setting)=") }, "\(setting)")
        #expect(line.contains(unit), "\(setting)=\(unit)")
      }
      for script in ["postinst", "prerm", "postrm"] {
        #expect(contents(of: Self.packaging + "/debian/" + script).contains(unit), "\(script)")
      }
    }
  }

  @Test("the packaged example of settings is valid, as it is and with all lines uncommented")
  func example() throws {
    let path = Self.packaging + "/examples/keybridge.yaml"
    let plain = try Program.run("check", path)
    #expect(plain.status == 0, "\(plain.errors)")
    // A disabled line directly follows its number sign, or is indented.
    let all = contents(of: path).split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasPrefix("#") && (!$0.hasPrefix("# ") || $0.hasPrefix("#  ")) ? $0.dropFirst() : $0
    }
    #expect(all.contains { $0.hasPrefix("    run: ") } && all.contains("locks: num"))
    let whole = try Program.run("check", "-", input: Array(all.joined(separator: "\n").utf8))
    #expect(whole.status == 0, "\(whole.errors)")
  }

  @Test("the unit and the page name the polkit rule that lets a command restart a unit")
  func polkit() throws {
    let rule = "50-keybridge-till.rules"
    #expect(contents(of: Program.root + "/Documentation/Configuration.md").contains(rule))
    let text = contents(of: Self.packaging + "/examples/" + rule)
    #expect(text.contains(#"action.lookup("unit") == "till.service""#))
    #expect(
      contents(of: Self.packaging + "/systemd/keybridge.service.in").contains("User=keybridge"))
    #expect(text.contains(#"subject.user == "keybridge""#))
  }

  @Test(
    "the package's scripts are valid shell, and end at the first failure",
    arguments: ["postinst", "prerm", "postrm", "build", "check"])
  func scripts(_ name: String) throws {
    let path = Self.packaging + "/debian/" + name
    #expect(try Child.run(["sh", "-n", path]).status == 0)
    #expect(contents(of: path).contains("\nset -e"))
  }
}
