// SPDX-License-Identifier: Apache-2.0
import Mirrors
package import TextInput

/// The identifiers of the documents of all extensions: a UUID for each container (F107).
package final class DocumentIdentifiers {
  /// The maximum number of containers whose identifiers are kept; the oldest is forgotten.
  static let limit = 1000

  private var identifiers: [ContainerID: String] = [:]
  private var generations: [String: Int] = [:]
  private var order: [ContainerID] = []
  private let make: () -> String

  /// Creates the table.
  ///
  /// - Parameter make: makes an identifier; by default a random UUID.
  package init(make: @escaping () -> String = DocumentIdentifiers.random) { self.make = make }

  /// The identifier of a container.
  ///
  /// - Parameter container: the container.
  package subscript(container: ContainerID) -> String {
    if let known = identifiers[container] { return known }
    if order.count >= Self.limit, let oldest = order.first {
      order.removeFirst()
      identifiers.removeValue(forKey: oldest).map { generations[$0] = nil }
    }
    let new = make()
    identifiers[container] = new
    order.append(container)
    return new
  }

  /// Counts a change.
  func nextGeneration(of identifier: String) -> Int {
    generations[identifier, default: 0] += 1
    return generations[identifier] ?? 0
  }

  /// A random UUID, of version 4.
  package static func random() -> String {
    var random = SystemRandomNumberGenerator()
    let high = random.next() & ~0xF000 | 0x4000
    return uuidText(high: high, low: 0x8000_0000_0000_0000 | random.next() >> 2)
  }
}
