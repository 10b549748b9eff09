// SPDX-License-Identifier: Apache-2.0
import Keys
import Scanners
import YAMLNodes

/// The settings of `scanner` in an entry of the `devices` list.
enum ScannerTable {
  /// The longest code that can be kept: a message between processes has its limit.
  fileprivate static let longestOwedCode = 16_384
  private static let longestCode = 1 << 20

  /// The settings.
  static let settings = SettingsTable<ScannerSettings>(
    example: "gap: 50", from: { ScannerSettings() },
    [
      Setting(
        "terminators", .terminators,
        "The keys that end a code, by the kernel's names without `KEY_`: `enter`, `kp-enter`, `tab`;"
          + " `CR` and `LF` are the control characters."
      ) { ($0.terminators, $0.controlTerminators) = ($1.keys, $1.controls) }
      .usually("`[enter, kp-enter, CR, LF]`")
      .details(
        "`CR` and `LF` are these control characters however they are typed, for example as ⌃M and ⌃J."
          + " A terminator without a code before it is ignored, so CR LF ends one code. With"
          + " `[enter]`, ⌃J is a part of the code, except directly after Enter: codes of driver's"
          + " licences contain LF."),
      Setting(
        "maker", .choice,
        "The maker of a scanner that sends keys in place of control characters."
      ) { (settings, maker: ScannerMaker) in settings.keys.merge(maker.keys) { own, _ in own } }
      .details(
        "Manuals call it \"function key emulation\". The table of the maker's manual applies in"
          + " addition to `keys`. Scanners of Datalogic need none in their sets 00 and 01, which use"
          + " Control."),
      Setting(
        "keys", .scannerKeys,
        "The control characters that keys stand for, by the kernel's names of the keys and the names"
          + " of ASCII control characters: `{f8: GS, down: none}`."
      ) { settings, keys in settings.keys.merge(keys) { _, own in own } }
      .details(
        "It is for keys that type nothing or something else; `none` ignores a key. Some scanners send GS as F8 or an arrow. Without an entry here, such a"
          + " key makes the code incomplete."),
      Setting("prefix", \.prefixes, .words, "The text to remove from the start of a code.")
        .details(
          "From a list, the longest match is removed. An incomplete code that has its start has no"
            + " prefix either, and one that has its end no suffix."),
      Setting("suffix", \.suffixes, .words, "The text to remove from the end of a code."),
      Setting(
        "alt-numpad", \.decodesAltNumpad, .flag,
        "Whether digits that are typed on the keypad while Alt is held are one character by its"
          + " number, as on Windows."
      )
      .details(
        "A number with a leading zero is in code page 1252, one without in code page 437, and numbers"
          + " from 256 on are Unicode code points."),
      Setting(
        "gap", \.gap, .milliseconds(0...60_000),
        "After how many milliseconds without a key a code ends; 0 for never."
      )
      .details(
        "With a gap, a code of a scanner that pauses, as radio scanners do, would be split into two"
          + " codes that both look complete. `terminators: []` requires a gap."),
      Setting(
        "min-length", \.minimumLength, .number(1...longestCode),
        "The minimum length of a complete code, in characters, without prefix and suffix."
      )
      .details("A shorter code is reported as incomplete."),
      Setting(
        "max-length", \.maximumLength, .number(1...longestCode),
        "The maximum length of a code, in characters as typed."
      )
      .details("A longer code is reported in parts, all of them incomplete."),
      Setting(
        "for", \.programs, .programNames,
        "The program that receives the codes, by the name in its `hello`; several if the codes are"
          + " `owed`."
      )
      .details(
        "Without `for`, a program may claim the scanner ([Protocol.md](Protocol.md)); if none does,"
          + " the program that has the keyboard receives the codes."),
      Setting(
        "user", \.user, .userOfMachine,
        "The user of the programs that `for` names, by name or number."
      )
      .needs(
        "for",
        or: .expected("'for' with the name of a program next to 'user'", found: "no 'for'")
      )
      .usually("any user")
      .details(
        "Any program can take a name, so a code that other accounts must not receive needs a `user`."
          + " `keybridge check` notes that it is missing."),
      Setting(
        "owed", \.owed, .number(0...100_000),
        "How many codes are kept on the disk for each of these programs until it has acknowledged"
          + " them; 0 sends each code once."
      )
      .needs(
        "for",
        or: .expected("'for' with the names of programs next to 'owed'", found: "no 'for'")
      )
      .details(
        "The programs receive `delivery.item` in place of `scan`"
          + " ([Protocol.md](Protocol.md#items-that-must-arrive)). If a program is away for longer, the"
          + " oldest codes are dropped."),
      Setting(
        "ignore-repeats", \.ignoredRepeat, .time(milliseconds: 0...600_000),
        "For how long the same code is ignored after it was scanned last, in milliseconds or as"
          + " `3s`; 0 for never."
      )
      .details("It is for readers that repeat the code of a card that is held at them."),
      Setting(
        "secret", \.isSecret, .flag,
        "Whether only that program receives the text of a code; others receive one • for each"
          + " character."),
    ])
}

extension SettingType where Value == ScannerSettings {
  /// The format of a scanner's codes.
  static var scanner: Self {
    .mapping(ScannerTable.settings) { reader, node, settings in
      reader.check(settings, node)
      return settings
    }
  }
}

extension ConfigurationReader {
  /// Checks settings that are valid individually, but not in combination.
  fileprivate mutating func check(_ settings: ScannerSettings, _ node: YAMLNode) {
    if settings.terminators.isEmpty, settings.controlTerminators.isEmpty, settings.gap == 0,
      node["terminators"]?.items?.isEmpty == true
    {
      fail(node["terminators"] ?? node, .codesWithoutEnd)
    }
    for entry in node["keys"]?.entries ?? [] {
      guard let word = entry.key.text, let code = KeyCode(word: word),
        settings.terminators.contains(code)
      else { continue }
      fail(
        entry.key, .expected("a key that is not one of the terminators", found: "'\(word.excerpt)'")
      )
    }
    if let name = node["for"], node["user"] == nil, let program = settings.program {
      scannersOfAnyUser.append(ScannerPlace(program: program, place: name.place))
    }
    if settings.owed == 0, let programs = node["for"], settings.programs.count > 1 {
      fail(
        programs,
        .expected("one program, or 'owed' with a number of codes", found: programs.summary))
    }
    if settings.owed > 0, settings.maximumLength > ScannerTable.longestOwedCode {
      fail(
        node["max-length"] ?? node,
        .expected(
          "at most \(ScannerTable.longestOwedCode) characters with 'owed'",
          found: "\(settings.maximumLength)"))
    }
    if settings.owed > 0, settings.isSecret {
      fail(
        node["owed"] ?? node,
        .expected("a scanner that is not 'secret': secret codes are not kept", found: "'owed'"))
    }
    if settings.minimumLength > settings.maximumLength {
      fail(node["min-length"] ?? node, .codesTooLong(settings.maximumLength))
    }
  }
}
