// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// The limits of a program's containers, commands and texts.
extension Program {
  /// The limits of a program, and of all programs of its user together.
  struct Quota: Hashable {
    /// The maximum number of containers, forms and labels of the user.
    var itemsOfUser = 1000
    /// Commands of the user.
    var commandsOfUser = 2000
    /// The maximum number of UTF-16 code units in the program's texts, including their undo
    /// histories.
    var units: Int
    /// The maximum number of UTF-16 code units in the texts of the user's programs.
    var unitsOfUser: Int
  }

  /// The number of containers, forms and labels.
  var itemCount: Int { containers.count + labels.count + forms.count }

  /// Throws `tooMany` unless this many more containers, forms and labels are within the limits.
  func needRoom(for count: Int) throws(RequestError) {
    guard itemCount + count <= Self.itemLimit else {
      throw RequestError(.tooMany, "a program can have at most \(Self.itemLimit) of them")
    }
    guard siblings().reduce(itemCount + count, { $0 + $1.itemCount }) <= quota.itemsOfUser else {
      throw RequestError(
        .tooMany, "the programs of a user can have at most \(quota.itemsOfUser) of them together")
    }
  }

  /// Throws `tooMany` unless one more command is within the limits.
  func needRoomForCommand() throws(RequestError) {
    let count = commandCount
    guard count < Self.commandLimit else {
      throw RequestError(.tooMany, "a program can have at most \(Self.commandLimit) commands")
    }
    guard siblings().reduce(count, { $0 + $1.commandCount }) < quota.commandsOfUser
    else {
      throw RequestError(
        .tooMany,
        "the programs of a user can have at most \(quota.commandsOfUser) commands together")
    }
  }

  /// Throws `tooMany` unless a text is within the limits, after `given` code units are freed for
  /// it.
  ///
  /// The user's other programs are counted with their sizes when they last called this function.
  func needRoom(forText text: String?, giving given: Int = 0) throws(RequestError) {
    guard let text else { return }
    lastUnits =
      containers.values.reduce(0) { $0 + $1.text.heldUnits } + labelUnits.values.reduce(0, +)
    let held = lastUnits + text.utf16.count - given
    guard held <= quota.units else {
      throw RequestError(
        .tooMany,
        "the texts of a program can have at most \(quota.units) UTF-16 code units together, "
          + "including their undo history; text.set deletes the history of its text")
    }
    guard siblings().reduce(held, { $0 + $1.lastUnits }) <= quota.unitsOfUser else {
      throw RequestError(
        .tooMany,
        "the texts of a user's programs can have at most \(quota.unitsOfUser) UTF-16 code units together"
      )
    }
    lastUnits = held
  }
}
