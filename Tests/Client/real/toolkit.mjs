// SPDX-License-Identifier: Apache-2.0
// A program whose toolkit owns the text. It prints the text, what is composed, and keys, until ⎋ is released.
import { Client } from "../../../Clients/Node/lib/index.js";

const say = (...words) => console.log(JSON.stringify(words));

/** A text of at most 12 units. */
const text = {
  text: "",
  anchor: 0,
  head: 0,
  surroundings() {
    return { text: this.text, anchor: this.anchor, head: this.head };
  },
  edit(before, after, string) {
    const begin = Math.min(this.anchor, this.head) - before;
    const end = Math.max(this.anchor, this.head) + after;
    const inserted = string.slice(0, Math.max(0, 12 - this.text.length + end - begin));
    this.text = this.text.slice(0, begin) + inserted + this.text.slice(end);
    this.anchor = this.head = begin + inserted.length;
    say("text", this.text);
  },
  preedit(marked) {
    say("marked", marked && marked.text);
  },
  key({ phase, key }) {
    say(phase, key);
    if (phase !== "ended") {
      if (key === "KEY_BACKSPACE") this.edit(this.anchor === this.head && this.head > 0 ? 1 : 0, 0, "");
      else if (key === "KEY_LEFT") this.anchor = this.head = Math.max(0, this.head - 1);
    } else if (key === "KEY_ESC") {
      client.close();
    }
  },
};

const client = new Client({ path: process.argv[2], reconnect: true, wait: 20000 });
client.on("connected", ({ resumed, restored }) => say(resumed ? "resumed" : restored ? "restored" : "connected"));
client.on("lost", () => say("lost"));
client.on("refusedRequest", error => say("error", error.message));
const traits = JSON.parse(process.argv[3] ?? '{"autocapitalizationType":"none"}');
client.focus(client.external("name", text, { traits }));
await client.hello({ name: "till", grace: 30 });
