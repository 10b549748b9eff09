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
      ]
    },
    discussion: """
      CAPTURE is a file of evemu, 'libinput record' or evtest, or raw input events;
      - is standard input. The text mirror, the default, prints the final document.
      Mistakes in a capture are told with line and column; exit status 1.

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
    try text.replay(path, mirror: mirror, isRealtime: invocation.has("realtime"))
    return .done
  }
}
