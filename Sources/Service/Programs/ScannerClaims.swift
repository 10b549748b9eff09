// SPDX-License-Identifier: Apache-2.0
import Keys

/// Decides which program gets the codes of which scanner.
///
/// The settings take precedence over a claim, and a claim over the focus. A code reaches one
/// program, never all of them.
struct ScannerClaims {
  private var claims: [DeviceID: Program] = [:]
  /// The program that claims all scanners, including those plugged in later.
  private var claimOfAll: Program?
  /// The claims of an earlier run of the service to scanners that are not attached yet, by label.
  private var expected: [String: Program] = [:]

  /// The program that claims a scanner, individually or with all others; for nil, the one that
  /// claims all.
  ///
  /// Nil for no program.
  func claimant(of device: DeviceID?) -> Program? {
    device.flatMap { claims[$0] } ?? claimOfAll
  }

  /// Gives a program one scanner, or for nil every scanner that no other program claims
  /// individually and that the settings assign to no program.
  ///
  /// A claim to all scanners also takes over the individual claims of an earlier run of the
  /// program.
  mutating func claim(_ device: DeviceID?, for program: Program) {
    if let device {
      claims[device] = program
    } else {
      claims = claims.filter { !program.succeeds($0.value) }
      claimOfAll = program
    }
  }

  /// Ends a program's claim to one scanner.
  mutating func release(_ device: DeviceID, of program: Program) {
    if claims[device] === program { claims[device] = nil }
  }

  /// Ends all claims of a program.
  mutating func release(of program: Program) {
    claims = claims.filter { $0.value !== program }
    expected = expected.filter { $0.value !== program }
    if claimOfAll === program { claimOfAll = nil }
  }

  /// Forgets the claim to a scanner that was unplugged.
  mutating func forget(_ device: DeviceID) { claims[device] = nil }

  // MARK: Between two runs of the service

  /// Returns the labels of the scanners that a program claims individually.
  func labels(of program: Program, among devices: [DeviceInfo]) -> [String] {
    let attached = devices.filter { claims[$0.id] === program }.map(\.label)
    return attached + expected.filter { $0.value === program }.map(\.key).sorted()
  }

  /// Whether a program claims all scanners.
  func claimsAll(_ program: Program) -> Bool { claimOfAll === program }

  /// Claims the scanner with a label for a program, once it is attached.
  mutating func expect(_ label: String, for program: Program) { expected[label] = program }

  /// Applies a claim of an earlier run to a scanner, unless the settings assign it to another
  /// program.
  mutating func attached(_ device: DeviceInfo) {
    guard !expected.isEmpty, device.isScanner, let program = expected[device.label] else { return }
    expected[device.label] = nil
    guard device.program.map({ program.isNamed($0, by: device.programUser) }) ?? true else {
      return
    }
    claims[device.id] = program
  }

  // MARK: Codes

  /// Finds the program that gets a code.
  ///
  /// - Parameters:
  ///   - scan: the code.
  ///   - programs: all programs, in the order in which they first connected.
  ///   - holder: the program that has the keyboard.
  /// - Returns: the program; nil for none.
  func addressee(of scan: Scan, among programs: [Program], holder: Program?) -> Program? {
    guard let name = scan.program else { return claims[scan.device] ?? claimOfAll ?? holder }
    if let holder, holder.isNamed(name, by: scan.programUser), holder.connection != nil {
      return holder
    }
    return programs.first { $0.isNamed(name, by: scan.programUser) && $0.connection != nil }
  }
}

extension Program {
  /// Whether the settings mean this program; any program can take a name, so a user may be named
  /// too.
  func isNamed(_ name: String, by user: UInt32?) -> Bool {
    self.name == name && (user == nil || user == self.user)
  }
}
