// SPDX-License-Identifier: Apache-2.0

/// The texts of the manual that are not generated.
extension Manual {
  static let description = """
    Linux gives a program key codes. Keybridge turns them into text and commands on machines without a desktop. It reads the attached
    keyboards, or a recorded capture. It maps their keys through the xkb layouts of the machine, with dead keys and compose. A text engine
    edits the text as on a tablet with a hardware keyboard. The result goes to a terminal, a pipe or a socket.

    By default, 'keybridge run' shows the document if standard output is a terminal, and otherwise prints its finished lines. With a
    socket, it prints nothing. With --socket, programs receive the keyboard one at a time, and 'keybridge run' has no document of its own.
    A keyboard is grabbed as soon as none of its keys is down, and released while nothing has the focus.

    Backspace, Escape and Enter, held together, release all keyboards and end the program, even if they have other commands.

      keybridge devices                   list the keyboards and your access to them
      keybridge run --mirror terminal     type on them and see the document
      keybridge exec -- vim notes.txt     type in a terminal program
      keybridge try                       type with the keys of the terminal itself
      keybridge replay FILE --layout de   print the text that a capture types
    """

  static let keyCommands = """
    These keys work in all editable text. A chord is a set of keys that are held together. Chords are spelled as in a settings file: ctrl
    is Control, opt is Option or Alt, and cmd is Command or the key with the logo. The word in italics is the name of the command. A
    settings file uses the name to give the command other keys:

      commands:
        - command: move-word-left
          chord: [opt+left, ctrl+opt+left]

    'keybridge commands' lists these commands with the keys of the settings, and the commands of the settings.
    """

  static let terminalPrograms = """
    'keybridge exec' runs a program in a terminal of its own and draws it above the rows of Keybridge. The program gets the keys as from
    an xterm with 256 colours, with the layouts, compose sequences, input methods and commands of Keybridge. Text is sent once it is
    composed. These keys are not sent:
    """

  static let terminalKeys: [(name: String, meaning: String)] = [
    (
      "cmd+v",
      "Pastes. If the text has several lines and the program does not recognize a paste, it must be pressed twice."
    ),
    ("shift+pageup, shift+pagedown", "Scrolls through the rows that have left the screen."),
    (
      "cmd+up, cmd+down",
      "Scrolls to the previous or next prompt of a shell that marks them (OSC 133)."
    ),
    ("cmd+k", "Clears the rows that have left the screen."),
    (
      "cmd+c",
      "Shows the screen and the rows that have left it as a text, in which arrows move, Shift selects, and cmd+c copies. Escape goes back."
    ),
    (
      "cmd+f", "Finds a text there; cmd+g and shift+cmd+g find the next place and the place before."
    ),
    (
      "cmd+l",
      "Edits a line above the status row, with all key commands. Return sends it as it was typed, shift+return begins another line, and Escape goes back."
    ),
  ]

  static let terminalText = """
    Typing assistance is off, because the text may be a command. With --assist words are corrected and text replacements expand, if the
    program shows exactly the typed word before its cursor. While the program reads a line without showing it, such as a password, the
    text is secure.

    Backspace, Escape and Enter, held together, release the keyboards and end the program. The program gets SIGHUP when 'keybridge exec'
    ends, and the terminal is restored even after SIGKILL.

    With --or-plain the program runs directly where 'keybridge exec' is not possible or of no use: without a terminal, over SSH, inside
    another 'keybridge exec', and if no selected keyboard can be read and grabbed. It also runs directly after an error, for example in
    the settings; the error is printed first. This line at the end of ~/.profile is for the shells of consoles:

      case $(tty) in /dev/tty[0-9]*) exec keybridge exec --or-plain ;; esac
    """

  static let trying = """
    'keybridge try' takes the keys of the terminal in place of a keyboard, for example over SSH or in a container. 'keybridge try run' shows
    a document, 'keybridge try exec' runs a terminal program, and 'keybridge try kiosk' runs an example program in Python with a form. A
    character is typed with the keys that type it on the layout of the settings; a paste is pasted as by cmd+v.

    If the terminal has the kitty keyboard protocol, it reports repeats, releases and all modifiers. Otherwise keys cannot be held, and these
    keys replace others:
    """

