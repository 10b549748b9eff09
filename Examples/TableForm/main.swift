// SPDX-License-Identifier: Apache-2.0
import Bridge
import ExampleSupport

Example(
  "TableForm", "four fields created from prototypes, filled in one after the other",
  options: [("form", "FILE", "read labels and prototypes from a form file")]
) { options in
  guard let path = options["form"] else { return PersonForm() }
  let file = try FormFile(path: path)
  return PersonForm(labels: file.labels, prototypes: file.prototypes)
}.main()
