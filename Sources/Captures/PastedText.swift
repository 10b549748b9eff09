// SPDX-License-Identifier: Apache-2.0

/// The lines and signs that people copy together with a recording, or put around it: quotes,
/// indentation, fences, the prompt of a shell, and the list of devices to record.
enum PastedText {
  /// Returns a line without the signs of a quote and blanks in front of it.
  static func trimmed(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let begin = line.firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: ">") }
    return UnsafeRawBufferPointer(rebasing: line[(begin ?? line.endIndex)...])
  }

  /// Reports whether a trimmed line is no part of the recording: a fence, a mark of an omission,
  /// an interrupt, or the prompt of a shell.
  static func isDecoration(_ line: UnsafeRawBufferPointer) -> Bool {
    if ["```", "~~~", "^C"].contains(where: { line.starts(with: $0.utf8) }) { return true }
    var end = line.endIndex
    while end > 0, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let text = line[..<end]
    return ["...", "…", "[...]", "[…]"].contains { text.elementsEqual($0.utf8) } || isPrompt(line)
  }

  /// Reports whether a line begins with a prompt: `$ evtest`, `root@till:~# evtest`, `/ # evtest`.
  private static func isPrompt(_ line: UnsafeRawBufferPointer) -> Bool {
    let sign = line.indices.prefix(80).first { index in
      "$#%".utf8.contains(line[index])
        && (index + 1 == line.count || line[index + 1] == 0x20 || line[index + 1] == 0x09)
    }
    guard let sign else { return false }
    let before = line[..<sign]
    return !before.contains(0x20) || before.contains(UInt8(ascii: "@"))
      || before.first == UInt8(ascii: "/")
  }

  /// Reports whether a line belongs to the list of devices from which one is chosen.
  static func isDeviceList(_ line: UnsafeRawBufferPointer) -> Bool {
    deviceList.contains { line.starts(with: $0.utf8) }
  }

  private static let deviceList = [
    "Available devices:", "/dev/input/event", "No device specified", "Not running as root",
  ]
}

extension ByteCursor {
  /// Skips the question for a device, which is no line of its own if the answer is not part of the
  /// output, and the answer; reports whether the question was there.
  mutating func takeDeviceQuestion() -> Bool {
    guard take("Select the device event number [") else { return false }
    while !isAtEnd, !take("]: ") { advance() }
    skipBlanks()
    while (0x30...0x39).contains(next) { advance() }
    skipBlanks()
    return true
  }
}
