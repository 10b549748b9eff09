// SPDX-License-Identifier: Apache-2.0
// A program with one field, which prints the field after each change until it contains the text "end".
import { Client } from "../../../Clients/Node/lib/index.js";

const client = new Client({ path: process.argv[2], reconnect: true, wait: 20000 });
const field = client.field("customer", { traits: { autocapitalizationType: "none" } });
let last = "";
client.on("connected", ({ restored }) => console.log(restored ? "restored" : "connected"));
client.on("lost", () => console.log("lost"));
client.on("notification", () => {
  const { text, caret } = field.shown;
  const line = JSON.stringify({ text, caret, marked: field.marked?.text ?? null, candidates: client.candidates?.items.map(item => item.text) ?? null });
  if (line !== last) console.log(line);
  last = line;
  if (text.endsWith("end") && caret === text.length) client.close();
});
await client.hello({ name: "till" });
client.focus(field);
