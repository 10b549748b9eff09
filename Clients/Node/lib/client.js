// SPDX-License-Identifier: Apache-2.0
import { EventEmitter } from "node:events";
import { createConnection } from "node:net";

import { Deliveries } from "./deliveries.js";
import { ExternalField, Field } from "./field.js";
import { ConnectionLost, KeybridgeError, Lines, ServiceError, SOCKET, cannotConnect, invalid, isRecord, lineOf, mayStart, parse } from "./wire.js";

/** Milliseconds between attempts to connect, which double from one to the other. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;

/** How many milliseconds the service has to respond to the `hello` of a new connection. */
const RESPONSE_TIME = 5000;

/** For how many milliseconds lines are handled before other events of the program. */
const MOST_TIME = 0.5;

/** How many unsent bytes end the connection: the service does not read. */
const MOST_UNSENT = 1 << 20;

/** How many notifications an iteration may leave unread, and how many are kept for the first one. */
const MOST_UNREAD = 10000;
const MOST_EARLY = 1000;

/** The UTF-16 units of a text that fit into a line, however they are escaped. */
const PIECE = 5000;

/** Events of the client, which no notification of the service can cause. */
const OWN_EVENTS = new Set(["connected", "lost", "error", "notification", "refusedRequest", "newListener", "removeListener"]);

/**
 * A connection to the service.
 *
 * Emits `notification` and an event with the name of each notification; `connected` after a `hello`, `lost` with a
 * ConnectionLost, and `refusedRequest` with a ServiceError for requests of `send`.
 */
export class Client extends EventEmitter {
  #options;
  #socket = null;
  #connecting = null;
  #isNew = true;
  #isClosed = false;
  #lost = null;
  #lines = [];
  #isYielding = false;
  #ended = null;
  #lastId = 0;
  #responses = new Map();
  #hello = null;
  #token = undefined;
  #isGreeted = false;
  #wasGreeted = false;
  #capabilities = {};
  #fields = new Map();
  #focused = null;
  #timer = null;
  #pause = FIRST_PAUSE;
  #readers = new Set();
  // Notifications before the first iteration; null if there are too many, because the program uses
  // events.
  #early = [];
  // The commands that keys wait for.
  #held = new Set();
  #isActive = false;
  #panel = null;
  #menu = null;
  #deliveries = null;

  constructor({ path = SOCKET, wait = 0, timeout = 0, reconnect = false, onQuestion = () => true, onCommand = null } = {}) {
    super();
    this.#options = { path, wait, timeout, reconnect, onQuestion, onCommand };
  }

  /** Whether there is a connection and `hello` was answered. */
  get isConnected() {
    return this.#isGreeted;
  }

  /** Whether this program has the keyboard. */
  get isActive() {
    return this.#isActive;
  }

  /** The result of the last `hello`. */
  get capabilities() {
    return this.#capabilities;
  }

  /** The panel of commands, as in hud.shown, or null. */
  get panel() {
    return this.#panel;
  }

  /** The menu, as in menu.shown, or null. */
  get menu() {
    return this.#menu;
  }

  // The connection

