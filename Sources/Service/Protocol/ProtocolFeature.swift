// SPDX-License-Identifier: Apache-2.0

/// A feature of the protocol that a program can use.
enum ProtocolFeature: String, CaseIterable {
  case accessories
  case autoFillOffers
  case candidates
  case completions
  case credentialSources
  case expandingAccessory
  case forms
  case inputLimits
  case inputViews
  case keyCommands
  case labels
  case markedText
  case menus
  case modalScreens
  case modePreference
  case pasteboard
  case presses
  case profileSources
  case questions
  case refusals
  case resume
  case revisions
  case scans
  case spelling
  case words

  /// The methods, requests to programs and notifications of the feature.
  var names: [String] {
    switch self {
    case .accessories: ["accessory.set", "accessory.activated"]
    case .autoFillOffers: ["fill.offer", "fill.withdraw"]
    case .candidates: ["candidates.choose", "candidates.didChange"]
    case .completions: ["accessory.set"]
    case .credentialSources, .profileSources: ["fill.provide", "fill.consentDidChange"]
    case .expandingAccessory: ["accessory.set"]
    case .forms: ["form.create", "form.get", "form.set", "form.remove", "form.didFinish"]
    case .inputLimits: ["container.create", "container.set"]
    case .inputViews: ["inputView.set"]
    case .keyCommands: ["command.register", "commands.active", "command.invoked", "command.invoke"]
    case .labels: ["label.create", "label.measure"]
    case .menus:
      [
        "menu.set", "menu.get", "menu.context", "menu.perform", "menu.shown", "menu.hidden",
      ]
    case .modalScreens: ["form.create", "form.remove", "form.didCancel"]
    case .markedText: ["marked.set", "marked.commit", "marked.cancel", "marked.didChange"]
    case .modePreference: ["mode.prefer", "mode.didChange"]
    case .pasteboard: ["pasteboard.get", "pasteboard.set", "pasteboard.clear"]
    case .presses: ["focus.request", "press.began", "press.ended"]
    case .questions: ProgramRequestName.allCases.map(\.rawValue) + ["question.preset"]
    case .refusals: ["text.wasRefused"]
    case .resume: ["hello", "grace", "resync"]
    case .revisions: ["text.replace", "text.didChange"]
    case .scans: ["scan"]
    case .spelling: ["spelling.didChange"]
    case .words: ["text.words"]
    }
  }
}
