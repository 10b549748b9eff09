// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
package import TextInput

/// A mode of an extension, as an input method of the engine.
///
/// A key that the extension does not answer in time is typed by the engine, and text that was
/// marked is committed as shown (CIV-19).
package final class ExtensionMethod: InputMethod, ExtensionEditor {
  /// The name of the method and of the mode: those of the extension and of its mode, as
  /// `esperanto.x`.
  package let name: String
  package var answersLater: Bool { true }

  private let mode: ExtensionManifest.Mode
  private let process: Extension
  private let keysymName: (Keysym) -> String
  private unowned let engine: TextEngine
  private var document: FollowedDocument
  /// The request whose answer is awaited; `isOfKey` if the key that it is about may be typed
  /// without the answer, and false for a key that has chosen a candidate.
  private var pending: (token: AnswerToken, ticket: Extension.Ticket, isOfKey: Bool)?
  private var candidates: CandidateList?
  /// Whether the marked text is the extension's.
  private var isMarking = false

  /// Creates the method.
  ///
  /// - Parameters:
  ///   - mode: the mode.
  ///   - process: the extension.
  ///   - engine: the engine that the method belongs to; it outlives the method.
  ///   - documents: the identifiers of the documents.
  ///   - keysymName: returns the name of a keysym.
  package init(
    _ mode: ExtensionManifest.Mode, of process: Extension, in engine: TextEngine,
    documents: DocumentIdentifiers, keysymName: @escaping (Keysym) -> String
  ) {
    name = "\(process.name).\(mode.id)"
    (self.mode, self.process, self.engine, self.keysymName) = (mode, process, engine, keysymName)
    document = FollowedDocument(for: process, in: mode, identifiers: documents)
  }

  /// Starts the process, because the mode became current.
  func prepare() {
    process.editor = self
    process.prepare()
  }

  /// Whether the mode is current, and the focused text accepts it.
  var isInUse: Bool { engine.context(of: self).map(isOffered) ?? false }

  /// Whether the extension may see a text: the mode is current, and the text accepts it (CIV-16,
  /// CIV-18).
  private func isOffered(_ context: InputMethodContext) -> Bool {
    context.offersThirdPartyInputMethods && context.mode.inputMethod == name
  }

  // MARK: Keys

  package func handle(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    guard isOffered(context) else { return .noOpinion }
    guard wants(keystroke) else {
      // A dead key would take the place of the marked text.
      guard isMarking, case .pending = keystroke.composition else { return .noOpinion }
      return .now(bypass(context))
    }
    prepare()
    guard process.acceptsKeys, process.state != .stopped else {
      process.noteBypass(in: name)
      return .noOpinion
    }
    let known = document.open(in: context)
    let parameters = parameters(of: keystroke)
      .merging(["document": document.wire(known, in: context)]) { $1 }
    return .later { [weak self] token in
      self?.ask("key", parameters, token) { answer in
        self?.reply(to: keystroke, answer, in: context, known, token)
      }
    }
  }

  /// Whether the extension gets a key: one that types text or deletes it and, while something is
  /// composed, each key without ⌘.
  private func wants(_ keystroke: Keystroke) -> Bool {
    // Commands have ⌘ (CIV-18), and sequences of dead keys need no extension.
    guard !keystroke.modifiers.contains(.command), case .none = keystroke.composition else {
      return false
    }
    if isComposing { return !keystroke.isModifier }
    if keystroke.keysym.isOfInputMethods || isDictationKey(keystroke) { return true }
    guard keystroke.charactersIgnoringModifiers != .delete else {
      return keystroke.modifiers.isDisjoint(with: [.control, .option])
    }
    // Return and ⇥ are commands of fields and forms.
    return keystroke.insertsText && keystroke.text.utf8.first.map { $0 >= 0x20 } == true
  }

  /// Whether something is composed: text is marked by the extension, or its candidates are shown.
  private var isComposing: Bool { isMarking || candidates != nil }

  private func isDictationKey(_ keystroke: Keystroke) -> Bool {
    process.installed.manifest.takesDictationKey
      && Self.dictationKeys[keystroke.event.code.rawValue] != nil
  }

  /// The names of `KEY_VOICECOMMAND` and `KEY_DICTATE`, which not every layout has.
  private static let dictationKeys: [UInt16: String] = [
    0x246: "XF86VoiceCommand", 0x24A: "XF86Dictate",
  ]

  private func parameters(of keystroke: Keystroke) -> [String: JSONValue] {
    [
      "text": .text(keystroke.text),
      "characters": .text(keystroke.charactersIgnoringModifiers.rawValue),
      "name": .text(
        isDictationKey(keystroke)
          ? Self.dictationKeys[keystroke.event.code.rawValue] ?? ""
          : keysymName(keystroke.keysym)),
      "modifiers": .list(keystroke.modifiers.names.map { .text($0) }),
      "isRepeat": .bool(keystroke.event.phase == .repeat),
    ]
  }

  private func ask(
    _ method: String, _ parameters: [String: JSONValue], _ token: AnswerToken,
    answer: @escaping (JSONValue?) -> Void
  ) {
    var isAnswered = false
    let ticket = process.ask(method, parameters) { [weak self] value in
      isAnswered = true
      self?.pending = nil
      answer(value)
    }
    if !isAnswered { pending = (token, ticket, method == "key") }
  }

  /// Replies to a key.
  private func reply(
    to keystroke: Keystroke, _ value: JSONValue?, in context: InputMethodContext,
    _ document: DocumentProxy, _ token: AnswerToken
  ) {
    guard let value, let answer = read(value, in: document) else {
      process.noteBypass(in: name)
      return resume(token, with: bypass(context))
    }
    guard answer.isTaken == true else {
      if answer.edits.edits.isEmpty, answer.candidates == .unchanged, candidates != nil,
        let key = ListKey(inPages: keystroke)
      {
        return reply(to: key, in: context, document, token)
      }
      return resume(token, with: perform(answer, in: document, passesKeyOn: true))
    }
    resume(token, with: perform(answer, in: document, passesKeyOn: false))
  }

  /// Replies to a key for the candidates that the extension left to Keybridge.
  private func reply(
    to key: ListKey, in context: InputMethodContext, _ document: DocumentProxy,
    _ token: AnswerToken
  ) {
    guard let list = candidates else { return }
    switch key {
    case .move(let move):
      let moved = list.moved(move)
      candidates = moved
      resume(token, with: InputMethodReply([.show(moved)]))
    case .pick(let number):
      choose(list.index(forSelectionKey: number), in: context, document, token)
    case .take: choose(list.highlighted, in: context, document, token)
    case .dismiss:
      candidates = nil
      resume(token, with: InputMethodReply([.show(nil)]))
    }
  }

  private func choose(
    _ index: Int?, in context: InputMethodContext, _ document: DocumentProxy,
    _ token: AnswerToken
  ) {
    guard let index, let list = candidates, list.items.indices.contains(index) else {
      return resume(token, with: InputMethodReply([], passesKeyOn: true))
    }
    let parameters: [String: JSONValue] = [
      "index": .number(index), "text": .text(list.items[index].text),
      "document": self.document.wire(document, in: context),
    ]
    ask("candidate.chosen", parameters, token) { [weak self] value in
      guard let self else { return }
      guard let value, let answer = read(value, in: document) else {
        process.noteBypass(in: name)
        // A digit that chose a candidate is not typed.
        return resume(token, with: InputMethodReply(bypass(context).actions))
      }
      resume(token, with: perform(answer, in: document, passesKeyOn: false))
    }
  }

  private func read(_ value: JSONValue, in document: DocumentProxy) -> ExtensionAnswer? {
    do throws(ExtensionEdits.Fault) {
      return try ExtensionAnswer(value, in: document)
    } catch {
      process.noteLapse(error.rawValue)
      return nil
    }
  }

  /// Notes what an answer changes, and returns its actions.
  private func perform(
    _ answer: ExtensionAnswer, in document: DocumentProxy, passesKeyOn: Bool
  ) -> InputMethodReply {
    switch answer.candidates {
    case .unchanged: break
    case .none: candidates = nil
    case .list(let list): candidates = list
    }
    var reply = InputMethodReply(answer.actions(in: document), passesKeyOn: passesKeyOn)
    guard !answer.edits.edits.isEmpty else { return reply }
    // The document is known with the extension's own edits before others change it.
    reply.continuesAfterDelivery = true
    self.document.isOwnChange = true
    let last = answer.edits.edits.last
    isMarking = if case .mark(let text, _)? = last { !text.isEmpty } else { false }
    return reply
  }

  package func actionsAfterDelivery(in context: InputMethodContext) -> [InputMethodAction] {
    if isOffered(context) { document.know(context) }
    return []
  }

  private func resume(_ token: AnswerToken, with reply: InputMethodReply) {
    engine.resume(token, with: .input(reply))
  }

  /// Commits what is marked as it is shown, closes the list, and types the key.
  private func bypass(_ context: InputMethodContext) -> InputMethodReply {
    candidates = nil
    let marked = isMarking ? context.markedText : ""
    isMarking = false
    return InputMethodReply(
      (marked.isEmpty ? [] : [.commit(marked)]) + [.show(nil)], passesKeyOn: true)
  }

  package func replyAfterTimeout(in context: InputMethodContext) -> InputMethodReply? {
    let typesKey = pending?.isOfKey != false
    cancelPending(isLate: true)
    process.noteBypass(in: name)
    guard isOffered(context) else { return nil }
    var reply = bypass(context)
    reply.passesKeyOn = typesKey
    return reply
  }

  package func choose(_ index: Int, in context: InputMethodContext) -> InputMethodAnswer {
    guard isOffered(context), candidates != nil, process.acceptsKeys else { return .noOpinion }
    let known = document.open(in: context)
    return .later { [weak self] in self?.choose(index, in: context, known, $0) }
  }

  // MARK: Ends and changes

  package func finish(in context: InputMethodContext) -> [InputMethodAction] {
    (candidates, isMarking) = (nil, false)
    let awaited = pending
    cancelPending(isLate: false)
    // The engine drops any other key, or types it in the next mode.
    if let awaited, !awaited.isOfKey { resume(awaited.token, with: InputMethodReply([])) }
    if context.offersThirdPartyInputMethods {
      let reason = engine.modes.current.inputMethod == name ? "focus" : "mode"
      document.finish(in: context, reason: reason)
    }
    document.close()
    return []
  }

  package func contextDidChange(_ context: InputMethodContext) {
    (candidates, isMarking) = (nil, false)
    let awaited = pending
    cancelPending(isLate: false)
    // The key is typed into the text as it is now, without the answer about the earlier one.
    if let awaited {
      resume(awaited.token, with: InputMethodReply([], passesKeyOn: awaited.isOfKey))
    }
    document.isOwnChange = false
    if isOffered(context) { document.follow(context) } else { document.close() }
  }

  /// The request of a key is not wanted any more.
  private func cancelPending(isLate: Bool) {
    guard let pending else { return }
    self.pending = nil
    process.cancel(pending.ticket, isLate: isLate)
  }

  /// Drops the composition of a process that has ended.
  func processDidEnd() {
    document.close()
    guard isComposing, !engine.isInOperation, let context = engine.context(of: self),
      isOffered(context)
    else { return }
    engine.perform(bypass(context).actions, of: self, for: context)
  }

  // MARK: Requests of the extension

  /// Performs the edits of a request.
  func edit(_ parameters: [String: JSONValue]) -> ExtensionRequest.Answer {
    guard let context = engine.context(of: self), isOffered(context), !engine.isInOperation else {
      return .failure(.unavailable)
    }
    let known = document.open(in: context)
    guard parameters["identifier"] == .text(known.identifier),
      parameters["generation"] == .number(known.generation)
    else { return .failure(.stale) }
    guard let answer = read(.object(parameters), in: known) else { return .failure(.invalid) }
    let actions = perform(answer, in: known, passesKeyOn: false).actions
    engine.perform(actions, of: self, for: context)
    let changed = engine.context(of: self) ?? context
    document.know(changed)
    return .success(["document": document.wire(document.known ?? known, in: changed)])
  }
}

extension Keysym {
  /// Whether the key is made for input methods: those from `Multi_key` to `Eisu_toggle` and the
  /// Korean ones.
  fileprivate var isOfInputMethods: Bool { (0xFF21...0xFF3F).contains(rawValue) }
}
