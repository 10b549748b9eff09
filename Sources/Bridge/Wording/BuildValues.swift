// SPDX-License-Identifier: Apache-2.0
import CBuildValues

/// The values that the build passes to the program.
package enum BuildValues {
  /// The commit that the program was built from, followed by "+" if files had changed since; empty
  /// if the build passed none.
  package static var commit: String { String(cString: build_commit()) }

  /// The address of the apt repository that has the packages; empty if only a release has them.
  package static let repository = String(cString: build_repository())
}
