// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors

extension ProgramMethods {
  /// The methods that decide which program receives a scanner's codes.
  static let scanners: [String: Method<ProgramClient>] = [
    "scanner.claim": Method(["device"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let device = try client.scanner(parameters)
      if let name = device?.program, !program.isNamed(name, by: device?.programUser) {
        let user = device?.programUser.map { " of user \($0)" } ?? ""
        throw RequestError(
          .notPermitted, "the settings assign this scanner to \(name.excerpt)\(user)",
          at: parameters.pointer("device"))
      }
      if let other = client.hub.scanners.claimant(of: device?.id), other !== program,
        !program.succeeds(other)
      {
        throw RequestError(
          .nameInUse, "\(other.name.excerpt) (program \(other.number)) has already claimed it",
          at: parameters.pointer("device"))
      }
      client.hub.scanners.claim(device?.id, for: program)
      return Done()
    },
    "scanner.release": Method(["device"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      if let device = try client.scanner(parameters) {
        client.hub.scanners.release(device.id, of: program)
      } else {
        client.hub.scanners.release(of: program)
      }
      return Done()
    },
  ]
}

extension ProgramClient {
  /// Finds the scanner that a request names by its label in `hello`; nil if it names none.
  fileprivate func scanner(_ parameters: Parameters) throws(RequestError) -> DeviceInfo? {
    guard let label = try parameters.text(ifThere: "device") else { return nil }
    let scanners = hub.encoder.devices.filter(\.isScanner)
    guard let device = scanners.first(where: { $0.label == label }) else {
      throw .unknown("scanner", label, among: scanners.map(\.label), parameters, "device")
    }
    return device
  }
}
