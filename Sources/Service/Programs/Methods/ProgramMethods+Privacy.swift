// SPDX-License-Identifier: Apache-2.0
import TextInput

extension ProgramMethods {
  /// The methods that remove private data before the next person uses the program (design 3.8).
  static let privacy: [String: Method<ProgramClient>] = [
    "session.end": Method(["form"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      if parameters.has("form"), try parameters.text(ifThere: "form") != nil {
        for field in try program.form(parameters).fields { field.text.endSession() }
      } else {
        for name in program.containers.keys.sorted() { program.containers[name]?.text.endSession() }
        program.clearClipboards()
        // The values were provided for the person who leaves, so they are removed too; the user's
        // permission stays.
        client.hub.fillSources.set(nil, of: program.number)
        client.hub.offers.withdraw(from: program)
      }
      return Done()
    }
  ]
}
