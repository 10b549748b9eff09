// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Keys

struct NearestTests {
  @Test(
    "One typing error is accepted in a short word, and one in four letters in a longer one",
    arguments: [
      ("textFeild", "textField"), ("TEXTFIELD", "textField"), ("textfld", "textField"),
      ("tab", "tap"), ("tub", nil), ("nothing", nil), ("", nil),
    ])
  func slips(_ word: String, _ meant: String?) {
    #expect(nearest(to: word, among: ["textView", "textField", "tap"]) == meant)
  }

  @Test("A very long word is compared with nothing, however many names there are")
  func endless() {
    let names = (0..<1000).map { String(repeating: "x", count: 190) + "\($0)" }
    // Comparing these letter by letter would take hours.
    for count in [64, 1_000_000] {
      #expect(nearest(to: String(repeating: "x", count: count), among: names) == nil)
    }
  }
}
