// SPDX-License-Identifier: Apache-2.0
#include "opencc_converter.hpp"

#include <opencc/opencc.h>

#include "../common/engine.hpp"

namespace keybridge {

OpenCC::OpenCC(const char* configuration) : handle_(opencc_open(configuration)) {
  if (handle_ == reinterpret_cast<opencc_t>(-1)) {
    handle_ = nullptr;
    throw RequestError(std::string("OpenCC cannot open ") + configuration);
  }
}

OpenCC::~OpenCC() {
  if (handle_) opencc_close(handle_);
}

std::string OpenCC::convert(const std::string& text) const {
  char* converted = opencc_convert_utf8(handle_, text.data(), text.size());
  if (!converted) return text;
  std::string result(converted);
  opencc_convert_utf8_free(converted);
  return result;
}

}  // namespace keybridge
