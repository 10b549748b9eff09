// SPDX-License-Identifier: Apache-2.0
import TextInput

extension ProgramMethods {
  /// What a program forgets between two people (design 3.8).
  static let privacy: [String: Method<ProgramClient>] = [
    "pasteboard.clear": Method { (client, _) throws(RequestError) in
      let program = try client.program
      program.clearClipboards()
      return Done()
    },
    "session.end": Method(["form"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      if parameters.has("form"), try parameters.text(ifThere: "form") != nil {
        for field in try program.form(parameters).fields { field.text.endSession() }
      } else {
        for name in program.containers.keys.sorted() { program.containers[name]?.text.endSession() }
        program.clearClipboards()
        client.hub.offers.withdraw(from: program)
      }
      return Done()
    },
  ]
}

extension Program {
  /// Forgets what was cut, copied, killed or searched for in its texts.
  fileprivate func clearClipboards() {
    window.clipboard.clear()
    for form in forms.values { form.view.clipboard.clear() }
  }
}
