// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import TerminalScreen
import TestSupport
import TestTraits
import Testing

@testable import Bridge

/// Random keys of a terminal.
@Suite struct TerminalPressesFuzzTests {
  private static let pieces: [String] =
    ["\u{1b}", "\u{1b}[", "\u{1b}O", "\u{1d}", ";", ":", "u", "~", "A", "97", "é", "\r", "漢"]
    + [57_441, 57_442, 57_443, 57_444, 57_453, 57_358, 57_360, 97, 98, 93, 47, 57_404, 57_417]
    .flatMap { key in
      ["", ";1", ";2", ";5", ";9", ";13", ";66"].flatMap { held in
        ["", ":2", ":3"].map { "\u{1b}[\(key)\(held.isEmpty ? ";1" : held)\($0)u" }
      }
    }

  @Test("random bytes, split anywhere, end with no key down")
  func balance() throws {
    var random = SeededGenerator(seed: 57)
    let layouts = ["us", "de", "ru", "fr"]
    for round in 0..<Thoroughness.repetitions(200, long: 20_000) {
      let desk = try TerminalPressesTests.Desk(
        layouts[round % layouts.count], hasReleases: Bool.random(using: &random))
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let bytes: [UInt8] =
          Int.random(in: 0..<5, using: &random) == 0
          ? (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
          : Array((Self.pieces.randomElement(using: &random) ?? "").utf8)
        let cut = Int.random(in: 0...bytes.count, using: &random)
        desk.type(bytes[..<cut])
        if Int.random(in: 0..<8, using: &random) == 0 { desk.pause() }
        desk.type(bytes[cut...])
        desk.wait(Int64.random(in: 0...200_000, using: &random))
      }
      desk.pause()
      // The focus is lost, or the time passes.
      if Bool.random(using: &random) {
        desk.endAll()
      } else {
        desk.wait(TerminalPresses.longestSilence)
      }
      #expect(desk.down == [] && desk.presses.nextDeadline == nil, "round \(round)")
      let held = desk.layouts.keystroke(
        for: KeyEvent(
          time: desk.now, device: TerminalPressesTests.Desk.device.id, code: .space, phase: .press))
      #expect(held.modifiers.isDisjoint(with: .chord), "round \(round)")
    }
  }

  /// Whether several keys send the same control character, with or without ⌥.
  private static func isAmbiguous(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.first == 0x1b && bytes.count > 1 ? bytes.dropFirst() : bytes[...]
    guard rest.count == 1, bytes != [0x1b] else { return false }
    let isControl = rest.allSatisfy { [0, 8].contains($0) || 0x1b...0x1f ~= $0 }
    return isControl || bytes.count == 2 && [[9], [13]].contains(rest)
  }

  @Test(
    "the bytes that a keyboard's keys send to a program type the same keys here",
    arguments: [("us", ""), ("de", ""), ("fr", "")])
  func roundTrip(_ layout: String, _ variant: String) throws {
    let encoders: [(encoder: KeyEncoder, isKitty: Bool)] = [
      (KeyEncoder(), false), (KeyEncoder(modifyOtherKeys: 1), false),
      (KeyEncoder(modifyOtherKeys: 2), false), (KeyEncoder(flags: .disambiguate), false),
      (
        KeyEncoder(flags: [.disambiguate, .eventTypes, .alternateKeys, .allKeys, .associatedText]),
        true
      ),
    ]
    // Other keys than those of some keyboards type the same.
    let codes =
      KeyCode.typing.filter { $0.rawValue <= 57 }
      + [1, 14, 15, 28, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 59, 62, 63, 88, 96]
      .map { KeyCode($0) }
    var differences: [String] = []
    for (index, row) in encoders.enumerated() {
      let desk = try TerminalPressesTests.Desk(layout, variant: variant, hasReleases: row.isKitty)
      let source = try TerminalPressesTests.Desk(layout, variant: variant)
      for number in 0..<16 {
        let modifiers = [
          (KeyCode.leftShift, 1), (.leftAlt, 2), (.leftControl, 4), (.leftMeta, 8),
        ].filter { number & $0.1 != 0 }.map(\.0)
        for code in codes {
          var (bytes, own): ([UInt8], [UInt8]) = ([], [])
          let changes =
            modifiers.map { ($0, KeyEvent.Phase.press) } + [(code, .press), (code, .release)]
            + modifiers.reversed().map { ($0, .release) }
          var isDead = false
          for (key, phase) in changes {
            let keystroke = source.layouts.keystroke(
              for: KeyEvent(
                time: .zero, device: TerminalPressesTests.Desk.device.id, code: key, phase: phase))
            // A dead key is composed before anything is sent.
            if case .pending = keystroke.composition { isDead = true }
            let sent = row.encoder.bytes(for: keystroke)
            if key == code, phase == .press { own = sent }
            bytes += sent
          }
          source.layouts.cancelComposition()
          guard !own.isEmpty, !isDead, !Self.isAmbiguous(own) else { continue }
          let before = desk.keystrokes.count
          desk.type(bytes)
          desk.pause()
          if desk.presses.isPrefixed {
            desk.endAll()
            continue
          }
          let again = desk.keystrokes[before...].filter { !$0.keysym.isModifier }
            .flatMap { row.encoder.bytes(for: $0) }
          if !again.starts(with: own) || !row.isKitty && again != own {
            let texts = [own, again].map { String(decoding: $0, as: UTF8.self).debugDescription }
            differences.append("\(index): \(code) with \(modifiers): \(texts)")
          }
          #expect(desk.down == [])
        }
      }
    }
    #expect(differences == [], "\(differences.joined(separator: "\n"))")
  }
}
