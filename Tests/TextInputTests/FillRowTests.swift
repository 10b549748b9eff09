// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import AutoFill
@testable import TextInput

/// Values to fill in are shown in a row, and entered when the user accepts them (TRT-11 to TRT-15).
@Suite struct FillRowTests {
  private static var card: ProfileCard {
    var card = ProfileCard()
    card.addresses = [
      [.streetAddressLine1: "1 High Street", .addressCity: "Ely", .postalCode: "CB7"]
    ]
    card.emailAddresses = ["ann@example.org", "lee@example.org"]
    return card
  }

  private static var credentials: MemoryCredentials {
    var store = MemoryCredentials()
    store.save(Credential(owner: "shop", username: "ann", password: "hunter2"))
    return store
  }

  /// A screen with fields of these content types; the program is named `shop`.
  private func screen(
    _ types: [TextContentType?], program: String = "shop",
    credentials: MemoryCredentials = MemoryCredentials()
  ) -> (Desk, [TextField]) {
    let desk = Desk(application: Application(name: program))
    desk.engine.autoFill = AutoFillSuggester(sources: [Self.card], credentials: credentials)
    let fields = types.map { type in
      var traits = TextInputTraits()
      traits.textContentType = type
      traits.isSecureTextEntry = type == .password || type == .newPassword
      let field = TextField(name: type?.rawValue ?? "plain", traits: traits)
      desk.engine.window.addSubview(field)
      return field
    }
    return (desk, fields)
  }

  private func texts(_ fields: [TextField]) -> [String] { fields.map(\.text) }

