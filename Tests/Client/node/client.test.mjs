// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";

import { Client, ConnectionLost, ServiceError } from "../../../Clients/Node/lib/index.js";
import { FakeService, until } from "./service.mjs";

const CHANGE = { container: "a", origin: "user", range: [2, 3], revision: 4, string: "é" };

describe("Client", () => {
  let service;
  let clients;

  function connect(options = {}) {
    const client = new Client({ path: service.path, ...options });
    clients.push(client);
    client.states = [];
    client.on("connected", state => client.states.push(state.resumed ? "resumed" : state.restored ? "restored" : "connected"));
    client.on("lost", error => client.states.push(error.message));
    return client;
  }

  beforeEach(async () => {
    service = await new FakeService().start();
    clients = [];
  });

  afterEach(async () => {
    for (const client of clients) client.close();
    await service.close();
  });

  it("sends requests and returns their results, whatever comes between", async () => {
    const client = connect({ onQuestion: async question => ({ replace: question.params.string.toUpperCase() }) });
    const answer = service.answer.bind(service);
    service.answer = message => {
      if (message.method === "ping") {
        service.say("text.didChange", CHANGE);
        service.write({ id: "q1", method: "text.shouldChange", params: { string: "x" } });
      }
      return answer(message);
    };
    const seen = [];
    client.on("text.didChange", params => seen.push(params.string));
    client.on("notification", ({ method }) => seen.push(method));
    const [hello, one, two] = await Promise.all([client.hello({ name: "till" }), client.request("ping"), client.request("ping")]);
    assert.equal(hello.token, "t");
    assert.deepEqual([one, two], [{ echo: {} }, { echo: {} }]);
    assert.deepEqual(seen, ["text.didChange", "é", "text.didChange", "é"]);
    await until(() => service.received.filter(message => message.result).length === 2);
    assert.deepEqual(service.received.find(message => message.result), { jsonrpc: "2.0", id: "q1", result: { replace: "X" } });
  });

  it("rejects a refused request with a typed error", async () => {
    const client = connect();
    const data = { name: "stale", place: "/params/ifRevision", revision: 5 };
    service.answer = () => ({ error: { code: -32008, message: "the text now has revision 5", data } });
    await assert.rejects(client.request("text.set", { container: "a", text: "", ifRevision: 4 }), error => {
      assert.ok(error instanceof ServiceError);
      const { name, code, number, revision, place } = error;
      assert.deepEqual([name, code, number, revision, place], ["ServiceError", "stale", -32008, 5, "/params/ifRevision"]);
      assert.equal(error.message, "text.set: the text now has revision 5 at /params/ifRevision");
      return true;
    });
    const refused = [];
    client.on("refusedRequest", error => refused.push(error.code));
    client.send("text.set", { container: "a", text: "" });
    await until(() => refused.length === 1);
  });

  it("reads characters that arrive in pieces", async () => {
    const client = connect();
    await client.hello({ name: "till" });
    const texts = [];
    client.on("x.y", params => texts.push(params.text));
    const bytes = Buffer.from(`${JSON.stringify({ method: "x.y", params: { text: "é😀日" } })}\n`);
    for (const byte of bytes) {
      service.write(Buffer.from([byte]).toString("latin1") && "", service.connection);
      service.connection.write(Buffer.from([byte]));
      await new Promise(resolve => setImmediate(resolve));
    }
    await until(() => texts.length === 1);
    assert.deepEqual(texts, ["é😀日"]);
  });

  it("says why a connection could not be made or was lost", async () => {
    await assert.rejects(new Client({ path: "/nowhere" }).request("ping"), /^ConnectionLost: \/nowhere: no such file$/);
    await assert.rejects(new Client({ path: "/dev/null/x", wait: Infinity }).connect(), /not a directory/);
    const client = connect();
    await client.hello({ name: "till" });
    service.answer = () => {
      service.connection.destroy();
      return null;
    };
    await assert.rejects(client.request("bye"), /the service closed the connection/);
    await assert.rejects(client.request("ping"), ConnectionLost);
    assert.deepEqual(client.states, ["connected", "the service closed the connection"]);
  });

  it("waits for a service that does not run yet, and connects again when asked", async () => {
    await service.stop();
    const client = connect({ wait: Infinity });
    const hello = client.hello({ name: "till" });
    await new Promise(resolve => setTimeout(resolve, 150));
    await service.start();
    await hello;
    client.close();
    await assert.rejects(client.request("ping"), /the connection was closed/);
    await client.connect();
    await client.hello({ name: "till", resume: true });
    assert.equal(service.sent("hello")[1].token, "t");
    const limited = connect({ path: join(service.folder, "none"), wait: 120 });
    await assert.rejects(limited.connect(), /no such file/);
  });

  it("ends a request without a response", async () => {
    const client = connect({ timeout: 30 });
    await client.hello({ name: "till" });
    service.answers = false;
    await assert.rejects(client.request("ping"), /ping: no response in time/);
  });

  it("iterates over notifications, and releases the keys that wait for a command", async () => {
    const client = connect();
    await client.hello({ name: "till" });
    service.say("text.didChange", CHANGE);
    await client.request("ping");
    service.write({ id: "q9", method: "command.invoke", params: { id: "pay" } });
    service.say("scan", { text: "1" });
    const seen = [];
    for await (const notification of client) {
      seen.push(notification.method);
      if (notification.method === "command.invoke") {
        client.send("form.set", { form: "sale", values: {} });
        await client.request("ping");
        assert.ok(!service.received.some(message => message.id === "q9"));
      }
      if (notification.method === "scan") break;
    }
    assert.deepEqual(seen, ["text.didChange", "command.invoke", "scan"]);
    await until(() => service.received.filter(message => message.id === "q9").length === 1);
  });

  it("ends an iteration with the client, and with an error if the connection is lost", async () => {
    const client = connect();
    await client.hello({ name: "till" });
    const iteration = (async () => {
      for await (const _ of client);
    })();
    client.close();
    await iteration;
    const other = connect();
    await other.hello({ name: "till" });
    const failing = (async () => {
      for await (const _ of other);
    })();
    await service.stop();
    await assert.rejects(failing, ConnectionLost);
  });

  it("answers a command after its handler, or after the listeners", async () => {
    let release;
    const client = connect({ onCommand: () => new Promise(resolve => { release = resolve; }) });
    await client.hello({ name: "till" });
    service.write({ id: "q1", method: "command.invoke", params: { id: "pay" } });
    await until(() => release !== undefined);
    assert.ok(!service.received.some(message => message.id === "q1"));
    release();
    await until(() => service.received.some(message => message.id === "q1"));
    const plain = connect();
    await plain.hello({ name: "till" });
    const ids = [];
    plain.on("command.invoke", params => ids.push(params.id));
    service.write({ id: "q2", method: "command.invoke", params: { id: "pay" } });
    await until(() => service.received.some(message => message.id === "q2"));
    assert.deepEqual(ids, ["pay"]);
  });

  it("is not confused by a service that lies", async () => {
    const lies = [
      ["{]\n", /no JSON/], ["[]\n", /no message of JSON-RPC/], ["7\n", /no message/], ["null\n", /no message/], ["\n", /no JSON/],
      ['{"method":"x","params":[1]}\n', /invalid params/], ['{"method":5}\n', /invalid params/], [`${"[".repeat(100000)}\n`, /no JSON/],
      ['{"method":"refused","params":{"reason":"tooManyConnections"}}\n', /refused: tooManyConnections/],
      ['{"id":1,"result":[]}\n', /invalid response to hello/],
      ['{"id":1,"error":7}\n', /invalid error/], ['{"id":1,"result":{"resumed":true,"snapshot":{"containers":[5]}}}\n', /invalid snapshot/],
      ['{"method":"resync","params":{}}\n', /invalid snapshot/], ['{"method":"candidates.didChange","params":{"list":[1]}}\n', /invalid list/],
      [Buffer.from([0xff, 0x0a]), /no JSON/],
    ];
    service.answers = false;
    for (const [line, message] of lies) {
      const client = connect();
      const hello = client.hello({ name: "till" });
      hello.catch(() => {});
      const before = service.received.length;
      await until(() => service.received.length > before);
      service.connection.write(line);
      await assert.rejects(hello, message, String(line).slice(0, 60));
      assert.match(client.states[0], message);
    }
  });

  it("emits no event of its own for a notification with that name", async () => {
    const client = connect();
    await client.hello({ name: "till" });
    const seen = [];
    client.on("notification", ({ method }) => seen.push(method));
    for (const method of ["error", "lost", "connected", "notification"]) service.say(method, {});
    await until(() => seen.length === 4);
    assert.deepEqual(client.states, ["connected"]);
  });

  it("lets the program run while the service floods", async () => {
    const client = connect();
    await client.hello({ name: "till" });
    let seen = 0;
    let turns = 0;
    client.on("x.y", () => { seen += 1; });
    const count = () => {
      turns += 1;
      if (seen < 20000) setImmediate(count);
    };
    service.connection.write(`${JSON.stringify({ method: "x.y", params: {} })}\n`.repeat(20000));
    count();
    await until(() => seen === 20000);
    assert.ok(turns > 10, `${turns}`);
  });

  it("reads the lines before the end of a connection", async () => {
    const client = connect();
    await client.hello({ name: "till" });
    let seen = 0;
    client.on("x.y", () => { seen += 1; });
    service.connection.end(`${JSON.stringify({ method: "x.y", params: {} })}\n`.repeat(3000));
    await until(() => client.states.length === 2);
    assert.equal(seen, 3000);
  });

  it("does not fill the memory if the service does not read, or the program does not", async () => {
    const silent = createServer(() => {});
    const path = join(service.folder, "silent");
    await new Promise(resolve => silent.listen(path, resolve));
    silent.on("connection", connection => connection.pause());
    const client = connect({ path });
    await client.connect();
    for (let number = 0; number < 300; number += 1) client.send("label.set", { label: "l", text: "x".repeat(10000) });
    await until(() => client.states.length === 1);
    assert.deepEqual(client.states, ["the service does not read"]);
    silent.close();

    const reader = connect();
    await reader.hello({ name: "till" });
    const iterator = reader[Symbol.asyncIterator]();
    service.connection.write(`${JSON.stringify({ method: "x.y", params: {} })}\n`.repeat(10500));
    await until(() => reader.states.length === 2);
    assert.equal(reader.states[1], "10000 notifications are unread");
    await assert.rejects(iterator.next(), /unread/);
  });

  it("ends a connection with a line that does not end", async () => {
    const client = connect();
    await client.hello({ name: "till" });
    const piece = Buffer.alloc(1 << 20, 0x20);
    for (let number = 0; number < 18; number += 1) service.connection.write(piece);
    await until(() => client.states.length === 2);
    assert.match(client.states[1], /too long/);
  });

  it("connects again, resumes, and creates its fields again", async () => {
    const client = connect({ reconnect: true });
    const field = client.field("b", { text: "first" });
    await client.hello({ name: "till", grace: 5 });
    client.focus(field);
    await until(() => field.text === "first" && field.hasFocus);
    service.say("text.didChange", { container: "b", range: [0, 5], string: "now", revision: 2 });
    await until(() => field.text === "now");
    await service.stop();
    await until(() => !client.isConnected);
    await service.start();
    await until(() => client.isConnected && field.hasFocus && service.sent("container.create").length === 2);
    assert.deepEqual(service.sent("container.create").map(params => params.text), ["first", "now"]);
    assert.deepEqual(service.sent("hello")[1], { name: "till", grace: 5, resume: true, token: "t", offsets: "utf16" });
    service.resumes = true;
    await service.stop({ keepsState: true });
    await until(() => !client.isConnected);
    service.containers.b.text = "typed";
    await service.start();
    await until(() => field.text === "typed");
    assert.deepEqual(client.states.filter(state => !state.startsWith("the")), ["connected", "restored", "resumed"]);
  });

  it("stops connecting when it is closed", async () => {
    const client = connect({ reconnect: true });
    await client.hello({ name: "till" });
    await service.stop();
    await until(() => client.states.length === 2);
    client.close();
    await service.start();
    await new Promise(resolve => setTimeout(resolve, 250));
    assert.equal(service.sent("hello").length, 1);
  });

  it("works with an older service, without external fields", async () => {
    service.isOld = true;
    const client = connect();
    const refused = [];
    client.on("refusedRequest", error => refused.push(error.message));
    client.external("a", { edit() {} });
    const text = client.field("b", { text: "x" });
    await client.hello({ name: "till" });
    await until(() => text.text === "x");
    assert.match(refused[0], /too old for the field 'a'/);
  });
});
