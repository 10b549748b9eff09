// SPDX-License-Identifier: Apache-2.0
import Captures
package import Devices
import Glibc
package import Layouts
package import Mirrors
package import Service
import YAMLNodes

extension Complaint {
  /// Describes any error of any stage.
  package init(describing error: any Error) {
    switch error {
    case let complaint as Complaint: self = complaint
    case let error as DeviceError: self.init(error)
    case let failure as CaptureFailure: self.init(failure, path: "capture")
    case let error as LayoutError: self.init(error)
    case let error as MirrorError: self.init(error)
    case let error as ServiceError: self.init(error)
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
      self.init("may not read \(path)", mend: Mend.permission, status: .notPermitted)
    case .open(let path, let errno):
      self.init("cannot open \(path): \(systemMessage(errno))")
    case .notEvdev(let path, let errno):
      self.init(
        "\(path) is no input device: \(systemMessage(errno))",
        mend: "'keybridge devices --all' lists them")
    case .emptySelector, .emptySelectorValue, .bareSelector, .unknownSelectorField,
      .badSelectorNumber:
      let (text, mend) = error.selectorMessage
      self.init(text, mend: mend, status: .usage)
    }
  }

  package init(_ error: LayoutError) {
    switch error {
    case .xkbUnavailable:
      self.init("xkb's data cannot be read", mend: "apt-get install xkb-data")
    case .unknownLayout(let name, let near):
      self.init(
        "there is no layout '\(name)'",
        mend: near.map { "did you mean '\($0)'?" } ?? "'keybridge layouts' lists them")
    case .unknownVariant(let name, let layout, let near):
      self.init(
        "the layout '\(layout)' has no variant '\(name)'",
        mend: near.map { "did you mean '\($0)'?" } ?? "'keybridge layouts \(layout)' lists them")
    case .tooManyLayouts(let list, let limit):
      self.init("'\(list)' is more than the \(limit) layouts a keyboard can have")
    case .tooManyVariants(let list, let layouts):
      self.init(
        "the variants '\(list)' are more than the layouts, \(layouts)",
        mend: "one variant a layout, in order; an empty one is the plain layout: ',phonetic'")
    case .invalid(let name, let messages):
      self.init("\(name) cannot be used", mend: messages.joined(separator: "\n"))
    }
  }
}

