// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The parameters for values to fill in, which programs and clients of the control socket send.
extension Parameters {
  /// The digit that chooses a candidate of the visible page.
  var candidateNumber: Int {
    get throws(RequestError) {
      guard let number = try number(ifThere: "number", in: 1...9) else {
        throw invalid("number", "the digit that chooses the candidate, from 1 to 9")
      }
      return number
    }
  }

  /// The texts by content type that `fill.offer` offers and `fill.give` gives.
  var offeredValues: [TextContentType: String] {
    get throws(RequestError) {
      guard let object = try object(ifThere: "values"), !object.names.isEmpty else {
        throw invalid("values", #"an object of texts by content type, {"one-time-code":"123456"}"#)
      }
      var values: [TextContentType: String] = [:]
      for name in object.names {
        guard let type = TextContentType(rawValue: name) else {
          throw .unknown(
            "textContentType", name, among: TextContentType.allCases.map(\.rawValue), object, name)
        }
        values[type] = try object.valueToFill(name)
      }
      return values
    }
  }

  /// Reads a value to fill in, of which a person must see every character; lines are allowed, as an
  /// address has several (IME-19).
  func valueToFill(_ name: String) throws(RequestError) -> String {
    let value = try text(name)
    let lines = value.split { $0 == "\n" || $0 == "\r\n" }
    guard !lines.contains(where: { String($0).hasHiddenControls }) else {
      throw RequestError(
        .invalidParameter,
        "a value to fill in must have no control characters, and no marks that change the direction "
          + "of text", at: pointer(name))
    }
    return value
  }

  /// For how many seconds an offer is valid; nil for the usual time.
  var offerSeconds: Int? {
    get throws(RequestError) { try number(ifThere: "seconds", in: 1...86_400) }
  }

  /// The error for values that cannot be offered.
  var unofferableValues: RequestError {
    RequestError(
      .invalidParameter,
      "values must be one address, one one-time-code, or a date-time, flight-number or "
        + "shipment-tracking-number that was found in text; only the user provides others",
      at: pointer("values"))
  }
}

extension RequestError {
  static func noCandidate(_ number: Int) -> RequestError {
    RequestError(.failed, "no candidate \(number) is offered now")
  }
}
