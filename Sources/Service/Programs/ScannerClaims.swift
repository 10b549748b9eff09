// SPDX-License-Identifier: Apache-2.0
import Keys

/// Which programs get the codes of which scanners.
///
/// The settings decide first, then a claim, then the focus: a code reaches one program, never all of them.
struct ScannerClaims {
  private var claims: [DeviceID: Program] = [:]
  /// The program that claims every scanner, those included that are plugged in later.
  private var claimOfAll: Program?

  /// The program that claims a scanner, be it with all others; where none is named, the one that claims all; nil for none.
  func claimant(of device: DeviceID?) -> Program? {
    device.flatMap { claims[$0] } ?? claimOfAll
  }

  /// Gives a program a scanner, or every scanner that nobody else claims and the settings give to no other.
  mutating func claim(_ device: DeviceID?, for program: Program) {
    if let device { claims[device] = program } else { claimOfAll = program }
  }

  /// Ends a program's claim of one scanner.
  mutating func release(_ device: DeviceID, of program: Program) {
    if claims[device] === program { claims[device] = nil }
  }

  /// Ends all claims of a program.
  mutating func release(of program: Program) {
    claims = claims.filter { $0.value !== program }
    if claimOfAll === program { claimOfAll = nil }
  }

  /// Forgets a scanner that was unplugged.
  mutating func forget(_ device: DeviceID) { claims[device] = nil }

  /// Finds the program that gets a code.
  ///
  /// - Parameters:
  ///   - scan: the code.
  ///   - programs: all programs, in the order in which they came.
  ///   - holder: the program that has the keyboard.
  /// - Returns: nil for no program.
  func addressee(of scan: Scan, among programs: [Program], holder: Program?) -> Program? {
    guard let name = scan.program else { return claims[scan.device] ?? claimOfAll ?? holder }
    if let holder, holder.name == name { return holder }
    return programs.first { $0.name == name && $0.connection != nil }
  }
}
