// SPDX-License-Identifier: Apache-2.0

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
          "there is no user '\(ServiceDiagnosis.user)', as whom the service runs",
          "systemd-sysusers keybridge.conf, as root"))
    }
    guard diagnosis.hasManager else {
      return findings + [.remark("systemd does not run here, so the service does not either")]
    }
    if !diagnosis.isEnabled {
      findings.append(
        .remark(
          "the service is not enabled: the next boot does not start it",
          "systemctl enable --now keybridge, as root"))
    }
    for socket in diagnosis.sockets {
      if socket.isServed {
        findings.append(.good("somebody listens at \(socket.path)"))
      } else if diagnosis.isEnabled || socket.isEnabled {
        // The panic chord also stops the sockets and the service, until they are started again.
        findings.append(
          .trouble(
            "nobody listens at \(socket.path)",
            """
            systemctl start keybridge, as root
            'systemctl status \(socket.unit)' tells why, where that does not help
            """))
      }
    }
    return findings
  }
}
