// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// A text of a program above the keyboard area, as high as its rows (CIV-7).
final class TextAccessory: ExpandingAccessory {
  /// The container whose text is shown.
  let item: ProgramContainer
  private let frameOnWindow: CellRect

  /// Creates the accessory and removes the container from the window.
  ///
  /// - Parameters:
  ///   - item: the container; it must not be a field of a form.
  ///   - program: the container's owner.
  ///   - rows: the minimum and maximum number of rows of the accessory.
  ///   - padding: the number of these rows that stay empty.
  init(_ item: ProgramContainer, of program: Program, rows: ClosedRange<Int>, padding: Int) {
    self.item = item
    frameOnWindow = item.text.frame
    program.take(item.text)
    item.text.frame = .zero
    super.init(
      name: "accessory", container: item.text, minimumRows: rows.lowerBound,
      maximumRows: rows.upperBound, padding: padding)
  }

  /// Returns the container to its place in the program's window; without a frame of its own, it
  /// becomes the last item.
  fileprivate func giveBack(to program: Program) {
    item.text.inputAccessoryView = nil
    removeFromSuperview()
    item.text.removeFromSuperview()
    item.text.frame = frameOnWindow
    program.put(ProgramItem(item))
  }
}

/// The owner of accessories and input views: a program as a whole, or one of its texts.
protocol InputViewPlace: AnyObject {
  var accessory: View? { get set }
  var inputPanel: View? { get set }
}

extension ProgramController: InputViewPlace {}

extension TextContainer: InputViewPlace {
  var accessory: View? {
    get { inputAccessoryView }
    set { inputAccessoryView = newValue }
  }

  var inputPanel: View? {
    get { inputView }
    set { inputView = newValue }
  }
}

extension Program {
  /// Replaces the view above the keyboard area; the text of the earlier view returns to the
  /// window.
  func setAccessory(_ view: View?, of place: any InputViewPlace) {
    // If a text becomes its own accessory while it is in another text's accessory, it stays in that
    // one.
    let old = (place.accessory as? TextAccessory).flatMap { $0.item.text === place ? nil : $0 }
    place.accessory = view
    if let view = view as? TextAccessory {
      // The text stays in the window in a view without a size, so that it keeps its engine, and ⇥
      // and the focus can reach it.
      shelf.addSubview(view)
      // While the text itself has the focus, its own accessory is asked for first (CIV-3).
      if let text = place as? TextContainer, text !== view.item.text {
        view.item.text.inputAccessoryView = view
      }
    }
    if let old, old !== view { old.giveBack(to: self) }
    controller.reloadInputViews()
  }

  /// Removes the accessories that contain or belong to a container, before the container is
  /// removed.
  func dropAccessories(of container: ProgramContainer) {
    var places: [any InputViewPlace] = [controller]
    for container in containers.values { places.append(container.text) }
    for place in places {
      guard let accessory = place.accessory as? TextAccessory,
        accessory.item === container || place === container.text
      else { continue }
      guard accessory.item.text !== place else { continue }
      setAccessory(nil, of: place)
    }
  }

  /// Whether a container is in an accessory.
  func isInAccessory(_ container: ProgramContainer) -> Bool {
    container.text.superview is TextAccessory
  }
}
