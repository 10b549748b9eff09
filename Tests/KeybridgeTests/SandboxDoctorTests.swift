// SPDX-License-Identifier: Apache-2.0
import Sandbox
import TestSupport
import Testing

@testable import keybridge

/// The findings of the doctor about the sandbox of the service.
@Suite struct SandboxDoctorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func add(
    _ process: Int, name: String = "keybridge", arguments: [String] = ["run"], status: String
  ) throws {
    try folder.makeFolder("proc/\(process)")
    let line = (["/usr/bin/keybridge"] + arguments).map { $0 + "\0" }.joined()
    for (file, text) in [("comm", name + "\n"), ("cmdline", line), ("status", status)] {
      _ = try folder.write(text.utf8, to: "proc/\(process)/\(file)")
    }
  }

  private func findings(
    _ kernel: KernelSandbox = KernelSandbox(landlockVersion: 6, restrictsCalls: true)
  )
    -> [Finding]
  {
    Finding.sandbox(kernel, services: RunningService.all(root: folder.path))
  }

  @Test("Services are found by their name and their command; each is confined or not")
  func services() throws {
    try folder.makeFolder("proc")
    let on = "Name:\tkeybridge\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n"
    let off = "Name:\tkeybridge\nNoNewPrivs:\t0\nSeccomp:\t0\nSeccomp_filters:\t0\n"
    try add(20, arguments: ["run", "--mirror", "none"], status: on)
    try add(3, status: off)
    try add(4, status: off.replacing("Seccomp:\t0", with: "Seccomp:\t2"))
    try add(5, name: "keybridge-start", status: off)
    try add(6, arguments: ["replay", "run"], status: off)
    try add(7, name: "bash", status: off)
    let found = findings()
    #expect(found.map(\.state) == [.good, .remark, .remark, .good])
    #expect(found[0].what == "the kernel can confine 'keybridge run': Landlock 6, seccomp")
    #expect(found[1].what == "'keybridge run' (process 3) keeps all rights of its user")
    #expect(found[1].hint == "start it without --no-sandbox, unless a command needs it")
    #expect(found[2].what.contains("process 4"))
    #expect(found[3].what.hasPrefix("'keybridge run' (process 20) is confined"))
  }

  @Test("A kernel without a part of the sandbox is a remark with the part")
  func kernel() throws {
    let found = findings(KernelSandbox(landlockVersion: 0, restrictsCalls: true))
    #expect(found.map(\.state) == [.remark])
    #expect(found[0].what.hasSuffix("fully: it has no Landlock, which restricts files"))
    #expect(found[0].hint?.contains("lsm=") == true)
  }
}
