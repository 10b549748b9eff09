// SPDX-License-Identifier: Apache-2.0
import Bridge

/// `keybridge replay`: types a capture and prints the result.
extension Subcommand {
  static let replay = Subcommand(
    "replay", "process a capture like the input of a keyboard", operands: "CAPTURE",
    operandLimit: 1, operand: .file("CAPTURE"),
    options: {
      CommonOptions.layout + [
        MirrorName.option,
        Option("realtime", "r", help: "replay at the recorded speed"),
        Option("exact", nil, help: "do not add a newline to the text"),
        Option("strict", nil, help: "refuse a capture whose time steps back"),
        Option(
          "extension", nil, .file("FOLDER"), help: "type with the extension in this folder"),
      ]
    },
    discussion: """
      CAPTURE is a file of evemu, 'libinput record' or evtest, raw input events, or -.

        cat /dev/input/event3 | keybridge replay - --mirror keystrokes
      """
  ) { invocation in
    guard let path = invocation.operands.first, !path.isEmpty else {
      throw UserFacingError(
        "no capture is given", hint: "expected a file, or - for standard input", status: .usage)
    }
    let mirror = try invocation.choice("mirror", as: MirrorName.self) ?? .text
    let text = try TextSession(invocation, isReplay: true)
    try text.replay(
      path, mirror: mirror, isRealtime: invocation.has("realtime"),
      isExact: invocation.has("exact"), isStrict: invocation.has("strict"),
      extension: invocation.value("extension"))
    return .done
  }
}
