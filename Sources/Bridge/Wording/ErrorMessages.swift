// SPDX-License-Identifier: Apache-2.0
import Captures
package import Devices
import Glibc
import Hosting
package import Layouts
package import Mirrors
package import Service
import YAMLNodes

/// Messages for the errors of devices, layouts, mirrors and sockets.
extension UserFacingError {
  /// Describes any error of any stage.
  package init(describing error: any Error) {
    switch error {
    case let userError as UserFacingError: self = userError
    case let error as DeviceError: self.init(error)
    case let failure as CaptureFailure: self.init(failure, path: "capture")
    case let error as LayoutError: self.init(error)
    case let error as MirrorError: self.init(error)
    case let error as ServiceError: self.init(error)
    case let error as HostingError: self.init(error)
    case let error as ConfigurationErrors: self.init(error.message(path: "settings"))
    case let error as FormFileErrors: self.init(error.message(path: "form"))
    default: self.init("\(error)")
    }
  }

  package init(_ error: DeviceError) {
    switch error {
    case .systemCall(let call, let errno):
      self.init("\(call) failed: \(systemMessage(errno))")
    case .open(let path, let errno) where errno == EACCES || errno == EPERM:
      self.init("no permission to read \(path)", hint: Hints.permission, status: .notPermitted)
    case .open(let path, let errno):
      self.init("cannot open \(path): \(systemMessage(errno))")
    case .notEvdev(let path, let errno):
      self.init(
        "\(path) is not an input device: \(systemMessage(errno))",
        hint: "'keybridge devices --all' lists the input devices")
    case .emptySelector, .emptySelectorValue, .bareSelector, .unknownSelectorField,
      .badSelectorNumber:
      let (text, hint) = error.selectorMessage
      self.init(text, hint: hint, status: .usage)
    }
  }

  package init(_ error: LayoutError) {
    switch error {
    case .xkbUnavailable:
      self.init("the data of xkb cannot be read", hint: SystemPart.layouts.hint())
    case .unknownLayout(let name, let near):
      self.init(
        "unknown layout '\(name.excerpt)'",
        hint: near.map { "did you mean '\($0)'?" } ?? "'keybridge layouts' lists the layouts")
    case .variantInLayout(let name, let layout, let variant):
      self.init(
        "unknown layout '\(name.excerpt)'",
        hint: "did you mean 'layout: \(layout)' with 'variant: \(variant)'?")
    case .unknownVariant(let name, let layout, let near):
      self.init(
        "the layout '\(layout)' has no variant '\(name.excerpt)'",
        hint: near.map { "did you mean '\($0)'?" }
          ?? "'keybridge layouts \(layout)' lists its variants")
    case .tooManyLayouts(let list, let limit):
      self.init("'\(list.excerpt)' has more layouts than the \(limit) that a keyboard can have")
    case .tooManyVariants(let list, let layouts):
      self.init(
        "'\(list.excerpt)' has more variants than there are layouts: \(layouts)",
        hint:
          "give one variant for each layout, in order; an empty one is the plain layout: ',phonetic'"
      )
    case .invalid(let name, let messages):
      self.init("\(name) cannot be used", hint: messages.joined(separator: "\n"))
    }
  }
}

extension UserFacingError {
  package init(_ error: ComposeError) {
    switch error.problem {
    case .unreadable(let failure): self.init(failure, path: error.path)
    case .tooDeep(let limit):
      self.init("\(error.path) is included more than \(limit) levels deep")
    case .tooManyFiles(let limit):
      self.init("the compose table consists of more than \(limit) files")
    }
    guard let include = error.include else { return }
    hint = "correct or remove the include in \(include.path):\(include.line):\(include.column)"
  }

  /// Describes a mistake in a compose file.
  ///
  /// - Parameters:
  ///   - mistake: the mistake.
  ///   - file: the user's file.
  package init(_ mistake: ComposeMistake, in file: String) {
    self.init(
      (mistake.isFatal
        ? "the compose file \(file) cannot be used: " : "a line of the compose file is ignored: ")
        + mistake.message,
      hint: "correct or remove \(mistake.path):\(mistake.line):\(mistake.column)")
  }
}

