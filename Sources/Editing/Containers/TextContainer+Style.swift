// SPDX-License-Identifier: Apache-2.0

/// The style's properties under UIKit's names.
extension TextContainer {
  /// The colour of the whole text.
  public final var textColor: TextStyle.Color {
    get { style.color }
    set { style.color = newValue }
  }

  /// The font of the whole text.
  public final var font: Font {
    get { style.font }
    set { style.font = newValue }
  }

  /// The alignment of the text; initially left in a field and natural in a view.
  public final var textAlignment: TextAlignment {
    get { style.alignment }
    set { style.alignment = newValue }
  }

  /// The colour behind the text; a field's background image covers it.
  public final var backgroundColor: TextStyle.Color? {
    get { style.backgroundColor }
    set { style.backgroundColor = newValue }
  }
}
