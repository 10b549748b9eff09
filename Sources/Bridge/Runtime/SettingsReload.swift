// SPDX-License-Identifier: Apache-2.0
package import Devices
import KeyCommands
import Layouts
import TextInput

/// The settings of a session, which may be read again while it runs.
final class CurrentSettings {
  var settings: SessionSettings

  init(_ settings: SessionSettings) {
    self.settings = settings
  }
}

extension Session {
  /// Reads the settings again, and has everything follow them, or nothing: what cannot be used leaves
  /// all as it was.
  ///
  /// A keyboard whose layout is another one now begins anew, and so does a scanner whose codes are. What is held for a press that began
  /// before goes on; a sequence that waits ends.
  ///
  /// - Parameters:
  ///   - source: the attached keyboards.
  ///   - isGrabbing: false to leave every keyboard to others as well.
  /// - Returns: the keys of the file that count from the next start on, of those that changed.
  /// - Throws: what is wrong with the settings.
  package func reload(on source: LiveSource, isGrabbing: Bool) throws -> [String] {
    let new = try current.settings.reread()
    // Compiled here, layouts are at hand below.
    try LayoutCheck(new.configuration, file: new.file).run(on: layouts)
    let old = configuration
    let relaid = source.devices.filter {
      let (before, after) = (old.settings(for: $0), new.configuration.settings(for: $0))
      return before.layout != after.layout || before.scannerProfile != after.scannerProfile
    }
    current.settings = new
    applyToEngine()
    for device in relaid {
      pipeline.relayOut(device, ending: source.takeEnds(ofKeysOn: device.id), on: source)
    }
    source.reconfigure(new.configuration.liveOptions(isGrabbing: isGrabbing))
    pipeline.deliver()
    return old.differencesThatWait(from: new.configuration)
  }

  /// Has the engine follow the settings.
  func applyToEngine() {
    if let holds = configuration.holdsForAccents {
      engine.settings.holdForAccents = holds
    } else if engine.isSettingKept("holdForAccents") {
      engine.restoreSetting("holdForAccents")
    } else {
      engine.settings.holdForAccents = false
    }
    commands.apply(configuration, file: current.settings.file ?? "", to: engine)
  }
}

extension Configuration {
  /// What cannot change while keyboards are in use.
  fileprivate func differencesThatWait(from other: Configuration) -> [String] {
    [
      ("symbols", sources.includeFolders != other.sources.includeFolders),
      ("compose-file", sources.composeFile != other.sources.composeFile),
      ("locks", startingLocks != other.startingLocks),
      ("modes", modes != other.modes),
      ("repeat", repeatTiming != other.repeatTiming),
    ].filter(\.1).map(\.0)
  }
}
