// SPDX-License-Identifier: Apache-2.0

/// A feature of the protocol that a program can use.
enum ProtocolFeature: String, CaseIterable {
  case accessories
  case autoFillOffers
  case candidates
  case completions
  case credentialSources
  case delivery
  case expandingAccessory
  case externalFields
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
}
