// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The engine's state that an observer needs to follow the later notifications.
package struct Snapshot: Hashable, Sendable {
  /// The containers, by ascending number.
  package var containers: [Contents]
  /// The container that has the focus; nil for none.
  package var focus: ContainerID?
  /// The current mode.
  package var mode: String?
  /// The layouts that the keyboards type with.
  package var layouts: [DeviceID: ActiveLayout] = [:]
  /// The locks that are on; nil while a secret has the focus.
  package var locks: LockLEDs?
  /// The candidates to choose from; nil for none.
  package var candidates: CandidateList?
  /// The continuation shown after the caret of ``focus``; nil for none.
  package var inline: String?
  /// The command panel, while it is open.
  package var panel: CommandPanel?
  /// The main menu, while it is open.
  package var menu: MenuPanel?

  package init(containers: [Contents]) {
    self.containers = containers
  }

  /// Takes the state of an engine, without secrets.
  package init(of engine: TextEngine) {
    var found: [Contents] = []
    for window in engine.windows { Self.collect(window, of: window, into: &found) }
    containers = found.sorted { $0.container.rawValue < $1.container.rawValue }
    let text = engine.firstResponder as? TextContainer
    focus = text?.id
    mode = engine.modes.current.id
    layouts = engine.activeLayouts
    locks = text?.isSecret == true ? nil : engine.locks
    // The candidates would reveal the secret.
    candidates = text?.isSecret == true ? nil : engine.candidates
    inline = text?.isSecret == true ? nil : text?.inlinePrediction
    panel = engine.commandPanel
    menu = engine.menuPanel
  }

  private static func collect(_ view: View, of window: Window, into found: inout [Contents]) {
    if let text = view as? TextContainer {
      var contents = Contents(of: text)
      contents.program = window.name
      found.append(contents)
    }
    for view in view.subviews { collect(view, of: window, into: &found) }
  }

  /// The contents of one container.
  package struct Contents: Hashable, Sendable {
    package var container: ContainerID
    /// The name that the owner gave the container.
    package var name: String
    /// The owner's name.
    package var program: String
    package var text: String
    package var selection: Selection
    /// The range of the marked text; nil if there is none.
    package var marked: TextRange?
    /// The words that are marked as misspelled, in the order of the text.
    package var misspelled: [TextRange] = []

    package init(
      container: ContainerID, name: String = "", program: String = "", text: String,
      selection: Selection, marked: TextRange? = nil
    ) {
      self.container = container
      self.name = name
      self.program = program
      self.text = text
      self.selection = selection
      self.marked = marked
    }

    /// Takes the contents of a container; of a secret only its length (FLD-2).
    package init(of container: TextContainer) {
      self.init(
        container: container.id, name: container.name, text: container.sharedText,
        selection: container.selection, marked: container.markedRange)
      misspelled = container.misspelledRanges
    }
  }
}
