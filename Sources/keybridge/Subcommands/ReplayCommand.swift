// SPDX-License-Identifier: Apache-2.0
import Bridge

extension Subcommand {
  static let replay = Subcommand(
    "replay", "run a capture through the same pipe as an attached keyboard", operands: "CAPTURE",
    operandLimit: 1, operand: .file("CAPTURE"),
    options: {
      CommonOptions.layout + [
        MirrorName.option,
        Option("realtime", "r", help: "as fast as it was typed, not as fast as possible"),
        Option("exact", nil, help: "the text mirror adds no line end"),
      ]
    },
    discussion: """
      CAPTURE is a file of evemu, 'libinput record' or evtest, or raw input events,
      or - for standard input. The text mirror prints the final document.

        keybridge replay scan.evemu --layout de
        cat /dev/input/event3 | keybridge replay - --mirror keystrokes
      """
  ) { invocation in
    guard let path = invocation.operands.first, !path.isEmpty else {
      throw Complaint(
        "replay: which capture?", mend: "a file, or - for standard input", status: .usage)
    }
    let mirror = try invocation.choice("mirror", as: MirrorName.self) ?? .text
    let text = try TextSession(invocation, isReplay: true)
    try text.replay(
      path, mirror: mirror, isRealtime: invocation.has("realtime"),
      isExact: invocation.has("exact"))
    return .done
  }
}