  static let trialKeys: [(name: String, meaning: String)] = [
    (
      "ctrl+]",
      "Counts as Command for the next key. Without one, the commands are shown; Escape takes it back, and it ends after ten seconds. Pressed twice, it is typed."
    ),
    (
      "ctrl+c",
      "Ends 'keybridge try run' and 'keybridge try kiosk'. After ctrl+] it also ends 'keybridge try exec', whose program receives it otherwise."
    ),
  ]

  static let trialText = """
    A key is released when the terminal loses the focus. A modifier is released when a key is reported without it, and any other key after
    30 seconds without a report. The terminal is restored even after SIGKILL.

    'keybridge run --or-try' offers this where no keyboard can be read, if standard input and output are a terminal.
    """

  static let sandbox = """
    While 'keybridge run' reads keyboards, it is in a sandbox of the kernel: seccomp and Landlock. It starts no program, connects to nothing,
    and opens only devices, system files and the folder of its state. As root it keeps CAP_DAC_OVERRIDE, CAP_KILL and CAP_SYS_TTY_CONFIG
    only. Folders that options, settings or the environment name, such as those of lexicons, must exist when it starts.

    The process keybridge-start is not in the sandbox. It starts the commands of the settings file, with all rights of the user, and
    language engines. It reads the settings file and the manifests of the engines itself, and starts nothing else.

    With --no-sandbox there is neither the sandbox nor that process. 'keybridge doctor' reports whether the kernel has all parts of the
    sandbox, and for each 'keybridge run' whether it is confined. A part that the kernel lacks is reported at the start; a part that
    fails ends the program with an error.
    """

  static let log = """
    As a service, 'keybridge run' writes to the journal, with additional fields: KEYBRIDGE_EVENT is the kind of the entry, KEYBRIDGE_DEVICE
    the keyboard, and KEYBRIDGE_PROGRAM the program. At most ten entries of a kind are written per minute, and the number of omitted entries
    is reported. Otherwise, problems are reported on standard error. No entry contains typed text.

      journalctl -u keybridge KEYBRIDGE_EVENT=grab.refused
      journalctl -u keybridge -p warning -o json --output-fields=MESSAGE,KEYBRIDGE_EVENT,KEYBRIDGE_DEVICE
    """

  static let signals: [(name: String, meaning: String)] = [
    (
      "HUP",
      "Without a controlling terminal, 'keybridge run' reloads its settings; if they have errors, the previous settings stay in effect. With one, it exits."
    ),
    ("INT, TERM", "Releases the keyboards and exits with status 0."),
  ]

  static let files: [(name: String, meaning: String)] = [
    (
      "~/.config/keybridge/keybridge.yaml",
      "The settings of a user; XDG_CONFIG_HOME replaces ~/.config."
    ),
    ("/etc/keybridge/keybridge.yaml", "The settings of the machine, used if the user has none."),
    (
      "~/.local/state/keybridge/memory.sqlite",
      "The state that outlives the program: modes, settings, learned choices."
    ),
    ("/run/keybridge/keybridge.sock", "The socket of the service for programs."),
    (
      "/run/keybridge/control.sock",
      "The socket of the service for keybridge status, mode, fill, engines and reload."
    ),
    (
      "/run/keybridge/observe.sock",
      "The socket of the service for observers; only root may connect."
    ),
    ("/var/lib/keybridge/memory.sqlite", "The state that outlives the service."),
    (
      "70-keybridge.rules",
      "The udev rule that lets the group keybridge-input read keyboards: in /etc/udev/rules.d, or in /usr/lib/udev/rules.d if a package installed it. It lets the group read pads, too, if the file /etc/keybridge/handwriting exists."
    ),
    ("~/.XCompose", "Compose sequences that replace those of the locale."),
  ]

