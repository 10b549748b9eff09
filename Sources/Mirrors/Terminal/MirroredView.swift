// SPDX-License-Identifier: Apache-2.0
package import TextInput

extension TextView: MirroredText {
  package var length: Int { storage.count }

  package func paragraph(at offset: Int) -> MirroredParagraph {
    let start = storage.paragraphStart(at: offset)
    let end = storage.paragraphEnd(at: offset)
    let next = storage.paragraphEndWithTerminator(at: offset)
    return MirroredParagraph(content: TextRange(start, end), next: next > end ? next : nil)
  }

  package func substring(_ range: TextRange) -> String {
    storage.substring(range)
  }
}
