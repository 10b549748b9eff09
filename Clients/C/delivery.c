/* SPDX-License-Identifier: Apache-2.0 */
/* Items that must arrive: one is acknowledged after the program's function has taken it over. */
#include <string.h>

#include "internal.h"

static void refused(const struct kb_response *response, void *user) {
  (void)user;
  if (response->error) kb_report_refusal(response, "delivery.receive");
}

void kb_delivery_connected(struct kb_client *client) {
  if (client->deliver) kb_send(client, "delivery.receive", NULL, refused, NULL);
}

static void item_arrived(struct kb_client *client, const struct kb_delivery_item *item, void *user) {
  (void)user;
  // An item comes again if its acknowledgement was lost.
  bool is_known = !strncmp(client->last_item, item->id, sizeof client->last_item - 1) && client->last_item[0];
  if (!is_known && !client->deliver(client, item, client->deliver_user)) {
    if (!client->is_freed)
      kb_breach(client, "the program has not taken over item %lld, which comes again", (long long)item->number);
    return;
  }
  if (client->is_freed) return;
  strncpy(client->last_item, item->id, sizeof client->last_item - 1);
  struct kb_delivery_ack through = {.through = item->number};
  kb_delivery_ack(client, &through, NULL, NULL);
}

void kb_client_deliver(struct kb_client *client, kb_deliver deliver, void *user) {
  client->deliver = deliver;
  client->deliver_user = user;
  client->handlers.delivery_item = deliver ? item_arrived : NULL;
  if (client->phase == KB_READY) kb_delivery_connected(client);
  kb_wake(client);
}
