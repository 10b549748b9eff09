// SPDX-License-Identifier: Apache-2.0
// Made by Clients/generate.py of Documentation/openrpc.json; do not edit.

/// The requests that the service sends to programs, by their names in the protocol.
enum ProgramRequestName: String, CaseIterable {
  case shouldBegin = "focus.shouldBegin"
  case shouldEnd = "focus.shouldEnd"
  case shouldChange = "text.shouldChange"
  case shouldClear = "field.shouldClear"
  case shouldReturn = "field.shouldReturn"
  case invoke = "command.invoke"
}
