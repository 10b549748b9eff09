// SPDX-License-Identifier: Apache-2.0

/// The name a person most likely meant, or nil where none is near.
package func nearest(to word: String, among names: some Sequence<String>) -> String? {
  let limit = max(1, word.count / 3)
  return names.map { (name: $0, distance: editDistance(word, $0)) }
    .filter { $0.distance <= limit }
    .min { $0.distance < $1.distance }?.name
}

/// How many letters must be added, removed or replaced to turn one word into the other.
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var row = Array(0...right.count)
  for (index, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in right.indices {
      let replaced = diagonal + (letter == right[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