  /** Connects, or connects again; unread lines are dropped. */
  async connect() {
    this.#isClosed = false;
    this.#disconnect(new ConnectionLost("the client connects again"));
    const end = performance.now() + this.#options.wait;
    for (;;) {
      try {
        await this.#attempt();
        return;
      } catch (error) {
        const left = end - performance.now();
        if (!mayStart(error) || left <= 0 || this.#isClosed) throw cannotConnect(this.#options.path, error);
        await new Promise(resolve => setTimeout(resolve, Math.min(FIRST_PAUSE, left)));
        if (this.#isClosed) throw new ConnectionLost("the connection was closed");
      }
    }
  }

  #attempt() {
    this.#isNew = false;
    return new Promise((resolve, reject) => {
      const socket = createConnection(this.#options.path);
      const lines = new Lines();
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        if (this.#isClosed) {
          socket.destroy();
          reject(new ConnectionLost("the connection was closed"));
          return;
        }
        this.#socket = socket;
        this.#lost = null;
        socket.on("error", error => this.#end(socket, new ConnectionLost(`the connection failed: ${error.message}`, undefined, { cause: error })));
        socket.on("close", () => this.#end(socket, new ConnectionLost("the service closed the connection")));
        socket.on("data", bytes => {
          if (socket !== this.#socket) return;
          try {
            for (const line of lines.add(bytes)) this.#lines.push(line);
          } catch (error) {
            this.#lose(error);
            return;
          }
          this.#handleLines();
        });
        resolve();
      });
    });
  }

  /** Closes the connection; the state is kept for `keep` seconds. */
  close() {
    this.#isClosed = true;
    this.#isNew = false;
    clearTimeout(this.#timer);
    if (this.#socket !== null) this.#settle();
    this.#disconnect(new ConnectionLost("the connection was closed"));
    this.#endReaders();
  }

  [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    this.close();
    return Promise.resolve();
  }

  #disconnect(error) {
    const socket = this.#socket;
    if (socket === null) return;
    this.#socket = null;
    // Sends what was written, and then closes.
    socket.destroySoon();
    this.#forget(error);
  }

  /** The end of a socket, unless another one has taken its place. */
  #end(socket, error) {
    if (socket !== this.#socket) return;
    // The lines before the end count: they may say why it ended.
    if (this.#lines.length > 0) this.#ended ??= error;
    else this.#lose(error);
  }

  #lose(error) {
    const socket = this.#socket;
    this.#socket = null;
    socket?.destroy();
    this.#forget(error);
    if (error.reason === "notPermitted") this.#pause = LONGEST_PAUSE;
    this.#safely(() => this.emit("lost", error));
    if (this.#options.reconnect && !this.#isClosed && this.#hello !== null) this.#reconnectLater();
    else this.#endReaders();
  }

  #forget(error) {
    const wasGreeted = this.#isGreeted;
    this.#lost = error;
    this.#isGreeted = this.#isActive = false;
    this.#panel = this.#menu = null;
    this.#lines = [];
    this.#isYielding = false;
    this.#ended = null;
    this.#held.clear();
    this.#deliveries?.disconnected();
    const waiting = [...this.#responses.values()];
    this.#responses.clear();
    for (const { reject, timer } of waiting) {
      clearTimeout(timer);
      reject(error);
    }
    if (wasGreeted) for (const field of this.#fields.values()) this.#safely(() => field.disconnected());
  }

  #reconnectLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reconnect(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  async #reconnect() {
    try {
      await this.#attempt();
      await this.#greet({ ...this.#hello, resume: true });
    } catch (error) {
      if (this.#isClosed) return;
      // A connection that ended has called #lose, which tries again.
      if (this.#socket !== null) this.#lose(error instanceof ConnectionLost ? error : new ConnectionLost(error.message));
      else if (!(error instanceof ConnectionLost)) this.#reconnectLater();
    }
  }

  // Requests

  /** Begins a session, or resumes an earlier one with the token of this client. */
  async hello(params) {
    this.#hello = { ...params };
    return await this.#greet(params);
  }

  async #greet(params) {
    const token = params.resume && params.token === undefined && this.#token !== undefined ? { token: this.#token } : {};
    await this.#connectOnce();
    const socket = this.#socket;
    const ask = offsets => this.#request("hello", { ...params, ...token, ...offsets }, RESPONSE_TIME);
    let result;
    try {
      result = await ask({ offsets: "utf16" });
    } catch (error) {
      // A service of version 1.1 does not know the member, nor external fields.
      if (!(error instanceof ServiceError) || error.place !== "/params/offsets") throw error;
      result = await ask({ offsets: undefined });
    }
    if (socket !== this.#socket || socket === null) throw this.#lost ?? new ConnectionLost("the connection was closed");
    return result;
  }

  /** Creates or resumes the fields as soon as the response to `hello` is read, before the lines after it. */
  #begin(result) {
    const containers = isRecord(result) && result.resumed === true ? containersOf(result.snapshot ?? {}) : new Map();
    if (!isRecord(result)) throw invalid("response to hello");
    this.#token = result.token ?? this.#token;
    this.#capabilities = result;
    this.#isGreeted = true;
    this.#pause = FIRST_PAUSE;
    for (const field of this.#fields.values()) this.#create(field, containers.get(field.container));
    if (this.#focused !== null) this.send("focus.request", { container: this.#focused.container });
    if (this.#deliveries !== null) this.send("delivery.receive");
    const wasRestored = this.#wasGreeted && result.resumed !== true;
    this.#wasGreeted = true;
    this.#safely(() => this.emit("connected", { resumed: result.resumed === true, restored: wasRestored }));
  }

  /** Sends a request and returns its result; rejects with ServiceError. */
  async request(method, params = {}) {
    if (method === "hello") return await this.hello(params);
    await this.#connectOnce();
    return await this.#request(method, params, this.#options.timeout);
  }

  /** Sends a request; an error in its response is emitted as `refusedRequest`. Without a connection it is dropped. */
  send(method, params = {}) {
    if (this.#socket === null) return;
    this.#request(method, params, 0).catch(error => {
      if (error instanceof ServiceError) this.#safely(() => this.emit("refusedRequest", error));
    });
  }

  #request(method, params, timeout) {
    return new Promise((resolve, reject) => {
      if (this.#socket === null) {
        reject(this.#lost ?? new ConnectionLost("there is no connection; connect() makes a new one"));
        return;
      }
      const id = ++this.#lastId;
      const timer = timeout > 0 && Number.isFinite(timeout) ? setTimeout(() => {
        this.#responses.delete(id);
        const error = new ConnectionLost(`${method}: no response in time`);
        reject(error);
        if (method === "hello") this.#lose(error);
      }, timeout) : undefined;
      this.#responses.set(id, { method, resolve, reject, timer });
      this.#write({ id, method, params });
    });
  }

  async #connectOnce() {
    if (!this.#isNew && this.#connecting === null) return;
    this.#connecting ??= this.connect().finally(() => {
      this.#connecting = null;
      if (this.#socket === null && !this.#isClosed) this.#isNew = true;
    });
    await this.#connecting;
  }

  #write(message) {
    const socket = this.#socket;
    if (socket === null || socket.destroyed) return;
    // Bytes that write() does not send at once are buffered; a service that does not read must not
    // fill the memory.
    if (!socket.write(lineOf(message)) && socket.writableLength > MOST_UNSENT) {
      setImmediate(() => socket === this.#socket && this.#lose(new ConnectionLost("the service does not read")));
    }
  }

  /**
   * Calls a function with each code and command that is owed to the program, one after the other.
   *
   * An item is acknowledged after the function has returned, or after its promise is resolved. If it fails, the connection ends, and
   * the item comes again after the next one begins; the exception is one of the program, which ends it if nothing handles it.
   */
  deliver(handler) {
    this.#deliveries = new Deliveries(handler, through => this.send("delivery.ack", { through }), error => {
      this.#lose(new ConnectionLost(`the function for items failed: ${error?.message ?? error}`, undefined, { cause: error }));
      fail(error);
    });
    if (this.#isGreeted) this.send("delivery.receive");
  }

  // Fields

  /** Creates a text of the service; the members are those of container.create. */
  field(container, create = {}) {
    return this.#add(new Field(container, create));
  }

  /** Creates a field whose text a toolkit owns. */
  external(container, toolkit, options = {}) {
    return this.#add(new ExternalField(container, toolkit, options));
  }

  #add(field) {
    if (this.#fields.has(field.container)) throw new KeybridgeError(`there is a field '${field.container}' already`);
    this.#fields.set(field.container, field);
    if (this.#isGreeted) this.#create(field, undefined);
    return field;
  }

  /** Removes a field. Text that is being composed in it is inserted. */
  remove(field) {
    if (this.#fields.get(field.container) !== field) return;
    this.#fields.delete(field.container);
    if (this.#focused === field) this.#focused = null;
    if (!this.#isGreeted) return;
    this.send("container.remove", { container: field.container });
    field.disconnected();
  }

  /** Requests the keyboard for a field; with null, releases it. */
  focus(field) {
    const last = this.#focused;
    this.#focused = field;
    if (last !== null && last !== field && last instanceof ExternalField) last.endComposition();
    if (!this.#isGreeted) return;
    if (field !== null) this.send("focus.request", { container: field.container });
    else if (last !== null) this.send("focus.release");
  }

  /** The field for which the program has requested the keyboard. */
  get focused() {
    return this.#focused;
  }

  /** The candidates to draw at the caret of the field that has the focus, or null. */
  get candidates() {
    for (const field of this.#fields.values()) if (field.candidates !== null) return field.candidates;
    return null;
  }

  /** Chooses a candidate of the page that is shown, 1 to 9. */
  choose(number) {
    this.send("candidates.choose", { number });
  }

  #create(field, container) {
    const transmit = (method, params) => this.send(method, params);
    if (container !== undefined) {
      field.connected(transmit, container);
      if (field instanceof ExternalField) {
        const { traits, properties } = field.create;
        this.send("container.set", { container: field.container, properties, ...(traits ? { traits } : {}) });
      }
      field.settle();
      return;
    }
    if (field instanceof ExternalField && !isRecord(this.#capabilities.features?.externalFields)) {
      this.#safely(() => this.emit("refusedRequest", new ServiceError("container.create", {
        code: -32006, message: `this service is too old for the field '${field.container}', whose text the toolkit owns`,
        data: { name: "unsupported" },
      })));
      return;
    }
    const members = field.members();
    const whole = typeof members.text === "string" ? members.text : "";
    const pieces = piecesOf(whole);
    const params = pieces.length > 1 ? { ...members, text: pieces[0] } : members;
    if (field instanceof ExternalField) {
      // Messages for an earlier field of this name may still arrive.
      field.awaitsCreation = true;
      this.#ask("container.create", params, () => {
        field.awaitsCreation = false;
      });
    } else {
      this.send("container.create", params);
    }
    let place = pieces[0].length;
    for (const piece of pieces.slice(1)) {
      this.send("text.replace", { container: field.container, range: [place, place], text: piece });
      place += piece.length;
    }
    field.connected(transmit, undefined);
    if (field instanceof ExternalField) {
      field.settle();
    } else {
      this.#ask("container.get", { container: field.container }, result => field.load(result));
    }
  }

  /** Sends a request, and passes its result on before the next line is handled, as a promise would not. */
  #ask(method, params, resolve) {
    const id = ++this.#lastId;
    const reject = error => {
      if (error instanceof ServiceError) this.#safely(() => this.emit("refusedRequest", error));
    };
    this.#responses.set(id, { method, resolve, reject });
    this.#write({ id, method, params });
  }

  #settle() {
    for (const field of this.#fields.values()) this.#safely(() => field.settle());
  }

  // Lines

  /** Handles some lines, then the other events of the program, then the next lines. */
  #handleLines() {
    const socket = this.#socket;
    if (this.#isYielding || socket === null) return;
    const end = performance.now() + MOST_TIME;
    while (this.#lines.length > 0) {
      try {
        this.#handle(parse(this.#lines.shift()));
      } catch (error) {
        if (error instanceof ConnectionLost) {
          this.#lose(error);
          return;
        }
        fail(error);
      }
      if (socket !== this.#socket) return;
      if (performance.now() > end) break;
    }
    this.#settle();
    if (socket !== this.#socket) return;
    if (this.#lines.length > 0) {
      // Nothing is read before these lines are handled, so that a flood fills no memory.
      socket.pause();
      this.#isYielding = true;
      setImmediate(() => {
        if (socket !== this.#socket) return;
        this.#isYielding = false;
        this.#handleLines();
      });
    } else if (this.#ended !== null) {
      this.#lose(this.#ended);
    } else if (socket.isPaused()) {
      socket.resume();
    }
  }

  #handle(message) {
    if (message.method === undefined) {
      this.#respond(message);
    } else if (message.id !== undefined && message.method !== "command.invoke") {
      this.#answer(message, this.#options.onQuestion);
    } else {
      this.#follow(message.method, message.params);
      this.#notify(message);
      if (message.method === "delivery.item") this.#deliver(message.params);
    }
  }

  #respond(message) {
    const waiting = this.#responses.get(message.id);
    if (waiting === undefined) return;
    this.#responses.delete(message.id);
    clearTimeout(waiting.timer);
    if (message.error) {
      waiting.reject(new ServiceError(waiting.method, message.error));
      return;
    }
    if (waiting.method === "hello") {
      try {
        this.#begin(message.result);
      } catch (error) {
        waiting.reject(error);
        throw error;
      }
    }
    waiting.resolve(message.result);
  }

  /** Responds to a request of the service with the result of a function, which may be a promise. */
  #answer({ id, method, params }, answer) {
    const socket = this.#socket;
    const respond = result => {
      if (socket === this.#socket) this.#write({ id, result: result ?? true });
    };
    let result;
    try {
      result = answer({ id, method, params });
    } catch (error) {
      fail(error);
      return;
    }
    if (typeof result?.then === "function") result.then(respond, fail);
    else respond(result);
  }

  #follow(method, params) {
    switch (method) {
      case "resync": {
        const containers = containersOf(params);
        for (const field of this.#fields.values()) {
          const container = containers.get(field.container);
          if (container !== undefined && !(field instanceof ExternalField)) field.load(container);
        }
        break;
      }
      case "program.didBecomeActive":
        this.#isActive = params.isActive === true;
        break;
      case "candidates.didChange": {
        const list = params.list ?? null;
        if (list !== null && !isRecord(list)) throw invalid("list");
        for (const field of this.#fields.values()) field.candidates = field.hasFocus ? list : null;
        break;
      }
      case "hud.shown":
      case "hud.hidden":
        this.#panel = method === "hud.shown" ? params : null;
        break;
      case "menu.shown":
      case "menu.hidden":
        this.#menu = method === "menu.shown" ? params : null;
        break;
      default:
        this.#fields.get(params.container)?.follow(method, params);
    }
  }

  #deliver(item) {
    if (this.#deliveries === null) return;
    if (typeof item.id !== "string" || !Number.isInteger(item.number)) throw invalid("item");
    this.#deliveries.add(item);
    if (this.#deliveries.count > MOST_UNREAD) throw new ConnectionLost(`${MOST_UNREAD} items are not acknowledged`);
  }

  /** Emits a notification, and passes it to the iterations. A command that keys wait for is answered after it was handled. */
  #notify(message) {
    const { id, method, params } = message;
    if (id !== undefined && this.#options.onCommand !== null) {
      this.#answer(message, command => Promise.resolve(this.#options.onCommand(command)).then(() => true));
      return;
    }
    if (id !== undefined) this.#held.add(id);
    this.#emit({ method, params });
    if (this.#readers.size === 0) {
      this.#done(id);
      if (this.#early !== null && this.#early.push({ method, params }) > MOST_EARLY) this.#early = null;
    }
    for (const reader of this.#readers) reader.add({ method, params }, id);
  }

  /** Releases the keys that wait for a command. */
  #done(id) {
    if (this.#held.delete(id)) this.#write({ id, result: true });
  }

  #emit(notification) {
    this.#safely(() => this.emit("notification", notification));
    if (!OWN_EVENTS.has(notification.method)) this.#safely(() => this.emit(notification.method, notification.params));
  }

  /** Calls the program. An exception of it is not one of the connection, and no line is lost by it. */
  #safely(call) {
    try {
      call();
    } catch (error) {
      fail(error);
    }
  }

  // Iteration

  /** The notifications; the first iteration begins with those that came before. It ends when the client is closed, and throws ConnectionLost if the connection is lost. */
  [Symbol.asyncIterator]() {
    const early = this.#early ?? [];
    this.#early = null;
    return new Reader(this.#readers, early, {
      connect: () => this.#connectOnce(),
      error: () => (this.#isClosed ? null : this.#lost),
      done: id => this.#done(id),
      overflow: () => this.#lose(new ConnectionLost(`${MOST_UNREAD} notifications are unread`)),
    });
  }

  #endReaders() {
    for (const reader of [...this.#readers]) reader.end();
  }
}

/** An iteration over notifications. */
class Reader {
  #readers;
  #client;
  #unread = [];
  #waiting = [];
  #held = undefined;
  #hasEnded = false;

  constructor(readers, early, client) {
    this.#unread = early.map(notification => [notification, undefined]);
    this.#readers = readers;
    this.#client = client;
    readers.add(this);
  }

  add(notification, id) {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) {
      this.#held = id;
      waiting.resolve({ value: notification, done: false });
      return;
    }
    this.#unread.push([notification, id]);
    if (this.#unread.length > MOST_UNREAD) {
      this.#unread = [];
      this.#client.overflow();
    }
  }

  end() {
    this.#hasEnded = true;
    this.#readers.delete(this);
    const error = this.#client.error();
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if (error === null) resolve({ value: undefined, done: true });
      else reject(error);
    }
  }

  async next() {
    if (this.#held !== undefined) {
      this.#client.done(this.#held);
      this.#held = undefined;
    }
    if (this.#unread.length > 0) {
      const [value, id] = this.#unread.shift();
      this.#held = id;
      return { value, done: false };
    }
    if (!this.#hasEnded) {
      await this.#client.connect();
      if (this.#unread.length > 0) return await this.next();
    }
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      if (this.#hasEnded) this.end();
    });
  }

  async return() {
    if (this.#held !== undefined) this.#client.done(this.#held);
    this.#hasEnded = true;
    this.#readers.delete(this);
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}

/** Throws an exception of the program outside of the reading of lines. */
function fail(error) {
  process.nextTick(() => {
    throw error;
  });
}

/** A text in pieces that fit into lines, without splitting a character. */
function piecesOf(whole) {
  const pieces = [];
  for (let start = 0; start < whole.length;) {
    let end = Math.min(start + PIECE, whole.length);
    if (end < whole.length && whole.charCodeAt(end) >= 0xdc00 && whole.charCodeAt(end) <= 0xdfff) end += 1;
    pieces.push(whole.slice(start, end));
    start = end;
  }
  return pieces.length > 0 ? pieces : [""];
}

/** The containers of a snapshot by their names. */
function containersOf(snapshot) {
  if (!isRecord(snapshot) || !Array.isArray(snapshot.containers)) throw invalid("snapshot");
  return new Map(snapshot.containers.map(container => {
    if (!isRecord(container) || typeof container.container !== "string") throw invalid("snapshot");
    return [container.container, container];
  }));
}
