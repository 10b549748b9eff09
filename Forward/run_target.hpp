// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include "target.hpp"

namespace keybridge::forward {

/// A program that is run once for each item, with the item as a line at its standard input.
class RunTarget : public Target {
 public:
  using Target::Target;
  ~RunTarget() override { leave(); }

 protected:
  Outcome deliver(const Owed& owed, int attempt) override;
  std::string kind() const override { return "run"; }

 private:
  /// Waits for the end of the process, and kills it and its children when the time has passed.
  Outcome wait_for(pid_t process);
};

}  // namespace keybridge::forward
