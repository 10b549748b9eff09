// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sandbox
import Storage

/// The sandbox of `keybridge run`: the launcher from the start on, and the confinement at its end.
package struct ServiceSandbox {
  /// Starts programs for the confined service.
  package let launcher: Launcher

  /// The option that turns the sandbox off.
  package static let option = Option(
    "no-sandbox", nil, help: "keep all rights of the user while running")

  /// Forks the launcher; nothing may be open yet.
  ///
  /// - Parameter invocation: the options.
  /// - Returns: the sandbox; nil if the options turn it off, or if the kernel has none.
  /// - Throws: why the launcher cannot be forked.
  package static func begin(_ invocation: Invocation) throws -> ServiceSandbox? {
    let kernel = KernelSandbox.ofThisKernel
    guard !invocation.has(option.long) else { return nil }
    guard kernel.landlockVersion > 0 || kernel.restrictsCalls else {
      Console.printError(
        "the kernel has \(kernel.missingParts.joined(separator: ", and ")); the service runs without"
      )
      return nil
    }
    let launcher = try Launcher.fork(
      path: { CommonOptions.settingsFile(invocation, isReplay: false) },
      commands: { (path, pause) throws(UserFacingError) in
        do {
          return try CommonOptions.configuration(invocation, file: path, pause: pause).commandStarts
        } catch {
          throw UserFacingError(describing: error)
        }
      })
    return ServiceSandbox(launcher: launcher)
  }

  /// Returns the rights that the service keeps.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - sockets: the sockets.
  /// - Returns: the confinement.
  package func confinement(of session: Session, _ sockets: ServiceSockets) -> ServiceConfinement {
    let environment = { (name: String) in Console.environment(name) }
    var confinement = ServiceConfinement(environment: environment, isRoot: geteuid() == 0)
    confinement.add(
      session.configuration, program: InstalledData.ownPath, environment: environment)
    if let state = StateDirectory.ofThisProcess, StateDirectory.isUsable(state) {
      // Only a folder that exists can be changed later. If it cannot be created, the first change
      // reports that.
      try? StateDirectory.make(state)
      confinement.state = state
    }
    confinement.socketFolders = sockets.folders
    return confinement
  }
}
