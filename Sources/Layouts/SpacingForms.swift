// SPDX-License-Identifier: Apache-2.0
import Keys

extension Keysym {
  /// The text to show for a pending dead key, its spacing accent; empty for other symbols.
  ///
  /// This is the result of the dead key and a space in libX11's table, except where that is a
  /// quotation mark. A mark without a spacing form in Unicode is combined with a no-break space.
  var spacingForm: String {
    let index = Int(rawValue) - 0xfe50
    return Self.spacingForms.indices.contains(index) ? Self.spacingForms[index] : ""
  }

  // One text for each dead key in the order of xkbcommon-keysyms.h, from dead_grave on; empty for
  // unused numbers.
  private static let spacingForms: [String] = [
    // grave, acute, circumflex, tilde, macron, breve, abovedot, diaeresis
    "`", "´", "^", "~", "¯", "˘", "˙", "¨",
    // abovering, doubleacute, caron, cedilla, ogonek, iota, voiced_sound, semivoiced_sound
    "°", "˝", "ˇ", "¸", "˛", "ͺ", "゛", "゜",
    // belowdot, hook, horn, stroke
    "\u{a0}\u{323}", "\u{a0}\u{309}", "\u{a0}\u{31b}", "/",
    // abovecomma, abovereversedcomma, doublegrave, belowring
    "᾿", "῾", "\u{a0}\u{30f}", "˳",
    // belowmacron, belowcircumflex, belowtilde, belowbreve
    "ˍ", "ꞈ", "˷", "\u{a0}\u{32e}",
    // belowdiaeresis, invertedbreve, belowcomma, currency
    "\u{a0}\u{324}", "\u{a0}\u{311}", ",", "¤",
    // 0xfe70 to 0xfe7f are not dead keys
    "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
    // a, A, e, E, i, I, o, O, u, U, small_schwa, capital_schwa, greek
    "a", "A", "e", "E", "i", "I", "o", "O", "u", "U", "ə", "Ə", "µ", "", "", "",
    // lowline, aboveverticalline, belowverticalline, longsolidusoverlay
    "_", "ˈ", "ˌ", "/",
  ]
}
