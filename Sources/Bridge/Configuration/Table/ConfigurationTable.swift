// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Layouts
import Mirrors
import TextInput

/// The settings at the top level of the settings file.
enum ConfigurationTable {
  /// The settings.
  static let settings = SettingsTable<Configuration>(
    example: "layout: de", from: { Configuration() },
    KeyboardsTable.settings.rows.map { $0.within(\.defaults) } + [
      Setting("keyboards", \.selectors, .selectors, "The devices to read.")
        .usually("keyboards, keypads and remotes")
        .details(
          "A device that also moves a pointer is one of the usual ones only if it has 16 letters or"
            + " is an infrared receiver or HDMI-CEC adapter."),
      Setting(
        "devices", .list(of: .device, beginningWith: "match"),
        "Settings for some keyboards; the first entry that matches a device applies."
      ) { $0.devices = $1 }
      .called("scanners")
      .details(
        "An entry may also have `layout`, `variant`, `model`, `options`, `rules`, `option-key`,"
          + " `swap` and `grab`."),
      Setting(
        "symbols", \.sources.includeFolders, .words,
        "Directories with xkb files of your own, searched first."
      )
      .placed(eachAt: \.symbolsPlaces).afterRestart,
      Setting(
        "compose-file", \.sources.composeFile, .word,
        "A compose table of your own, used instead of the locale's."
      )
      .placed(at: \.composeFilePlace).called("compose", "xcompose").afterRestart
      .details(
        "A file that it includes and that cannot be read is an error, and so is a file with more"
          + " than ten mistakes, of which nothing is used. A line with a mistake is ignored:"
          + " `keybridge check` reports it as an error, and a run warns about it."),
      Setting(
        "locks", \.startingLocks, .choice, "The locks that are on when the first keyboard connects."
      )
      .called("numlock").afterRestart
      .details(
        "`lit` means those whose LEDs are lit on it, `num` means Num Lock, so that a keypad types"
          + " digits, and `off` means none."),
      Setting("hold-for-accents", user: "holdForAccents", unchosen: false).within(\.user)
        .details(
          "The letter is held for half a second; `1`–`9`, ← →, ⏎ or ␠ choose, and ⎋ keeps the"
            + " letter. It repeats by default, because held keys are expected to repeat on a console"
            + " or a till."),
      Setting(
        "assistance", .assistance,
        "The help with typing: on for every kind that is usually on, off for none, or each kind by"
          + " its key."
      ) { $0.take($1) }
      .details(
        "A kind that is not here is the user's choice, which `settings.set` changes"
          + " ([below](#assistance))."),
      Setting(
        "modes", .modes,
        "The input modes, by their language tags, in the order in which they are switched."
      ) {
        $0.take($1)
      } differs: {
        $0.modes != $1.modes
      }
      .called("language", "languages", "lang", "locale").afterRestart.usually("`en-US`")
      .details("They are described [below](#input-modes)."),
      Setting("shift-switches-mode", user: "shiftSwitchesMode").within(\.user)
        .details("The mode with Latin letters is the one that was used last."),
      Setting("caps-lock-switches-mode", user: "capsLockSwitchesMode").within(\.user)
        .details("A press of half a second or longer does not switch."),
      Setting(
        "repeat", \.repeatTiming, .mapping(repetition),
        "How held keys repeat on keyboards whose kernel driver does not repeat them."
      )
      .called("autorepeat", "keyrepeat", "repeatrate", "repeatdelay").afterRestart,
      Setting(
        "input-methods", \.inputMethods, .mapping(InputMethodsTable.settings),
        "The settings of the input methods."
      )
      .details("They are described [below](#input-methods)."),
      Setting(
        "extensions", \.extensions, .mapping(extensions),
        "The settings of [input extensions](Extensions.md)."
      ),
      Setting(
        "text-replacements", \.textReplacements, .replacements,
        "Shortcuts with the phrases that replace them when they are typed as a whole word."
      )
      .called("replacements")
      .details(
        "A shortcut has no white space; its case counts only if it contains capitals. A phrase may"
          + " have several lines. At most 1,000."),
      Setting(
        "dictionary", \.dictionary, .dictionary,
        "Words that are neither corrected nor marked as misspelled."
      )
      .details(
        "A list of words for all languages, or of entries for one language, `{language: sv, words:"
          + " [fika]}`. At most 10,000."),
      Setting("learning", user: "learning").within(\.user)
        .details(
          "If it is off, they are neither learned nor offered ([Privacy.md](Privacy.md))."),
      Setting(
        "commands", .list(of: .command, beginningWith: "command"),
        "Commands on keys, and other keys for the built-in commands."
      ) { $0.commands = $1 }
      .called("shortcuts", "hotkeys", "bindings", "keybindings").details(
        "They are described [below](#commands)."),
      Setting("allow-processes", \.allowsProcesses, .flag, "Whether commands may start processes.")
        .details(
          "`false` ignores the commands that would. Without the key, an entry with `run` is an"
            + " error."),
      Setting("sequence-timeout", user: "sequenceTimeout").within(\.user),
      Setting("continuation-delay", user: "continuationDelay").within(\.user),
      Setting("discoverability-delay", user: "discoverabilityDelay").within(\.user)
        .details("The keys that edit text are not shown."),
      Setting("commands-before-text", user: "legacyCommandsFirst").within(\.user)
        .details("It is as if all commands had `priority`."),
      Setting("pasteboard-per-form", user: "pasteboardPerForm").within(\.user)
        .details(
          "The text is then deleted when the form is finished; otherwise it belongs to the"
            + " program."),
      Setting("pasteboard-expiry", user: "pasteboardExpiry").within(\.user),
      Setting("programs-choose-fills", user: "programsChooseFills").within(\.user)
        .details(
          "It does so with `candidates.choose`, as a program with buttons on a touch screen needs."
            + " Otherwise only the person chooses, with a key or at the control socket"
            + " ([AutoFill](Protocol.md#autofill))."),
      Setting(
        "scrollback", \.scrollback, .number(Configuration.scrollbackLimits),
        "How many rows `keybridge exec` keeps after they have left the screen."
      )
      .afterRestart.details("The option `--scrollback` takes precedence."),
      Setting(
        "lock-memory", \.locksMemory, .flag,
        "Whether the memory of the process is never written to swap."
      )
      .afterRestart
      .details("The limit on locked memory must be unlimited ([Privacy.md](Privacy.md))."),
    ])

