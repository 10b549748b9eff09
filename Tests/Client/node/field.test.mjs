// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

import { Client, ConnectionLost, ExternalField, Field } from "../../../Clients/Node/lib/index.js";
import { FakeService, until } from "./service.mjs";

const WALKS = process.env.KEYBRIDGE_WALKS ?? "100";

/** A text of a toolkit, which notes its calls. */
class Text {
  keys = [];
  shown = [];
  maximum = Infinity;

  constructor(text = "", anchor = 0, head = anchor) {
    Object.assign(this, { text, anchor, head });
  }

  surroundings() {
    return { text: this.text, anchor: this.anchor, head: this.head };
  }

  edit(before, after, text) {
    const begin = Math.min(this.anchor, this.head);
    const end = Math.max(this.anchor, this.head);
    assert.ok(before <= begin && after <= this.text.length - end);
    const inserted = text.slice(0, Math.max(0, this.maximum - this.text.length + before + after + end - begin));
    this.text = this.text.slice(0, begin - before) + inserted + this.text.slice(end + after);
    this.anchor = this.head = begin - before + inserted.length;
  }

  preedit(marked) {
    this.shown.push(marked && marked.text);
  }

  key({ phase, key }) {
    this.keys.push([phase, key]);
  }
}

/** A toolkit that expects the calls of a walk. */
class Replay {
  constructor(trace) {
    this.trace = trace;
    this.place = 0;
    this.state = ["", 0, 0];
    this.field = new ExternalField("a", this);
  }

  expect(...call) {
    const expected = this.trace[this.place++];
    const [name] = call;
    const hasState = name !== "send";
    assert.deepEqual(call, hasState ? expected.slice(0, -1) : expected, `step ${this.place}`);
    if (hasState) this.state = expected.at(-1);
  }

  surroundings() {
    const [text, anchor, head] = this.state;
    return { text, anchor, head };
  }

  edit(before, after, text) {
    this.expect("edit", before, after, text);
  }

  preedit(marked) {
    this.expect("preedit", marked && marked.text, marked && marked.caret);
  }

  key({ phase, code }) {
    this.expect("key", phase, code);
  }

  run() {
    while (this.place < this.trace.length) {
      const [name, ...words] = this.trace[this.place++];
      if (name === "hello") this.field.connected((method, params) => this.expect("send", method, params));
      else if (name === "settle") this.field.settle();
      else if (name === "follow") this.field.follow(...words);
      else if (name === "state") this.state = words[0];
      else if (name === "end") this.field.endComposition(words[0]);
      else if (name === "lost") this.field.disconnected();
      else assert.fail(`${name} was not called`);
    }
  }
}

function external(toolkit, options) {
  const field = new ExternalField("a", toolkit, options);
  const sent = [];
  field.connected((method, params) => sent.push([method, params]));
  field.settle();
  return { field, sent };
}

const preedit = (number, text, composition = 1, more = {}) =>
  ({ number, composition, text, segments: [{ length: text.length, style: "raw" }], caret: text.length, fallback: text, ...more });

