// SPDX-License-Identifier: Apache-2.0

/// The texts of the manual that are not generated.
extension Manual {
  static let description = """
    Linux gives a program key codes. Keybridge turns them into text and commands where there is no desktop. It reads attached
    keyboards, or a recorded capture; maps them through the machine's xkb layouts, with dead keys and compose; and feeds a text engine
    that behaves as people know it from a tablet with a hardware keyboard. What comes of it goes to a terminal, a pipe or a socket.

    Where nothing else is asked for, a terminal shows the document, and a pipe gets its finished lines; with a socket, neither. With --socket
    programs have the keyboard, by turns, and there is no document of the bridge's own. Keyboards are grabbed once none of their keys is
    down, and let go while nothing has the focus.

    Backspace, Escape and Enter, held together, free every keyboard and end the program, whatever else they mean.

      keybridge devices                   which keyboards there are and may be read
      keybridge run --mirror terminal     type on them and see the document
      keybridge replay FILE --layout de   what a recorded capture types
    """

  static let keyCommands = """
    These keys work wherever text is edited. A chord is keys held together, in words as a settings file spells them: ctrl is Control, opt
    is Option or Alt, cmd is Command or the key with the logo. The word in italics is the command's name, by which a settings file gives
    it other keys:

      commands:
        - command: move-word-left
          chord: [opt+left, ctrl+opt+left]

    'keybridge commands' lists them with the keys of the settings, beside the settings' own commands.
    """

  static let log = """
    As a service, a bridge writes to the journal, with fields of its own: KEYBRIDGE_EVENT has the kind of the entry, KEYBRIDGE_DEVICE the
    keyboard, KEYBRIDGE_PROGRAM who has connected. Of one kind ten entries a minute are written, and how many were left out. Elsewhere what is
    wrong goes to standard error. What was typed is in none of it.

      journalctl -u keybridge KEYBRIDGE_EVENT=grab.refused
      journalctl -u keybridge -p warning -o json --output-fields=MESSAGE,KEYBRIDGE_EVENT,KEYBRIDGE_DEVICE
    """

  static let signals: [(name: String, meaning: String)] = [
    (
      "HUP",
      "A bridge without a terminal reads its settings again, and mistakes in them change nothing; one that has a terminal ends."
    ),
    ("INT, TERM", "Keyboards are let go, and the program ends with status 0."),
  ]

  static let files: [(name: String, meaning: String)] = [
    ("~/.config/keybridge/keybridge.yaml", "The settings of a user; XDG_CONFIG_HOME moves it."),
    ("/etc/keybridge/keybridge.yaml", "The settings of the machine, where the user has none."),
    (
      "~/.local/state/keybridge/memory.sqlite",
      "What outlives the program: modes, settings, learned choices."
    ),
    ("/run/keybridge/keybridge.sock", "The socket of the service, for programs."),
    ("/run/keybridge/control.sock", "Where keybridge status, mode, fill and reload ask it."),
    ("/run/keybridge/observe.sock", "Where root may listen to all that happens."),
    ("/var/lib/keybridge/memory.sqlite", "What outlives the service."),
    (
      "70-keybridge.rules",
      "Opens keyboards to the group keybridge-input: in /etc/udev/rules.d, or in /lib/udev/rules.d from a package."
    ),
    ("~/.XCompose", "Compose sequences, instead of the locale's."),
  ]

  static let environment: [(name: String, meaning: String)] = [
    (
      "LANGUAGE, LC_ALL, LC_MESSAGES, LANG",
      "The language of titles, as everywhere: the first of the last three that is set says whether there is one, and then LANGUAGE which."
    ),
    ("LC_CTYPE", "With LC_ALL before it and LANG behind it, the locale of the compose table."),
    ("KEYBRIDGE_LOCALES", "A folder of catalogues that is searched before the installed ones."),
    ("HOME, XDG_CONFIG_HOME", "Where the user's settings are."),
    ("XDG_SEAT", "The seat whose keyboards are taken; seat0 without it."),
    ("STATE_DIRECTORY, XDG_STATE_HOME", "Where it is kept what outlives the program."),
    ("XCOMPOSEFILE", "A compose table that comes before ~/.XCompose."),
    (
      "NO_COLOR, TERM",
      "Whether a list on a terminal has lines and colours."
    ),
    (
      "TERM, TERMINFO, TERMINFO_DIRS",
      "The terminal that the terminal mirror draws on, and where its terminfo entry is: terminfo(5)."
    ),
    (
      "TMPDIR",
      "Where a recording of several keyboards that comes from a pipe is kept while it is read; else /var/tmp."
    ),
    ("PATH", "Where the programs that commands start are searched."),
    (
      "KEYBRIDGE_COMMAND, KEYBRIDGE_ARGUMENT",
      "What a process that a command starts is told: the command's name, and its argument."
    ),
    ("NOTIFY_SOCKET", "Where the service manager is told that the keyboards are open."),
    (
      "JOURNAL_STREAM",
      "Whether standard error leads to the journal, which then gets entries with fields."
    ),
    ("WATCHDOG_USEC, WATCHDOG_PID", "How often it is told that the program does not hang."),
    (
      "LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES",
      "Sockets that the service manager has opened: programs, control, observers."
    ),
  ]

  static let seeAlso: [(page: String, chapter: Int)] = [
    ("keybridge.yaml", 5), ("keybridge-protocol", 7),
    ("evtest", 1), ("evemu-record", 1), ("libinput", 1), ("xkbcli", 1),
    ("Compose", 5), ("xkeyboard-config", 7), ("udev", 7), ("systemd.service", 5),
  ]
}