extension DeviceError {
  /// The message for an error in a selector, and a hint.
  package var selectorMessage: (text: String, hint: String?) {
    switch self {
    case .emptySelector:
      ("the selector is empty", "expected, for example, name=*Keyboard* or 046d:c31c")
    case .emptySelectorValue(let field):
      ("the selector '\(field)=' has no value", "expected, for example, \(field)=*")
    case .bareSelector(let text, let suggestion):
      ("the selector '\(text.excerpt)' names no field", "did you mean \(suggestion.excerpt)?")
    case .unknownSelectorField(let field, let known):
      (
        "unknown field '\(field.excerpt)' in a selector",
        "expected \((known.map { "\($0)=…" } + ["VENDOR:PRODUCT", "all"]).alternatives)"
      )
    case .badSelectorNumber(let part, let selector):
      (
        "invalid vendor or product number '\(part.excerpt)' in '\(selector.excerpt)'",
        "expected one to four hexadecimal digits or *, as in 046d:c31c"
      )
    case .systemCall, .open, .notEvdev: ("\(self)", nil)
    }
  }
}

extension ConfigurationErrors {
  /// Returns one line for each error, like a compiler.
  package func message(path: String) -> String {
    mistakes.map { $0.place.line(in: path, $0.problem.message) }.joined(separator: "\n")
  }
}

extension ConfigurationError.Problem {
  package var message: (text: String, hint: String?) {
    switch self {
    case .yaml(let problem): problem.message
    case .unknownKey(let key, let near, let known):
      (
        "unknown setting '\(key.excerpt)'",
        near.map { "did you mean '\($0)'?" } ?? "expected \(known.alternatives)"
      )
    case .expected(let expected, let found): ("expected \(expected), found \(found)", nil)
    case .unknownValue(let value, let key, let near, let known):
      (
        "invalid value '\(value.excerpt)' for \(key)",
        near.map { "did you mean '\($0)'?" } ?? "expected \(known.alternatives)"
      )
    case .noModeOfLanguage(let tag, let region, let known):
      (
        "no mode has the language '\(tag.excerpt)'",
        "expected \(known.alternatives); a language without a mode needs only its layout"
          + (region.map { ", as in 'layout: \($0.lowercased())'" }
            ?? ", which 'keybridge layouts' lists")
      )
    case .unsupportedMode(let mode, let method, let known):
      (
        "the mode '\(mode)' is unsupported: its input method '\(method)' is not available",
        "expected \(known.alternatives)"
      )
    case .selector(let error): error.selectorMessage
    case .commandWithoutName, .commandWithoutChord, .chord, .notOfBuiltin, .sequenceOfBuiltin,
      .focusOfGlobalCommand, .limitWithoutProcess, .processesNotAllowed:
      commandMessage
    case .replacement(let problem): problem.messageAndHint
    case .tooManyEntries(let key, let limit):
      ("'\(key)' has more than \(limit) entries", "remove some of them")
    case .scannerWithoutMode:
      ("'scanner' needs 'mode: scanner'", "add 'mode: scanner' to the entry")
    case .codesWithoutEnd:
      ("codes would never end", "list the keys that end a code, as in [enter], or set 'gap'")
    case .codesTooLong(let longest):
      ("'min-length' is larger than 'max-length', which is \(longest)", "change one of them")
    case .entryWithoutMode:
      ("the entry names no mode", "begin it with 'mode:', as in mode: sv-SE")
    case .variantWithoutLayout:
      ("'variant' needs a layout", "add 'layout:' to the entry")
    case .entryWithoutMatch:
      (
        "the entry selects no keyboards",
        "begin it with 'match:', as in match: name=*Scanner*"
      )
    }
  }
}

