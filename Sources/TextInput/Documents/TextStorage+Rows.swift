// SPDX-License-Identifier: Apache-2.0

/// Visual lines by their starts, for what scrolls. Only paragraphs that are crossed are laid out.
extension TextStorage {
  /// Where the visual line begins that shows a caret.
  func rowStart(
    at offset: Int, affinity: TextAffinity = .forward, _ layout: LineLayout
  ) -> Int {
    let start = paragraphStart(at: offset)
    let lines = self.lines(ofParagraphAt: start, layout)
    return start
      + lines[layout.index(ofLineAt: offset - start, affinity: affinity, in: lines)]
      .range.start
  }

  /// The start of the visual line some lines below the one that begins at an offset, or above it if
  /// negative; the last or the first line where there are not as many.
  func rowStart(_ offset: Int, movedBy count: Int, _ layout: LineLayout) -> Int {
    var paragraph = paragraphStart(at: offset)
    var lines = self.lines(ofParagraphAt: paragraph, layout)
    var index = layout.index(ofLineAt: offset - paragraph, affinity: .forward, in: lines)
    for _ in 0..<count.magnitude {
      if lines.indices.contains(index + count.signum()) {
        index += count.signum()
      } else if count < 0 {
        guard paragraph > 0 else { return 0 }
        paragraph = paragraphStart(at: characterStart(before: paragraph))
        lines = self.lines(ofParagraphAt: paragraph, layout)
        index = lines.count - 1
      } else {
        let end = paragraphEnd(at: paragraph)
        guard end < self.count else { break }
        paragraph = paragraphEndWithTerminator(at: end)
        lines = self.lines(ofParagraphAt: paragraph, layout)
        index = 0
      }
    }
    return paragraph + lines[index].range.start
  }

  private func lines(ofParagraphAt start: Int, _ layout: LineLayout) -> [LineLayout.Line] {
    layout.lines(of: substring(TextRange(start, paragraphEnd(at: start))))
  }
}
