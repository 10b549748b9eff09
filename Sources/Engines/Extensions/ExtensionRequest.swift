// SPDX-License-Identifier: Apache-2.0
package import Mirrors
package import TextInput

/// A request of an extension that concerns more than the text.
package enum ExtensionRequest: Hashable, Sendable {
  /// Switches to the next mode; `advanceToNextInputMode`.
  case advanceMode
  /// Opens the list of modes; `handleInputModeList(from:with:)`.
  case listModes
  /// Ends the focus of the text; `dismissKeyboard`.
  case dismissKeyboard
  /// Sets the language of the mode; `primaryLanguage`.
  case setLanguage(LanguageTag)
  /// Reads the supplementary lexicon; `requestSupplementaryLexicon`.
  case lexicon
  /// Reads the copied text.
  case pasteboard
  /// Copies a text.
  case setPasteboard(String)
  /// Tells the user something.
  case notice(String)

  /// The reason why a request is refused, by its code on the wire.
  package enum Refusal: String, Error, Hashable, Sendable {
    /// The text has changed since the extension saw it.
    case stale
    /// A parameter is missing or has another form.
    case invalid
    /// The extension is not in use, or no text has focus.
    case unavailable
    /// The user has not granted it.
    case refused
    /// Keybridge has nothing to answer with.
    case unsupported
    /// There is no such method.
    case unknownMethod = "unknown-method"
    /// It was asked too often.
    case tooOften = "too-often"

    /// The message for the author.
    package var message: String {
      switch self {
      case .stale: "the text has changed; read text.didChange first"
      case .invalid: "a parameter is missing or has another form"
      case .unavailable: "the extension is not in use, or no text has the focus"
      case .refused: "the user has not granted it"
      case .unsupported: "there is no source for it"
      case .unknownMethod: "there is no such method"
      case .tooOften: "at most one notice a minute"
      }
    }
  }

  /// The members of the result, or why there is none.
  package typealias Answer = Result<[String: JSONValue], Refusal>

  /// The maximum length of a notice and of a copied text, in UTF-16 code units.
  static let noticeLimit = 200
  static let copyLimit = 4096

  /// The right that the request needs; nil for none.
  var grant: ExtensionGrant? {
    switch self {
    case .pasteboard, .setPasteboard: .pasteboard
    default: nil
    }
  }

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - method: its name.
  ///   - parameters: its parameters.
  /// - Throws: `unknownMethod`, `unsupported` or `invalid`.
  init(_ method: String, _ parameters: [String: JSONValue]) throws(Refusal) {
    func text(_ name: String, limit: Int) throws(Refusal) -> String {
      guard case .text(let text)? = parameters[name], text.utf16.count <= limit else {
        throw .invalid
      }
      return text
    }
    switch method {
    case "mode.advance": self = .advanceMode
    case "mode.list": self = .listModes
    case "keyboard.dismiss": self = .dismissKeyboard
    case "language.set":
      guard let tag = LanguageTag(try text("language", limit: 64)) else { throw .invalid }
      self = .setLanguage(tag)
    case "lexicon.get": self = .lexicon
    case "pasteboard.get": self = .pasteboard
    case "pasteboard.set": self = .setPasteboard(try text("text", limit: Self.copyLimit))
    case "notice":
      let text = try text("text", limit: Self.noticeLimit)
      guard !text.isEmpty,
        text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { throw .invalid }
      self = .notice(text)
    case "contacts.get", "location.get", "microphone.open": throw .unsupported
    default: throw .unknownMethod
    }
  }
}
