// SPDX-License-Identifier: Apache-2.0
import type { CandidateList, Container, Hello, HelloParams, Notifications, Questions, Requests } from "./protocol.js";

export * from "./protocol.js";

/** The path at which the service listens for programs. */
export declare const SOCKET: string;

/** An error between a program and the service. */
export declare class KeybridgeError extends Error {}

/** The client could not connect, was refused, or the connection has ended. */
export declare class ConnectionLost extends KeybridgeError {
  /** Set if the service refused the program: `notPermitted`, `tooManyConnections` or `noHello`. */
  readonly reason?: string;
}

/** The service refused a request. */
export declare class ServiceError extends KeybridgeError {
  readonly method: string;
  /** The name of the error, which never changes, such as `stale`. */
  readonly code: string;
  /** The code of JSON-RPC. */
  readonly number: number;
  /** A JSON pointer into the request. */
  readonly place?: string;
  readonly revision?: number;
  readonly range?: [number, number];
}

/** A notification, of a method that this version of the client may not know. */
export type Notification = { [Method in keyof Notifications]: { method: Method; params: Notifications[Method] } }[keyof Notifications];

/** A request to the program. */
export type Question = { [Method in keyof Questions]: { id: string; method: Method; params: Questions[Method] } }[keyof Questions];

/** The response to a request to the program. */
export type Answer = boolean | { replace: string };

/** A command with `holdsKeys`, for which keys wait. */
export interface Command {
  id: string;
  method: "command.invoke";
  params: Notifications["command.invoked"];
}

export interface ClientOptions {
  /** The path of the socket. */
  path?: string;
  /** For how many milliseconds to wait for a service that is not running yet; Infinity for no limit. */
  wait?: number;
  /** After how many milliseconds without a response a request fails; 0 for no limit. */
  timeout?: number;
  /** Whether a lost connection is replaced, with the `hello` of the lost one; fields are created again. */
  reconnect?: boolean;
  /** Answers a request to the program, within 300 ms. */
  onQuestion?: (question: Question) => Answer | Promise<Answer>;
  /** Handles a command with `holdsKeys`; the keys wait until it returns, or its promise is resolved. */
  onCommand?: (command: Command) => unknown;
}

/** The events of the client itself. */
export interface ClientEvents {
  notification: Notification;
  /** The response to `hello`; `restored` if fields were created again after a restart of the service. */
  connected: { resumed: boolean; restored: boolean };
  lost: ConnectionLost;
  /** The service refused a request of `send`, or of a field. */
  refusedRequest: ServiceError;
}

type Events = ClientEvents & Notifications;
type EmptyParams = { [name: string]: never };
type Arguments<Params> = EmptyParams extends Params ? [params?: Params] : [params: Params];

/** A connection to the service: an EventEmitter, and an iteration over notifications. */
export declare class Client implements AsyncIterable<Notification> {
  constructor(options?: ClientOptions);

  /** Whether there is a connection and `hello` was answered. */
  readonly isConnected: boolean;
  /** Whether this program has the keyboard. */
  readonly isActive: boolean;
  readonly capabilities: Partial<Hello>;
  /** The candidates to draw at the caret of the field that has the focus. */
  readonly candidates: CandidateList | null;
  /** The panel of commands to draw. */
  readonly panel: Notifications["hud.shown"] | null;
  /** The menu to draw. */
  readonly menu: Notifications["menu.shown"] | null;
  /** The field for which the program has requested the keyboard. */
  readonly focused: Field | null;

  /** Connects, or connects again. The first request connects, too. */
  connect(): Promise<void>;
  /** Closes the connection; the state is kept for `keep` seconds. */
  close(): void;

  /** Begins a session, or resumes an earlier one with the token of this client. */
  hello(params: HelloParams): Promise<Hello>;
  /** Sends a request; rejects with ServiceError or ConnectionLost. */
  request<Method extends keyof Requests>(method: Method, ...params: Arguments<Requests[Method]["params"]>): Promise<Requests[Method]["result"]>;
  /** Sends a request without waiting; without a connection it is dropped. */
  send<Method extends keyof Requests>(method: Method, ...params: Arguments<Requests[Method]["params"]>): void;

  /** Calls a function with each item that is owed to the program, one after the other; acknowledges it after the function has returned, or its promise is resolved. */
  deliver(handler: (item: Notifications["delivery.item"]) => unknown): void;

