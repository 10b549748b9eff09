// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors
import Devices
import Glibc
import Keys
import Layouts
import Sandbox
import TextBoundaries

/// `keybridge doctor`: finds the reasons why typing does not work on this machine.
extension Subcommand {
  static let doctor = Subcommand(
    "doctor", "find out why keyboards do not work, and what to do",
    options: { [.format(["table", "json"])] },
    discussion: """
      Checks input devices, permissions, the group and the udev rule, the service, its
      sockets and its sandbox, which users can read keyboards, which programs have one
      open, scanners whose codes any user's program can receive, the data of xkb and
      compose, the words of each language, language engines, those of IBus if its
      extension is installed, and on a console, how to type in its shell.
      Each problem has a hint. The exit status is 1 if there is a problem, and 77 if
      only permission is missing.
      """
  ) { invocation in
    let findings = Finding.all(invocation)
    switch try invocation.format(["table", "json"]) {
    case "json": try Console.print(jsonText(findings))
    default:
      for finding in findings {
        try Console.print("\(finding.state.mark.forConsole)  \(finding.what.printable)")
        for line in (finding.hint ?? "").split(separator: "\n") {
          try Console.print("      \(line)")
        }
      }
    }
    let troubles = findings.filter { $0.state == .trouble }
    if troubles.isEmpty { return .done }
    return troubles.allSatisfy(\.isAboutPermission) ? .notPermitted : .failed
  }
}

/// The result of one check.
struct Finding: Encodable {
  enum State: String, Encodable {
    case good, remark, trouble

    /// The mark before the line; a word is used if there is no colour to distinguish the states.
    var mark: String {
      switch (self, Console.isColoured) {
      case (.good, true): "\u{1b}[32m✓\u{1b}[0m "
      case (.remark, true): "\u{1b}[33m•\u{1b}[0m "
      case (.trouble, true): "\u{1b}[31m✗\u{1b}[0m "
      case (.good, false): "ok "
      case (.remark, false): "-- "
      case (.trouble, false): "BAD"
      }
    }
  }

  var state: State
  var what: String
  var hint: String?
  var isAboutPermission = false

  static func good(_ what: String) -> Finding { Finding(state: .good, what: what) }
  static func remark(_ what: String, _ hint: String? = nil) -> Finding {
    Finding(state: .remark, what: what, hint: hint)
  }
  static func trouble(_ what: String, _ hint: String?, isAboutPermission: Bool = false) -> Finding {
    Finding(state: .trouble, what: what, hint: hint, isAboutPermission: isAboutPermission)
  }

  static func all(_ invocation: Invocation) -> [Finding] {
    let diagnosis = DeviceDiagnosis()
    return kernel(diagnosis) + permissions(diagnosis) + service(ServiceDiagnosis())
      + sandbox(.ofThisKernel, services: RunningService.all()) + keyboards(diagnosis)
      + readers(
        of: diagnosis.devices.filter { $0.info.kind?.isKeyboard ?? true },
        group: diagnosis.group.name)
      + pointers(diagnosis, invocation) + pads(diagnosis, invocation) + scanners(invocation)
      + tables() + words(.ofThisMachine(), modes: languages(invocation))
      + enginesOfThisMachine() + ibusOfThisMachine() + consoleOfThisShell()
  }

  /// Reports keyboards that move a pointer, too, which stands still while they are grabbed
  /// (decision 31).
  private static func pointers(
    _ diagnosis: DeviceDiagnosis, _ invocation: Invocation
  ) -> [Finding] {
    let boards = diagnosis.devices.filter(\.movesPointer)
    guard !boards.isEmpty else { return [] }
    let configuration = configuration(invocation)
    return boards.filter { configuration?.settings(for: $0.info).grab != .never }.map { board in
      .remark(
        "\(board.info.path) (\(board.info.name)) moves a pointer, too, which stands still while the"
          + " keyboard is grabbed",
        "if you need the pointer, give the device an entry with match:"
          + " \(board.selector(among: diagnosis.devices)) and grab: never;"
          + " other programs then receive its keys, too")
    }
  }

  /// The settings of this user; nil if there are none that can be read.
  static func configuration(_ invocation: Invocation) -> Configuration? {
    CommonOptions.settingsFile(invocation, isReplay: false).flatMap {
      try? CommonOptions.configuration(invocation, file: $0)
    }
  }

  /// Reports scanners whose codes a program of any user can receive.
  private static func scanners(_ invocation: Invocation) -> [Finding] {
    guard let file = CommonOptions.settingsFile(invocation, isReplay: false),
      let configuration = try? CommonOptions.configuration(invocation, file: file)
    else { return [] }
    return configuration.scannerFindings.map { finding in
      let place = finding.place.map { ":\($0.line)" } ?? ""
      return .remark("\(file)\(place): \(finding.userError.message)", finding.userError.hint)
    }
  }

