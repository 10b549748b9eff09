// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import keybridge

/// The doctor's findings about the service, on file trees that stand for machines.
@Suite struct ServiceDiagnosisTests {
  private let folder: TemporaryFolder
  private static let units = [
    "keybridge.service", "keybridge.socket", "keybridge-control.socket", "keybridge-observe.socket",
  ]
  private static let paths = ["keybridge", "control", "observe"].map { "/run/keybridge/\($0).sock" }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Creates a machine's files; the omitted parts are its problems.
  private func findings(
    installed: Bool = true, manager: Bool = true, enabled: Bool = true, user: Bool = true,
    served: [String] = paths, connected: [String] = []
  ) throws -> [Finding] {
    func make(_ path: String, _ text: String = "") throws {
      let whole = folder.path + path
      let parent = whole.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      let child = try Child.run(["mkdir", "-p", parent])
      #expect(child.status == 0)
      _ = try folder.write(text.utf8, to: String(path.dropFirst()))
    }
    if installed { for unit in Self.units { try make("/lib/systemd/system/\(unit)", "[Unit]\n") } }
    if manager { try make("/run/systemd/system/other.service", "[Unit]\n") }
    if enabled {
      try make("/etc/systemd/system/multi-user.target.wants/keybridge.service", "")
      for unit in Self.units.dropFirst() {
        try make("/etc/systemd/system/sockets.target.wants/\(unit)", "")
      }
    }
    let lines =
      served.map { "0000000000000000: 00000002 00000000 00010000 0001 01 12345 \($0)\n" }
      + connected.map { "0000000000000000: 00000003 00000000 00000000 0001 03 12345 \($0)\n" }
    try make(
      "/proc/net/unix",
      "Num       RefCount Protocol Flags    Type St Inode Path\n" + lines.joined()
        + "0000000000000000: 00000002 00000000 00000000 0002 01 11111\n")
    return Finding.service(ServiceDiagnosis(root: folder.path, hasUser: { _ in user }))
  }

  private func troubles(_ findings: [Finding]) -> [String] {
    findings.filter { $0.state == .trouble }.map(\.what)
  }

  @Test("A service as installed by the package has no problem, and one finding per socket")
  func good() throws {
    let findings = try findings()
    #expect(findings.allSatisfy { $0.state == .good } && findings.count == 4)
  }

  @Test("If the service is not installed, there is no finding")
  func absent() throws {
    #expect(try findings(installed: false, enabled: false, user: false, served: []).isEmpty)
  }

  @Test("A missing user of the service is a problem")
  func user() throws {
    let findings = try findings(user: false)
    #expect(troubles(findings) == ["the user 'keybridge' of the service does not exist"])
    #expect(findings.contains { $0.hint?.contains("systemd-sysusers") == true })
  }

  @Test("A disabled service is a remark, and its missing sockets are no problem")
  func disabled() throws {
    let findings = try findings(enabled: false, served: [])
    #expect(findings.map(\.state) == [.good, .remark])
    #expect(findings.last?.hint == "systemctl enable --now keybridge, as root")
  }

  @Test("A socket without a listener is a problem, even if a client is still connected")
  func sockets() throws {
    let findings = try findings(served: Array(Self.paths.dropFirst()), connected: [Self.paths[0]])
    #expect(troubles(findings) == ["no program listens on /run/keybridge/keybridge.sock"])
    #expect(findings.contains { $0.hint?.contains("status keybridge.socket'") == true })
  }

  @Test("On a machine without systemd a missing listener is no problem")
  func noManager() throws {
    let findings = try findings(manager: false, served: [])
    #expect(findings.map(\.state) == [.good, .remark])
  }

  @Test("A masked service is a problem, even if everything else is installed")
  func masked() throws {
    _ = try findings()
    let mask = folder.path + "/etc/systemd/system/keybridge.service"
    #expect(symlink("/dev/null", mask) == 0)
    let findings = Finding.service(ServiceDiagnosis(root: folder.path, hasUser: { _ in true }))
    #expect(troubles(findings) == ["the service is masked: \(mask)"])
  }

  @Test("The kernel's table lists a listener as long as it exists")
  func kernel() throws {
    let path = folder.path + "/a listener.sock"
    var listener: LiveChild? = try LiveChild(["socat", "UNIX-LISTEN:\(path)", "-"])
    try eventually("the listener") { ServiceDiagnosis.served(in: "/proc/net/unix").contains(path) }
    listener?.signal(SIGTERM)
    _ = try listener?.end()
    listener = nil
    #expect(!ServiceDiagnosis.served(in: "/proc/net/unix").contains(path))
  }
}
