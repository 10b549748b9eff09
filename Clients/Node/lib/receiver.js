// SPDX-License-Identifier: Apache-2.0
import { Client } from "./client.js";
import { SOCKET, ServiceError } from "./wire.js";

/** The promise of a handler whose item must not be acknowledged. */
const never = () => new Promise(() => {});

/**
 * Receives the codes and commands that are owed to a program, one after the other, and calls a function with each.
 *
 * An item is acknowledged after the function has returned, or after its promise is resolved. If the function fails, the promise
 * of `receive` rejects with its error, and the item comes again when the program runs again. A lost connection is replaced. The
 * promise rejects with a ServiceError or ConnectionLost if the service refuses the program, and resolves after `signal` is aborted.
 */
export function receive(name, handler, { path = SOCKET, onDropped, onLost, signal } = {}) {
  return new Promise((resolve, reject) => {
    const client = new Client({ path, reconnect: true, wait: Infinity });
    let isHandling = false, wasConnected = false;
    const end = (settle, value) => {
      signal?.removeEventListener("abort", stop);
      client.close();
      settle(value);
    };
    const stop = () => {
      if (!isHandling) end(resolve);
    };
    client.on("delivery.dropped", params => onDropped?.(params));
    client.on("lost", error => {
      wasConnected = true;
      if (error.reason !== undefined) end(reject, error);
      else onLost?.(error);
    });
    client.on("refusedRequest", error => error.method === "delivery.receive" && end(reject, error));
    client.deliver(async item => {
      if (signal?.aborted) return await never();
      isHandling = true;
      try {
        await handler(item);
      } catch (error) {
        end(reject, error);
        return await never();
      }
      isHandling = false;
      // After the acknowledgement.
      if (signal?.aborted) setImmediate(stop);
    });
    if (signal?.aborted) {
      stop();
      return;
    }
    signal?.addEventListener("abort", stop);
    client.hello({ name, events: [] }).catch(error => {
      // A connection that was lost is replaced.
      if (error instanceof ServiceError || !wasConnected) end(reject, error);
    });
  });
}