  private static func kernel(_ diagnosis: DeviceDiagnosis) -> [Finding] {
    var findings: [Finding] = []
    if !diagnosis.hasSysfs {
      findings.append(
        .trouble(
          "the kernel shows no input devices: /sys/class/input does not exist",
          "use a kernel with CONFIG_INPUT; in a container, share /sys and /dev/input"))
    }
    if !diagnosis.hasFolder {
      findings.append(
        .remark(
          "/dev/input does not exist",
          "the first keyboard creates it; in a container, share it: --device /dev/input"))
    }
    findings.append(
      diagnosis.hasUdevDaemon
        ? .good("udev is running: new keyboards are detected")
        : .remark(
          "udev is not running: new devices are detected, but their permissions are not set",
          "\(SystemPart.udev.hint()), unless another program creates the device nodes"))
    for errno in diagnosis.monitorFailures {
      let notice = SourceNotice.monitorFailed(errno: errno).message
      findings.append(.trouble(notice.text, notice.hint))
    }
    return findings
  }

  private static let installation = Installation.current.hint()

  private static func permissions(_ diagnosis: DeviceDiagnosis) -> [Finding] {
    let group = diagnosis.group
    let rules = ["/etc/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d"]
      .map { $0 + "/70-keybridge.rules" }.first { access($0, F_OK) == 0 }
    var findings = [
      rules.map { Finding.good("the udev rule is installed: \($0)") }
        ?? .remark("the udev rule is not installed", Self.installation),
      group.number == nil
        ? .remark(
          "the group '\(group.name)' does not exist",
          "\(Self.installation); or groupadd --system \(group.name)")
        : .good("the group '\(group.name)' exists"),
    ]
    if diagnosis.isRoot {
      findings.append(
        .remark("this program runs as root, which may read everything; a service should not"))
    } else if group.number != nil, !group.hasUser {
      findings.append(
        .remark(
          "you are not in the group '\(group.name)', which 'keybridge run' needs",
          "usermod -aG \(group.name) USER, as root; clients of the service do not need it"))
    } else if group.hasUser, !group.hasProcess {
      findings.append(
        .remark(
          "you are in the group '\(group.name)', but this login session is not", "log in again"))
    }
    return findings
  }

  private static func keyboards(_ diagnosis: DeviceDiagnosis) -> [Finding] {
    let keyboards = diagnosis.devices.filter { $0.info.kind?.isKeyboard ?? true }
    if keyboards.isEmpty {
      return [
        .trouble(
          "no keyboard is attached", "plug one in; 'keybridge devices --all' shows other devices")
      ]
    }
    return keyboards.flatMap { keyboard -> [Finding] in
      let name = "\(keyboard.info.path) (\(keyboard.info.name))"
      switch keyboard.access {
      case .full, .readOnly:
        let state = Finding.good("\(name) may be read")
        let users = keyboard.users.map(\.description).joined(separator: ", ")
        // Only an attempt to grab the device would show whether a process has grabbed it, and the
        // doctor must not grab.
        return users.isEmpty
          ? [state]
          : [state, .remark("\(name) is also open in \(users), which may have grabbed it")]
      case .notPermitted:
        return [.trouble("\(name) may not be read", Hints.permission, isAboutPermission: true)]
      case .noNode:
        return [
          .remark("\(name) has no node in /dev/input", "start udev, or create the node with mknod")
        ]
      case .failed(let errno):
        return [.trouble("\(name) cannot be opened: \(systemMessage(errno))", nil)]
      }
    }
  }

  private static func tables() -> [Finding] {
    var findings: [Finding] = []
    do throws(LayoutError) {
      let catalogue = try LayoutCatalogue()
      let count = catalogue.search("", kinds: [.layout]).count
      findings.append(
        count > 0
          ? .good("xkb has \(count) layouts")
          : .trouble("xkb has no layouts", SystemPart.layouts.hint()))
    } catch {
      let userError = UserFacingError(error)
      findings.append(.trouble(userError.message, userError.hint))
    }
    let compose = LayoutSources().composeFolder + "/en_US.UTF-8/Compose"
    findings.append(
      access(compose, R_OK) == 0
        ? .good("the compose tables of libX11 are installed")
        : .remark(
          "the compose tables of libX11 are not installed; a small built-in table is used",
          SystemPart.composeTables.hint()))
    findings.append(
      TextSegmenter.release.map {
        .good("ICU \($0) is installed: words and directions of all scripts are supported")
      }
        ?? .remark(
          "ICU (libicuuc) is missing: words and directions use simple rules",
          SystemPart.icu.hint()))
    return findings
  }
}
