// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

extension ProgramMethods {
  /// The methods for values that a program offers to the fields of the same user's other programs
  /// (F089, TRT-20).
  static let offers: [String: Method<ProgramClient>] = [
    "fill.offer": Method(["values", "seconds"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let values = try parameters.offeredValues
      let seconds = try parameters.offerSeconds
      guard client.hub.offers.add(values, from: program, seconds: seconds) else {
        throw parameters.unofferableValues
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