describe("ExternalField", () => {
  it("does in random walks what the client for Python does", () => {
    const script = fileURLToPath(new URL("../toolkit_walk.py", import.meta.url));
    const walks = execFileSync("python3", ["-B", script, WALKS, "150"], { encoding: "utf8", maxBuffer: 1 << 28 }).trim().split("\n");
    assert.equal(walks.length, Number(WALKS));
    for (const walk of walks) new Replay(JSON.parse(walk)).run();
  });

  it("counts UTF-16 code units and splits no character", () => {
    const toolkit = new Text("😀b", 2);
    const { field, sent } = external(toolkit);
    field.follow("external.edit", { number: 1, before: 1, after: 0, text: "é" });
    field.settle();
    assert.equal(toolkit.text, "éb");
    assert.deepEqual(sent.at(-1), ["surroundings.set", { container: "a", seen: 1, cause: "edit", text: "éb", anchor: 1, head: 1 }]);
  });

  it("inserts the plain text of a stale edit", () => {
    const toolkit = new Text("teh", 3);
    const { field } = external(toolkit);
    toolkit.anchor = toolkit.head = 1;
    field.follow("external.edit", { number: 1, before: 3, after: 0, text: "the ", revision: 1, plain: " " });
    assert.equal(toolkit.text, "t eh");
    const cut = new Text("abcd", 4);
    cut.maximum = 4;
    const other = external(cut);
    other.field.follow("external.edit", { number: 1, text: "e" });
    other.field.follow("external.edit", { number: 2, before: 2, text: "DE", revision: 1 });
    assert.equal(cut.text, "abcd");
  });

  it("ends a composition at a click, a change, the end of the focus and of the connection", () => {
    const toolkit = new Text("ab", 1);
    const { field, sent } = external(toolkit);
    field.follow("external.preedit", preedit(1, "きょ"));
    assert.deepEqual(field.shown, { text: "aきょb", caret: 3 });
    field.endComposition();
    assert.deepEqual(sent.slice(-2).map(([method]) => method), ["composition.end", "surroundings.set"]);
    field.follow("external.preedit", preedit(2, "late", 1));
    field.follow("external.preedit", preedit(3, "x", 2));
    toolkit.text = "new";
    field.settle();
    assert.deepEqual([toolkit.text, sent.at(-2)[1].outcome], ["new", "dropped"]);
    field.follow("external.preedit", preedit(4, "y", 3));
    field.follow("focus.didEnd", {});
    assert.match(toolkit.text, /y/);
    field.follow("external.preedit", preedit(5, "z", 4));
    field.follow("external.key", { number: 6, phase: "began", code: 28, key: "KEY_ENTER", device: "d" });
    field.disconnected();
    assert.match(toolkit.text, /z/);
    assert.deepEqual(toolkit.keys, [["began", "KEY_ENTER"], ["cancelled", "KEY_ENTER"]]);
  });

  it("reports a secret to no one and composes nothing in it", () => {
    const toolkit = new Text("pw", 2);
    const { field, sent } = external(toolkit, { traits: { isSecureTextEntry: true } });
    field.follow("external.preedit", preedit(1, "k"));
    field.follow("external.edit", { number: 2, text: "é" });
    field.settle();
    assert.deepEqual([toolkit.text, toolkit.shown], ["pwé", []]);
    // The service keeps what was a secret once, until the container is created again.
    field.change({ traits: { isSecureTextEntry: false } });
    toolkit.text = "pwd";
    field.settle();
    assert.ok(!JSON.stringify(sent).includes("pw"));
    field.disconnected();
    field.connected((method, params) => sent.push([method, params]));
    field.settle();
    assert.equal(sent.at(-1)[1].text, "pwd");
  });

  it("inserts no control characters and no halves of characters", () => {
    const toolkit = new Text();
    external(toolkit).field.follow("external.edit", { number: 1, text: "a\x00\n\t\x7f\x85\ud800👩‍🚀b" });
    assert.equal(toolkit.text, "a\ufffd👩‍🚀b");
    const many = new Text();
    external(many, { isMultiline: true }).field.follow("external.edit", { number: 1, text: "a\nb" });
    assert.equal(many.text, "a\nb");
  });

  it("reports a part of a long text", () => {
    const at = (anchor, head) => external(new Text("é".repeat(5000), anchor, head)).sent.at(-1)[1];
    const middle = at(2500, 2600);
    assert.deepEqual([Buffer.byteLength(middle.text), middle.anchor, middle.head], [4000, 950, 1050]);
    assert.deepEqual([at(0).text.length, at(5000).head, at(100).head], [2000, 2000, 100]);
    assert.ok(!("text" in at(0, 2001)));
    const pairs = external(new Text("😀".repeat(3000), 3000)).sent.at(-1)[1];
    assert.equal(pairs.text, "😀".repeat(1000));
    assert.throws(() => external(new Text("", 1)), /the selection 1 to 1 is not in a text of 0 units/);
  });

  it("ends the connection at an invalid message", () => {
    for (const [method, params] of [
      ["external.edit", { number: 2 }], ["external.edit", {}], ["external.edit", { number: 1, before: -1 }], ["external.edit", { number: 1, text: 7 }],
      ["external.edit", { number: 1, preedit: { text: [] } }], ["external.edit", { number: 1, preedit: [] }], ["external.key", { number: 1, code: true }],
      ["external.preedit", { number: 1, text: "a", segments: [{ length: "1" }] }], ["external.key", { number: 1, modifiers: 5 }],
    ]) {
      const toolkit = new Text();
      assert.throws(() => external(toolkit).field.follow(method, params), ConnectionLost);
      assert.deepEqual([toolkit.text, toolkit.keys], ["", []]);
    }
  });
});

