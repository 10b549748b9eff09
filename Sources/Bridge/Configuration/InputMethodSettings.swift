// SPDX-License-Identifier: Apache-2.0
import InputMethods
import TextInput
import YAMLNodes

extension ConfigurationReader {
  static let inputMethodKeys = ["hangul-delivery", "learning", "page-size"]

  /// Reads `input-methods`.
  mutating func inputMethods(_ node: YAMLNode) -> MethodSettings {
    var settings = MethodSettings()
    for (key, value) in entries(of: node, known: Self.inputMethodKeys) {
      switch key {
      case "hangul-delivery": settings.hangulDelivery = choice(value, of: key) ?? .marked
      case "page-size": settings.pageSize = number(value, in: 1...9) ?? settings.pageSize
      default: settings.learned = learnedKinds(value)
      }
    }
    return settings
  }

  /// Reads the kinds of choices that are learned: all, none, or those of a list.
  private mutating func learnedKinds(_ node: YAMLNode) -> Set<LearnedKind> {
    guard let items = node.items else { return flag(node) ? Set(LearnedKind.ofMethods) : [] }
    let known = LearnedKind.ofMethods.map(\.rawValue)
    return Set(
      items.compactMap { item in
        let name = string(item)
        if known.contains(name) { return LearnedKind(rawValue: name) }
        if item.text != nil {
          fail(
            item,
            .unknownValue(
              name, of: "learning", nearest: nearest(to: name, among: known), known: known))
        }
        return nil
      })
  }
}
