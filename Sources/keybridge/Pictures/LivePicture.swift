// SPDX-License-Identifier: Apache-2.0
import Bridge
import Devices
import Glibc
import Keys
import Layouts
import Mirrors

/// A keyboard on the terminal that highlights held keys, until a signal or the panic chord ends it.
///
/// The keyboards are not grabbed, and no keys are stored.
final class LivePicture {
  private let picture: KeyboardPicture
  private var held: Set<KeyCode> = []

  init(_ picture: KeyboardPicture) { self.picture = picture }

  /// Follows the attached keyboards.
  ///
  /// - Throws: why the keyboards cannot be read.
  func run(_ settings: LayoutSettings, _ sources: LayoutSources) throws {
    guard Console.isTerminal(1) else {
      throw UserFacingError(
        "--live needs a terminal", hint: "remove --live to print the picture once", status: .usage)
    }
    let source = LiveSource(
      options: LiveSource.Options(grabPolicy: .never), loop: try EventLoop())
    // The source reads keyboards only while something has the focus. The policy `never` prevents
    // that they are grabbed.
    source.setGrabbed(true)
    SecretMemory.protect()
    var frame: [KeyEvent] = []
    try draw(isFirst: true)
    while true {
      switch try source.next(before: nil, into: &frame) {
      case .end: return
      case .frame:
        for event in frame { note(event) }
        try draw()
      case .disconnected:
        held = []
        try draw()
      case .connected, .deadline, .ink, .notice: break
      }
    }
  }

  private func note(_ event: KeyEvent) {
    switch event.phase {
    case .press, .repeat, .found: held.insert(event.code)
    case .release, .cancel: held.remove(event.code)
    }
  }

  private func draw(isFirst: Bool = false) throws(UserFacingError) {
    let text = picture.text(held: held, isASCII: Console.isASCII)
    // Moves the cursor back to the first row of the previous picture.
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).count
    try Console.print((isFirst ? "" : "\u{1b}[\(rows)A\r") + text)
  }
}