extension YAMLError.Problem {
  package var message: (text: String, hint: String?) {
    switch self {
    case .syntax(_, "while scanning an alias"), .syntax(_, "while scanning an anchor"):
      (
        "a word that begins with '*' or '&' is an alias or an anchor in YAML",
        "put it in quotes: \"*Barcode*\""
      )
    case .syntax(_, "while scanning a quoted scalar"):
      ("the quote that begins here is not closed", "close it, or remove it: most words need none")
    case .syntax("found character that cannot start any token", _),
      .syntax("found a tab character that violates indentation", _):
      (
        "unexpected tab, or a word that begins with a reserved character",
        "indent with spaces; put a word that begins with @, % or ` in quotes"
      )
    case .syntax(let problem, let context):
      ("invalid YAML: \(problem)" + (context.isEmpty ? "" : ", \(context)"), nil)
    case .encoding: ("the file is not valid UTF-8", "save it as UTF-8")
    case .tooDeep(let limit): ("the value is nested deeper than \(limit) levels", nil)
    case .tooManyNodes(let limit):
      ("the file has more than \(limit) nodes after aliases are expanded", nil)
    case .tooLong(let limit): ("the value is longer than \(limit) bytes", nil)
    case .duplicateKey(let key, let first):
      ("duplicate key '\(key.excerpt)'", "the first one is on line \(first.line)")
    case .unknownAnchor(let name):
      ("undefined alias '*\(name)'", "a word that begins with '*' needs quotes: \"*\(name)\"")
    case .severalDocuments:
      ("a second document begins here", "a file holds one document; remove '---'")
    case .readFailed: ("the file cannot be read", nil)
    case .outOfMemory: ("not enough memory", nil)
    }
  }
}

extension UserFacingError {
  package init(_ error: MirrorError) {
    switch error {
    case .outputFailed(let errno): self.init("cannot write: \(systemMessage(errno))")
    case .readerStuck(let bytes):
      self.init("the reader of the output is stuck: \(bytes) bytes could not be written")
    case .notATerminal:
      self.init(
        "standard output is not a terminal", hint: "use --mirror text, json or keystrokes")
    case .terminalNotNamed:
      self.init(
        "TERM is not set", hint: "set TERM to the name of the terminal, or use --mirror text")
    case .terminfoNotLoaded(let library):
      self.init(
        "cannot load the terminfo library \(library)",
        hint: "\(SystemPart.terminfoLibrary.hint()), or use --mirror text")
    case .terminfoMissing:
      self.init(
        "no terminfo database is installed",
        hint: "\(SystemPart.terminals.hint()), or use --mirror text")
    case .terminalUnknown(let name):
      self.init(
        "the terminfo database has no terminal '\(name.prefix(60))' (TERM)",
        hint: "set TERM to a name that 'toe -a' lists, install the entry of the terminal"
          + " (\(SystemPart.allTerminals.hint())), or use --mirror text")
    case .cursorNotMovable(let name):
      self.init(
        "this terminal cannot move its cursor (TERM=\(name.prefix(60)))",
        hint: "use --mirror text")
    }
  }

  private init(_ error: HostingError) {
    switch error {
    case .terminal(let errno):
      self.init("cannot create a terminal: \(systemMessage(errno))")
    case .program(let name, let errno):
      self.init("cannot start '\(name.excerpt)': \(systemMessage(errno))")
    }
  }

  package init(_ error: ServiceError) {
    switch error {
    case .pathNotUsable(let path, let limit):
      self.init(
        "invalid path '\(path.excerpt)' for a socket", hint: "expected from 1 to \(limit) bytes",
        status: .usage)
    case .notASocket(let path):
      self.init(
        "\(path) exists and is not a socket", hint: "choose another path, or remove the file")
    case .alreadyServed(let path):
      self.init(
        "another program listens on \(path)", hint: "stop that program, or choose another path")
    case .connectionFailed(let path, _, let errno):
      let isRefused = errno == EACCES || errno == EPERM
      self.init(
        "cannot connect to \(path): \(systemMessage(errno))",
        hint: isRefused
          ? "run this command as root, or as the user of the service"
          : "start 'keybridge run --control \(path)', or give the path of its socket with --control",
        status: isRefused ? .notPermitted : .failed)
    case .refused(_, let message): self.init(message)
    case .noResponse(let path):
      self.init(
        "the program that listens on \(path) does not respond",
        hint: "check that it is 'keybridge run' of this version")
    case .listenFailed(let path, let call, let errno):
      self.init(
        "cannot listen on \(path): \(call): \(systemMessage(errno))",
        status: errno == EACCES || errno == EPERM ? .notPermitted : .failed)
    }
  }
}
