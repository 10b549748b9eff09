// SPDX-License-Identifier: Apache-2.0
import Bridge
import Devices
import Glibc
import Sandbox

/// A process of `keybridge run`, and what the kernel says about its rights.
struct RunningService: Hashable {
  /// The number of the process.
  var process: Int32
  /// Whether its system calls are filtered: `Seccomp` in `/proc/PID/status` is 2.
  var filtersCalls: Bool
  /// Whether it gets no privilege of a program that it executes: `NoNewPrivs` is 1.
  var hasNoNewPrivileges: Bool

  /// Returns the running services, in the order of their numbers.
  ///
  /// - Parameter root: a prefix of `/proc`: a folder with the structure of a machine's root.
  /// - Returns: the services, as far as `/proc` shows them.
  static func all(root: String = "") -> [RunningService] {
    FolderContents.names(in: root + "/proc").compactMap(Int32.init).sorted().compactMap {
      RunningService(process: $0, folder: "\(root)/proc/\($0)")
    }
  }

  /// Reads the state of a process; nil if it is not `keybridge run`.
  private init?(process: Int32, folder: String) {
    // The processes that the service forks have names of their own.
    guard Self.text(folder + "/comm") == "keybridge\n",
      Self.text(folder + "/cmdline").split(separator: "\0").dropFirst().first == "run"
    else { return nil }
    self.process = process
    let status = Self.text(folder + "/status").split(separator: "\n")
    filtersCalls = status.contains("Seccomp:\t2")
    hasNoNewPrivileges = status.contains("NoNewPrivs:\t1")
  }

  private static func text(_ path: String) -> String {
    String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
  }
}

/// The findings of `doctor` about the sandbox of the service.
extension Finding {
  /// Checks whether the kernel can confine the service, and whether running services are confined.
  ///
  /// - Parameters:
  ///   - kernel: the means of the kernel.
  ///   - services: the running services.
  /// - Returns: a finding about the kernel, and one for each service.
  static func sandbox(_ kernel: KernelSandbox, services: [RunningService]) -> [Finding] {
    let missing = kernel.missingParts
    let means =
      missing.isEmpty
      ? good("the kernel can confine 'keybridge run': Landlock \(kernel.landlockVersion), seccomp")
      : remark(
        "the kernel cannot confine 'keybridge run' fully: it has \(missing.joined(separator: ", and "))",
        "use Linux 5.13 or later with CONFIG_SECURITY_LANDLOCK and CONFIG_SECCOMP_FILTER, and with"
          + " landlock in the boot option lsm=")
    return [means]
      + services.map { service in
        let name = "'keybridge run' (process \(service.process))"
        guard service.filtersCalls, service.hasNoNewPrivileges else {
          let what = kernel.restrictsCalls ? "keeps all rights of its user" : "is not confined"
          return remark(
            "\(name) \(what)",
            kernel.restrictsCalls ? "start it without --no-sandbox, unless a command needs it" : nil
          )
        }
        return good("\(name) is confined: system calls are filtered, no new privileges")
      }
  }
}
