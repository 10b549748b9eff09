// SPDX-License-Identifier: Apache-2.0
import Engines
import InputMethods
import Sandbox
import TestPrograms
import TestSupport
import Testing

@testable import keybridge

/// The findings of the doctor about language engines.
@Suite struct EngineDoctorTests {
  private static let whole = KernelSandbox(landlockVersion: 1, restrictsCalls: true)

  private func findings(
    _ manifests: [EngineManifest], sandbox: KernelSandbox = whole, sockets: Set<String> = []
  ) -> [Finding] {
    Finding.engines(
      EngineList(manifests), sandbox: sandbox, sockets: sockets, installation: .packaged)
  }

  private func manifest(
    _ program: [String] = ["/usr/bin/env"], socket: String? = nil
  ) -> EngineManifest {
    EngineManifest(
      name: "all", methods: ["kana", "pinyin", "zhuyin", "handwriting"], languages: ["ja", "zh"],
      verbs: [.convert], program: program, socket: socket)
  }

  @Test("A missing engine is a remark with its package")
  func missing() {
    let found = findings([])
    #expect(found.map(\.state) == [.remark, .remark, .remark, .remark])
    #expect(found.first?.what == "no engine converts kana: kana stay kana")
    #expect(
      found.first?.hint
        == "apt-get install ./keybridge-engine-mozc_*.deb (files of the release), if you type it")
    #expect(found[2].hint?.contains("keybridge-engine-libime") == true)
    #expect(
      found[3].what == "no engine converts handwriting: drawn characters are not recognised")
    #expect(found[3].hint?.contains("keybridge-engine-handwriting") == true)
    let built = Finding.engines(
      EngineList([]), sandbox: Self.whole, sockets: [], installation: .built)
    #expect(
      built.first?.hint == "make install-engines in a clone of Keybridge, if you type it")
  }

  @Test("A usable engine is good; one without a program or a listener is a problem")
  func usable() {
    #expect(findings([manifest()]).map(\.state) == [.good])
    let gone = findings([manifest(["/usr/bin/none"])])
    #expect(gone.map(\.state) == [.trouble] && gone[0].what.contains("/usr/bin/none: No such file"))
    let silent = findings([manifest([], socket: "/run/e.sock")])
    #expect(silent.map(\.state) == [.trouble] && silent[0].what.contains("/run/e.sock"))
    let served = findings([manifest([], socket: "/run/e.sock")], sockets: ["/run/e.sock"])
    #expect(served.map(\.state) == [.good])
  }

  @Test("F026 an engine of handwriting without its data is a problem with the package of the data")
  func handwriting() throws {
    let folder = try TemporaryFolder()
    func drawn(_ program: [String]) -> EngineManifest {
      EngineManifest(
        name: "handwriting", methods: ["handwriting"], languages: ["ja"], verbs: [.recognise],
        program: program)
    }
    let found = findings([manifest(), drawn(["/usr/bin/env", folder.path])])
    #expect(found.map(\.state) == [.good, .good, .trouble])
    #expect(found[1].what == "the engine handwriting recognises handwriting in ja")
    #expect(
      found[2].what
        == "the engine handwriting recognises nothing: \(folder.path)/projection.data: No such file"
        + " or directory")
    #expect(found[2].hint?.contains("keybridge-handwriting") == true)
    _ = try folder.write("data".utf8, to: "projection.data")
    #expect(findings([drawn(["/usr/bin/env", folder.path])]).first?.state == .good)
    #expect(findings([drawn(["/bin/none"])]).count == 4, "one problem, and the missing engines")
  }

  @Test("A kernel without a part of the sandbox is reported, unless all engines have sockets")
  func sandbox() {
    let none = KernelSandbox(landlockVersion: 0, restrictsCalls: false)
    let found = findings([manifest()], sandbox: none)
    #expect(found.map(\.state) == [.good, .trouble])
    #expect(found[1].what == "the kernel has no seccomp, without which Keybridge starts no engine")
    let files = findings(
      [manifest()], sandbox: KernelSandbox(landlockVersion: 0, restrictsCalls: true))
    #expect(files.map(\.state) == [.good, .remark] && files[1].what.contains("Landlock"))
    #expect(findings([manifest()]).map(\.state) == [.good], "Linux 6.1 lacks nothing")
    let served = findings(
      [manifest(socket: "/run/e.sock")], sandbox: none, sockets: ["/run/e.sock"])
    #expect(served.map(\.state) == [.good])
  }

  @Test("An engine with rights names them, and is a problem where no namespace can be created")
  func rights() {
    var able = manifest()
    able.rights = [.localSockets, .processes]
    let good = findings([able])
    #expect(good.map(\.state) == [.good])
    #expect(good[0].what.hasSuffix(" in ja, zh, with the rights processes, local-sockets"))
    let none = KernelSandbox(landlockVersion: 1, restrictsCalls: true, createsNamespaces: false)
    let found = findings([able, manifest()], sandbox: none)
    #expect(found.map(\.state) == [.good, .good, .trouble])
    #expect(
      found[2].what
        == "the kernel creates no namespaces for this user, without which Keybridge does not start"
        + " the engine all")
    able.socket = "/run/e.sock"
    #expect(
      findings([able], sandbox: none).last?.hint?.contains("keybridge-engine-all.socket") == true)
    let served = findings([able], sandbox: none, sockets: ["/run/e.sock"])
    #expect(served.map(\.state) == [.good] && !served[0].what.contains("rights"))
    #expect(findings([manifest()], sandbox: none).map(\.state) == [.good])
  }

  @Test("A missing data file of an input method is a remark with its package")
  func missingData() {
    let found = Finding.methodData(missing: MethodData.allCases)
    #expect(found.map(\.state) == [.remark, .remark])
    #expect(found[0].hint == "apt-get install libhangul-data, if you need them")
    #expect(found[1].what.hasSuffix("stroke.dict.yaml is missing: strokes stay letters"))
    #expect(Finding.methodData(missing: []).isEmpty)
  }

  @Test("A mistake in a manifest is a problem with its place")
  func mistake() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("name: x\nverb: y\n".utf8, to: "x.yaml")
    let doctor = try Program.run("doctor", environment: ["KEYBRIDGE_ENGINES": folder.path])
    #expect(doctor.output.contains("x.yaml:2:1: unknown key"), "\(doctor.output)")
  }
}
