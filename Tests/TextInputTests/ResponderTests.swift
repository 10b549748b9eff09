// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import Responders
@testable import TextInput

/// Reference 2: responders, focus and the responder chain.
@Suite struct ResponderTests {
  private let desk = FieldDesk()

  /// The kinds of responders, and whether they may have the focus.
  private static var kinds: [(String, Responder, Bool)] {
    let disabled = TextField()
    disabled.isEnabled = false
    let readOnly = TextView()
    readOnly.isEditable = false
    let fixed = TextView()
    fixed.isSelectable = false
    return [
      ("responder", Responder(), false), ("view", View(), false), ("control", Control(), false),
      ("controller", ViewController(), false), ("application", Application(), false),
      ("field", TextField(), true), ("web field", WebField(), true),
      ("text view", TextView(), true),
      ("disabled field", disabled, false), ("text view to read", readOnly, true),
      ("text view to look at", fixed, false),
    ]
  }

  @Test("RSP-1 a responder must opt in to the focus, and can always resign it")
  func mayBegin() {
    for (kind, responder, may) in Self.kinds {
      #expect(responder.canBecomeFirstResponder == may, "\(kind)")
      #expect(responder.canResignFirstResponder, "\(kind)")
    }
  }

  @Test("RSP-2 each window has one first responder, and the key window's receives the keys")
  func windows() {
    let first = desk.field("a")
    let window = desk.engine.makeWindow(name: "other")
    let second = desk.field("b", in: window)
    #expect(first.becomeFirstResponder() && second.becomeFirstResponder())
    #expect(desk.engine.window.firstResponder === first && window.firstResponder === second)
    desk.type("x")
    window.makeKey()
    desk.type("y")
    #expect(first.text == "x" && second.text == "y")
    #expect(desk.engine.firstResponder === second)
  }

  @Test("RSP-12 changing the key window reports its responder's traits before the next key")
  func keyWindowTraits() {
    desk.field("a").becomeFirstResponder()
    let window = desk.engine.makeWindow(name: "other")
    let second = desk.field("b", in: window)
    second.traits.keyboardType = .url
    second.becomeFirstResponder()
    _ = desk.log()
    window.makeKey()
    #expect(desk.log() == ["b traits.didChange url default"])
    window.close()
    #expect(desk.log() == ["b focus.didEnd(committed)", "a traits.didChange default default"])
  }

  @Test("RSP-3, F001, F050 only the focus determines whether the keyboard area is shown")
  func keyboard() {
    let field = desk.field("a")
    _ = desk.log()
    #expect(!desk.engine.keyboardArea.isShown)
    field.becomeFirstResponder()
    #expect(desk.log(keyboard: true).filter { $0.hasSuffix("Show") }.count == 2)
    #expect(desk.engine.keyboardArea.isShown && field.wantsKeyboardArea)
    field.resignFirstResponder()
    #expect(desk.log(keyboard: true).filter { $0.hasSuffix("Hide") }.count == 2)
    #expect(!desk.engine.keyboardArea.isShown)
  }

  @Test("RSP-5 shouldEnd cannot prevent a forced end of editing")
  func force() {
    let box = View(name: "box")
    desk.engine.window.addSubview(box)
    let field = desk.field("a", in: box)
    desk.delegate.answers["a focus.shouldEnd"] = false
    let ends: [(String, () -> Void)] = [
      ("removed", { field.removeFromSuperview() }),
      ("its superview removed", { box.removeFromSuperview() }),
      ("forced", { self.desk.engine.window.endEditing(force: true) }),
      ("disabled", { field.isEnabled = false }),
      ("moved", { View().addSubview(field) }),
      ("window closed", { self.desk.engine.window.close() }),
    ]
    for (name, end) in ends {
      desk.engine.window.addSubview(box)
      box.addSubview(field)
      field.isEnabled = true
      #expect(field.becomeFirstResponder(), "\(name)")
      #expect(!field.resignFirstResponder())
      _ = desk.log()
      end()
      #expect(!field.isFirstResponder, "\(name)")
      #expect(desk.log() == ["a focus.didEnd(committed)"], "\(name)")
    }
  }

  @Test("RSP-6, F034 endEditing finds the first responder in its subtree and consults it")
  func endEditing() {
    let (left, right) = (View(name: "left"), View(name: "right"))
    for view in [left, right] { desk.engine.window.addSubview(view) }
    let field = desk.field("a", in: left)
    field.becomeFirstResponder()
    desk.delegate.answers["a focus.shouldEnd"] = false
    _ = desk.log()
    #expect(right.endEditing(force: false))
    #expect(desk.log() == [])
    #expect(!left.endEditing(force: false))
    #expect(desk.log() == ["a focus.shouldEnd"] && field.isFirstResponder)
    desk.delegate.answers = [:]
    #expect(left.endEditing(force: false))
    #expect(desk.log() == ["a focus.shouldEnd", "a focus.didEnd(committed)"])
  }

