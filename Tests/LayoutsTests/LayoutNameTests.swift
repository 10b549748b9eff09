// SPDX-License-Identifier: Apache-2.0
import Layouts
import Testing

/// The limits of a layout name.
struct LayoutNameTests {
  @Test("A name has at most four layouts, and no more variants than layouts")
  func counts() throws {
    for (layout, variant) in [
      ("", ""), ("us", ""), ("us", "intl"), ("us,de", "intl,"), ("us,,de,fr", ",,,x"),
    ] { try LayoutName(layout: layout, variant: variant).checkCounts() }
    #expect(throws: LayoutError.tooManyLayouts("us,de,fr,se,no", limit: 4)) {
      try LayoutName(layout: "us,de,fr,se,no").checkCounts()
    }
    for (layout, variant, count) in [("us", "a,b", 1), ("us,de", ",,", 2), ("", ",", 1)] {
      #expect(throws: LayoutError.tooManyVariants(variant, layouts: count)) {
        try LayoutName(layout: layout, variant: variant).checkCounts()
      }
    }
  }
}
