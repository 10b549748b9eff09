// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// The methods for input extensions, which no program has (CIV-13).
extension ControlMethods {
  static let extensionMethods: [String: Method<ControlClient>] = [
    "extensions.list": Method { (client, _) throws(RequestError) in
      try client.extensionService().listing
    },
    "extensions.enable": Method(["name"]) { (client, parameters) throws(RequestError) in
      let name = try parameters.text("name")
      let service = try client.extensionService()
      client.work = { (_, pause) throws(RequestError) in
        var result: ExtensionRefusal??
        service.enable(name) { result = .some($0) }
        // The folder is read by another process; one that has ended completes with a refusal.
        while result == nil { pause() }
        if let refusal = result ?? nil { throw RequestError(refusal, parameters) }
        return service.listing
      }
      return Done()
    },
    "extensions.disable": change { (service, name, _) throws(ExtensionRefusal) in
      try service.disable(name)
    },
    "extensions.reset": change { (service, name, _) throws(ExtensionRefusal) in
      try service.reset(name)
    },
    "extensions.grant": change(["grant"]) { (service, name, grant) throws(ExtensionRefusal) in
      try service.set(grant, of: name, isGranted: true)
    },
    "extensions.revoke": change(["grant"]) { (service, name, grant) throws(ExtensionRefusal) in
      try service.set(grant, of: name, isGranted: false)
    },
  ]

  /// A method that changes the user's choices, and returns the list.
  private static func change(
    _ others: [String] = [],
    _ body:
      @escaping @Sendable (any ExtensionService, _ name: String, _ grant: String)
      throws(ExtensionRefusal) -> Void
  ) -> Method<ControlClient> {
    Method(["name"] + others) { (client, parameters) throws(RequestError) in
      let name = try parameters.text("name")
      let grant = others.isEmpty ? "" : try parameters.text("grant")
      let service = try client.extensionService()
      do throws(ExtensionRefusal) {
        try body(service, name, grant)
      } catch {
        throw RequestError(error, parameters)
      }
      return service.listing
    }
  }
}

extension ControlClient {
  fileprivate func extensionService() throws(RequestError) -> any ExtensionService {
    guard let service = hub.extensionService else {
      throw RequestError(.unsupported, "this service has no extensions")
    }
    return service
  }
}

extension RequestError {
  fileprivate init(_ refusal: ExtensionRefusal, _ parameters: Parameters) {
    let name: RequestError.Name =
      switch refusal.kind {
      case .unknown: .unknownName
      case .invalid: .invalidParameter
      case .failed: .failed
      }
    self.init(name, refusal.message, at: parameters.pointer(refusal.member))
  }
}