  @Test("F034 ⌘⏎ ends editing if a controller declares Done")
  func done() {
    let controller = ViewController(name: "screen")
    desk.engine.window.rootViewController = controller
    let view = desk.view("v", "x", in: controller.view)
    view.becomeFirstResponder()
    #expect(desk.press("⌘⏎").lastDisposition == .unhandled)
    controller.declareDone()
    #expect(desk.press("⌘⏎").lastDisposition == .command(id: "done"))
    #expect(!view.isFirstResponder && view.text == "x")
  }

  // MARK: The chain

  /// The names along the chain, from a responder on.
  private func chain(_ responder: Responder) -> [String] {
    sequence(first: responder, next: \.next).prefix(20).map(\.name)
  }

  @Test(
    "RSP-7 the chain: views, controllers, presenting controllers, window, application, delegate")
  func chains() {
    let engine = TextEngine(
      application: Application(name: "application", delegate: Responder(name: "delegate")))
    let end = ["window", "application", "delegate"]
    let root = ViewController(name: "root", view: View(name: "root view"))
    engine.window.rootViewController = root
    let child = ViewController(name: "child", view: View(name: "child view"))
    let (inner, box) = (View(name: "inner"), View(name: "box"))
    root.view.addSubview(child.view)
    child.view.addSubview(box)
    box.addSubview(inner)
    let sheet = ViewController(name: "sheet", view: View(name: "sheet view"))
    child.present(sheet)
    let loose = View(name: "loose")
    engine.window.addSubview(loose)
    let custom = Responder(name: "custom", next: loose)
    let rows: [(Responder, [String])] = [
      (inner, ["inner", "box", "child view", "child", "root view", "root"] + end),
      (root.view, ["root view", "root"] + end),
      (child, ["child", "root view", "root"] + end),
      (sheet.view, ["sheet view", "sheet", "child", "root view", "root"] + end),
      (loose, ["loose"] + end), (custom, ["custom", "loose"] + end),
      (engine.window, end), (engine.application, ["application", "delegate"]),
      (View(name: "nowhere"), ["nowhere"]),
    ]
    for (responder, names) in rows { #expect(chain(responder) == names) }
    sheet.dismiss()
    #expect(chain(sheet.view) == ["sheet view", "sheet"])
    box.next = engine.window
    #expect(chain(inner) == ["inner", "box"] + end)
  }

  @Test("RSP-7 a responder in the chain is not offered keys again as the application's delegate")
  func delegateInChain() {
    let root = ViewController(name: "root", view: View(name: "root view"))
    let application = Application()
    let engine = TextEngine(application: application)
    engine.window.rootViewController = root
    let delegates: [Responder] = [root, root.view, engine.window, application, Application()]
    for delegate in delegates {
      application.delegate = delegate
      #expect(chain(root) == ["root", "window", "application"])
    }
    engine.handle(Typist.typing("a"))
    application.delegate = Responder(name: "delegate")
    #expect(chain(root) == ["root", "window", "application", "delegate"])
  }

  @Test("RSP-8b an action runs on the first responder that implements it only")
  func actions() {
    let application = RecordingResponder("application")
    let desk = FieldDesk(application: application)
    let far = RecordingResponder("far", next: desk.engine.window)
    let near = RecordingResponder("near", next: far)
    application.commands = CommandRegistry([
      KeyCommand(id: "k", input: "k", modifiers: .command, title: "K")
    ])
    let field = desk.field("a")
    field.next = near
    field.becomeFirstResponder()
    (near.performable, far.performable, application.performable) = ([], ["k"], ["k"])
    desk.press("⌘K")
    #expect((near.log, far.log, application.log) == ([], ["perform k"], []))
    far.performable = []
    desk.press("⌘K")
    #expect((near.log, far.log, application.log) == ([], ["perform k"], ["perform k"]))
  }

  @Test("RSP-8a an unhandled press goes to the next responder, until one takes it")
  func unhandled() {
    let application = RecordingResponder("application")
    let desk = FieldDesk(application: application)
    let middle = RecordingResponder("middle", next: desk.engine.window)
    let field = desk.field("a")
    field.next = middle
    field.becomeFirstResponder()
    for responder in [middle, application] { responder.offersPresses = true }
    desk.press("F9")
    #expect(middle.log == ["began \(Typist.keystroke("F9").charactersIgnoringModifiers)", "ended"])
    #expect(application.log == middle.log)
    middle.takesPresses = true
    application.log = []
    #expect(desk.press("F9").lastDisposition == .press)
    #expect(application.log == [])
  }

  @Test("RSP-9 a later responder may perform a command that an earlier one cannot")
  func performing() {
    let application = RecordingResponder("application")
    let desk = FieldDesk(application: application)
    let near = RecordingResponder("near", next: desk.engine.window)
    near.commands = CommandRegistry([
      KeyCommand(id: "k", input: "k", modifiers: .command, title: "K")
    ])
    near.performable = []
    application.performable = ["k"]
    let field = desk.field("a")
    field.next = near
    field.becomeFirstResponder()
    #expect(desk.press("⌘K").lastDisposition == .command(id: "k"))
    #expect(near.log == [] && application.log == ["perform k"])
    // A responder can perform exactly the commands for which it has an action.
    let plain = Responder(name: "plain")
    let command = KeyCommand(id: "k", input: "k", modifiers: .command, title: "K")
    #expect(!plain.canPerform(command))
    plain.addKeyCommand(command) { _ in }
    #expect(plain.canPerform(command))
  }

  @Test("RSP-10, F141 a disabled field refuses the focus, and ⇥ skips it")
  func disabled() {
    let (first, second, third) = (desk.field("a"), desk.field("b"), desk.field("c"))
    second.isEnabled = false
    #expect(!second.becomeFirstResponder())
    first.becomeFirstResponder()
    desk.press("⇥")
    #expect(third.isFirstResponder)
    desk.press("⇧⇥")
    #expect(first.isFirstResponder)
    #expect(desk.engine.window.focusOrder.map(\.name) == ["a", "c"])
    #expect(!desk.log().contains { $0.hasPrefix("b") })
  }

  @Test("RSP-11 with no first responder keys start at the key window's root controller")
  func noFocus() {
    let controller = ViewController(name: "root")
    var runs = 0
    controller.addKeyCommand(KeyCommand(id: "k", input: "k", modifiers: .command, title: "K")) {
      _ in runs += 1
    }
    desk.engine.window.rootViewController = controller
    #expect(desk.press("⌘K").lastDisposition == .command(id: "k"))
    #expect(runs == 1)
    #expect(desk.log() == ["command k root"])
    #expect(desk.engine.firstOfChain === controller)
    desk.engine.window.rootViewController = nil
    #expect(desk.engine.firstOfChain === desk.engine.window)
    desk.engine.window.close()
    #expect(desk.engine.firstOfChain === desk.engine.application)
  }

  @Test(
    "RSP-12, F039, F040 moving from URL to search field reports traits before the first key")
  func traits() {
    let url = desk.field("url")
    url.traits.keyboardType = .url
    url.traits.returnKeyType = .go
    let search = desk.field("search")
    search.traits.returnKeyType = .google
    _ = desk.log()
    url.becomeFirstResponder()
    #expect(
      desk.log() == ["url focus.shouldBegin", "url focus.didBegin", "url traits.didChange url go"])
    desk.press("⇥").type("x")
    #expect(
      desk.log() == [
        "search focus.shouldBegin", "url focus.shouldEnd", "url focus.didEnd(committed)",
        "search focus.didBegin", "search traits.didChange default google",
        "search text.shouldChange(0,0) x", "search selection.didChange 1",
        "search field.editingChanged", "search text.didChange(0,0) x user",
      ])
  }

  @Test("RSP-12 a key queued after the ⇥ that moves the focus is read with the new field's traits")
  func queuedKey() {
    desk.field("a").becomeFirstResponder()
    let digits = desk.field("b")
    (digits.traits.keyboardType, digits.traits.restrictToKeyboardType) = (.numberPad, true)
    desk.engine.handle(Typist.keystroke("⇥"))
    for key in ["x", "7"] { desk.engine.handle(Typist.typing(key)) }
    #expect(digits.text == "7")
  }

  // MARK: Modal presentation

  @Test("CMD-12, F012 behind a password alert the covered commands and fields are unreachable")
  func modal() {
    let screen = ViewController(name: "screen")
    var runs = 0
    screen.addKeyCommand(KeyCommand(id: "k", input: "k", modifiers: .command, title: "K")) {
      _ in runs += 1
    }
    desk.engine.window.rootViewController = screen
    let covered = desk.field("covered", in: screen.view)
    covered.becomeFirstResponder()
    desk.press("⌘K")
    #expect(runs == 1)
    let alert = ViewController(name: "alert")
    let password = desk.field("password", in: alert.view)
    password.traits.isSecureTextEntry = true
    screen.present(alert)
    #expect(!covered.isFirstResponder && desk.engine.firstOfChain === alert)
    #expect(desk.press("⌘K").lastDisposition == .unhandled)
    password.becomeFirstResponder()
    #expect(desk.press("⌘K").lastDisposition == .unhandled)
    #expect(runs == 1)
    desk.press("⇥")
    #expect(password.isFirstResponder)
    alert.dismiss()
    #expect(desk.engine.firstResponder == nil && screen.presentedViewController == nil)
    #expect(desk.press("⌘K").lastDisposition == .command(id: "k"))
    desk.press("⇥")
    #expect(covered.isFirstResponder)
  }

  @Test("F012 the cancel action of a covered screen does not run from an alert")
  func modalCancel() {
    let (screen, alert) = (ViewController(name: "screen"), ViewController(name: "alert"))
    var log: [String] = []
    screen.cancelAction = { log.append("screen") }
    desk.engine.window.rootViewController = screen
    screen.present(alert)
    let field = desk.field("a", in: alert.view)
    field.becomeFirstResponder()
    #expect(desk.press("⎋").lastDisposition == .unhandled)
    alert.cancelAction = { log.append("alert") }
    desk.press("⎋")
    #expect(log == ["alert"])
  }

  @Test("RSP-7, CMD-12 a controller cannot present one that is in its own chain")
  func presentingBack() {
    let screen = ViewController(name: "screen", view: View(name: "view"))
    let (alert, child) = (ViewController(name: "alert"), ViewController(name: "child"))
    desk.engine.window.rootViewController = screen
    screen.view.addSubview(child.view)
    screen.present(alert)
    alert.present(screen)
    alert.present(alert)
    child.present(screen)
    #expect(alert.presentedViewController == nil && child.presentedViewController == nil)
    #expect(screen.presentingViewController == nil)
    #expect(chain(alert) == ["alert", "screen", "window", "application"])
    #expect(desk.engine.firstOfChain === alert)
  }

  @Test("Stacked alerts are dismissed one by one, or all with the lowest")
  func stacked() {
    let controllers = ["root", "one", "two"].map { ViewController(name: $0) }
    desk.engine.window.rootViewController = controllers[0]
    func present() {
      controllers[0].present(controllers[1])
      controllers[1].present(controllers[2])
    }
    present()
    #expect(desk.engine.firstOfChain === controllers[2])
    controllers[2].dismiss()
    #expect(desk.engine.firstOfChain === controllers[1])
    controllers[0].dismiss()
    #expect(desk.engine.firstOfChain === controllers[0])
    present()
    controllers[0].dismiss()
    #expect(desk.engine.firstOfChain === controllers[0])
    #expect(controllers.allSatisfy { $0.presentedViewController == nil })
    #expect(desk.engine.window.subviews.count == 1)
  }

  @Test("A dismissed controller is removed from its window and deallocated")
  func dismissedGoes() {
    let window = desk.engine.window
    let screen = ViewController(view: View(frame: CellRect(width: 9, height: 3)))
    window.rootViewController = screen
    weak var gone: ViewController?
    do {
      let sheet = ViewController()
      gone = sheet
      screen.present(sheet)
      #expect(window.topmost === sheet)
      sheet.dismiss()
    }
    #expect(gone == nil && window.presented.isEmpty)
  }

  @Test("RSP-5 a view that is moved elsewhere during the end of its editing stays there")
  func putElsewhere() {
    let (wanted, other) = (View(name: "wanted"), View(name: "other"))
    desk.engine.window.addSubview(wanted)
    desk.engine.window.addSubview(other)
    let field = desk.field("a")
    field.becomeFirstResponder()
    desk.delegate.acts["a didEnd(committed)"] = { other.addSubview(field) }
    wanted.addSubview(field)
    #expect(field.superview === other)
    #expect(wanted.subviews.isEmpty && other.subviews.count == 1)
  }

  @Test("A responder that loses the focus before it is settled receives neither begin nor end")
  func neverBecame() {
    final class LoggingField: TextField {
      var log: [String] = []
      override func didBecomeFirstResponder() { log.append("became") }
      override func didResignFirstResponder() { log.append("resigned") }
    }
    let first = LoggingField(name: "first")
    first.delegate = desk.delegate
    desk.add(first)
    let second = desk.field("second")
    desk.delegate.acts["first didBegin"] = { second.becomeFirstResponder() }
    first.becomeFirstResponder()
    #expect(second.isFirstResponder && first.log == [])
    first.becomeFirstResponder()
    second.becomeFirstResponder()
    #expect(first.log == ["became", "resigned"])
  }
}
