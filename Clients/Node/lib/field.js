// SPDX-License-Identifier: Apache-2.0
// Fields: copies of containers, from which drawing code reads values. All offsets count UTF-16 code
// units.

import { ConnectionLost, count, invalid, isRecord, range, segments, text, wellFormed } from "./wire.js";

/** The largest size of the text of `surroundings.set`, in bytes of UTF-8. */
const LIMIT = 4000;

/** How many keys can be down; a press beyond that is ignored. */
const MOST_DOWN = 256;

/** A copy of a container whose text the service owns. */
export class Field {
  text = "";
  anchor = null;
  head = null;
  marked = null;
  inline = null;
  revision = 0;
  hasFocus = false;
  candidates = null;
  /** Sends a request without a response, while there is a connection. */
  transmit = null;
  #wasCreated = false;
  #isLoaded = false;

  constructor(container, create = {}) {
    this.container = container;
    this.create = { ...create };
  }

  /** Whether the field is for a secret. */
  get isSecure() {
    return this.create.traits?.isSecureTextEntry === true;
  }

  /** The text to draw, with marked text, and the caret in it; null if none is shown. */
  get shown() {
    const { marked } = this;
    if (marked === null) return { text: this.text, caret: this.head === null ? null : Math.min(this.head, this.text.length) };
    const { place } = marked;
    return {
      text: this.text.slice(0, place) + marked.text + this.text.slice(place),
      caret: marked.caret === null ? null : place + marked.caret,
    };
  }

  /** The members of container.create, with the text after a restart. */
  members() {
    const members = { container: this.container, ...this.create };
    if (this.#wasCreated) members.text = this.isSecure ? "" : this.text;
    return members;
  }

  /** Begins after `hello`; `container` is the one of its snapshot. */
  connected(transmit, container) {
    this.transmit = transmit;
    this.#isLoaded = false;
    this.marked = this.candidates = this.inline = null;
    if (container) this.load(container);
  }

  /** Ends what the service can no longer end. */
  disconnected() {
    this.transmit = null;
    this.#isLoaded = this.hasFocus = false;
    this.candidates = this.inline = null;
    if (this.marked !== null) {
      // The service commits text that is being composed.
      this.text = this.shown.text;
      this.marked = null;
    }
    this.anchor = Math.min(this.anchor ?? Infinity, this.text.length);
    this.head = Math.min(this.head ?? Infinity, this.text.length);
  }

  /** Copies the result of container.get, or a part of a snapshot. */
  load(container) {
    if (!isRecord(container)) throw invalid("container");
    const whole = text(container, "text");
    const marked = range(container, "marked");
    this.#wasCreated = this.#isLoaded = true;
    this.text = whole;
    this.marked = null;
    this.revision = count(container, "revision", 0);
    if (marked !== null) {
      const string = whole.slice(...marked);
      this.text = whole.slice(0, marked[0]) + whole.slice(marked[1]);
      const place = Math.min(marked[0], this.text.length);
      this.marked = { text: string, segments: segments({}, string), caret: null, fallback: string, composition: 0, place };
    }
    this.#select(container, whole.length);
  }

  /** Applies a notification of this container, and returns whether the field changed. */
  follow(method, params) {
    if (method === "focus.didBegin" || method === "focus.didEnd") {
      this.hasFocus = method === "focus.didBegin";
      this.candidates = null;
      return true;
    }
    if (!this.#isLoaded) return false; // the result of container.get will have it
    switch (method) {
      case "text.didChange":
        return this.#change(params);
      case "selection.didChange":
        this.#select(params, this.shown.text.length);
        return true;
      case "marked.didChange":
        this.#mark(params);
        return true;
      case "inline.didChange":
        this.inline = params.text === null || params.text === undefined ? null : text(params, "text");
        return true;
      default:
        return false;
    }
  }

  /** Reports what has to be reported after a batch of notifications. */
  settle() {}

  #change(params) {
    const revision = count(params, "revision", 0);
    if (revision && revision <= this.revision) return false; // a snapshot had it already
    const span = range(params, "range");
    if (span === null) throw invalid("range");
    const string = text(params, "string");
    const before = this.text.length;
    this.text = this.text.slice(0, span[0]) + string + this.text.slice(span[1]);
    if (this.marked !== null && span[0] <= this.marked.place) {
      const place = this.marked.place + this.text.length - before;
      this.marked = { ...this.marked, place: Math.max(0, Math.min(place, this.text.length)) };
    }
    this.revision = revision || this.revision;
    return true;
  }

  #mark(params) {
    const span = range(params, "range");
    if (span === null) {
      this.marked = null;
      return;
    }
    const string = text(params, "string");
    const place = Math.min(span[0], this.text.length);
    let caret = this.head === null ? string.length : this.head - place;
    if (caret < 0 || caret > string.length) caret = string.length;
    this.marked = { text: string, segments: segments(params, string), caret, fallback: string, composition: 0, place };
  }

