// SPDX-License-Identifier: Apache-2.0

/** How many identities of items are remembered, more than are on their way. */
const MOST_REMEMBERED = 256;

/** The items that are owed to a program, which handles one after the other. */
export class Deliveries {
  #handler;
  #acknowledge;
  #fail;
  #unhandled = [];
  #handled = [];
  #isBusy = false;
  #connection = 0;

  /** `acknowledge` receives the number of an item that was handled, and `fail` the error of the handler. */
  constructor(handler, acknowledge, fail) {
    this.#handler = handler;
    this.#acknowledge = acknowledge;
    this.#fail = fail;
  }

  /** How many items wait. */
  get count() {
    return this.#unhandled.length;
  }

  add(item) {
    this.#unhandled.push([item, this.#connection]);
    if (!this.#isBusy) this.#handle();
  }

  /** Forgets the items of a connection that has ended: they come again. */
  disconnected() {
    this.#connection += 1;
    this.#unhandled = [];
  }

  async #handle() {
    this.#isBusy = true;
    while (this.#unhandled.length > 0) {
      const [item, connection] = this.#unhandled.shift();
      // An item whose acknowledgement was lost comes again.
      if (!this.#handled.includes(item.id)) {
        try {
          await this.#handler(item);
        } catch (error) {
          if (connection === this.#connection) this.#fail(error);
          continue;
        }
        this.#handled.push(item.id);
        if (this.#handled.length > MOST_REMEMBERED) this.#handled.shift();
      }
      if (connection === this.#connection) this.#acknowledge(item.number);
    }
    this.#isBusy = false;
  }
}
