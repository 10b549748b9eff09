// SPDX-License-Identifier: Apache-2.0
// The devices that udev knows, for machine.py: a testbed of umockdev. Prints the folder for
// UMOCKDEV_DIR, then carries out the lines of its standard input, and answers each with an empty
// line.
//
//   plug NUMBER VENDOR PRODUCT NAME
//   unplug NUMBER
#include "testbed.h"
#include <stdio.h>
#include <string.h>

int main(void) {
  uint16_t keys[0x7f];
  for (uint16_t i = 0; i < 0x7f; i++) keys[i] = (uint16_t)(i + 1);
  testbed *bed = testbed_new();
  puts(testbed_root(bed));
  fflush(stdout);
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    int number;
    unsigned vendor, product;
    char name[64];
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, "plug %d %x %x %63[^\n]", &number, &vendor, &product, name) == 4) {
      testbed_device device = {
        .name = name, .bus = 3, .vendor = (uint16_t)vendor, .product = (uint16_t)product, .keys = keys,
        .key_count = 0x7f, .leds = 7, .repeat = true};
      testbed_plug(bed, number, &device);
    } else if (sscanf(line, "unplug %d", &number) == 1) {
      testbed_unplug(bed, number);
    } else {
      fprintf(stderr, "bed: %s\n", line);
      return 2;
    }
    putchar('\n');
    fflush(stdout);
  }
  testbed_free(bed);
  return 0;
}
