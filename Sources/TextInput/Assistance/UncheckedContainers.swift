// SPDX-License-Identifier: Apache-2.0

/// The containers with words whose spelling must still be checked; rarely more than one.
struct UncheckedContainers {
  private var containers: [Entry] = []

  private struct Entry {
    weak var container: TextContainer?
  }

  /// Whether there are none.
  var isEmpty: Bool { containers.isEmpty }

  /// Adds a container as the last one.
  ///
  /// - Parameter container: the container.
  mutating func insert(_ container: TextContainer) {
    guard containers.last?.container !== container else { return }
    containers.removeAll { $0.container == nil || $0.container === container }
    containers.append(Entry(container: container))
  }

  /// Removes and returns all containers that still exist, in the order in which they were added.
  mutating func removeAll() -> [TextContainer] {
    guard !containers.isEmpty else { return [] }
    defer { containers = [] }
    return containers.compactMap(\.container)
  }
}
