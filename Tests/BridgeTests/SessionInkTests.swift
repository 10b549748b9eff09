// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing
import TextInput

@testable import Bridge

/// The way of ink from the source to the text of a session.
@Suite struct SessionInkTests {
  /// A method that types a letter for each stroke.
  private final class Drawing: InputMethod {
    func handle(
      _ keystroke: Keystroke, in context: InputMethodContext
    ) -> InputMethodAnswer { .noOpinion }
    func contextDidChange(_ context: InputMethodContext) {}
    func finish(in context: InputMethodContext) -> [InputMethodAction] { [] }
    func takesInk(in context: InputMethodContext) -> Bool { true }
    func handle(_ ink: InkEvent, in context: InputMethodContext) -> InputMethodAnswer {
      .handled(.commit("人"))
    }
  }

  @Test("F026 pads are wanted while a text takes ink, and what is drawn there reaches the text")
  func session() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("modes: [ja-JP+handwriting, en-US]\n".utf8, to: "keybridge.yaml")
    let settings = try SessionSettings(
      Invocation(options: ["config": [path]]), isReplay: true)
    let engine = settings.makeEngine()
    let session = try Session(settings, engine: engine)
    engine.registerInputMethod(Drawing(), named: "handwriting")
    let view = TextView(name: "view")
    engine.window.addSubview(view)
    #expect(!session.pipeline.isInkWanted)
    // The change is reported at the end of a turn.
    func endTurn() {
      _ = engine.takeUpdates()
      engine.updatesWereDelivered()
    }
    view.becomeFirstResponder()
    endTurn()
    #expect(session.pipeline.isInkWanted)
    let stroke = InkEvent(
      time: .zero, device: DeviceID(rawValue: 1),
      surface: InkEvent.Surface(width: 10, height: 10),
      action: .stroke(Stroke([Stroke.Point(x: 1, y: 1, time: .zero)])))
    #expect(session.pipeline.takeInk(stroke) && view.text == "人")
    engine.modes.perform(.choose("en-US"))
    endTurn()
    #expect(!session.pipeline.isInkWanted && !session.pipeline.takeInk(stroke))
  }
}
