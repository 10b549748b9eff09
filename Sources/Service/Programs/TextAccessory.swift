// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// A text of a program above the keyboard area, as high as its rows (CIV-7).
final class TextAccessory: ExpandingAccessory {
  /// The container that is the text.
  let item: ProgramContainer
  private let frameOnWindow: CellRect

  /// Takes a container off the window.
  ///
  /// - Parameters:
  ///   - item: the container, which is no field of a form.
  ///   - rows: how many rows the accessory has at least and at most.
  ///   - padding: how many rows of them the text does not get.
  init(_ item: ProgramContainer, rows: ClosedRange<Int>, padding: Int) {
    self.item = item
    frameOnWindow = item.text.frame
    item.program.take(item.text)
    item.text.frame = .zero
    super.init(
      name: "accessory", container: item.text, minimumRows: rows.lowerBound,
      maximumRows: rows.upperBound, padding: padding)
  }

  /// Puts the container back where it was, behind the others where it has no frame of its own.
  fileprivate func giveBack() {
    item.text.inputAccessoryView = nil
    removeFromSuperview()
    item.text.removeFromSuperview()
    item.text.frame = frameOnWindow
    item.program.put(ProgramItem(item))
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
    // A text that is in the accessory of another has it for its own too, and stays in it.
    let old = (place.accessory as? TextAccessory).flatMap { $0.item.text === place ? nil : $0 }
    place.accessory = view
    if let view = view as? TextAccessory {
      // It stays in the window, where it has no size: its text keeps its engine, and ⇥ and the
      // focus reach it.
      shelf.addSubview(view)
      // While the text itself has the focus, its own accessory is asked for first (CIV-3).
      if let text = place as? TextContainer, text !== view.item.text {
        view.item.text.inputAccessoryView = view
      }
    }
    if let old, old !== view { old.giveBack() }
    controller.reloadInputViews()
  }

  /// Takes away the accessories that a container is in or has, before it is removed.
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
