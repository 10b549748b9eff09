// SPDX-License-Identifier: Apache-2.0
import Bridge
import Engines

extension FuzzTarget {
  /// Files of forms.
  ///
  /// Mistakes have places within the file.
  static let forms = FuzzTarget(
    "forms",
    words: [
      "title: ", "entries:\n", "  - ", "name: ", "class: ", "textField", "traits:\n",
      "keyboardType: ", "labels: ",
      "&a ", "*a", "!!str ", "|\n", "\"", "'", "[", "]", "{", "}", "# ", "---\n", "...\n",
    ],
    seeds: {
      [
        "title: A\nentries:\n  - name: city\n    label: City\n    traits: {autocapitalizationType: words}\n"
          .bytes
      ]
    },
    check: { bytes in
      do throws(FormFileErrors) {
        _ = try FormFile(parsing: bytes)
        return nil
      } catch {
        return error.message(path: "f").isEmpty ? "an error without a message" : nil
      }
    })

  /// Settings files.
  ///
  /// A mistake has a line of the file.
  static let settings = FuzzTarget(
    "settings",
    words: [
      "modes: [", "en-US", "keyboard:\n", "layout: ", "assistance: off\n", "commands:\n", "  - ",
      "keys: ", "cmd+k",
      "title: ", "run: [", "devices:\n", "scanner: ", "for: [", "input-methods:\n", "page-size: ",
      "&a ", "*a", "|\n",
      "\"", "'", "]", "{", "}", "# ", "true", "false", "1000000",
    ],
    seeds: {
      [
        "modes: [en-US, de-DE]\ncommands:\n  - {keys: cmd+k, title: Search, run: [date]}\n".bytes,
        "keyboard: {layout: us}\ninput-methods: {page-size: 5}\ndictionary: [a, b]\n".bytes,
      ]
    },
    check: { bytes in
      do throws(ConfigurationErrors) {
        _ = try SettingsFile.read(bytes, user: { _ in nil })
        return nil
      } catch {
        return error.message(path: "f").isEmpty ? "an error without a message" : nil
      }
    })

  /// Manifests of input extensions.
  static let extensionManifests = FuzzTarget(
    "extension-manifests",
    words: [
      "title: ", "version: ", "program: [", "modes:\n", "  - {id: x, language: eo, title: X}\n",
      "layout: us",
      "requests: [network]\n", "lexicon: true\n", "&a ", "*a", "{", "}", "]", "\"",
    ],
    seeds: {
      [
        "title: T\nversion: 1.0.0\nprogram: [python3, x.py]\nmodes:\n  - {id: x, language: eo, title: X}\n"
          .bytes
      ]
    },
    check: { bytes in
      do throws(ManifestMistake) {
        let manifest = try ExtensionManifest(parsing: bytes, name: "x", path: "x/extension.yaml")
        return manifest.modes.isEmpty ? "a manifest without modes" : nil
      } catch {
        return error.message.isEmpty ? "an error without a message" : nil
      }
    })
}
