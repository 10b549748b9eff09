// SPDX-License-Identifier: Apache-2.0

extension FormFile {
  /// Reads a form file from where it is.
  ///
  /// - Throws: what keeps it from being read, or every mistake in it, ready to be shown.
  package init(path: String, classes: FormClasses = FormClasses()) throws(Complaint) {
    let text = try readFile(path)
    do {
      self = try FormFile(parsing: text, classes: classes)
    } catch {
      throw Complaint(error.message(path: path))
    }
  }
}
