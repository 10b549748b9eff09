// SPDX-License-Identifier: Apache-2.0

/// The stages, each of which owns its state and knows no other stage.
///
/// ``Dispatcher`` passes keys to them, and ``ActionPerformer`` carries out their answers.
final class Stages {
  let heldKeys: HeldKeyStage
  let reserved: ReservedStage
  let menu: MenuStage
  let sequence: SequenceStage
  let overlay: OverlayStage
  let composition: CompositionStage
  let commands: CommandStage
  let text: TextStage
  let focusMovement: FocusMovementStage
  let rawPresses: RawPressStage
  let unhandled: UnhandledStage

  // MARK: Shared by stages

  /// Finds the commands that can be performed.
  let search: CommandSearch
  /// The contents of menus.
  let menus: MenuContents
  /// Tells which keys never reach a command.
  let precedence: CommandPrecedence
  /// Lists the commands that would run.
  let listing: CommandListing

  init(_ state: EngineState) {
    search = CommandSearch(state)
    menus = MenuContents(search)
    text = TextStage(state)
    focusMovement = FocusMovementStage(state)
    precedence = CommandPrecedence(search, menus: menus, text: text, focusMovement: focusMovement)
    listing = CommandListing(search, precedence)
    heldKeys = HeldKeyStage(state)
    reserved = ReservedStage(state)
    menu = MenuStage(menus, search)
    sequence = SequenceStage(search, precedence)
    overlay = OverlayStage(state)
    composition = CompositionStage(state)
    commands = CommandStage(search)
    rawPresses = RawPressStage(state)
    unhandled = UnhandledStage(state)
  }
}
