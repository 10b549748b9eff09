// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors
import TextInput

/// The methods of the control socket, which Documentation/Protocol.md describes.
enum ControlMethods {
  /// The methods by name.
  static let all = serviceMethods.merging(languageMethods) { own, _ in own }
    .merging(fillingMethods) { own, _ in own }.merging(extensionMethods) { own, _ in own }

  /// The names of the methods.
  static var names: Set<String> { Set(all.keys) }

  private static let serviceMethods: [String: Method<ControlClient>] = [
    "ping": Method { (_, _) throws(RequestError) in Done() },
    "status": Method { (client, _) throws(RequestError) in ServiceStatus(of: client.hub) },
    "reload": Method { (client, _) throws(RequestError) in
      client.wantsReload = true
      return Done()
    },
    "snapshot": Method { (client, _) throws(RequestError) in
      SnapshotLine(snapshot: Snapshot(of: client.hub.engine), devices: client.hub.encoder.devices)
    },
    "capabilities": Method { (client, _) throws(RequestError) in
      CapabilityReport(
        handwriting: .init(client.hub.engineService, in: client.hub.engine.modes.list))
    },
    "commands.active": Method { (client, _) throws(RequestError) in
      ListedCommand.active(in: client.hub.engine)
    },
    "mode.list": Method { (client, _) throws(RequestError) in ServiceModes(of: client.hub.engine) },
    "mode.set": Method(["mode"]) { (client, parameters) throws(RequestError) in
      let modes = client.hub.engine.modes
      let mode = try client.mode(parameters, among: modes.list)
      modes.perform(.choose(mode.id))
      guard modes.current.id == mode.id else {
        throw RequestError(
          .failed, "the focused text accepts ASCII only, which \(mode.id) does not type",
          at: parameters.pointer("mode"))
      }
      return ServiceModes(of: client.hub.engine)
    },
    "mode.next": Method { (client, _) throws(RequestError) in
      client.hub.engine.modes.perform(.next)
      return ServiceModes(of: client.hub.engine)
    },
    "mode.enable": Method(["mode", "place"]) { (client, parameters) throws(RequestError) in
      let modes = client.hub.engine.modes
      var list = modes.list
      let mode = try client.mode(
        parameters, among: ModeList(list.modes + TextInputMode.builtin))
      list.enable(mode)
      if let place = try parameters.number(ifThere: "place", in: 0...1000) {
        list.move(mode.id, to: place)
      }
      modes.setList(list)
      return ServiceModes(of: client.hub.engine)
    },
    "mode.disable": Method(["mode"]) { (client, parameters) throws(RequestError) in
      let modes = client.hub.engine.modes
      let requested = try parameters.text("mode")
      var list = modes.list
      guard let mode = list[requested] ?? list.mode(meantBy: requested) else {
        throw .unknown("mode", requested, among: list.modes.map(\.id), parameters, "mode")
      }
      guard list.modes.count > 1 else {
        throw RequestError(
          .failed, "\(mode.id) is the only mode; enable another mode first",
          at: parameters.pointer("mode"))
      }
      guard !mode.isOfExtension else {
        throw RequestError(
          .failed, "\(mode.id) belongs to an extension; use extensions.disable",
          at: parameters.pointer("mode"))
      }
      list.disable(mode.id)
      modes.setList(list)
      return ServiceModes(of: client.hub.engine)
    },
    "engines.list": Method { (client, _) throws(RequestError) in
      EngineListing(engines: client.hub.engineService?.listing ?? [])
    },
    "settings.get": Method { (client, _) throws(RequestError) in
      NamedSettings(client.hub.engine.settings)
    },
    "settings.set": Method(
      TextInputSettings.names, unsupported: unsupportedSettings
    ) { (client, parameters) throws(RequestError) in
      let engine = client.hub.engine
      // Applied at the end, so that an error in one setting changes none of them.
      var settings = engine.settings
      try parameters.forEachSetting { (name, value) throws(TraitError) in
        try settings.set(name, to: value)
      }
      try parameters.forEachSetting { (name, value) throws(TraitError) in
        try engine.keepSetting(name, value)
      }
      return NamedSettings(engine.settings)
    },
    "programs.activate": Method(["program"]) { (client, parameters) throws(RequestError) in
      let (hub, program) = try client.program(parameters)
      guard program.state != .suspended else {
        throw RequestError(
          .failed, "program \(program.number) is disconnected", at: parameters.pointer("program"))
      }
      hub.turns.activate(program)
      return ServiceStatus(of: client.hub)
    },
    "programs.close": Method(["program"]) { (client, parameters) throws(RequestError) in
      let (hub, program) = try client.program(parameters)
      if let connection = program.connection {
        program.isLeaving = true
        connection.close()
      } else {
        hub.directory.forget(program)
      }
      return ServiceStatus(of: client.hub)
    },
    "subscribe": Method(["events"]) { (client, parameters) throws(RequestError) in
      client.filter = try EventFilter(parameters)
      return Done()
    },
    "monitor": Method { (client, _) throws(RequestError) in
      client.isMonitor = true
      return Done()
    },
  ]

