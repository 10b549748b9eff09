// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";

import { Client, ConnectionLost, ServiceError, receive } from "../../../Clients/Node/lib/index.js";
import { FakeService, until } from "./service.mjs";

describe("items that must arrive", () => {
  let service;
  let stop;

  const item = (number, text = "400") => service.say("delivery.item", { number, id: `id-${number}`, time: "2026", kind: "scan", text });
  const acknowledged = () => service.sent("delivery.ack").map(({ through }) => through);
  const receiving = count => until(() => service.sent("delivery.receive").length === count);
  const start = (handler, options = {}) => receive("stock", handler, { path: service.path, signal: stop.signal, ...options });

  beforeEach(async () => {
    service = await new FakeService().start();
    stop = new AbortController();
  });

  afterEach(async () => {
    stop.abort();
    await service.close();
  });

  it("are acknowledged after the function has returned, or its promise is resolved, in order", async () => {
    const resolves = [];
    const texts = [];
    const done = start(({ text }) => {
      texts.push(text);
      return text === "later" ? new Promise(resolve => resolves.push(resolve)) : undefined;
    });
    await receiving(1);
    assert.deepEqual(service.sent("hello")[0], { name: "stock", events: [], offsets: "utf16" });
    item(1, "now");
    item(4, "later");
    item(5, "last");
    await until(() => resolves.length === 1);
    await new Promise(resolve => setTimeout(resolve, 20));
    assert.deepEqual([texts, acknowledged()], [["now", "later"], [1]]);
    resolves[0]();
    await until(() => acknowledged().length === 3);
    assert.deepEqual([texts, acknowledged()], [["now", "later", "last"], [1, 4, 5]]);
    stop.abort();
    await done;
  });

  it("come again if the function fails, whose error the promise has", async () => {
    for (const handler of [() => { throw new Error("disk full"); }, () => Promise.reject(new Error("disk full"))]) {
      service.received = [];
      const done = start(handler);
      await receiving(1);
      item(1);
      await assert.rejects(done, /^Error: disk full$/);
      assert.deepEqual(acknowledged(), []);
    }
  });

  it("outlive lost connections, and one that comes again is not passed to the function twice", async () => {
    const texts = [];
    const reports = [];
    const done = start(({ text }) => texts.push(text), { onLost: ({ message }) => reports.push(message), onDropped: ({ count }) => reports.push(count) });
    await receiving(1);
    item(1, "a");
    await until(() => acknowledged().length === 1);
    await service.stop();
    await service.start();
    await receiving(2);
    item(1, "a");
    service.say("delivery.dropped", { count: 1, through: 2, reason: "number" });
    item(3, "b");
    await until(() => acknowledged().length === 3);
    assert.deepEqual([texts, acknowledged(), reports], [["a", "b"], [1, 1, 3], ["the service closed the connection", 1]]);
    stop.abort();
    await done;
  });

  it("are not acknowledged to another connection than theirs", async () => {
    let resolve;
    start(() => new Promise(then => { resolve = then; }));
    await receiving(1);
    item(1);
    await until(() => resolve !== undefined);
    await service.stop();
    await service.start();
    await receiving(2);
    resolve();
    await new Promise(then => setTimeout(then, 20));
    assert.deepEqual(acknowledged(), []);
    // The service gives an item another number after it has lost its file.
    service.say("delivery.item", { number: 9, id: "id-1", time: "2026", kind: "scan", text: "400" });
    await until(() => acknowledged().length === 1);
    assert.deepEqual(acknowledged(), [9]);
  });

  it("end with the signal, after the one that is being handled", async () => {
    let resolve;
    const texts = [];
    const done = start(({ text }) => {
      texts.push(text);
      return new Promise(then => { resolve = then; });
    });
    await receiving(1);
    item(1, "a");
    item(2, "b");
    await until(() => resolve !== undefined);
    stop.abort();
    resolve();
    await done;
    await until(() => acknowledged().length === 1);
    assert.deepEqual([texts, acknowledged()], [["a"], [1]]);
    await receive("stock", () => {}, { path: service.path, signal: AbortSignal.abort() });
  });

  it("are refused to a program that is no receiver", async () => {
    const answer = service.answer.bind(service);
    service.answer = message => (message.method === "delivery.receive"
      ? { error: { code: -32001, message: "not a receiver", data: { name: "notPermitted" } } } : answer(message));
    await assert.rejects(start(() => {}), error => error instanceof ServiceError && error.code === "notPermitted");
    await assert.rejects(receive("stock", () => {}, { path: "/dev/null/x" }), ConnectionLost);
  });

  it("reach a program with fields on its own connection, again after its function has failed", async () => {
    const client = new Client({ path: service.path, reconnect: true });
    const lost = [];
    const texts = [];
    client.on("lost", ({ message }) => lost.push(message));
    client.deliver(async ({ text }) => {
      texts.push(text);
      if (texts.length === 1) throw new Error("disk full");
    });
    const uncaught = [];
    const listeners = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    process.once("uncaughtException", error => uncaught.push(error.message));
    await client.hello({ name: "till" });
    await receiving(1);
    item(1);
    await receiving(2);
    item(1);
    await until(() => acknowledged().length === 1);
    for (const listener of listeners) process.on("uncaughtException", listener);
    assert.deepEqual([texts, uncaught, lost], [["400", "400"], ["disk full"], ["the function for items failed: disk full"]]);
    client.close();
  });
});
