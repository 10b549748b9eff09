// SPDX-License-Identifier: Apache-2.0
// A fake service, which says what a test tells it to say.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class FakeService {
  received = [];
  connection = null;
  numbers = {};
  containers = {};
  answers = true;
  resumes = false;
  isOld = false;
  beforeHello = () => {};

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "keybridge-"));
    this.path = join(this.folder, "sock");
  }

  async start() {
    this.server = createServer(connection => {
      this.connection = connection;
      this.numbers = {};
      let rest = "";
      connection.setEncoding("utf8");
      connection.on("error", () => {});
      connection.on("data", text => {
        const lines = (rest + text).split("\n");
        rest = lines.pop();
        for (const line of lines) this.take(JSON.parse(line), connection);
      });
    });
    await new Promise(resolve => this.server.listen(this.path, resolve));
    return this;
  }

  /** Ends, as when the service is killed. */
  async stop({ keepsState = false } = {}) {
    if (!keepsState) this.containers = {};
    this.connection?.destroy();
    if (this.server.listening) await new Promise(resolve => this.server.close(resolve));
  }

  async close() {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  take(message, connection) {
    this.received.push(message);
    const answer = this.answer(message);
    if (answer && this.answers) this.write({ id: message.id, ...answer }, connection);
  }

  answer({ id, method, params }) {
    if (method === undefined || id === undefined) return null;
    if (method === "hello") {
      if (this.isOld && params.offsets) {
        return { error: { code: -32602, message: "unknown member", data: { name: "invalidParameter", place: "/params/offsets" } } };
      }
      this.beforeHello();
      const resumed = this.resumes && params.token === "t";
      return { result: {
        resumed, token: "t", features: this.isOld ? {} : { externalFields: { support: "supported" } },
        snapshot: { containers: resumed ? Object.values(this.containers) : [] },
      } };
    }
    if (method === "container.create") {
      const { container, text = "" } = params;
      this.containers[container] = { container, text, anchor: 0, head: 0, marked: null, revision: 1 };
      return { result: { container } };
    }
    if (method === "container.get") return { result: this.containers[params.container] };
    if (method === "focus.request") this.say("focus.didBegin", { container: params.container });
    return { result: { echo: params } };
  }

  write(message, connection = this.connection) {
    connection.write(typeof message === "string" ? message : `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Sends a notification; those of external fields are numbered. */
  say(method, params) {
    if (method.startsWith("external.")) {
      const number = (this.numbers[params.container] ?? 0) + 1;
      this.numbers[params.container] = number;
      params = { number, ...params };
    }
    this.write({ method, params });
  }

  edit(text, more = {}) {
    this.say("external.edit", { container: "a", before: 0, after: 0, text, ...more });
  }

  preedit(text, more = {}) {
    this.say("external.preedit", { container: "a", composition: 1, text, segments: [{ length: text.length, style: "raw" }], caret: text.length, fallback: text, ...more });
  }

  key(key, code, phase) {
    this.say("external.key", { container: "a", phase, code, key, keysym: "", keysymValue: 0, modifiers: [], characters: "", device: "d", time: 1 });
  }

  sent(method) {
    return this.received.filter(message => message.method === method).map(message => message.params);
  }
}

/** Waits for a condition. */
export async function until(condition, milliseconds = 30000) {
  const end = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > end) throw new Error("it did not happen in time");
    await new Promise(resolve => setTimeout(resolve, 2));
  }
}
