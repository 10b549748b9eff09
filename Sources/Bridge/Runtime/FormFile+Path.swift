// SPDX-License-Identifier: Apache-2.0

/// Form files at paths.
extension FormFile {
  /// Reads a form file at a path.
  ///
  /// - Throws: why it cannot be read, or all errors in it, ready to be displayed.
  package init(path: String, classes: FormClasses = FormClasses()) throws(UserFacingError) {
    let text = try readFile(path)
    do {
      self = try FormFile(parsing: text, classes: classes)
    } catch {
      throw UserFacingError(error.message(path: path))
    }
  }
}