describe("Field", () => {
  it("follows texts, selections and composed text", () => {
    const field = new Field("a");
    field.connected(() => {}, { container: "a", text: "😀かb", marked: [2, 3], anchor: 3, head: 3, revision: 3 });
    assert.deepEqual([field.text, field.shown], ["😀b", { text: "😀かb", caret: 3 }]);
    field.follow("marked.didChange", { range: [2, 4], string: "かん", segments: [{ length: 1, style: "focused" }, { length: 1, style: "raw" }] });
    field.follow("selection.didChange", { anchor: 4, head: 4 });
    assert.deepEqual([field.shown, field.marked.segments.length], [{ text: "😀かんb", caret: 4 }, 2]);
    field.follow("marked.didChange", { range: null, string: "" });
    assert.ok(field.follow("text.didChange", { range: [2, 2], string: "感", revision: 4 }));
    assert.ok(!field.follow("text.didChange", { range: [2, 2], string: "感", revision: 4 }));
    assert.deepEqual([field.text, field.marked, field.revision], ["😀感b", null, 4]);
    for (const [method, params] of [["text.didChange", { range: [0], string: "x" }], ["text.didChange", { range: [0, 1] }],
      ["selection.didChange", { anchor: "1", head: 1 }], ["marked.didChange", { range: [2, 1], string: "" }]]) {
      assert.throws(() => field.follow(method, params), /the service sent an invalid/);
    }
  });
});

describe("Client with fields", () => {
  it("calls the toolkit, acknowledges, and goes on after a restart of the service", async () => {
    const service = await new FakeService().start();
    const client = new Client({ path: service.path, reconnect: true });
    try {
      const toolkit = new Text();
      const field = client.external("a", toolkit, { label: "Name" });
      await client.hello({ name: "till" });
      client.focus(field);
      await until(() => field.hasFocus);
      service.edit("a");
      service.preedit("き");
      service.say("candidates.didChange", { list: { items: [{ text: "木" }], kind: "inputMethod" } });
      service.key("KEY_ENTER", 28, "began");
      await until(() => service.sent("surroundings.set").at(-1)?.seen === 3);
      assert.equal(client.candidates.items[0].text, "木");
      client.choose(1);
      await until(() => service.sent("candidates.choose").length === 1);
      await service.stop();
      await until(() => !client.isConnected);
      assert.deepEqual([toolkit.text, toolkit.keys.at(-1), field.hasFocus], ["aき", ["cancelled", "KEY_ENTER"], false]);
      await service.start();
      await until(() => field.hasFocus);
      service.edit("z");
      await until(() => toolkit.text === "aきz");
      // What was typed in the grace period comes before the response to hello.
      service.resumes = true;
      await service.stop({ keepsState: true });
      await until(() => !client.isConnected);
      service.beforeHello = () => service.edit("1");
      await service.start();
      await until(() => field.hasFocus);
      service.edit("2");
      await until(() => toolkit.text === "aきz12");
      const other = client.external("window", new Text(), { isEditable: false });
      service.preedit("は");
      await until(() => field.marked !== null);
      client.focus(other);
      assert.equal(toolkit.text, "aきz12は");
      await until(() => other.hasFocus);
      client.remove(other);
      client.focus(null);
      await until(() => service.sent("container.remove").length === 1);
      // Messages for a removed field are not for its successor.
      service.edit("late");
      client.remove(field);
      const successor = new Text();
      const creations = service.sent("container.create").length;
      client.external("a", successor);
      await until(() => service.sent("container.create").length > creations);
      service.numbers = {};
      service.edit("new");
      await until(() => successor.text === "new");
      assert.ok(!toolkit.text.includes("late"));
      assert.ok(client.isConnected);
    } finally {
      client.close();
      await service.close();
    }
  });
});
