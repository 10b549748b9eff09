// SPDX-License-Identifier: Apache-2.0

/// A feature of the protocol, whether or not this version supports it.
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
  case presses
  case profileSources
  case questions
  case refusals
  case resume
  case revisions
  case scans
  case words

  /// Why the feature is unsupported, for people; nil if it is supported.
  var reason: String? {
    switch self {
    case .expandingAccessory: "an accessory has buttons or completions; a text stands in the window"
    case .menus: "commands of programs are in the panel of ⌘; the menu of ⌃F2 has the built-in ones"
    default: nil
    }
  }

  /// The methods, requests and notifications that the feature consists of; none if it is
  /// unsupported.
  var names: [String] {
    switch self {
    case .accessories: ["accessory.set", "accessory.activated"]
    case .autoFillOffers: ["fill.offer", "fill.withdraw"]
    case .candidates: ["candidates.choose", "candidates.didChange"]
    case .completions: ["accessory.set"]
    case .credentialSources, .profileSources: ["fill.provide", "fill.consentDidChange"]
    case .forms: ["form.create", "form.get", "form.set", "form.remove", "form.didFinish"]
    case .inputLimits: ["container.create", "container.set"]
    case .inputViews: ["inputView.set"]
    case .keyCommands: ["command.register", "commands.active", "command.invoked"]
    case .labels: ["label.create", "label.measure"]
    case .modalScreens: ["form.create", "form.remove", "form.didCancel"]
    case .markedText: ["marked.set", "marked.commit", "marked.cancel", "marked.didChange"]
    case .modePreference: ["mode.prefer", "mode.didChange"]
    case .presses: ["focus.request", "press.began", "press.ended"]
    case .questions: QuestionName.allCases.map(\.rawValue) + ["question.preset"]
    case .refusals: ["text.wasRefused"]
    case .resume: ["hello", "grace", "resync"]
    case .revisions: ["text.replace", "text.didChange"]
    case .scans: ["scan"]
    case .words: ["text.words"]
    case .expandingAccessory, .menus: []
    }
  }
}
