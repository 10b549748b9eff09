// SPDX-License-Identifier: Apache-2.0
import CSandbox
import Glibc
import TestTraits
import Testing

@testable import Sandbox

/// The rights that a process has lost once it has confined itself.
///
/// Each test runs in a process of its own, because the rights do not come back.
@Suite struct ConfinementTests {
  @Test("A process that keeps its user loses every capability, also as root", .needsRoot)
  func capabilities() async {
    await #expect(processExitsWith: .success) {
      exit(status(of: "CapEff") == noCapability ? 0 : 1)
    }
    await #expect(processExitsWith: .success) {
      exit(status(of: "CapPrm") == noCapability ? 0 : 1)
    }
    await #expect(processExitsWith: .success) {
      exit(status(of: "CapBnd") == noCapability ? 0 : 1)
    }
  }

  @Test("A process cannot become its former user again, and belongs to no other group", .needsRoot)
  func user() async {
    await #expect(processExitsWith: .success) {
      exit(status(of: "Uid", user: 65_534) == String(repeating: "65534", count: 4) ? 0 : 1)
    }
    await #expect(processExitsWith: .success) {
      exit(status(of: "Gid", user: 65_534) == String(repeating: "65534", count: 4) ? 0 : 1)
    }
    await #expect(processExitsWith: .success) {
      var groups: [gid_t] = [0, 1]
      guard setgroups(groups.count, &groups) == 0 else { exit(2) }
      exit(status(of: "Groups", user: 65_534) == "" ? 0 : 1)
    }
  }

  @Test("A process that may read a file can neither write, cut off nor remove it, nor read others")
  func files() async throws {
    let folder = sharedFolder(of: getpid())
    defer { for path in [folder + "/open", folder + "/closed", folder] { remove(path) } }
    try #require(mkdir(folder, 0o755) == 0)
    for name in ["open", "closed"] {
      let descriptor = open("\(folder)/\(name)", O_CREAT | O_WRONLY, 0o644)
      try #require(write(descriptor, "text", 4) == 4 && close(descriptor) == 0)
    }
    await #expect(processExitsWith: .success) {
      let folder = sharedFolder(of: getppid())
      do {
        let rules = try FileRules(mayConnect: false, reachesOthers: false)
        // An older Landlock does not know files that are cut off.
        guard keybridge_landlock_version() >= 3 else { exit(0) }
        try rules.allow(.read, [folder + "/open"])
        guard confine(files: rules.descriptor) else { exit(2) }
      } catch {
        exit(3)
      }
      let canRead = open(folder + "/open", O_RDONLY) >= 0
      let refused = [
        open(folder + "/open", O_WRONLY), open(folder + "/closed", O_RDONLY),
        truncate(folder + "/open", 0), unlink(folder + "/open"), mkdir(folder + "/new", 0o755),
      ]
      exit(canRead && refused.allSatisfy { $0 < 0 } ? 0 : 1)
    }
  }

  @Test("A part of the confinement that the kernel refuses is reported, with its error")
  func refusal() async {
    await #expect(processExitsWith: .success) {
      // No descriptor of a ruleset.
      var confinement = keybridge_confinement(
        calls: nil, call_count: 0, files: 0, user: .max, group: .max, capabilities: 0)
      var error: Int32 = 0
      let step = keybridge_confine(&confinement, nil, &error)
      exit(step == KEYBRIDGE_STEP_FILES && error != 0 ? 0 : 1)
    }
  }

  @Test("A process cannot get privileges from a program that it executes")
  func privileges() async {
    await #expect(processExitsWith: .success) {
      exit(status(of: "NoNewPrivs") == "1" ? 0 : 1)
    }
  }
}

/// Confines the current thread, and returns a line of its status.
private func status(of name: String, user: UInt32 = .max) -> String? {
  guard confine(user: user), let stream = fopen("/proc/thread-self/status", "re") else {
    return nil
  }
  defer { fclose(stream) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), stream) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    if text.hasPrefix(name + ":") {
      return String(text.dropFirst(name.count + 1).filter { !$0.isWhitespace })
    }
  }
  return nil
}

/// Confines the current thread.
private func confine(files: Int32 = -1, user: UInt32 = .max) -> Bool {
  var confinement = keybridge_confinement(
    calls: nil, call_count: 0, files: files, user: user, group: user, capabilities: 0)
  var error: Int32 = 0
  return keybridge_confine(&confinement, nil, &error) == KEYBRIDGE_STEP_NONE
}

/// A folder whose name a process and its child know.
private func sharedFolder(of process: pid_t) -> String { "/tmp/keybridge-confined-\(process)" }

private let noCapability = String(repeating: "0", count: 16)
