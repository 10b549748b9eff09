// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sandbox

extension ExtensionGrant {
  /// The reason why an extension that this process starts cannot have the right, as a clause; nil
  /// if it can.
  ///
  /// The unit of the service forbids the network and namespaces to all of its processes.
  package var lack: String? {
    switch self {
    case .contacts, .location, .microphone: "there is no source for it"
    case .sharedStorage, .pasteboard: nil
    case .network:
      Self.createsSockets
        ? nil : "the network is forbidden to this process; for the service, \(hint)"
    case .privateBus:
      KernelSandbox.ofThisKernel.tryingNamespaces().createsNamespaces
        ? nil : "this process may not create a namespace; for the service, \(hint)"
    }
  }

  /// The file that changes the unit of the service.
  private var hint: String { "link the drop-in extension-\(rawValue).conf and restart it" }

  private static var createsSockets: Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}