  /** Creates a text of the service. */
  field(container: string, create?: Omit<Requests["container.create"]["params"], "container">): Field;
  /** Creates a field whose text a toolkit owns. */
  external(container: string, toolkit: Toolkit, options?: ExternalOptions): ExternalField;
  /** Removes a field. */
  remove(field: Field): void;
  /** Requests the keyboard for a field; with null, releases it. */
  focus(field: Field | null): void;
  /** Chooses a candidate of the page that is shown, 1 to 9. */
  choose(number: number): void;

  on<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): this;
  once<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): this;
  off<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): this;

  /** The notifications, beginning with those before the iteration. A command that keys wait for is answered when the program asks for the next one. */
  [Symbol.asyncIterator](): AsyncIterator<Notification>;
}

export interface ReceiveOptions {
  /** The path of the socket. */
  path?: string;
  /** Items were dropped: more were owed than the settings allow. */
  onDropped?: (params: Notifications["delivery.dropped"]) => unknown;
  /** The connection was lost, and is replaced. */
  onLost?: (error: ConnectionLost) => unknown;
  /** Ends the receiver, after the item that is being handled. */
  signal?: {
    readonly aborted: boolean;
    addEventListener(type: "abort", listener: () => void): void;
    removeEventListener(type: "abort", listener: () => void): void;
  };
}

/** Receives what is owed to a program; rejects with the error of the handler, or if the service refuses the program. */
export declare function receive(name: string, handler: (item: Notifications["delivery.item"]) => unknown, options?: ReceiveOptions): Promise<void>;

/** A part of marked text. */
export interface Segment {
  length: number;
  style: string;
}

/** Text that is being composed, to be shown at `place` of a text, of which it is no part. */
export interface Marked {
  text: string;
  segments: Segment[];
  /** An offset in `text`; null if no caret is shown. */
  caret: number | null;
  /** The text to insert if the program ends the composition. */
  fallback: string;
  composition: number;
  place: number;
}

/** The text of a field without marked text, and its selection; `head` is the end that moves. */
export interface Surroundings {
  text: string;
  anchor: number;
  head: number;
}

/** A key that types no text. */
export interface Key {
  phase: "began" | "repeated" | "ended" | "cancelled";
  /** The number of the key in the kernel, and its name. */
  code: number;
  key: string;
  keysym: string;
  /** The number of the keysym in X11. */
  keysymValue: number;
  modifiers: string[];
  /** For shortcuts only, never inserted as text while the field is editable. */
  characters: string;
  device: string;
  time: number;
}

/** The functions of a toolkit that an ExternalField calls. Offsets and lengths count UTF-16 code units. */
export interface Toolkit {
  /** Deletes the selection, then so many units before and after the caret, and inserts a text. It may cut the text, or refuse. */
  edit(before: number, after: number, text: string): void;
  /** Shows text that is being composed at the caret, or none. */
  preedit?(marked: Marked | null): void;
  /** Handles a key, such as ⌫, ⏎, an arrow or a shortcut. */
  key?(key: Key): void;
  /** Returns the text and the selection; null, or no such function, if they are not known. */
  surroundings?(): Surroundings | null;
}

export interface ExternalOptions {
  /** False: every key is a key, letters too. */
  isEditable?: boolean;
  /** True: inserted text may contain line ends. */
  isMultiline?: boolean;
  label?: string;
  traits?: Requests["container.create"]["params"]["traits"];
}

/** A copy of a container. Offsets count UTF-16 code units. */
export declare class Field {
  readonly container: string;
  readonly text: string;
  readonly anchor: number | null;
  readonly head: number | null;
  readonly marked: Marked | null;
  /** The continuation that is shown dimmed after the caret. */
  readonly inline: string | null;
  /** The number to pass as ifRevision of an edit. */
  readonly revision: number;
  readonly hasFocus: boolean;
  /** The candidates, while this field has the focus. */
  readonly candidates: CandidateList | null;
  readonly isSecure: boolean;
  /** The text to draw, with marked text, and the caret in it. */
  readonly shown: { text: string; caret: number | null };
  /** Copies the result of container.get. */
  load(container: Container): void;
}

/** A copy of a container whose text a toolkit owns. */
export declare class ExternalField extends Field {
  readonly toolkit: Toolkit;
  /** Changes `traits` or `properties`, now and after a restart. */
  change(members: { traits?: ExternalOptions["traits"]; properties?: { isEditable?: boolean; isMultiline?: boolean } }): void;
  /** Reports a change of the toolkit's text or selection at once. */
  changed(): void;
  /** Ends composing, before the caret is moved or the text replaced; inserts the fallback by default. */
  endComposition(insert?: boolean): void;
}
