// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// All that an observer must know of the engine to follow the facts from here on.
package struct Snapshot: Hashable, Sendable {
  /// The containers, in the order of their numbers.
  package var containers: [Contents]
  /// The container that has the focus; nil for none.
  package var focus: ContainerID?
  /// The mode that is typed in.
  package var mode: String?
  /// What there is to choose from; nil for nothing.
  package var candidates: CandidateList?
  /// The panel of what can be pressed, while it is open.
  package var panel: CommandPanel?
  /// The main menu, while it is open.
  package var menu: MenuPanel?

  package init(containers: [Contents]) {
    self.containers = containers
  }

  /// Takes what observers may know of an engine.
  package init(of engine: TextEngine) {
    var found: [Contents] = []
    for window in engine.windows { Self.collect(window, of: window, into: &found) }
    containers = found.sorted { $0.container.rawValue < $1.container.rawValue }
    let text = engine.firstResponder as? TextContainer
    focus = text?.id
    mode = engine.modes.current.id
    // Of a secret nobody learns what is offered for it.
    candidates = text?.isSecret == true ? nil : engine.candidates
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

  /// What one container holds.
  package struct Contents: Hashable, Sendable {
    package var container: ContainerID
    /// What its owner calls it.
    package var name: String
    /// What its owner is called.
    package var program: String
    package var text: String
    package var selection: Selection
    /// Where provisional text stands; nil while there is none.
    package var marked: TextRange?

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

    /// Takes what observers may know of a container; of a secret its length (FLD-2).
    package init(of container: TextContainer) {
      self.init(
        container: container.id, name: container.name, text: container.sharedText,
        selection: container.selection, marked: container.markedRange)
    }
  }
}
