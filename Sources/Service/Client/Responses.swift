// SPDX-License-Identifier: Apache-2.0

// The results that a client of the control socket decodes. The service encodes the same types.

/// The responses of a service, read by the subcommands that send requests to it.
extension ListedCommand {
  init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    id = try response.text("id")
    title = try response.text("title")
    group = try response.text("group")
    chords = try response.texts("chords")
    `where` = try response.text("where")
    source = try response.text("source")
    state = try response.text("state")
    argument = try response.text(ifThere: "argument")
  }
}

extension ServiceStatus {
  init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    version = try response.text("version")
    process = try response.number("process")
    seconds = try response.number("seconds")
    mode = try response.text("mode")
    keyboards = try response.texts("keyboards")
    // Older services do not send these members.
    receivers = try response.objects(ifThere: "receivers", DeliveryReceiver.init)
    keyboardNames = try response.texts(ifThere: "keyboardNames")
    server = try response.text(ifThere: "server")
    isFocused = try response.flag("isFocused")
    programs = try response.objects("programs", Program.init)
    settings = try response.text(ifThere: "settings")
    users = try response.objects("users", UserCosts.init)
  }
}

extension DeliveryReceiver {
  init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    connected = try response.flag("connected")
    dropped = try response.number("dropped")
    name = try response.text("name")
    owed = try response.number("owed")
  }
}

extension UserCosts {
  init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    user = try response.number("user")
    connections = try response.number("connections")
    programs = try response.number("programs")
    kept = try response.number("kept")
    textUnits = try response.number("textUnits")
    servedMilliseconds = try response.number("servedMilliseconds")
    busiestProcess = try response.number(ifThere: "busiestProcess")
  }
}

extension ServiceStatus.Program {
  init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    program = try response.number("program")
    name = try response.text("name")
    state = try response.text("state")
    hasKeyboard = try response.flag("hasKeyboard")
    process = try response.number(ifThere: "process")
    user = try response.number("user")
    containers = try response.number("containers")
    commands = try response.number("commands")
    isLate = try response.flag("isLate")
  }
}

extension FillSourceStatus {
  private init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    allowed = try response.flag("allowed")
    credentials = try response.number("credentials")
    executable = try response.text(ifThere: "executable")
    name = try response.text("name")
    process = try response.number(ifThere: "process")
    profile = try response.texts("profile")
    program = try response.number("program")
    user = try response.number("user")
  }

  /// Reads the response to `fill.sources` or `fill.allow`.
  static func list(
    _ response: ResponseMembers
  ) throws(ResponseMembers.Unexpected) -> [FillSourceStatus] {
    try response.objects("sources", FillSourceStatus.init)
  }
}

extension EngineListing {
  init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    engines = try response.objects("engines", Engine.init)
  }
}

extension EngineListing.Engine {
  fileprivate init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    self.init(
      name: try response.text("name"), languages: try response.texts("languages"),
      methods: try response.texts("methods"),
      processes: try response.objects("processes", EngineListing.Process.init))
  }
}

extension EngineListing.Process {
  fileprivate init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    self.init(
      language: try response.text("language"), ready: try response.flag("ready"),
      state: try response.text("state"), version: try response.text(ifThere: "version"),
      process: try response.number(ifThere: "process"),
      memory: try response.number(ifThere: "memory"),
      lastFault: try response.text(ifThere: "lastFault"))
  }
}

extension ExtensionListing {
  init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    self.init(
      extensions: try response.objects("extensions", Extension.init),
      mistakes: try response.texts("mistakes"))
  }
}

extension ExtensionListing.Extension {
  fileprivate init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    self.init(
      name: try response.text("name"), title: try response.text("title"),
      version: try response.text("version"), folder: try response.text("folder"),
      modes: try response.objects("modes") { (mode) throws(ResponseMembers.Unexpected) in
        ExtensionListing.Mode(
          mode: try mode.text("mode"), language: try mode.text("language"),
          title: try mode.text("title"))
      },
      enabled: try response.flag("enabled"), requests: try response.texts("requests"),
      grants: try response.texts("grants"), hasFullAccess: try response.flag("hasFullAccess"),
      state: try response.text("state"), keys: try response.number("keys"),
      secondsSinceKey: try response.number(ifThere: "secondsSinceKey"),
      refusedSockets: try response.number("refusedSockets"),
      process: try response.number(ifThere: "process"),
      lastFault: try response.text(ifThere: "lastFault"))
  }
}

extension ServiceModes {
  init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    current = try response.text("current")
    modes = try response.objects("modes", Mode.init)
    others = try response.objects("others", Mode.init)
  }
}

extension ServiceModes.Mode {
  init(_ response: ResponseMembers) throws(ResponseMembers.Unexpected) {
    mode = try response.text("mode")
    name = try response.text("name")
    language = try response.text("language")
    inputMethod = try response.text(ifThere: "inputMethod")
  }
}

extension ServiceClient.MonitoredKeystroke {
  init(_ notification: ResponseMembers) throws(ResponseMembers.Unexpected) {
    device = try notification.text("device")
    events = try notification.texts("events")
    key = try notification.text("key")
    keysym = try notification.text("keysym")
    modifiers = try notification.texts("modifiers")
    outcome = try notification.text("outcome")
    phase = try notification.text("phase")
    text = try notification.text("text")
    time = try notification.number("time")
  }
}

extension ServiceClient.MonitoredScan {
  init(_ notification: ResponseMembers) throws(ResponseMembers.Unexpected) {
    device = try notification.text("device")
    duration = try notification.number("duration")
    end = try notification.text("end")
    reason = try notification.text(ifThere: "reason")
    text = try notification.text("text")
    time = try notification.number("time")
  }
}

extension ServiceClient.MonitoredInk {
  init(_ notification: ResponseMembers) throws(ResponseMembers.Unexpected) {
    action = try notification.text("action")
    device = try notification.text("device")
    duration = try notification.number(ifThere: "duration")
    events = try notification.texts("events")
    from = try notification.numbers(ifThere: "from")
    outcome = try notification.text("outcome")
    points = try notification.number(ifThere: "points")
    time = try notification.number("time")
    to = try notification.numbers(ifThere: "to")
  }
}
