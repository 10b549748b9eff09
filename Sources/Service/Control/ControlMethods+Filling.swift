// SPDX-License-Identifier: Apache-2.0
import TextInput

extension ControlMethods {
  /// The methods for values to fill in: which programs may provide them, values that the client
  /// itself gives to a user, and the choice of a candidate (TRT-20, TRT-21).
  static let fillingMethods: [String: Method<ControlClient>] = [
    "fill.sources": Method { (client, _) throws(RequestError) in
      FillSourceStatus.List(sources: client.fillSources)
    },
    "fill.allow": Method(["program", "allowed"]) { (client, parameters) throws(RequestError) in
      let (hub, program) = try client.program(parameters)
      guard let isAllowed = try parameters.bool(ifThere: "allowed") else {
        throw parameters.invalid("allowed", "true or false")
      }
      hub.allowFilling(isAllowed, by: program)
      return FillSourceStatus.List(sources: client.fillSources)
    },
    "fill.give": Method(["values", "seconds", "user", "source"]) {
      (client, parameters) throws(RequestError) in
      let offers = try client.offers
      let values = try parameters.offeredValues
      let seconds = try parameters.offerSeconds
      let user = try client.user(parameters)
      let source = try parameters.text(ifThere: "source", limit: 100) ?? ""
      guard offers.give(values, from: source, to: user, seconds: seconds) else {
        throw parameters.unofferableValues
      }
      return Done()
    },
    "fill.revoke": Method(["user"]) { (client, parameters) throws(RequestError) in
      try client.offers.withdraw(from: try client.user(parameters))
      return Done()
    },
    "candidates.choose": Method(["number"]) { (client, parameters) throws(RequestError) in
      let number = try parameters.candidateNumber
      guard client.hub.engine.chooseCandidate(number) else { throw .noCandidate(number) }
      return Done()
    },
  ]
}

extension ControlClient {
  /// The programs that provide values or are allowed to.
  fileprivate var fillSources: [FillSourceStatus] {
    guard let programs = hub.programs else { return [] }
    return programs.programs.compactMap { program in
      let provided = programs.fillSources.provided[program.number]
      let isAllowed = programs.fillSources.isAllowed(program.number)
      guard provided != nil || isAllowed else { return nil }
      return FillSourceStatus(
        allowed: isAllowed, credentials: provided?.credentials.count ?? 0,
        executable: (program.connection?.peer.process).flatMap(hub.executable), name: program.name,
        process: program.connection?.peer.process,
        profile: provided?.profile.keys.map(\.rawValue).sorted() ?? [], program: program.number,
        user: program.user)
    }
  }

  fileprivate var offers: SharedFillValues {
    get throws(RequestError) {
      guard let programs = hub.programs else {
        throw RequestError(.unsupported, "the service has no programs' socket", at: "/method")
      }
      return programs.offers
    }
  }

  /// The user that the request names, or else the client's own.
  fileprivate func user(_ parameters: Parameters) throws(RequestError) -> UInt32 {
    let named = try parameters.number(ifThere: "user", in: 0...Int(UInt32.max) - 1)
    return named.map { UInt32($0) } ?? connection.peer.user
  }
}
