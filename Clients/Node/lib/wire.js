// SPDX-License-Identifier: Apache-2.0
// The protocol without input and output: errors, and checks of what the service sends.

/** The path at which the service listens for programs. */
export const SOCKET = "/run/keybridge/keybridge.sock";

/** The size of a line that is too long, in bytes. */
export const LONGEST_LINE = 1 << 24;

/** An error between a program and the service. */
export class KeybridgeError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * The client could not connect, was refused, or the connection has ended.
 *
 * `reason` is set if the service refused the program.
 */
export class ConnectionLost extends KeybridgeError {
  constructor(message, reason = undefined, options = undefined) {
    super(message, options);
    this.reason = reason;
  }
}

/** The service refused a request; `code` is the name of the error, such as `stale`. */
export class ServiceError extends KeybridgeError {
  constructor(method, error) {
    const data = isRecord(error.data) ? error.data : {};
    const place = typeof data.place === "string" ? data.place : undefined;
    super(`${method}: ${error.message}${place ? ` at ${place}` : ""}`);
    this.method = method;
    this.code = typeof data.name === "string" ? data.name : "";
    this.number = error.code;
    this.place = place;
    this.revision = data.revision;
    this.range = data.range;
  }
}

export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The error for a message of the service with an invalid member. */
export function invalid(name) {
  return new ConnectionLost(`the service sent an invalid ${name}`);
}

/** The error for a failed connection. */
export function cannotConnect(path, error) {
  const words = { ENOENT: "no such file", ECONNREFUSED: "no service listens", EACCES: "permission denied", ENOTDIR: "not a directory" };
  const hint = error.code === "EACCES"
    ? "; the user must be in the group of the socket: usermod -aG keybridge USER, then log in again" : "";
  return new ConnectionLost(`${path}: ${words[error.code] ?? error.message}${hint}`, undefined, { cause: error });
}

/** Whether a failed connection means that the service is not running. */
export function mayStart(error) {
  return error.code === "ENOENT" || error.code === "ECONNREFUSED" || error.code === "EAGAIN";
}

/** The line of a message. */
export function lineOf(message) {
  return JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n";
}

/** A text with U+FFFD in place of halves of surrogate pairs. */
export function wellFormed(text) {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** Splits bytes into lines at 0x0A, whatever pieces they arrive in. */
export class Lines {
  #pieces = [];
  #size = 0;

  /** Adds bytes and returns the lines that are complete, as bytes. */
  add(bytes) {
    const lines = [];
    let start = 0;
    for (let end; (end = bytes.indexOf(0x0a, start)) >= 0; start = end + 1) {
      this.#pieces.push(bytes.subarray(start, end));
      lines.push(this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces));
      this.#pieces = [];
      this.#size = 0;
    }
    if (start < bytes.length) {
      this.#pieces.push(bytes.subarray(start));
      this.#size += bytes.length - start;
    }
    if (this.#size > LONGEST_LINE || lines.some(line => line.length > LONGEST_LINE)) {
      throw new ConnectionLost("the service sent a line that is too long");
    }
    return lines;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The message of a line; throws ConnectionLost if it is none. */
export function parse(line) {
  let message;
  try {
    message = JSON.parse(decoder.decode(line));
  } catch (error) {
    throw new ConnectionLost(`the service sent no JSON: ${error.message.slice(0, 60)}`, undefined, { cause: error });
  }
  if (!isRecord(message)) throw new ConnectionLost("the service sent a line that is no message of JSON-RPC");
  const { method } = message;
  const params = message.params ?? {};
  if (method === undefined) {
    if (message.error !== undefined && message.error !== null && !isRecord(message.error)) throw invalid("error");
    return message;
  }
  if (typeof method !== "string" || !isRecord(params)) throw new ConnectionLost("the service sent a message with invalid params");
  if (method === "refused") throw new ConnectionLost(`the service refused: ${params.reason}`, params.reason);
  return { ...message, params };
}

/** A number of the service that counts. */
export function count(params, name, fallback) {
  const value = params[name] ?? fallback;
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(name);
  return value;
}

/** A text of the service. */
export function text(params, name, fallback) {
  const value = params[name] ?? fallback;
  if (typeof value !== "string") throw invalid(name);
  return value;
}

/** A range of the service, or null. */
export function range(params, name) {
  const value = params[name] ?? null;
  if (value === null) return null;
  const isRange = Array.isArray(value) && value.length === 2 && value.every(one => Number.isSafeInteger(one) && one >= 0) && value[0] <= value[1];
  if (!isRange) throw invalid(name);
  return value;
}

/** The segments of marked text; one if they do not cover it. */
export function segments(params, string) {
  const whole = string ? [{ length: string.length, style: "raw" }] : [];
  const value = params.segments ?? null;
  if (value === null) return whole;
  if (!Array.isArray(value)) throw invalid("segments");
  const found = value.map(item => {
    if (!isRecord(item)) throw invalid("segments");
    return { length: count(item, "length"), style: text(item, "style") };
  });
  return found.reduce((sum, one) => sum + one.length, 0) === string.length ? found : whole;
}
