// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "target.hpp"

namespace keybridge::forward {

/// The part of the program that uses libcurl: a shared object, which is loaded for the first target
/// with `http`. Libcurl and the thirty libraries that it needs have more than a third of the memory of the
/// program, also if they are not used.
struct HttpModule {
  /// The version of the program that the module is for.
  const char* version;
  std::unique_ptr<Target> (*make)(const TargetSettings& settings, const std::string& host, Spool& spool);
  /// Tests whether the server can be reached. Returns an empty text, or the problem.
  std::string (*probe)(const TargetSettings& settings);
  /// Returns why an address cannot be used; an empty text if it can.
  std::string (*address_problem)(const std::string& url);
};

/// Returns the module, which is loaded by the first call.
///
/// - Throws: `std::runtime_error` if it cannot be loaded.
const HttpModule& http_module();

}  // namespace keybridge::forward
