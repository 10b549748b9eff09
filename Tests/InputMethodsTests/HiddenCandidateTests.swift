// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@testable import InputMethods

/// Candidates of converters, which may be engines that others wrote.
@Suite struct HiddenCandidateTests {
  @Test(
    "IME-19 a converter's candidate or annotation with a hidden control is left out",
    arguments: [
      "\u{202E}", "\u{2066}", "\u{2069}", "\u{200F}", "\u{061C}", "\u{2028}", "\u{1B}", "\u{9B}",
      "\n",
    ])
  func hidden(_ control: String) {
    let answer = [
      ConvertedSegment(
        "か",
        [
          ConvertedCandidate("可\(control)", length: 1),
          ConvertedCandidate("下", length: 1, annotation: "\(control)x"),
          ConvertedCandidate("化", length: 1, annotation: "x"),
        ])
    ]
    #expect(
      ConversionRequest("か").checked(answer)?[0].candidates == [
        ConvertedCandidate("下", length: 1), ConvertedCandidate("化", length: 1, annotation: "x"),
      ])
    let following = [Candidate("可\(control)"), Candidate("下", annotation: control)]
    #expect(ConversionRequest.checked(following) == [Candidate("下")])
    #expect(ConversionRequest.checked(nil) == [])
  }

  @Test("IME-19 a suggestion with a hidden control is not in the list that follows a commit")
  func followOns() {
    var followOns = FollowOns(pageSize: 5)
    followOns.open([Candidate("可\u{1B}[2J"), Candidate("下"), Candidate("")])
    #expect(followOns.list?.items.map(\.text) == ["下"])
    followOns.open([Candidate("\u{9B}")])
    #expect(followOns.list == nil)
  }

  @Test("A converter gives a segment at most as many candidates as were asked for, and others 50")
  func limits() {
    let request = ConversionRequest("か")
    let many = (0..<request.limit + 10).map { ConvertedCandidate("字\($0)", length: 1) }
    let segments = request.checked([ConvertedSegment("か", many)])
    #expect(segments?[0].candidates == Array(many.prefix(request.limit)))
    #expect(ConversionRequest.checked((0..<60).map { Candidate("\($0)") }).count == 50)
  }
}
