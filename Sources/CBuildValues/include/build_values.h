// SPDX-License-Identifier: Apache-2.0
#ifndef KEYBRIDGE_BUILD_VALUES_H
#define KEYBRIDGE_BUILD_VALUES_H

/// Returns the commit that the program was built from, followed by "+" if files had changed since.
/// Empty if the build passed no commit, as in builds from an archive.
const char *build_commit(void);

/// Returns the address of the apt repository that the packages are published in; empty for none.
const char *build_repository(void);

#endif
