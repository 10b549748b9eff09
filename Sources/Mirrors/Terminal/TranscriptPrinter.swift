// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Prints the text of a window after the terminal was returned to the shell.
///
/// A single container is printed as it is. Several are printed with their names, `name: text`; the
/// text of a text view follows on the line below its name. Secret text is not printed.
struct TranscriptPrinter {
  let glyphs: CellRenderer
  let output: ByteOutput

  /// Prints the texts of a window, in the order of its views.
  func print(_ window: Window) {
    var containers: [TextContainer] = []
    collect(window, into: &containers)
    let isAlone = containers.count == 1
    for container in containers where container.hasText && !container.isSecret {
      if !isAlone, !container.name.isEmpty {
        print(line: container.name)
        output.append(container is TextView ? ":\n" : ": ")
      }
      print(container.storage)
    }
  }

  private func collect(_ view: View, into containers: inout [TextContainer]) {
    if let container = view as? TextContainer { containers.append(container) }
    for subview in view.subviews { collect(subview, into: &containers) }
  }

  /// Prints a document, with control characters replaced by visible signs.
  private func print(_ text: TextStorage) {
    var start = 0
    // Every line ends with a newline, so that the shell's prompt starts on a new row.
    while start < text.count {
      print(line: text.substring(TextRange(start, text.paragraphEnd(at: start))))
      output.append("\n")
      start = text.paragraphEndWithTerminator(at: start)
    }
  }

  private func print(line: String) {
    for character in line {
      if character == "\t" {
        output.append("\t")
      } else {
        for cell in glyphs.cells(for: character, column: 0, columns: 2) {
          output.append(cell.text)
        }
      }
    }
  }
}