  static let environment: [(name: String, meaning: String)] = [
    (
      "LANGUAGE, LC_ALL, LC_MESSAGES, LANG",
      "The language of titles, as in gettext: the first of LC_ALL, LC_MESSAGES and LANG that is set is the locale. Unless it is C, LANGUAGE may list other languages."
    ),
    ("LC_CTYPE", "The locale of the compose table; LC_ALL overrides it, and LANG is the fallback."),
    (
      "KEYBRIDGE_LOCALES",
      "A folder of message catalogues that is searched before the installed ones."
    ),
    (
      "KEYBRIDGE_LEXICONS",
      "The folders of lexicons, separated by colons; only they are searched for the words of a language."
    ),
    (
      "KEYBRIDGE_ENGINES",
      "The folders of engine manifests, separated by colons; they replace ../share/keybridge/engines relative to the program, /usr/local/share/keybridge/engines and /usr/share/keybridge/engines."
    ),
    (
      "KEYBRIDGE_EXTENSIONS",
      "The folders of input extensions, separated by colons; only they are searched."
    ),
    ("HOME, XDG_CONFIG_HOME", "The location of the user's settings."),
    (
      "HOME, XDG_DATA_HOME",
      "The location of the user's own lexicons and input extensions, in keybridge/lexicons and keybridge/extensions."
    ),
    ("XDG_SEAT", "The seat whose keyboards are used; seat0 by default."),
    ("STATE_DIRECTORY, XDG_STATE_HOME", "The location of the state that outlives the program."),
    ("XCOMPOSEFILE", "A compose table that replaces ~/.XCompose."),
    (
      "NO_COLOR, TERM",
      "Whether tables on a terminal have lines and colours."
    ),
    (
      "TERM, TERMINFO, TERMINFO_DIRS",
      "The terminal that the terminal mirror draws on, and the location of its terminfo entry: terminfo(5)."
    ),
    (
      "XKB_CONFIG_ROOT, XKB_CONFIG_EXTRA_PATH",
      "The folders of xkb's files, instead of and in addition to the installed ones."
    ),
    (
      "TMPDIR",
      "The folder for a temporary copy of a capture of several keyboards that is read from a pipe; /var/tmp by default."
    ),
    (
      "XDG_RUNTIME_DIR, TMPDIR",
      "The folder for the socket of 'keybridge try kiosk'; /tmp by default."
    ),
    (
      "PYTHONPATH",
      "Further folders of modules for the program of 'keybridge try kiosk'."
    ),
    ("PATH", "The folders that are searched for the programs that commands and 'exec' start."),
    ("SHELL", "The program that 'keybridge exec' and 'keybridge try exec' run if none is given."),
    (
      "KEYBRIDGE_EXEC",
      "Set in the environment of the program that 'keybridge exec' runs. If it is set, 'keybridge exec' and 'keybridge try exec' refuse to run; with --or-plain the program runs directly."
    ),
    (
      "SSH_CONNECTION, SSH_TTY",
      "If one is set, 'keybridge exec --or-plain' runs its program directly."
    ),
    (
      "KEYBRIDGE_COMMAND, KEYBRIDGE_ARGUMENT",
      "The name and the argument of the command, in the environment of the process that it starts."
    ),
    (
      "NOTIFY_SOCKET",
      "The socket of the service manager, which is notified when the keyboards are open."
    ),
    (
      "JOURNAL_STREAM",
      "Whether standard error is connected to the journal, which then receives entries with fields."
    ),
    (
      "WATCHDOG_USEC, WATCHDOG_PID",
      "The interval of watchdog notifications to the service manager."
    ),
    (
      "LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES",
      "The sockets that the service manager has opened: programs, control, observers."
    ),
    ("UMOCKDEV_DIR", "The folder of simulated devices in tests, which the sandbox leaves open."),
  ]

  static let seeAlso: [(page: String, chapter: Int)] = [
    ("keybridge.yaml", 5), ("keybridge-protocol", 7),
    ("evtest", 1), ("evemu-record", 1), ("libinput", 1), ("xkbcli", 1),
    ("Compose", 5), ("xkeyboard-config", 7), ("udev", 7), ("systemd.service", 5),
  ]
}