  /// The settings that have no effect yet, each with the text of its error.
  private static let unsupportedSettings = Dictionary(
    uniqueKeysWithValues: TextInputSettings.unsupported.map { name, reason in
      (
        name,
        TraitError.unsupportedSetting(name, reason: reason).words
          + "; settings.get lists the settings that have an effect"
      )
    })
}

extension ControlClient {
  /// The program whose number a request names.
  func program(
    _ parameters: Parameters
  ) throws(RequestError) -> (ProgramHub, Program) {
    let number = try parameters.number("program")
    guard let programs = hub.programs, let program = programs.program(number: number) else {
      throw RequestError(
        .unknownName, "there is no program \(number); status lists them",
        at: parameters.pointer("program"))
    }
    return (programs, program)
  }

  /// Finds the mode that a request names by its id or by a language.
  fileprivate func mode(
    _ parameters: Parameters, among list: ModeList
  ) throws(RequestError) -> TextInputMode {
    let requested = try parameters.text("mode")
    let engine = hub.engine
    if let mode = list.mode(meantBy: requested, where: engine.supports) { return mode }
    // An unsupported mode is not in the list, but has an error of its own.
    let known = ModeList(list.modes + TextInputMode.builtin)
    if let mode = known.mode(meantBy: requested, where: { !engine.supports($0) }) {
      throw RequestError(
        .unsupported,
        "mode \(mode.id) is unsupported: its input method \(mode.inputMethod ?? "") is not available;"
          + " mode.list lists the modes that are", at: parameters.pointer("mode"))
    }
    throw .unknown(
      "mode", requested, among: list.modes.filter(engine.supports).map(\.id), parameters, "mode")
  }
}

extension Parameters {
  /// Calls a function with each setting that the request names.
  fileprivate func forEachSetting(
    _ set: (String, JSONValue) throws(TraitError) -> Void
  ) throws(RequestError) {
    for name in names {
      let value = try wireValue(name)
      do throws(TraitError) {
        try set(name, value)
      } catch {
        throw RequestError(.invalidParameter, error.words, at: pointer(name))
      }
    }
  }
}

/// The service's status.
package struct ServiceStatus: Encodable, Hashable, Sendable {
  /// A program as the user sees it.
  package struct Program: Encodable, Hashable, Sendable {
    package var program: Int
    package var name: String
    package var state: String
    package var hasKeyboard: Bool
    package var process: Int32?
    package var user: UInt32
    package var containers: Int
    package var commands: Int
    /// Whether responses were late so often that the service no longer waits for them.
    package var isLate: Bool
  }

  package var version: String
  package var process: Int32
  package var seconds: Int
  package var mode: String
  package var keyboards: [String]
  /// The names that the keyboards report, in the order of ``keyboards``.
  package var keyboardNames: [String]?
  /// The version of the program; nil if unknown.
  package var server: String?
  /// Whether anything has the focus.
  package var isFocused: Bool
  package var programs: [Program]
  package var settings: String?
  /// The programs to which codes or commands are owed, or may be; nil from an older service.
  package var receivers: [DeliveryReceiver]?
  /// The users whose programs are connected, the costliest first.
  package var users: [UserCosts]

  init(of hub: ControlHub) {
    version = protocolVersion
    process = getpid()
    seconds = hub.seconds
    mode = hub.engine.modes.current.id
    keyboards = hub.encoder.devices.map(\.label)
    keyboardNames = hub.encoder.devices.map(\.name)
    server = hub.actions.version
    isFocused = hub.engine.hasFirstResponder
    settings = hub.actions.settingsFile()
    users = hub.programs?.users ?? []
    receivers = hub.programs?.delivery.receivers ?? []
    programs = (hub.programs?.programs ?? []).map { program in
      Program(
        program: program.number, name: program.name, state: program.state.rawValue,
        hasKeyboard: hub.programs?.turns.isHolder(program) ?? false,
        process: program.connection?.peer.process, user: program.user,
        containers: program.containers.count, commands: program.commandCount,
        isLate: program.punctuality.isAlwaysLate)
    }
  }
}

/// The user's supported modes, and the current one.
package struct ServiceModes: Encodable, Hashable, Sendable {
  package struct Mode: Encodable, Hashable, Sendable {
    package var mode: String
    package var name: String
    package var language: String
    package var inputMethod: String?

    fileprivate init(_ mode: TextInputMode) {
      self.mode = mode.id
      name = mode.displayName
      language = mode.primaryLanguage.description
      inputMethod = mode.inputMethod
    }
  }

  package var current: String
  package var modes: [Mode]
  /// The supported modes that the user has not enabled.
  package var others: [Mode]

  init(of engine: TextEngine) {
    let list = engine.modes.list
    current = engine.modes.current.id
    modes = list.modes.filter(engine.supports).map(Mode.init)
    others = TextInputMode.builtin.filter { list[$0.id] == nil && engine.supports($0) }
      .map(Mode.init)
  }
}

/// Encodes settings by name.
private struct NamedSettings: Encodable {
  let values: [String: JSONValue]

  init(_ settings: TextInputSettings) {
    values = Dictionary(
      settings.namedValues.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  func encode(to encoder: any Encoder) throws {
    try values.encode(to: encoder)
  }
}
