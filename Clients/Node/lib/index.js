// SPDX-License-Identifier: Apache-2.0
export { Client } from "./client.js";
export { ExternalField, Field } from "./field.js";
export { receive } from "./receiver.js";
export { ConnectionLost, KeybridgeError, SOCKET, ServiceError } from "./wire.js";