  @Test("F088 TRT-11 the user's address is offered with its source, and not entered on its own")
  func offered() {
    let (desk, fields) = screen([.emailAddress])
    fields[0].becomeFirstResponder()
    #expect(
      desk.facts() == [
        "focus.didBegin", "traits.didChange", "candidates ann@example.org lee@example.org",
      ])
    #expect(desk.engine.candidates?.kind == .fill)
    #expect(desk.engine.candidates?.items.first?.annotation == "My Card")
    #expect(desk.engine.candidates?.highlighted == nil)
    #expect(fields[0].text == "")
    #expect(desk.engine.keyboardArea.frame(of: .candidates).height == 1)
  }

  @Test("IME-9 TRT-11 while the row is not entered, every key goes to the text")
  func notEntered() {
    let (desk, fields) = screen([.emailAddress])
    fields[0].becomeFirstResponder()
    desk.type("1")
    desk.press("→ ⎋")
    desk.type(" ")
    #expect(fields[0].text == "1 ")
    #expect(desk.engine.candidates?.items.count == 2)
  }

  @Test(
    "AST-23 F5, ⌥⎋, or ↓ in an empty field enters the row; ← → and ⏎ or a digit accept, ⎋ leaves",
    arguments: [
      ("F5 ⏎", "ann@example.org"), ("⌥⎋ → ⏎", "lee@example.org"), ("F5 2", "lee@example.org"),
      ("F5 ⎋", ""), ("F5 x", "x"), ("F5 9", "9"), ("↓ ⏎", "ann@example.org"),
      ("↓ → ⏎", "lee@example.org"), ("↓ ↓ ⏎", "lee@example.org"), ("↓ 2", "lee@example.org"),
      ("↓ ⎋", ""), ("↓ x", "x"), ("1", "1"), ("⏎", ""), ("x ↓ ⏎", "x"),
    ])
  func accepting(_ keys: String, _ text: String) {
    let (desk, fields) = screen([.emailAddress])
    fields[0].becomeFirstResponder()
    for key in keys.split(separator: " ") {
      desk.down(String(key))
      desk.up(String(key))
    }
    #expect(fields[0].text == text)
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.isIdle)
    #expect((desk.engine.candidates == nil) == text.contains("@"))
    #expect(fields[0].isFirstResponder)
  }

  @Test("F174 FRM-13 accepting once fills the whole address, as the user's edit")
  func address() {
    let (desk, fields) = screen([.streetAddressLine1, nil, .addressCity, .postalCode])
    fields[3].text = "mine"
    fields[2].becomeFirstResponder()
    _ = desk.facts()
    desk.press("F5 ⏎")
    #expect(texts(fields) == ["1 High Street", "", "Ely", "mine"])
    let origins = desk.engine.takeUpdates().compactMap { update in
      if case .textDidChange(_, _, _, let origin) = update { origin } else { nil }
    }
    #expect(origins == [.user, .user])
  }

  /// A field for an offered code, with a delegate that records its calls.
  private func codeField(_ code: String, _ traits: TextInputTraits = TextInputTraits()) -> (
    FieldDesk, TextField
  ) {
    let desk = FieldDesk(application: Application(name: "shop"))
    var values = RecentValues()
    values.add([.oneTimeCode: code], from: "mail", at: .zero)
    desk.engine.autoFill = AutoFillSuggester(sources: [values], credentials: MemoryCredentials())
    let field = desk.field("code")
    field.traits = traits
    field.traits.textContentType = .oneTimeCode
    field.becomeFirstResponder()
    return (desk, field)
  }

  @Test("F029 a client chooses a value as its digit would, without opening the row")
  func chosenByClient() {
    let (desk, field) = codeField("123456")
    desk.type("9")
    _ = desk.log()
    #expect(desk.engine.chooseCandidate(1) && field.text == "123456")
    #expect(desk.engine.candidates == nil && !desk.engine.chooseCandidate(1))
    desk.press("⌘Z")
    #expect(field.text == "9")
  }

  @Test("TRT-11 nothing is filled in while the keys are for another program")
  func inactive() {
    let (desk, field) = codeField("123456")
    desk.engine.setActive(false)
    #expect(!desk.engine.chooseCandidate(1) && field.text == "")
    desk.engine.setActive(true)
    #expect(desk.engine.chooseCandidate(1) && field.text == "123456")
  }

  @Test("F091 accepting consults the delegate, and notifies as a typed edit does")
  func acceptIsAnEdit() {
    let (desk, field) = codeField("123456")
    desk.type("9")
    _ = desk.log()
    desk.press("F5 ⏎")
    #expect(
      desk.log() == [
        "candidates.didChange", "candidates.didChange", "code text.shouldChange(0,1) 123456",
        "code selection.didChange 6", "code field.editingChanged",
        "code text.didChange(0,1) 123456 user", "candidates.didChange",
      ])
    #expect(field.text == "123456")
  }

  @Test("FLD-10a a delegate that refuses a value keeps the field unchanged")
  func acceptIsRefused() {
    let (desk, field) = codeField("123456")
    desk.type("9")
    desk.delegate.answers["code text.shouldChange"] = false
    desk.press("F5 ⏎")
    #expect(field.text == "9")
  }

  @Test("a restricting keyboard type filters an accepted value")
  func acceptIsFiltered() {
    var traits = TextInputTraits()
    traits.keyboardType = .numberPad
    traits.restrictToKeyboardType = true
    let (desk, field) = codeField("AB-12 34", traits)
    desk.press("F5 ⏎")
    #expect(field.text == "1234")
  }

  @Test(
    "A candidate that exceeds the limits of its field is refused, and the refusal is reported",
    arguments: [
      ("123456", "[0-9]*", 4, "maximumLength"), ("AB-12 34", "[0-9]*", 100, "pattern"),
      ("AB-12 34", "[^x]*", 4, "maximumLength"), ("1234", "[0-9]*", 4, ""),
    ])
  func acceptIsLimited(code: String, pattern: String, length: Int, reason: String) throws {
    let (desk, field) = codeField(code)
    field.pattern = try TextPattern(pattern)
    field.maximumLength = length
    var refused: [String] = []
    field.didRefuse = {
      refused.append("\($0.range.start),\($0.range.end) \($0.text) \($0.reason)")
    }
    desk.type("9").press("F5 ⏎")
    #expect(field.text == (reason.isEmpty ? code : "9"))
    #expect(refused == (reason.isEmpty ? [] : ["0,1 \(code) \(reason)"]))
  }

  @Test("an accepted value is one undo step: undo restores the typed text, redo the value")
  func acceptIsUndone() {
    let (desk, field) = codeField("123456")
    desk.type("98").press("F5 ⏎ ⌘Z")
    #expect(field.text == "98")
    desk.press("⇧⌘Z")
    #expect(field.text == "123456")
    desk.press("⌘Z ⌘Z")
    #expect(field.text == "")
  }

  // MARK: Undo of several fields

  /// An address filled into three fields from the last of them, with the middle one after it.
  private func filledAddress() -> (Desk, [TextField]) {
    let (desk, fields) = screen([.streetAddressLine1, .addressCity, .postalCode, nil])
    fields[2].becomeFirstResponder()
    desk.type("x")
    desk.press("F5 ⏎")
    #expect(texts(fields) == ["1 High Street", "Ely", "CB7", ""])
    return (desk, fields)
  }

  @Test("UND-9a one undo restores all fields of a fill, and one redo fills them again")
  func fillIsUndone() {
    let (desk, fields) = filledAddress()
    _ = desk.facts()
    #expect(desk.press("⌘Z") == .binding(.undo))
    #expect(texts(fields) == ["", "", "x", ""])
    let undone = desk.engine.takeUpdates().compactMap { update in
      if case .textDidChange(let id, _, _, .undo) = update { id } else { nil }
    }
    #expect(Set(undone) == Set(fields[..<3].map(\.id)) && undone.count == 3)
    desk.press("⇧⌘Z")
    #expect(texts(fields) == ["1 High Street", "Ely", "CB7", ""])
    desk.press("⌘Z ⌘Z")
    #expect(texts(fields) == ["", "", "", ""])
    #expect(desk.press("⌘Z") == .unhandled)
  }

  @Test("UND-9a the fill is undone from any of its fields, even after the focus has moved")
  func fillIsUndoneElsewhere() {
    let (desk, fields) = filledAddress()
    for field in fields { field.becomeFirstResponder() }
    fields[0].becomeFirstResponder()
    desk.press("⌘Z")
    #expect(texts(fields) == ["", "", "x", ""])
    #expect(desk.press("⌘Z") == .unhandled, "the history of other edits has ended (UND-7)")
  }

  @Test(
    "UND-9b a field that was edited after the fill keeps its text",
    arguments: ["typed", "set", "replaced", "removed", "marked"])
  func editedAfterFill(_ change: String) {
    let (desk, fields) = filledAddress()
    switch change {
    case "typed":
      fields[0].becomeFirstResponder()
      desk.type("!")
      fields[2].becomeFirstResponder()
    case "set": fields[0].text = "1 High Street!"
    case "replaced": fields[0].replace(TextRange(caret: 13), withText: "!")
    case "removed": fields[0].removeFromSuperview()
    default: fields[0].setMarkedText("!", selectedRange: TextRange(caret: 1))
    }
    let kept = fields[0].text
    desk.press("⌘Z")
    #expect(texts(fields) == [kept, "", "x", ""])
    if change == "typed" {
      fields[0].becomeFirstResponder()
      #expect(desk.press("⌘Z") == .unhandled && fields[0].text == "1 High Street!")
    }
  }

  @Test("UND-9a two fills are undone one after the other, and a text view takes part")
  func twoFills() {
    let desk = Desk(application: Application(name: "shop"))
    desk.engine.autoFill = AutoFillSuggester(sources: [Self.card], credentials: MemoryCredentials())
    var traits = TextInputTraits()
    traits.textContentType = .emailAddress
    let view = TextView(name: "view", traits: traits)
    desk.engine.window.addSubview(view)
    let field = desk.add(TextField(name: "field", traits: traits))
    desk.press("F5 ⏎")
    #expect(field.text == "ann@example.org" && view.text == "ann@example.org")
    view.becomeFirstResponder()
    desk.press("F5 2")
    #expect(view.text == "lee@example.org")
    desk.press("⌘Z")
    #expect(field.text == "ann@example.org" && view.text == "ann@example.org")
    desk.press("⌘Z")
    #expect(field.text == "" && view.text == "")
  }

  @Test("UND-9a a delegate that replaces or refuses a value changes only its own field")
  func delegateOfFill() {
    final class Deciding: TextFieldDelegate {
      func textField(
        _ textField: TextField, decideAboutCharactersIn range: TextRange,
        replacementString: String
      ) -> TextChangeDecision {
        textField.traits.textContentType == .addressCity
          ? .refuse : .replace(replacementString.uppercased())
      }
    }
    let (desk, fields) = screen([.streetAddressLine1, .addressCity, .postalCode])
    let delegate = Deciding()
    for field in fields { field.delegate = delegate }
    fields[2].becomeFirstResponder()
    desk.press("F5 ⏎")
    #expect(texts(fields) == ["1 HIGH STREET", "", "CB7"])
    desk.press("⌘Z")
    #expect(texts(fields) == ["", "", ""])
  }

  @Test(
    "F091 TRT-12b name and password are filled together, and the focus stays", arguments: [0, 1])
  func credentials(_ focused: Int) {
    let (desk, fields) = screen([.username, .password], credentials: Self.credentials)
    fields[focused].becomeFirstResponder()
    #expect(desk.list == "ann")
    desk.press("F5 ⏎")
    #expect(texts(fields) == ["ann", "hunter2"])
    #expect(fields[focused].isFirstResponder)
  }

  @Test("TRT-13 a password field shown in clear is offered credentials too")
  func clear() {
    let (desk, fields) = screen([.username, .password], credentials: Self.credentials)
    fields[1].traits.isSecureTextEntry = false
    fields[1].becomeFirstResponder()
    #expect(desk.list == "ann")
  }

  @Test("TRT-14 without any stored credential there is no row")
  func none() {
    let (desk, fields) = screen([.username, .password])
    fields[0].becomeFirstResponder()
    #expect(desk.engine.candidates == nil)
    #expect(desk.engine.keyboardArea.frame(of: .candidates).height == 0)
    #expect(desk.press("F5") == .unhandled)
  }

  @Test("TRT-15b another program sees a generic entry, which fills nothing")
  func stranger() {
    let (desk, fields) = screen(
      [.username, .password], program: "other", credentials: Self.credentials)
    fields[0].becomeFirstResponder()
    #expect(desk.list == "Passwords…")
    desk.press("F5 ⏎")
    #expect(texts(fields) == ["", ""])
  }

  @Test("TRT-16a a generated password is not shown, and fills both fields")
  func newPassword() {
    let (desk, fields) = screen([.newPassword, .newPassword])
    fields[0].becomeFirstResponder()
    #expect(desk.list == "New Password…")
    desk.press("F5 ⏎")
    #expect(fields[0].text.count == 20 && fields[0].text == fields[1].text)
  }

  @Test("FLD-2a only the length of a value for a secure field is shown")
  func secret() {
    let (desk, fields) = screen([.oneTimeCode])
    var values = RecentValues()
    values.add([.oneTimeCode: "123456"], from: "mail", at: .zero)
    desk.engine.autoFill = AutoFillSuggester(sources: [values], credentials: MemoryCredentials())
    fields[0].becomeFirstResponder()
    #expect(desk.list == "123456")
    fields[0].traits.isSecureTextEntry = true
    #expect(desk.list == "••••••")
    desk.press("F5 ⏎")
    #expect(fields[0].text == "123456")
  }

  @Test("TRT-11 the row is hidden without the focus, and follows the traits and the values")
  func follows() {
    let (desk, fields) = screen([.emailAddress, nil])
    fields[0].becomeFirstResponder()
    fields[1].becomeFirstResponder()
    #expect(desk.engine.candidates == nil)
    fields[1].traits.textContentType = .emailAddress
    #expect(desk.engine.candidates != nil)
    desk.engine.autoFill = nil
    #expect(desk.engine.candidates == nil)
  }

  @Test("TRT-11 the row follows focus and traits that changed while the engine was inactive")
  func movedMeanwhile() {
    let (desk, fields) = screen([nil, .emailAddress])
    fields[0].becomeFirstResponder()
    desk.engine.setActive(false)
    fields[1].becomeFirstResponder()
    desk.engine.setActive(true)
    #expect(desk.list == "ann@example.org lee@example.org")
    // There and back again.
    desk.engine.setActive(false)
    fields[0].becomeFirstResponder()
    fields[1].becomeFirstResponder()
    desk.engine.setActive(true)
    #expect(desk.list == "ann@example.org lee@example.org")
    // Its traits have changed (TRT-2).
    desk.engine.setActive(false)
    fields[1].traits.textContentType = nil
    desk.engine.setActive(true)
    #expect(desk.list == "none")
    desk.engine.setActive(false)
    fields[1].traits.textContentType = .emailAddress
    desk.engine.setActive(true)
    #expect(desk.list == "ann@example.org lee@example.org")
    desk.engine.setActive(false)
    desk.engine.makeWindow(name: "other").makeKey()
    desk.engine.setActive(true)
    #expect(desk.list == "none")
    desk.engine.setActive(false)
    desk.engine.window.makeKey()
    desk.engine.setActive(true)
    #expect(desk.list == "ann@example.org lee@example.org")
    // An accepted value is not offered again.
    desk.press("F5 ⏎")
    desk.engine.setActive(false)
    desk.engine.setActive(true)
    #expect(desk.list == "none")
  }

  @Test("TRT-11 an entered row closes when the focus leaves, and fills nothing")
  func leaves() {
    let (desk, fields) = screen([.emailAddress, nil])
    fields[0].becomeFirstResponder()
    desk.press("F5")
    fields[1].becomeFirstResponder()
    desk.press("⏎")
    #expect(texts(fields) == ["", ""])
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.candidates == nil)
  }
}
