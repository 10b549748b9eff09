// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// The methods of a connection: greeting, snapshot, events, modes, end.
extension ProgramMethods {
  /// The methods for connecting, disconnecting and subscribing.
  static let session: [String: Method<ProgramClient>] = [
    "hello": Method([
      "name", "version", "resume", "token", "grace", "keep", "events", "offsets", "extensions",
    ]) {
      (client, parameters) throws(RequestError) in
      guard client.greeted == nil else {
        throw RequestError(.failed, "hello was already sent", at: "/method")
      }
      let name = try parameters.text("name")
      guard (1...100).contains(name.utf8.count), !name.contains(where: \.isNewline) else {
        throw RequestError(
          .invalidParameter, "a name must have from 1 to 100 bytes, on one line",
          at: parameters.pointer("name"))
      }
      if let version = try parameters.text(ifThere: "version"),
        version.split(separator: ".").first != protocolVersion.split(separator: ".").first
      {
        throw RequestError(
          .unsupported,
          "this is version \(protocolVersion) of the protocol, not \(version.excerpt)",
          at: parameters.pointer("version"))
      }
      let resumes = try parameters.bool(ifThere: "resume") ?? false
      let token = try parameters.text(ifThere: "token", limit: 100)
      let grace = try parameters.number(ifThere: "grace", in: ProgramTimes.grace)
      let keep = try parameters.number(ifThere: "keep", in: ProgramTimes.keep)
      let filter = try EventFilter(parameters)
      let allowsExtensions = try parameters.bool(ifThere: "extensions") ?? true
      let unit = try parameters.choice(ifThere: "offsets", as: OffsetUnit.self)
      let hub = client.hub
      guard let connection = client.connection else { throw .notConnected }
      let (program, isBack) = hub.greet(connection, name: name, token: resumes ? token : nil)
      hub.directory.subscribe(program, to: filter)
      program.offsetUnit = unit ?? .utf16
      program.window.allowsThirdPartyInputMethods = allowsExtensions
      for container in program.containers.values { container.external?.programDidConnect() }
      if let grace { program.graceSeconds = grace }
      if let keep { program.keepSeconds = keep }
      return Hello(
        of: program, in: hub.engine, handwriting: handwriting(hub), devices: hub.encoder.devices,
        resumed: isBack)
    },
    "ping": Method { (_, _) throws(RequestError) in Done() },
    "bye": Method { (client, _) throws(RequestError) in
      let program = try client.program
      program.isLeaving = true
      return Done()
    },
    "capabilities": Method { (client, _) throws(RequestError) in
      _ = try client.program
      return CapabilityReport(handwriting: handwriting(client.hub))
    },
    "subscribe": Method(["events"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      client.hub.directory.subscribe(program, to: try EventFilter(parameters))
      return Done()
    },
    "snapshot": Method { (client, _) throws(RequestError) in
      ProgramSnapshot(of: try client.program, in: client.hub.engine)
    },
    "grace": Method(["seconds"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let seconds = try parameters.number(ifThere: "seconds", in: ProgramTimes.grace)
      guard let seconds else { throw parameters.invalid("seconds", "a whole number") }
      program.graceSeconds = seconds
      return Done()
    },
    "mode.set": Method(["mode"]) { (_, _) throws(RequestError) in
      // A program never switches the mode, whatever it requests (MOD-2).
      throw RequestError(
        .notPermitted, "only the user can set the mode; use mode.prefer instead",
        at: "/method")
    },
    "mode.prefer": Method(["language", "context"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let controller = program.controller
      let language = try parameters.text(ifThere: "language")
      let context = try parameters.text(ifThere: "context")
      if parameters.has("language") { controller.wantedLanguage = language }
      if parameters.has("context") { controller.context = context.map(program.ownContext) }
      return Done()
    },
  ]
}

extension ProgramMethods {
  /// Finds out whether programs can send ink.
  private static func handwriting(_ hub: ProgramHub) -> HandwritingSupport {
    HandwritingSupport(hub.engineService, in: hub.engine.modes.list)
  }
}

extension RequestError {
  /// The error of a request that only a connected program can send.
  fileprivate static let notConnected = RequestError(.failed, "the program is not connected")
}

/// The response to `hello`.
private struct Hello: Encodable {
  var capabilities = ProgramMethods.names.sorted()
  var devices: [DeviceDescription]
  var features: [String: CapabilityReport.Support]
  var limits: Limits
  var program: Int
  var questions = ProgramRequestName.allCases.map(\.rawValue)
  var resumed: Bool
  var server = "keybridge"
  var snapshot: ProgramSnapshot
  /// The token that the program needs for `resume`.
  var token: String
  var version = protocolVersion

  struct Limits: Encodable {
    var answerMilliseconds = Int(TextEngine.answerLimit / .milliseconds(1))
    var items = Program.itemLimit
    var commands = Program.commandLimit
    var lineBytes = ProgramHub.Limits().connection.lineBytes
    var textUnits: Int
  }

  init(
    of program: Program, in engine: TextEngine, handwriting: HandwritingSupport,
    devices: [DeviceInfo], resumed: Bool
  ) {
    features = CapabilityReport.features(handwriting: handwriting)
    self.devices = devices.map(DeviceDescription.init)
    self.program = program.number
    token = program.token
    limits = Limits(textUnits: program.quota.units)
    snapshot = ProgramSnapshot(of: program, in: engine)
    self.resumed = resumed
  }
}
