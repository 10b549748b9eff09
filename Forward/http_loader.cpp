// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>

#include "http_module.hpp"

namespace keybridge::forward {
namespace {

/// Returns the paths of the module: as it is installed, and as it is built.
std::vector<std::string> paths() {
  char program[PATH_MAX] = "";
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) throw std::runtime_error("/proc/self/exe cannot be read; mount /proc");
  const std::string path(program, static_cast<size_t>(length));
  const std::string folder = path.substr(0, path.rfind('/'));
  return {folder + "/../lib/keybridge-forward/http.so", folder + "/http.so"};
}

const HttpModule& load() {
  std::string problem;
  for (const std::string& path : paths()) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      // The first path explains more, unless it does not exist.
      if (problem.empty() || access(path.c_str(), F_OK) == 0) problem = dlerror();
      continue;
    }
    const auto* module = static_cast<const HttpModule*>(dlsym(library, "keybridge_forward_http"));
    if (module && std::strcmp(module->version, KEYBRIDGE_VERSION) == 0) return *module;
    problem = path + ": the file is of another version; restart keybridge-forward";
    dlclose(library);
  }
  throw std::runtime_error(problem + "; targets with http need it");
}

}  // namespace

const HttpModule& http_module() {
  static const HttpModule& module = load();
  return module;
}

}  // namespace keybridge::forward
