// SPDX-License-Identifier: Apache-2.0
import ExampleSupport

Example(
  "ConversationList", "a list with key commands, and a text for each of its rows",
  options: [("priority", nil, "⌘↓ and ⌘↑ select a conversation even while a text has the focus")]
) { options in
  ConversationListController(
    ["Ann", "Ben", "Chloé"].map(Conversation.init), wantsPriority: options.has("priority"))
}.main()
