// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// What an example shows: the controller of its window.
public protocol ExampleScreen: ViewController {
  /// Gives the views their places.
  ///
  /// - Parameter size: the cells that the keyboard area leaves; it may be called at any time.
  func layOut(in size: CellSize)

  /// Gives the focus to whoever is to have it first; the views are in the window by now.
  func begin()

  /// What has come of the typing so far, line by line; lines are only ever added.
  var report: [String] { get }

  /// Whether there is nothing left to do, so that the program ends.
  var isFinished: Bool { get }
}

extension ExampleScreen {
  /// Never: it ends with Backspace + Escape + Enter, or Control-C.
  public var isFinished: Bool { false }
}

/// What was asked for on an example's command line, beside what all examples know.
public struct ExampleOptions {
  private let values: [String: String]

  init(_ values: [String: String]) {
    self.values = values
  }

  /// Whether an option is there.
  public func has(_ name: String) -> Bool { values[name] != nil }
  /// The value of an option; nil where it is not there.
  public subscript(name: String) -> String? { values[name] }
}
