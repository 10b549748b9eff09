// SPDX-License-Identifier: Apache-2.0
import CLibevdev
import Keys
import Testing

@Suite struct KeyNamesTests {
  @Test("Every key name of libevdev is known and finds its key")
  func namesAgreeWithLibevdev() {
    for number in UInt16(1)..<UInt16(KeyCode.count) {
      guard let pointer = libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(number)) else {
        continue
      }
      let name = String(cString: pointer)
      guard name.hasPrefix("KEY_"), name != "KEY_MAX" else { continue }
      #expect(KeyCode(number).name == name)
      #expect(KeyCode(name: name) == KeyCode(number))
    }
  }

  @Test("A key without a name prints a number that reads back")
  func namelessKeysRoundTrip() {
    let code = KeyCode(0x2fe)
    #expect(code.description == "KEY_0x2fe")
    #expect(KeyCode(name: code.description) == code)
    #expect(KeyCode(name: "KEY_NO_SUCH_KEY") == nil)
  }
}
