// SPDX-License-Identifier: Apache-2.0
// Being linked is all that the set-up needs.
