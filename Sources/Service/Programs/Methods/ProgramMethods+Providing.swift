// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import TextInput

extension ProgramMethods {
  /// The methods for values that a program provides in the user's name, with the user's permission
  /// (F088, F091).
  static let providing: [String: Method<ProgramClient>] = [
    "fill.provide": Method(["profile", "credentials"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let provided = FillSources.Provided(
        provider: program.identity, profile: try parameters.profile ?? [:],
        credentials: try parameters.credentials(of: program.identity) ?? [])
      let isNothing = provided.profile.isEmpty && provided.credentials.isEmpty
      client.hub.fillSources.set(isNothing ? nil : provided, of: program.number)
      return FillConsent(allowed: client.hub.fillSources.isAllowed(program.number))
    }
  ]
}

extension Parameters {
  private static let providedGroups: Set<TextContentType.Group> = [
    .person, .work, .place, .contact, .birth,
  ]

  /// The user's values by content type.
  fileprivate var profile: [TextContentType: String]? {
    get throws(RequestError) {
      guard let object = try object(ifThere: "profile") else { return nil }
      let known = TextContentType.allCases.filter { Self.providedGroups.contains($0.group) }
      var profile: [TextContentType: String] = [:]
      for name in object.names {
        guard let type = known.first(where: { $0.rawValue == name }) else {
          throw .unknown("value of a profile", name, among: known.map(\.rawValue), object, name)
        }
        profile[type] = try object.valueToFill(name)
      }
      return profile
    }
  }

  /// Reads user names and passwords, each with the program whose fields may receive them.
  fileprivate func credentials(
    of provider: ProgramIdentity
  ) throws(RequestError) -> [FillSources.ProvidedCredential]? {
    let known = ["program", "username", "password"]
    guard let objects = try objects(ifThere: "credentials", known: known) else { return nil }
    guard objects.count <= 100 else {
      throw RequestError(
        .tooMany, "a program can provide at most 100 credentials", at: pointer("credentials"))
    }
    var credentials: [FillSources.ProvidedCredential] = []
    for object in objects {
      let credential = Credential(
        owner: provider.name, username: try object.valueToFill("username"),
        password: try object.valueToFill("password"))
      credentials.append(
        FillSources.ProvidedCredential(
          user: provider.user, program: try object.text("program"), credential: credential))
    }
    return credentials
  }
}
