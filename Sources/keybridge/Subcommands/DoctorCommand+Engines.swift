// SPDX-License-Identifier: Apache-2.0
import Bridge
import Engines
import Glibc
import InputMethods
import Sandbox

/// The findings of `doctor` about language engines and the data of input methods.
extension Finding {
  /// Checks the language engines of this machine.
  static func enginesOfThisMachine() -> [Finding] {
    engines(
      EngineList(folders: EngineList.ofThisMachine), sandbox: .ofThisKernel.tryingNamespaces(),
      sockets: ServiceDiagnosis.served(in: "/proc/net/unix"))
      + methodData(missing: MethodData.allCases.filter { !$0.isInstalled })
  }

  /// Reports the data files of input methods that are not installed.
  ///
  /// - Parameter missing: the files.
  /// - Returns: a remark for each.
  static func methodData(missing: [MethodData]) -> [Finding] {
    missing.map { data in
      .remark(
        "\(data.path) is missing: \(data.consequence)",
        "\(SystemPart(data).hint()), if you need them")
    }
  }

  /// Checks the language engines, without which kana, pinyin and Zhuyin are not converted.
  ///
  /// - Parameters:
  ///   - list: the installed engines.
  ///   - sandbox: the means of the kernel to confine an engine.
  ///   - sockets: the paths at which a process listens.
  ///   - installation: how the program was installed.
  /// - Returns: findings for each engine, for readings without one, and for a missing sandbox.
  static func engines(
    _ list: EngineList, sandbox: KernelSandbox, sockets: Set<String>,
    installation: Installation = .current
  ) -> [Finding] {
    var findings = list.mistakes.map {
      Finding.trouble($0.text, "install the package of the engine again, or correct the file")
    }
    for manifest in list.manifests {
      findings.append(engine(manifest, sockets: sockets))
      if let missing = missingData(of: manifest, installation) { findings.append(missing) }
    }
    for (methods, need) in EngineNeed.all
    where !list.manifests.contains(where: { !Set($0.methods).isDisjoint(with: methods) }) {
      findings.append(
        .remark(
          "no engine converts \(need.reading): \(need.consequence)",
          "\(installation.engineHint(package: need.package)), if you type it"))
    }
    let started = list.manifests.filter { $0.socket.map(sockets.contains) != true }
    if !started.isEmpty { findings += missing(in: sandbox) }
    if sandbox.restrictsCalls, !sandbox.createsNamespaces {
      findings += started.filter { !$0.rights.isEmpty }.map(refusedNamespaces)
    }
    return findings
  }

  private static func engine(_ manifest: EngineManifest, sockets: Set<String>) -> Finding {
    let does = manifest.verbs == [.recognise] ? "recognises" : "converts"
    let what =
      "the engine \(manifest.name) \(does) \(manifest.methods.joined(separator: ", "))"
      + " in \(manifest.languages.joined(separator: ", "))"
    if let socket = manifest.socket, sockets.contains(socket) { return .good(what) }
    guard let program = manifest.program.first else {
      let socket = manifest.socket ?? ""
      return .trouble(
        "the engine \(manifest.name) cannot be used: no program listens on \(socket)",
        "systemctl enable --now the socket unit of the engine, as root")
    }
    guard access(program, X_OK) == 0 else {
      return .trouble(
        "the engine \(manifest.name) cannot be started: \(program): \(systemMessage(errno))",
        "install the package of the engine again")
    }
    let rights = EngineRight.allCases.filter(manifest.rights.contains).map(\.rawValue)
    return .good(
      rights.isEmpty ? what : "\(what), with the rights \(rights.joined(separator: ", "))")
  }

  /// Reports data of handwriting that cannot be read; nil if it can, and for other engines.
  ///
  /// The engine finds it next to itself, or in the folder of its first argument.
  private static func missingData(
    of manifest: EngineManifest, _ installation: Installation
  ) -> Finding? {
    guard manifest.verbs.contains(.recognise), let program = manifest.program.first,
      access(program, X_OK) == 0
    else { return nil }
    let folder =
      manifest.program.dropFirst().first
      ?? "\(program.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())"
      + "/share/keybridge/handwriting"
    // The last file that the package installs.
    let file = folder + "/projection.data"
    guard access(file, R_OK) != 0 else { return nil }
    return .trouble(
      "the engine \(manifest.name) recognises nothing: \(file): \(systemMessage(errno))",
      installation.dataHint(package: "keybridge-handwriting", target: "handwriting"))
  }

  /// Reports an engine that is not started because the kernel refuses its namespaces.
  private static func refusedNamespaces(of manifest: EngineManifest) -> Finding {
    .trouble(
      "the kernel creates no namespaces for this user, without which Keybridge does not start the"
        + " engine \(manifest.name)",
      manifest.socket == nil
        ? "permit user namespaces to this user, or run keybridge as root"
        : "systemctl enable --now keybridge-engine-\(manifest.name).socket, as root; or permit"
          + " user namespaces to this user")
  }

  /// The parts of the sandbox that the kernel lacks for engines that this program starts.
  private static func missing(in sandbox: KernelSandbox) -> [Finding] {
    guard sandbox.restrictsCalls else {
      return [
        .trouble(
          "the kernel has no seccomp, without which Keybridge starts no engine",
          "use a kernel with CONFIG_SECCOMP_FILTER, or the socket unit of the engine")
      ]
    }
    guard sandbox.landlockVersion < 1 else { return [] }
    return [
      .remark(
        "the kernel has no Landlock: an engine that Keybridge starts can read your files",
        "use Linux 5.13 or later with CONFIG_SECURITY_LANDLOCK; or the socket unit of the engine")
    ]
  }
}
