// SPDX-License-Identifier: Apache-2.0
//
// handwriting-samples: writes the features of characters that are drawn with mistakes, for the trainer and the measurement.
//
//   handwriting-samples FILE SEED NOISE JOINED SWAPPED CUT COPIES [ink|details] > FEATURES
//
// FILE has characters with their strokes (data/stroke_file.py). JOINED and SWAPPED are the maximum numbers, or exact ones
// after `=`; CUT is the share of characters without their last stroke. Each character is written COPIES times: its features as
// bytes, which are 255 times the values. With `ink`, the strokes are written instead, in the form of FILE; with `details`,
// the numbers that the net for characters of few strokes reads, as floats.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "details.hpp"
#include "distortion.hpp"
#include "features.hpp"
#include "resampling.hpp"

namespace {

using namespace keybridge;

/// Reads the strokes of a line after the code point.
Ink ink_of(const char* text) {
  Ink ink(1);
  while (*text) {
    char* end = nullptr;
    const float x = std::strtof(text, &end) / 1000;
    if (end == text || *end != ',') throw std::runtime_error("expected x,y");
    text = end + 1;
    const float y = std::strtof(text, &end) / 1000;
    if (end == text) throw std::runtime_error("expected y");
    ink.back().push_back({x, y});
    text = end;
    if (*text == ';') ink.emplace_back();
    if (*text) text++;
  }
  return ink;
}

/// A number: exact after `=`, otherwise a random one up to the number.
size_t number_of(const char* text, Random& random) {
  if (*text == '=') return static_cast<size_t>(std::atoi(text + 1));
  return random.below(static_cast<size_t>(std::atoi(text)) + 1);
}

void write_ink(const std::string& code, const Ink& ink) {
  std::string line = code;
  for (size_t i = 0; i < ink.size(); i++) {
    for (size_t j = 0; j < ink[i].size(); j++) {
      line += j ? " " : i ? ";" : " ";
      line += std::to_string(std::lround(ink[i][j].x * 1000)) + "," +
              std::to_string(std::lround(ink[i][j].y * 1000));
    }
  }
  std::puts(line.c_str());
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 8) {
    std::fprintf(stderr, "usage: handwriting-samples FILE SEED NOISE JOINED SWAPPED CUT COPIES [ink|details]\n");
    return 2;
  }
  const std::string_view form = count > 8 ? arguments[8] : "";
  std::ifstream file(arguments[1]);
  std::string line;
  const uint64_t seed = std::strtoull(arguments[2], nullptr, 10);
  for (size_t number = 1; std::getline(file, line); number++) {
    try {
      const size_t space = line.find(' ');
      if (space == std::string::npos) throw std::runtime_error("expected strokes");
      const Ink ink = ink_of(line.c_str() + space + 1);
      for (int copy = 0; copy < std::atoi(arguments[7]); copy++) {
        Random random(seed * 1'000'003 + number * 1009 + static_cast<uint64_t>(copy));
        Distortion distortion;
        distortion.noise = std::strtof(arguments[3], nullptr);
        distortion.joined = number_of(arguments[4], random);
        distortion.swapped = number_of(arguments[5], random);
        distortion.is_cut = random.share() < std::strtof(arguments[6], nullptr);
        const Ink drawn = distorted(ink, distortion, random);
        if (form == "ink") {
          write_ink(line.substr(0, space), drawn);
          continue;
        }
        const Ink sampled = resampled(drawn);
        const Features features = features_of(sampled);
        if (form == "details") {
          const Details details = details_of(sampled, features);
          std::fwrite(details.data(), sizeof(float), details.size(), stdout);
          continue;
        }
        unsigned char bytes[kFeatures] = {};
        for (size_t i = 0; i < kFeatures; i++) {
          bytes[i] = static_cast<unsigned char>(std::lround(std::min(features[i] * 510, 255.0f)));
        }
        std::fwrite(bytes, 1, sizeof bytes, stdout);
      }
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s:%zu: %s\n", arguments[1], number, error.what());
      return 1;
    }
  }
  return 0;
}
