// SPDX-License-Identifier: Apache-2.0
import Devices
import KeyCommands
import Keys
import Layouts
import Service
import TestSupport
import Testing
import TextInput

@testable import Bridge

/// The effect of a reload on each row of the table of settings.
@Suite struct SettingsReloadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two values of a setting with different effects, where those of `SettingsTableTests` have the
  /// same.
  private static let changes: [String: (String, String)] = [
    "rules": ("evdev", "base"), "model": ("pc105", "applealu_iso"), "layout": ("us", "de"),
    "variant": ("''", "dvorak"), "options": ("'compose:ralt'", "'ctrl:nocaps'"),
    "symbols": ("[]", "/usr/share/X11/xkb"),
    "compose-file": ("''", "/usr/share/X11/locale/en_US.UTF-8/Compose"),
    "devices": ("[]", "[{match: all, grab: never}]"), "devices.match": ("name=Other", "all"),
    "devices.scanner": ("{}", "{gap: 50}"), "devices.scanner.keys": ("{f8: GS}", "{f8: RS}"),
    "devices.scanner.user": ("root", "7"), "assistance": ("on", "off"),
    "modes.mode": ("sv", "de"), "modes.variant": ("neo", "nodeadkeys"),
    "repeat": ("{}", "{delay: 400}"), "extensions": ("{}", "{confinement: optional}"),
    "input-methods": ("{}", "{page-size: 5}"),
    "input-methods.engines": ("{ja+romaji: mozc}", "{ja+romaji: none}"),
    "input-methods.learning": ("no", "[hanja]"), "commands.command": ("a", "b"),
    "commands.title": ("T", "U"), "commands.group": ("G", "H"), "commands.argument": ("x", "y"),
    "commands.when": ("{}", "{focus: text}"), "commands.run": ("[ls]", "[ls, -l]"),
  ]

  /// The files before and after the change of a setting.
  private static func files(_ row: SettingsTableTests.Row) -> (before: String, after: String) {
    if row.path == "allow-processes" {
      let commands = "commands: [{command: a, chord: f1, run: [ls]}]"
      return ("{allow-processes: yes, \(commands)}", "{allow-processes: no, \(commands)}")
    }
    // The settings of a keyboard are the same in an entry of `devices`.
    let change =
      changes[row.path] ?? (row.path.hasPrefix("devices.") ? changes[row.setting.name] : nil)
    let good = row.values.good
    let (before, after) = change ?? (good.first ?? "", good.last ?? "")
    return (
      SettingsTableTests.file(row, before).text, SettingsTableTests.file(row, after).text
    )
  }

  /// A session on a keyboard and a scanner.
  private final class Desk {
    let session: Session
    let source = Source()
    let loop: EventLoop
    let reload: SettingsReload

    init(_ path: String) throws {
      let settings = try SessionSettings(
        Invocation(options: ["config": [path]]), isReplay: true)
      session = try Session(settings, engine: settings.makeEngine())
      loop = try EventLoop(signals: [])
      let log = ServiceLog(stream: nil, identifier: "test") { _ in }
      reload = SettingsReload(
        session, on: source, loop: loop, isGrabbing: true, launcher: nil, reports: LiveReports(log))
      source.reconfigure(session.configuration, isGrabbing: true)
    }

    /// Calls a function while the session runs, with all devices connected.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
      var result: Swift.Result<Result, any Error>?
      try withoutActuallyEscaping(body) { body in
        source.whenConnected = { result = Swift.Result { try body() } }
        _ = try session.pipeline.run(source)
        source.whenConnected = {}
      }
      return try #require(result).get()
    }

    /// Reloads the settings, and returns the lines of the result.
    func reloaded() throws -> [String] {
      var result: Result<[String], ReloadFailure>?
      reload.start { result = $0 }
      while result == nil { _ = try loop.turn(until: nil) }
      return try result?.get() ?? []
    }

    /// The values that are in use, by the part of the session.
    func state() -> [(part: String, value: AnyHashable)] {
      let (engine, configuration) = (session.engine, session.configuration)
      let commands = (engine.userCommands?.registries ?? []).flatMap { $0?.commands ?? [] }
      var parts: [(String, AnyHashable)] = [
        ("user", engine.settings), ("off", engine.turnsAssistanceOff),
        ("bindings", engine.bindings.rows.map { [$0.id] + $0.chords.map(\.words) }),
        ("commands", commands), ("processes", configuration.commands.map(\.process)),
        ("receivers", configuration.receivers.sorted()),
        ("extensions", configuration.extensions),
        ("source", source.options), ("words", session.language.dictionary),
        ("phrases", session.language.replacements.map { [$0.shortcut, $0.phrase] }),
        ("methods", configuration.inputMethods), ("modes", engine.modes.list.modes.map(\.id)),
      ]
      for device in source.devices {
        parts.append((device.name, configuration.settings(for: device)))
        for code in [21, 39, 58, 56, 18] as [UInt16] {
          for phase in [KeyEvent.Phase.press, .release] {
            let event = KeyEvent(
              time: .zero, device: device.id, code: KeyCode(code), phase: phase)
            parts.append(("\(device.name) \(code)", session.layouts.keystroke(for: event)))
          }
        }
      }
      return parts
    }
  }

  /// A source that remembers its settings.
  private final class Source: RunSource {
    let devices = [
      DeviceInfo(id: DeviceID(rawValue: 0), name: "Board"),
      DeviceInfo(id: DeviceID(rawValue: 1), name: "Scanner"),
    ]
    var options: LiveSource.Options?
    var willWait: (() -> Void)?
    /// Called once all devices are connected.
    var whenConnected: () -> Void = {}
    private var connected = 0

    func takeEnds(ofKeysOn device: DeviceID) -> [KeyEvent] { [] }
    func reconfigure(_ configuration: Configuration, isGrabbing: Bool) {
      options = configuration.liveOptions(isGrabbing: isGrabbing)
    }
    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      if connected < devices.count {
        connected += 1
        return .connected(devices[connected - 1])
      }
      whenConnected()
      return .end(.finished)
    }
    func light(_ leds: LockLEDs, on device: DeviceID) {}
    func setGrabbed(_ isWanted: Bool) {}
  }

  @Test(
    "a reload applies a setting as a start does, or says that it waits for a restart",
    arguments: SettingsTableTests.rows)
  func effect(_ row: SettingsTableTests.Row) throws {
    let (before, after) = Self.files(row)
    let path = try folder.write(before.utf8, to: "settings.yaml")
    let desk = try Desk(path)
    let (old, lines, reloaded) = try desk.run {
      let old = desk.state()
      _ = try folder.write(after.utf8, to: "settings.yaml")
      return (old, try desk.reloaded(), desk.state())
    }
    let top = try #require(
      SettingsList.all.first { $0.name == row.path.prefix { $0 != "." } })
    let waits = lines.contains("changes to \(top.name) take effect after a restart")
    #expect(waits == top.needsRestart, "\(before), \(after): \(lines)")
    if top.needsRestart {
      #expect(differences(old, reloaded).isEmpty, "\(differences(old, reloaded))")
    } else {
      let other = try Desk(path)
      let started = try other.run { other.state() }
      #expect(differences(started, reloaded).isEmpty, "\(differences(started, reloaded))")
      #expect(!differences(old, started).isEmpty, "\(before), \(after): no effect")
    }
  }

  @Test(
    "a reload of a file with a mistake changes nothing and says why", arguments: ["grab: x", "["])
  func refusal(_ text: String) throws {
    let path = try folder.write("layout: de\ngrab: never".utf8, to: "settings.yaml")
    let desk = try Desk(path)
    try desk.run {
      let old = desk.state()
      _ = try folder.write("layout: us\n\(text)".utf8, to: "settings.yaml")
      let failure = #expect(throws: ReloadFailure.self) { try desk.reloaded() }
      #expect(failure?.lines.first?.contains("settings.yaml:") == true, "\(failure?.lines ?? [])")
      #expect(differences(old, desk.state()).isEmpty)
    }
  }

  /// The parts of two states that differ.
  private func differences(
    _ first: [(part: String, value: AnyHashable)], _ second: [(part: String, value: AnyHashable)]
  ) -> [String] {
    zip(first, second).filter { $0.value != $1.value }
      .map { "\($0.part): \($0.value), \($1.value)" }
  }
}
