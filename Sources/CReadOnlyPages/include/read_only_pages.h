// SPDX-License-Identifier: Apache-2.0
#pragma once

// Unmaps the pages of the program and its libraries that are never written: code and constants.
// Pages that are needed again are read from the page cache.
void keybridge_release_read_only_pages(void);
