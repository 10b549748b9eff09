// SPDX-License-Identifier: Apache-2.0

// The results that a client of the control socket decodes. The service encodes the same types.

extension ListedCommand {
  init(_ answer: AnswerMembers) throws(AnswerMembers.Unexpected) {
    id = try answer.text("id")
    title = try answer.text("title")
    group = try answer.text("group")
    chords = try answer.texts("chords")
    `where` = try answer.text("where")
    source = try answer.text("source")
    state = try answer.text("state")
    argument = try answer.text(ifThere: "argument")
  }
}

extension ServiceStatus {
  init(_ answer: AnswerMembers) throws(AnswerMembers.Unexpected) {
    version = try answer.text("version")
    process = try answer.number("process")
    seconds = try answer.number("seconds")
    mode = try answer.text("mode")
    keyboards = try answer.texts("keyboards")
    // Older services send neither of the two members.
    keyboardNames = try answer.texts(ifThere: "keyboardNames")
    server = try answer.text(ifThere: "server")
    isFocused = try answer.flag("isFocused")
    programs = try answer.objects("programs", Program.init)
    settings = try answer.text(ifThere: "settings")
    users = try answer.objects("users", User.init)
  }
}

extension ServiceStatus.User {
  init(_ answer: AnswerMembers) throws(AnswerMembers.Unexpected) {
    user = try answer.number("user")
    connections = try answer.number("connections")
    programs = try answer.number("programs")
    kept = try answer.number("kept")
    textUnits = try answer.number("textUnits")
    servedMilliseconds = try answer.number("servedMilliseconds")
    busiestProcess = try answer.number(ifThere: "busiestProcess")
  }
}

extension ServiceStatus.Program {
  init(_ answer: AnswerMembers) throws(AnswerMembers.Unexpected) {
    program = try answer.number("program")
    name = try answer.text("name")
    state = try answer.text("state")
    hasKeyboard = try answer.flag("hasKeyboard")
    process = try answer.number(ifThere: "process")
    user = try answer.number("user")
    containers = try answer.number("containers")
    commands = try answer.number("commands")
    isLate = try answer.flag("isLate")
  }
}

extension FillSourceStatus {
  private init(_ answer: AnswerMembers) throws(AnswerMembers.Unexpected) {
    allowed = try answer.flag("allowed")
    credentials = try answer.number("credentials")
    name = try answer.text("name")
    process = try answer.number(ifThere: "process")
    profile = try answer.texts("profile")
    program = try answer.number("program")
  }

  /// Reads the response to `fill.sources` or `fill.allow`.
  static func list(
    _ answer: AnswerMembers
  ) throws(AnswerMembers.Unexpected) -> [FillSourceStatus] {
    try answer.objects("sources", FillSourceStatus.init)
  }
}

extension ServiceModes {
  init(_ answer: AnswerMembers) throws(AnswerMembers.Unexpected) {
    current = try answer.text("current")
    modes = try answer.objects("modes", Mode.init)
    others = try answer.objects("others", Mode.init)
  }
}

extension ServiceModes.Mode {
  init(_ answer: AnswerMembers) throws(AnswerMembers.Unexpected) {
    mode = try answer.text("mode")
    name = try answer.text("name")
    language = try answer.text("language")
    inputMethod = try answer.text(ifThere: "inputMethod")
  }
}

extension ServiceClient.MonitoredKeystroke {
  init(_ notification: AnswerMembers) throws(AnswerMembers.Unexpected) {
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
  init(_ notification: AnswerMembers) throws(AnswerMembers.Unexpected) {
    device = try notification.text("device")
    duration = try notification.number("duration")
    end = try notification.text("end")
    reason = try notification.text(ifThere: "reason")
    text = try notification.text("text")
    time = try notification.number("time")
  }
}
