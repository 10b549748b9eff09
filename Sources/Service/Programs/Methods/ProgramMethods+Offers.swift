// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

extension ProgramMethods {
  /// The methods for values that a program offers to the fields of others (F089).
  static let offers: [String: Method<ProgramClient>] = [
    "fill.offer": Method(["values", "seconds"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      guard let object = try parameters.object(ifThere: "values"), !object.names.isEmpty else {
        throw parameters.invalid(
          "values", #"an object of texts by content type, {"one-time-code":"123456"}"#)
      }
      var values: [TextContentType: String] = [:]
      for name in object.names {
        guard let type = TextContentType(rawValue: name) else {
          throw .unknown(
            "textContentType", name, among: TextContentType.allCases.map(\.rawValue), object, name)
        }
        values[type] = try object.text(name)
      }
      let seconds = try parameters.number(ifThere: "seconds", in: 1...86_400)
      guard client.hub.offers.add(values, from: program, seconds: seconds) else {
        throw RequestError(
          .invalidParameter,
          "a program can offer one address, one one-time-code, or a date-time, flight-number or "
            + "shipment-tracking-number that was found in text; only the user provides others",
          at: parameters.pointer("values"))
      }
      return Done()
    },
    "fill.withdraw": Method { (client, _) throws(RequestError) in
      let program = try client.program
      client.hub.fillSources.set(nil, of: program.number)
      client.hub.offers.withdraw(from: program)
      return Done()
    },
  ]
}
