// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@testable import Assistance

@Suite("Assistant")
struct AssistantTests {
  @Test("AST-17b a trait of no disables substitutions")
  func nothing() {
    let engine = TextEngine()
    engine.assistant = Assistant()
    #expect(engine.assistant != nil)
  }
}