  #select(params, length) {
    for (const name of ["anchor", "head"]) {
      const offset = params[name] ?? null;
      this[name] = offset === null ? null : Math.min(count(params, name), length);
    }
    if (this.marked === null || this.head === null) return;
    const caret = this.head - this.marked.place;
    if (caret >= 0 && caret <= this.marked.text.length) this.marked = { ...this.marked, caret };
  }
}

/** A copy of a container whose text a toolkit owns; see `Toolkit` in index.d.ts. */
export class ExternalField extends Field {
  /** Whether the container is not created yet, so that messages with its name are for another one. */
  awaitsCreation = false;
  // Whether the container is or was secure, which it stays as long as it exists.
  #isSecret = false;
  #down = new Map();
  #known = null;
  #seen = 0;
  #revision = 0;
  #ended = 0;
  #owesReport = false;
  #hasChanged = false;

  constructor(container, toolkit, { isEditable = true, isMultiline = false, label, traits } = {}) {
    super(container, {
      kind: "external", properties: { isEditable, isMultiline },
      ...(label === undefined ? {} : { label }), ...(traits === undefined ? {} : { traits }),
    });
    this.toolkit = toolkit;
    this.#isSecret = this.isSecure;
  }

  #begin() {
    this.#seen = this.#revision = this.#ended = 0;
    this.#owesReport = this.#hasChanged = false;
  }

  members() {
    return { container: this.container, ...this.create };
  }

  /** Changes `traits` or `properties`, now and after a restart. */
  change(members) {
    for (const [name, value] of Object.entries(members)) {
      if (name !== "traits" && name !== "properties") throw new TypeError(`${name} cannot be changed`);
      this.create[name] = { ...this.create[name], ...value };
    }
    if (this.isSecure) {
      this.endComposition(false);
      this.#isSecret = true;
    }
    this.transmit?.("container.set", { container: this.container, ...members });
  }

  // The connection

  connected(transmit, container) {
    this.transmit = transmit;
    this.#isSecret = this.isSecure || (container !== undefined && this.#isSecret);
    // Text that was typed while the program was away may have come before.
    this.#read();
    if (this.#known !== null) this.#hasChanged = true;
    // Keys do not wait for a text that has never been reported.
    this.#owesReport = true;
  }

  disconnected() {
    this.transmit = null;
    this.hasFocus = this.awaitsCreation = false;
    this.candidates = null;
    this.#giveUp(true);
    const keys = [...this.#down.values()];
    this.#down.clear();
    for (const key of keys) this.toolkit.key?.({ ...key, phase: "cancelled" });
    this.#read();
    this.#begin();
  }

  // Messages

  follow(method, params) {
    if (this.awaitsCreation && method.startsWith("external.")) return false;
    switch (method) {
      case "external.edit":
        this.#takeNumber(params);
        this.#edit(params);
        return true;
      case "external.preedit":
        this.#takeNumber(params);
        this.#preedit(params);
        return true;
      case "external.key":
        this.#takeNumber(params);
        this.#key(params);
        return true;
      case "focus.didBegin":
      case "focus.didEnd":
        this.hasFocus = method === "focus.didBegin";
        this.candidates = null;
        if (!this.hasFocus) this.#leave();
        return true;
      default:
        return false;
    }
  }

  settle() {
    if (this.transmit === null) return;
    this.#notice();
    if (!this.#owesReport && !this.#hasChanged) return;
    const window = this.#isSecret || this.#known === null ? null : windowOf(this.#known);
    const cause = this.#hasChanged ? "other" : "edit";
    if (this.#hasChanged) this.#revision += 1;
    this.#owesReport = this.#hasChanged = false;
    this.transmit("surroundings.set", { container: this.container, seen: this.#seen, cause, ...window });
  }

  /** Reports a change of the toolkit's text or selection. */
  changed() {
    this.settle();
  }

  /** Ends composing, before the caret is moved or the text replaced. */
  endComposition(insert = true) {
    if (this.marked === null) return;
    this.#notice();
    if (this.marked !== null) this.#end(insert);
    this.settle();
  }

  #takeNumber(params) {
    const number = count(params, "number");
    if (number !== this.#seen + 1) throw new ConnectionLost(`the service sent number ${number} to '${this.container}' after ${this.#seen}`);
    check(params);
    this.#notice();
    this.#seen = number;
    this.#owesReport = true;
  }

  #edit(params) {
    const revision = params.revision ?? null;
    const composition = params.composition ?? null;
    const isStale = (composition !== null && composition <= this.#ended)
      || (revision !== null && (revision !== this.#revision || this.#hasChanged));
    if (composition !== null) this.#ended = Math.max(this.#ended, composition);
    this.#show(null);
    if (isStale) this.#apply(0, 0, this.#clean(params.plain ?? ""));
    else this.#apply(params.before ?? 0, params.after ?? 0, this.#clean(params.text ?? ""));
    if (params.preedit) this.#preedit(params.preedit);
  }

  #preedit(params) {
    const composition = params.composition ?? 0;
    const string = this.#clean(params.text ?? "");
    if (!string) {
      this.#show(null);
      return;
    }
    if (composition <= this.#ended || this.#isSecret) return;
    const known = this.#known;
    if (this.marked === null && known !== null && known.anchor !== known.head) this.#apply(0, 0, "", true);
    const caret = params.caret ?? null;
    this.#show({
      text: string, segments: segments(params, string), caret: caret === null ? null : Math.min(caret, string.length),
      fallback: this.#clean(params.fallback ?? ""), composition, place: this.#known === null ? 0 : this.#known.head,
    });
  }

  #key(params) {
    const key = {
      phase: params.phase ?? "", code: params.code ?? 0, key: params.key ?? "", keysym: params.keysym ?? "",
      keysymValue: params.keysymValue ?? 0, modifiers: (params.modifiers ?? []).map(String),
      characters: params.characters ?? "", device: params.device ?? "", time: params.time ?? 0,
    };
    // Each press has one end; a service that lies sends no end twice.
    const place = `${key.code} ${key.device}`;
    if ((key.phase === "began") === this.#down.has(place)) return;
    if (key.phase === "began") {
      if (this.#down.size >= MOST_DOWN) return;
      this.#down.set(place, key);
    } else if (key.phase === "ended" || key.phase === "cancelled") {
      this.#down.delete(place);
    } else if (key.phase !== "repeated") {
      return;
    }
    this.toolkit.key?.(key);
    this.#notice();
  }

  /** The focus has ended; the service knows that it has. */
  #leave() {
    if (this.marked === null) return;
    this.#notice();
    this.#giveUp(true);
    this.#hasChanged = true;
  }

  // The toolkit

  #apply(before, after, string, removesSelection = false) {
    if (!before && !after && !string && !removesSelection) return;
    const known = this.#known;
    let wanted = null;
    if (known !== null) {
      const begin = Math.min(known.anchor, known.head);
      const end = Math.max(known.anchor, known.head);
      const from = boundary(known.text, Math.max(0, begin - before), -1);
      const to = boundary(known.text, Math.min(known.text.length, end + after), 1);
      before = begin - from;
      after = to - end;
      const caret = from + string.length;
      wanted = { text: known.text.slice(0, from) + string + known.text.slice(to), anchor: caret, head: caret };
    }
    this.toolkit.edit(before, after, string);
    this.#read();
    // A text that was refused or cut is not the one that later edits count on.
    this.#hasChanged ||= !isSame(this.#known, wanted);
  }

  #show(marked) {
    if (marked === null && this.marked === null) return;
    this.marked = marked;
    this.toolkit.preedit?.(marked);
  }

  /** Ends the composition, and notifies the service. */
  #end(insert) {
    const { composition } = this.marked;
    this.#giveUp(insert);
    this.#hasChanged = true;
    this.transmit?.("composition.end", { container: this.container, composition, outcome: insert ? "inserted" : "dropped", seen: this.#seen });
  }

  #giveUp(insert) {
    const { marked } = this;
    if (marked === null) return;
    this.#ended = Math.max(this.#ended, marked.composition);
    this.#show(null);
    if (insert && marked.fallback) this.toolkit.edit(0, 0, marked.fallback);
    this.#read();
  }

  /** Copies the state of the toolkit. */
  #read() {
    const found = this.toolkit.surroundings?.() ?? null;
    this.#known = found === null ? null : { text: found.text, anchor: found.anchor, head: found.head };
    if (found !== null) ({ text: this.text, anchor: this.anchor, head: this.head } = found);
  }

  /** Finds a change that the toolkit or the program made. */
  #notice() {
    const known = this.#known;
    this.#read();
    if (isSame(known, this.#known)) return;
    this.#hasChanged = true;
    // Composed text does not belong to a text that was replaced.
    if (this.marked !== null) this.#end(known !== null && this.#known !== null && known.text === this.#known.text);
  }

  /** Removes characters that the contract forbids. */
  #clean(string) {
    const isMultiline = this.create.properties.isMultiline;
    // eslint-disable-next-line no-control-regex
    return wellFormed(string).replace(/[\u0000-\u001f\u007f-\u009f]/g, character => (isMultiline && character === "\n" ? character : ""));
  }
}

/** Throws ConnectionLost if a message is not valid. */
function check(params) {
  for (const name of ["before", "after", "revision", "composition", "code", "keysymValue", "time", "caret"]) {
    if ((params[name] ?? null) !== null) count(params, name);
  }
  for (const name of ["text", "plain", "fallback", "phase", "key", "keysym", "characters", "device"]) {
    if ((params[name] ?? null) !== null) text(params, name);
  }
  if ((params.modifiers ?? null) !== null && !Array.isArray(params.modifiers)) throw invalid("modifiers");
  segments(params, params.text ?? "");
  if ((params.preedit ?? null) !== null) {
    if (!isRecord(params.preedit)) throw invalid("preedit");
    check(params.preedit);
  }
}

function isSame(one, other) {
  return one === other || (one !== null && other !== null && one.text === other.text && one.anchor === other.anchor && one.head === other.head);
}

/** An offset that splits no surrogate pair: the nearest one in a direction. */
function boundary(string, offset, direction) {
  const isInside = offset > 0 && offset < string.length && isHigh(string.charCodeAt(offset - 1)) && isLow(string.charCodeAt(offset));
  return isInside ? offset + direction : offset;
}

const isHigh = unit => unit >= 0xd800 && unit <= 0xdbff;
const isLow = unit => unit >= 0xdc00 && unit <= 0xdfff;

/** The part around the selection that fits into a report; null if the selection does not. */
export function windowOf({ text: original, anchor, head }, limit = LIMIT) {
  const string = wellFormed(original);
  const begin = Math.min(anchor, head);
  const end = Math.max(anchor, head);
  if (!(Number.isInteger(begin) && begin >= 0 && end <= string.length)) {
    throw new RangeError(`the selection ${begin} to ${end} is not in a text of ${string.length} units`);
  }
  const room = limit - Buffer.byteLength(string.slice(begin, end));
  if (room < 0) return null;
  // No unit has less than one byte, so that not all is encoded.
  const sizesBefore = sizes(string.slice(boundary(string, Math.max(0, begin - limit), 1), begin)).reverse();
  const sizesAfter = sizes(string.slice(end, boundary(string, Math.min(string.length, end + limit), -1)));
  // The text after the selection gets what the text before it leaves.
  const total = list => list.reduce((sum, [bytes]) => sum + bytes, 0);
  const forBefore = Math.min(total(sizesBefore), Math.max(Math.ceil(room / 2), room - total(sizesAfter)));
  let used = 0;
  let first = begin;
  for (const [bytes, units] of sizesBefore) {
    if (used + bytes > forBefore) break;
    used += bytes;
    first -= units;
  }
  let last = end;
  for (const [bytes, units] of sizesAfter) {
    if (used + bytes > room) break;
    used += bytes;
    last += units;
  }
  return { text: string.slice(first, last), anchor: anchor - first, head: head - first };
}

/** The bytes of UTF-8 and the units of each code point. */
function sizes(string) {
  return Array.from(string, character => [Buffer.byteLength(character), character.length]);
}