extension DeviceError {
  /// The message for an error in a selector, and a hint.
  package var selectorMessage: (text: String, mend: String?) {
    switch self {
    case .emptySelector:
      ("an empty selector", "for example name=*Keyboard* or 046d:c31c")
    case .emptySelectorValue(let field):
      ("the selector '\(field)=' says nothing behind '='", "for example \(field)=*")
    case .bareSelector(let text, let suggestion):
      ("'\(text)' does not say what to select by", "perhaps \(suggestion)")
    case .unknownSelectorField(let field, let known):
      (
        "devices are not selected by '\(field)'",
        "one of \(known.map { "\($0)=…" }.joined(separator: ", ")), or VENDOR:PRODUCT, or all"
      )
    case .badSelectorNumber(let part, let selector):
      (
        "'\(part)' in '\(selector)' is no number of a vendor or product",
        "one to four hexadecimal digits, or *: 046d:c31c"
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
  package var message: (text: String, mend: String?) {
    switch self {
    case .yaml(let problem): problem.message
    case .unknownKey(let key, let near, let known):
      (
        "there is no setting '\(key)' here",
        near.map { "did you mean '\($0)'?" } ?? "there are: \(known.joined(separator: ", "))"
      )
    case .expected(let expected, let found): ("expected \(expected), found \(found)", nil)
    case .unknownValue(let value, let near, let known):
      (
        "'\(value)' is none of the values",
        near.map { "did you mean '\($0)'?" } ?? "one of: \(known.joined(separator: ", "))"
      )
    case .unsupportedMode(let mode, let method, let known):
      (
        "the mode '\(mode)' is unsupported: its input method '\(method)' is not available",
        "one of: \(known.joined(separator: ", "))"
      )
    case .selector(let error): error.selectorMessage
    case .commandWithoutName, .commandWithoutChord, .chord, .notOfBuiltin, .sequenceOfBuiltin,
      .focusOfGlobalCommand, .limitWithoutProcess, .processesNotAllowed:
      commandMessage
    case .scannerWithoutMode:
      ("the entry is not about scanners", "add 'mode: scanner' to it")
    case .codesWithoutEnd:
      ("a code would never end", "name the keys that end one, as in [enter], or set 'gap'")
    case .codesTooLong(let longest):
      ("codes have at most \(longest) characters", "a smaller number, or another 'max-length'")
    case .entryWithoutMode:
      ("the entry does not say which mode", "begin it with 'mode:', as in mode: sv-SE")
    case .variantWithoutLayout:
      ("a variant belongs to a layout", "write 'layout:' beside it")
    case .entryWithoutMatch:
      (
        "the entry does not say which keyboards",
        "begin it with 'match:', as in match: name=*Scanner*"
      )
    }
  }
}

extension YAMLError.Problem {
  package var message: (text: String, mend: String?) {
    switch self {
    case .syntax(_, "while scanning an alias"), .syntax(_, "while scanning an anchor"):
      (
        "a word that begins with '*' or '&' means something else in YAML",
        "put it in quotes: \"*Barcode*\""
      )
    case .syntax(_, "while scanning a quoted scalar"):
      ("a quote is opened here and not closed", "close it, or leave it out: most words need none")
    case .syntax("found character that cannot start any token", _),
      .syntax("found a tab character that violates indentation", _):
      (
        "a tab, or a character that no word of YAML begins with",
        "indent with spaces; put a word that begins with @, % or ` in quotes"
      )
    case .syntax(let problem, let context):
      ("not YAML: \(problem)" + (context.isEmpty ? "" : ", \(context)"), nil)
    case .encoding: ("the bytes are not UTF-8", "save the file as UTF-8")
    case .tooDeep(let limit): ("nested deeper than \(limit) levels", nil)
    case .tooManyNodes(let limit): ("more than \(limit) nodes, aliases written out", nil)
    case .tooLong(let limit): ("goes on for more than \(limit) bytes", nil)
    case .duplicateKey(let key, let first):
      ("'\(key)' stands here for the second time", "the first is in line \(first.line)")
    case .unknownAnchor(let name):
      ("there is no '&\(name)' above", "a word that begins with '*' needs quotes: \"*\(name)\"")
    case .severalDocuments: ("a second document begins", "one file is one document: no '---' here")
    case .readFailed: ("cannot be read", nil)
    case .outOfMemory: ("not enough memory", nil)
    }
  }
}

extension Complaint {
  package init(_ error: MirrorError) {
    switch error {
    case .outputFailed(let errno): self.init("cannot write: \(systemMessage(errno))")
    case .readerStuck(let bytes):
      self.init("nobody reads the output: \(bytes) bytes of it were not taken")
    case .notATerminal:
      self.init(
        "standard output is no terminal", mend: "--mirror text, json or keystrokes go anywhere")
    case .terminalNotNamed:
      self.init(
        "TERM is not set; drawing on a terminal needs its name",
        mend: "set TERM, or use --mirror text, which goes anywhere")
    case .terminfoNotLoaded(let library):
      self.init(
        "cannot load the terminfo library \(library)",
        mend: "install it (Debian: libtinfo6), or use --mirror text, which goes anywhere")
    case .terminfoMissing:
      self.init(
        "there is no terminfo database",
        mend: "install one (Debian: ncurses-base), or use --mirror text, which goes anywhere")
    case .terminalUnknown(let name):
      self.init(
        "the terminfo database has no terminal '\(name.prefix(60))' (TERM)",
        mend: "set TERM to one of 'toe -a', install its entry (Debian: ncurses-term), or use"
          + " --mirror text, which goes anywhere")
    case .cursorNotMovable(let name):
      self.init(
        "this terminal cannot move its cursor (TERM=\(name.prefix(60)))",
        mend: "--mirror text goes anywhere")
    }
  }

  package init(_ error: ServiceError) {
    switch error {
    case .pathNotUsable(let path, let limit):
      self.init(
        "'\(path)' cannot be a socket's path", mend: "at most \(limit) bytes, and not empty",
        status: .usage)
    case .notASocket(let path):
      self.init("\(path) is there and is no socket", mend: "choose another path, or remove it")
    case .alreadyServed(let path):
      self.init("another program serves \(path)", mend: "stop it, or choose another path")
    case .connectionFailed(let path, _, let errno):
      let isRefused = errno == EACCES || errno == EPERM
      self.init(
        "cannot ask \(path): \(systemMessage(errno))",
        mend: isRefused
          ? "as root, or as the user that the service runs as"
          : "start 'keybridge run --control \(path)', or name the socket it has with --control",
        status: isRefused ? .notPermitted : .failed)
    case .refused(_, let message): self.init(message)
    case .noAnswer(let path):
      self.init(
        "who listens at \(path) does not answer", mend: "is it 'keybridge run' of this version?")
    case .listenFailed(let path, let call, let errno):
      self.init(
        "cannot serve \(path): \(call): \(systemMessage(errno))",
        status: errno == EACCES || errno == EPERM ? .notPermitted : .failed)
    }
  }
}
