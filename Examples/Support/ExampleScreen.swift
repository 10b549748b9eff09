// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// The controller of an example's window.
public protocol ExampleScreen: ViewController {
  /// Sets the frames of the views; may be called at any time.
  ///
  /// - Parameter size: the size of the screen above the keyboard area.
  func layOut(in size: CellSize)

  /// Gives the focus to the first view; called when the views are in the window.
  func begin()

  /// The results so far, line by line; lines are only added.
  var report: [String] { get }

  /// Whether the example is finished, so that the program ends.
  var isFinished: Bool { get }
}

extension ExampleScreen {
  /// Always false: the example ends with Backspace + Escape + Enter, or Control-C.
  public var isFinished: Bool { false }
}

/// The values of an example's own options; options of all examples are not included.
public struct ExampleOptions {
  private let values: [String: String]

  init(_ values: [String: String]) {
    self.values = values
  }

  /// Whether an option was given.
  public func has(_ name: String) -> Bool { values[name] != nil }
  /// The value of an option; nil if the option was not given.
  public subscript(name: String) -> String? { values[name] }
}
