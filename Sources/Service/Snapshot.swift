// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// All that an observer must know of the containers to follow the updates from here on.
package struct Snapshot: Hashable, Sendable {
  /// The containers, in the order of their numbers.
  package var containers: [Contents]

  package init(containers: [Contents]) {
    self.containers = containers
  }

  /// What one container holds.
  package struct Contents: Hashable, Sendable {
    package var container: ContainerID
    package var text: String
    package var selection: Selection
    /// Where provisional text stands; nil while there is none.
    package var marked: TextRange?

    package init(
      container: ContainerID, text: String, selection: Selection, marked: TextRange? = nil
    ) {
      self.container = container
      self.text = text
      self.selection = selection
      self.marked = marked
    }

    /// Takes what observers may know of a container; of a secret its length (FLD-2).
    package init(of container: TextContainer) {
      self.init(
        container: container.id, text: container.sharedText, selection: container.selection,
        marked: container.markedRange)
    }
  }
}
