// SPDX-License-Identifier: Apache-2.0
import Engines

/// The conformance test of an extension: each rule in each of its modes (`keybridge extensions
/// test`).
package struct ExtensionTest {
  private let path: String
  private let captures: [String]

  /// Creates a test.
  ///
  /// - Parameters:
  ///   - path: the folder of the extension.
  ///   - captures: the paths of captures that are typed in each mode, too.
  package init(_ path: String, captures: [String]) {
    (self.path, self.captures) = (path, captures)
  }

  /// Tests the extension; each rule has a process of its own.
  ///
  /// - Parameter willTest: called before each rule, with its mode and its name.
  /// - Returns: the report.
  /// - Throws: the mistake in the folder.
  package func run(willTest: (String, String) -> Void = { _, _ in }) throws -> ExtensionTestReport {
    let installed: InstalledExtension
    do throws(ManifestMistake) {
      installed = try ExtensionList.read(path)
    } catch {
      throw UserFacingError(
        error.text, hint: "expected the folder of an extension, with a file extension.yaml")
    }
    let manifest = installed.manifest
    var report = ExtensionTestReport(
      extension: manifest.name, title: manifest.title, version: manifest.version)
    for (number, mode) in manifest.modes.enumerated() {
      let name = "\(manifest.name).\(mode.id)"
      for rule in ExtensionRule.all + captures.map(ExtensionRule.capture) {
        willTest(name, rule.name)
        report.add(try result(of: rule, inMode: number), ofMode: name)
      }
    }
    report.end()
    return report
  }

  private func result(of rule: ExtensionRule, inMode number: Int) throws -> ExtensionTestReport.Run
  {
    let lines = ExchangedLines()
    var run = ExtensionTestReport.Run(
      result: ExtensionTestReport.Rule(rule: rule.name, title: rule.title), lines: lines)
    do {
      let desk = try ExtensionTestDesk(path, mode: number, lines: lines)
      defer { desk.tried.end() }
      try desk.start()
      try rule.test(desk)
      run.result.text = rule.showsText ? desk.document.text : nil
    } catch let unused as ExtensionRule.Unused {
      run.result.outcome = .unused
      run.result.reason = unused.reason
    } catch let error as UserFacingError {
      run.result.outcome = .failed
      run.result.reason = error.message
    }
    return run
  }
}
