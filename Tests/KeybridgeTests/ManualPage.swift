// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// Returns the page keybridge(1) that `make install` makes from a manual in Markdown.
func manualPage(of markdown: String) throws -> String {
  let folder = try TemporaryFolder()
  let made = try withExtendedLifetime(folder) {
    try convert(try folder.write(markdown.utf8, to: "keybridge.md"), to: "keybridge.1")
  }
  try #require(made.status == 0, "\(made.errors)")
  return made.output
}

/// Converts a page in Markdown as the makefile does.
func convert(_ path: String, to name: String, _ summary: String...) throws -> Child {
  try Child.run(
    ["python3", "-B", Program.root + "/Packaging/manual/manual_page.py", path, name] + summary)
}
