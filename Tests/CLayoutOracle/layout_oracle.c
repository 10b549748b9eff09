// SPDX-License-Identifier: Apache-2.0
#include "layout_oracle.h"
