// SPDX-License-Identifier: Apache-2.0
#ifndef KEYBRIDGE_BUILD_COMMIT_H
#define KEYBRIDGE_BUILD_COMMIT_H

/// Returns the commit that the program was built from, followed by "+" if files had changed since.
/// Empty if the build passed no commit, as in builds from an archive.
const char *build_commit(void);

#endif
