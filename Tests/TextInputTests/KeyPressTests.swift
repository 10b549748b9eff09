// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Layouts
import TestSupport
import Testing
import TestTraits

@testable import TextInput

/// Pressing the displayed keys, on every installed layout.
@Suite struct KeyPressTests {
  private static let modifierSets: [Modifiers] = [
    .command, [.control, .command], [.option, .command], [.shift, .command],
  ]
  private static let characters = (0x20...0x7E).compactMap { UnicodeScalar($0) }
    .filter { !("A"..."Z").contains($0) }.map { String($0) }

  /// Every layout and variant of xkeyboard-config.
  private static let allLayouts: [LayoutName] =
    (try? LayoutCatalogue().entries.compactMap { entry in
      switch entry.kind {
      case .layout: LayoutName(layout: entry.name)
      case .variant: LayoutName(layout: entry.layout, variant: entry.name)
      case .model, .option: nil
      }
    }) ?? []

  @Test("allowsAutomaticLocalization: the displayed keys produce the chord on any layout")
  func pressesWork() throws {
    #expect(Self.allLayouts.count > 400)
    var random = SeededGenerator(seed: 11)
    let sample = Self.allLayouts.shuffled(using: &random).prefix(15)
    var count = (own: 0, layoutFallback: 0, none: 0)
    for name in sample {
      // A layout that does not compile has no keys to press.
      guard let desk = try? LayoutDesk(name.layout, name.variant) else { continue }
      let finder = KeyPressFinder(desk.layouts)
      for modifiers in Self.modifierSets {
        let reachable = try Self.reachable(on: desk, modifiers)
        for character in Self.characters {
          let chord = Chord(KeyInput(character), modifiers)
          guard let press = finder.presses(for: chord).first else {
            #expect(!reachable.contains(chord), "\(name): \(chord) can be pressed")
            count.none += 1
            continue
          }
          try desk.begin()
          let readings = Self.readings(desk.press(press).keystroke)
          #expect(
            readings.contains {
              $0.chord == chord && $0.isLayoutFallback == press.isLayoutFallback
            },
            "\(name): \(chord) as \(press), which means \(readings.map(\.chord))")
          if press.isLayoutFallback { count.layoutFallback += 1 } else { count.own += 1 }
        }
      }
    }
    #expect(count.own > 2000 && count.layoutFallback > 300 && count.none > 0)
  }

  /// The keystrokes of all keys on the first four levels.
  private static func reachable(on desk: LayoutDesk, _ modifiers: Modifiers) throws -> Set<Chord> {
    var chords: Set<Chord> = []
    let levels = desk.thirdLevelKey == nil ? [false] : [false, true]
    for code in KeyCode.typing {
      for extra: Modifiers in [[], .shift, .option, [.option, .shift]] {
        for thirdLevel in levels {
          try desk.begin()
          let stroke = desk.stroke(code, holding: thirdLevel, modifiers.union(extra))
          chords.formUnion(readings(stroke.keystroke).map(\.chord))
        }
      }
    }
    return chords
  }

  private static func readings(_ keystroke: Keystroke) -> [ChordMatcher.Reading] {
    guard !keystroke.isModifier else { return [] }
    var readings: [ChordMatcher.Reading] = []
    _ = ChordMatcher(keystroke).first { reading -> Never? in
      readings.append(reading)
      return nil
    }
    return readings
  }

  @Test(
    "xkbcli names the same keys for a character, or needs a higher level",
    .needs("xkbcli"),
    arguments: [
      ("us", "dvorak"), ("us", "intl"), ("de", ""), ("fr", ""), ("ru", ""), ("gr", ""), ("il", ""),
      ("cz", ""), ("tr", ""), ("jp", ""),
    ])
  func agreesWithXkbcli(layout: String, variant: String) throws {
    let desk = try LayoutDesk(layout, variant)
    let finder = KeyPressFinder(desk.layouts)
    for character in Self.characters where character != " " && !("a"..."z").contains(character) {
      let ways = try Self.waysOfXkbcli(layout, variant, character)
      let plain = ways.filter { $0.modifiers.isEmpty || $0.modifiers == ["Shift"] }
      let press = try #require(finder.presses(for: Chord(KeyInput(character), .command)).first)
      let keystroke = try #require(press.keystroke)
      if press.isLayoutFallback {
        #expect(plain.isEmpty, "\(layout) \(character)")
      } else if press.chord.modifiers.contains(.shift) || !plain.isEmpty {
        let modifiers = press.chord.modifiers.contains(.shift) ? ["Shift"] : []
        let isListed = plain.contains {
          $0.code == keystroke.event.code.rawValue && $0.modifiers == modifiers
        }
        #expect(isListed, "\(layout) \(character): \(press), \(ways)")
      } else {
        // A dead key has the accent's name, and xkbcli does not count it.
        #expect((0xFE50...0xFE93).contains(keystroke.keysym.rawValue), "\(layout) \(character)")
      }
    }
  }

  private static func waysOfXkbcli(
    _ layout: String, _ variant: String, _ character: String
  ) throws -> [(code: UInt16, modifiers: [String])] {
    let codePoint = character.unicodeScalars.first.map { "\($0.value)" } ?? ""
    let lines = try Child.run([
      "xkbcli", "how-to-type", "--layout", layout, "--variant", variant, codePoint,
    ]).output.split(separator: "\n")
    return lines.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let keycode = words.first.flatMap({ UInt16($0) }), keycode >= 8,
        KeyCode.typing.contains(KeyCode(keycode - 8)), let start = words.firstIndex(of: "[")
      else { return nil }
      return (keycode - 8, words[(start + 1)...].filter { $0 != "]" })
    }
  }
}
