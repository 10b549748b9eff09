// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The document as the terminal mirror reads it; offsets count UTF-16 code units.
package protocol MirroredText: AnyObject {
  /// How long the document is.
  var length: Int { get }

  /// The paragraph that holds an offset; the cost does not grow with the document.
  ///
  /// An offset behind a newline belongs to the paragraph that begins there.
  func paragraph(at offset: Int) -> MirroredParagraph

  /// The text of a range.
  func substring(_ range: TextRange) -> String
}

/// Where a paragraph stands in a document.
package struct MirroredParagraph: Hashable, Sendable {
  /// The paragraph without its newline.
  package var content: TextRange
  /// Where the next paragraph begins; nil for the last one.
  package var next: Int?

  package init(content: TextRange, next: Int?) {
    self.content = content
    self.next = next
  }
}
