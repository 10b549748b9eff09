// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@Suite struct TraitsTests {
  @Test("3.1 the traits have their defaults")
  func defaults() {
    let traits = TextInputTraits()
    #expect(traits.autocapitalizationType == .sentences)
    #expect(traits.autocorrectionType == .default)
    #expect(traits.spellCheckingType == .default)
    #expect(traits.smartQuotesType == .default)
    #expect(traits.smartDashesType == .default)
    #expect(traits.smartInsertDeleteType == .default)
    #expect(traits.inlinePredictionType == .default)
    #expect(traits.keyboardType == .default)
    #expect(traits.keyboardAppearance == .default)
    #expect(traits.returnKeyType == .default)
    #expect(!traits.enablesReturnKeyAutomatically)
    #expect(!traits.isSecureTextEntry)
    #expect(traits.textContentType == nil)
    #expect(traits.passwordRules == nil)
    #expect(!traits.restrictToKeyboardType)
    #expect(!traits.mapsPhonePadLetters)
    #expect(!traits.translucent)
    #expect(traits.writingToolsBehavior == .default)
    #expect(traits.allowedWritingToolsResultOptions == .default)
    #expect(traits.mathExpressionCompletionType == .default)
    #expect(!traits.supportsAdaptiveImageGlyph)
    #expect(traits.conversationContext == nil)
  }

  @Test("D1 the 2009 preset differs only in capitalization, which is off")
  func preset() {
    var preset = TextInputTraits.compatibility2009
    #expect(preset.autocapitalizationType == .none)
    preset.autocapitalizationType = .sentences
    #expect(preset == TextInputTraits())
  }

  @Test("F011 the translucent flag is kept, and has no effect")
  func translucent() {
    var traits = TextInputTraits()
    traits.translucent = true
    #expect(traits != TextInputTraits())
    #expect(ResolvedTraits(traits) == ResolvedTraits(TextInputTraits()))
  }

  @Test("3.1 the newer traits are kept and have no effect")
  func newerTraits() {
    var traits = TextInputTraits()
    traits.writingToolsBehavior = .complete
    traits.allowedWritingToolsResultOptions = [.plainText, .table]
    traits.mathExpressionCompletionType = .yes
    traits.supportsAdaptiveImageGlyph = true
    traits.conversationContext = "Ann"
    #expect(traits != TextInputTraits())
    #expect(traits.allowedWritingToolsResultOptions.rawValue == 9)
    #expect(ResolvedTraits(traits) == ResolvedTraits(TextInputTraits()))
  }
}
