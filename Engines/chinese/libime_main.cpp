// SPDX-License-Identifier: Apache-2.0
//
// keybridge-engine-libime [--fuzzy z-zh,c-ch,…]

#include <cstdio>
#include <sstream>
#include <string>

#include "chinese_engine.hpp"

int main(int count, char** arguments) {
  std::vector<std::string> fuzzy;
  for (int i = 1; i < count; i++) {
    const std::string word = arguments[i];
    if (word != "--fuzzy" || i + 1 == count) {
      std::fputs("usage: keybridge-engine-libime [--fuzzy PAIR,PAIR…]\n", stderr);
      return 2;
    }
    std::istringstream names(arguments[++i]);
    for (std::string name; std::getline(names, name, ',');) fuzzy.push_back(name);
  }
  try {
    keybridge::ChineseEngine engine(std::move(fuzzy));
    return keybridge::serve(engine);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "keybridge-engine-libime: %s\n", error.what());
    return 1;
  }
}
