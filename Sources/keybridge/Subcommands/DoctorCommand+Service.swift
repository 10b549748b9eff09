// SPDX-License-Identifier: Apache-2.0

/// The findings of `doctor` about the installed service.
extension Finding {
  /// Returns the findings about the service; none if it is not installed.
  static func service(_ diagnosis: ServiceDiagnosis) -> [Finding] {
    guard let unit = diagnosis.unit else { return [] }
    if diagnosis.isMasked {
      return [.trouble("the service is masked: \(unit)", "systemctl unmask keybridge, as root")]
    }
    var findings = [Finding.good("the service is installed: \(unit)")]
    if !diagnosis.hasUser {
      findings.append(
        .trouble(
          "the user '\(ServiceDiagnosis.user)' of the service does not exist",
          "systemd-sysusers keybridge.conf, as root"))
    }
    guard diagnosis.hasManager else {
      return findings + [.remark("systemd is not running, so the service cannot run")]
    }
    if !diagnosis.isEnabled {
      findings.append(
        .remark(
          "the service is not enabled and will not start at boot",
          "systemctl enable --now keybridge, as root"))
    }
    for socket in diagnosis.sockets {
      if socket.isServed {
        findings.append(.good("a program listens on \(socket.path)"))
      } else if diagnosis.isEnabled || socket.isEnabled {
        // The panic chord also stops the sockets and the service, until they are started again.
        findings.append(
          .trouble(
            "no program listens on \(socket.path)",
            """
            systemctl start keybridge, as root
            'systemctl status \(socket.unit)' shows why, if that does not help
            """))
      }
    }
    return findings
  }
}
