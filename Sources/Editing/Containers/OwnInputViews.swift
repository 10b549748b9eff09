// SPDX-License-Identifier: Apache-2.0

/// The input views that a text container has of its own (CIV-2).
struct OwnInputViews {
  var accessory: View?
  var input: View?
  var accessoryController: ViewController?
  var inputController: ViewController?
}