  /// The settings of `repeat`.
  static let repetition = SettingsTable<RepeatTiming>(
    example: "rate: 30", from: { RepeatTiming() },
    [
      Setting(
        "delay", \.delayMicroseconds, .milliseconds(50...5000),
        "The time from the press to the first repeat, in milliseconds."),
      Setting(
        "rate", \.periodMicroseconds,
        SettingType<Int>.number(1...200).map {
          1_000_000 / Int64($0)
        } written: {
          .number(Int(1_000_000 / $0))
        }, "The number of repeats per second."),
    ])

  /// The settings of `extensions`.
  static let extensions = SettingsTable<ExtensionSettings>(
    example: "confinement: required", from: { ExtensionSettings() },
    [
      Setting(
        "confinement", \.confinement, .choice,
        "Whether an extension runs only if the kernel restricts its files (Landlock)."
      )
      .details("With `optional` it runs with what the kernel has.")
    ])

  /// The settings of the user that a file may have, with their values if neither the file nor the
  /// user has chosen one; nil for the default.
  static let ofUser: [(name: String, unchosen: JSONValue?)] =
    (settings.rows.map(\.about) + AssistanceTable.settings.rows.map(\.about))
    .compactMap { row in row.userName.map { ($0, row.unchosen) } }
}

extension Configuration {
  fileprivate mutating func take(_ entries: [ModeEntry]) {
    modes = entries.map(\.mode)
    modeLayouts = entries.compactMap(\.layout)
  }

  fileprivate mutating func take(_ choice: AssistanceChoice) {
    turnsAssistanceOff = choice.isOff
    user.merge(choice.kinds)
  }
}
