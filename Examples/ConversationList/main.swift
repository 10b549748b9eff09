// SPDX-License-Identifier: Apache-2.0
import ExampleSupport

Example(
  "ConversationList", "a list that the keyboard walks through, and a text for each of its rows",
  options: [("priority", nil, "⌘↓ and ⌘↑ come before the caret, while a text has the focus too")]
) { options in
  ConversationListController(
    ["Ann", "Ben", "Chloé"].map(Conversation.init), wantsPriority: options.has("priority"))
}.main()
