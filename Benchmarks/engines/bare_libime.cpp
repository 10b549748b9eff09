// SPDX-License-Identifier: Apache-2.0
//
// libime alone: reads pinyin from standard input, one reading in each line, and writes the first
// candidate and the time of the conversion in microseconds.

#include <libime/core/userlanguagemodel.h>
#include <libime/pinyin/pinyincontext.h>
#include <libime/pinyin/pinyindictionary.h>
#include <libime/pinyin/pinyinime.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <string>

int main() {
  auto dictionary = std::make_unique<libime::PinyinDictionary>();
  dictionary->load(
    libime::PinyinDictionary::SystemDict, "/usr/share/libime/sc.dict",
    libime::PinyinDictFormat::Binary);
  auto model = std::make_unique<libime::UserLanguageModel>(
    libime::DefaultLanguageModelResolver::instance().languageModelFileForLanguage("zh_CN"));
  libime::PinyinIME method(std::move(dictionary), std::move(model));
  // As in the engine, and as in other input methods with libime.
  using Flag = libime::PinyinFuzzyFlag;
  method.setFuzzyFlags(libime::PinyinFuzzyFlags{Flag::V_U, Flag::VE_UE, Flag::Inner});
  for (std::string reading; std::getline(std::cin, reading);) {
    const auto start = std::chrono::steady_clock::now();
    libime::PinyinContext context(&method);
    context.type(reading);
    const std::string first =
      context.candidates().empty() ? "" : context.candidates().front().toString();
    const auto time = std::chrono::steady_clock::now() - start;
    std::cout << first << '\t'
              << std::chrono::duration_cast<std::chrono::microseconds>(time).count() << std::endl;
  }
}
