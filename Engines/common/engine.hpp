// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ink.hpp"
#include "json.hpp"

namespace keybridge {

/// The reason why a request has no answer; its text is sent as the error.
class RequestError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A conversion of the first letters of a reading.
struct Candidate {
  std::string text;
  /// The number of characters of the reading that the text replaces.
  size_t length;
  /// A note; empty for none.
  std::string annotation;
};

/// A part of a reading with its conversions, best first.
struct Segment {
  std::u32string reading;
  std::vector<Candidate> candidates;
};

/// The parameters of `convert` and `predict`.
struct Reading {
  std::u32string text;
  /// The lengths of the first segments; together at most the length of the text, none of them 0.
  std::vector<size_t> boundaries;
  /// The text before the caret.
  std::string before;
  /// The maximum number of candidates of a segment.
  size_t count = 50;
  /// The names of pairs that sound alike, such as `z-zh`; nothing means the engine's own.
  std::optional<std::vector<std::string>> fuzzy;
};

/// The parameters of `recognise`.
struct Drawing {
  /// At least one stroke and at most `kStrokeLimit`, each with a point or more.
  Ink ink;
  /// The mode whose characters are looked for, such as `zh-Hans`; empty for that of `hello`.
  std::string language;
  /// The text before the caret.
  std::string before;
  /// The maximum number of characters.
  size_t count = 10;
};

/// A character that looks like a drawing.
struct Recognised {
  std::string text;
  /// How much it does, in thousandths.
  int score;
};

/// The knowledge of a language, which answers the requests of one connection.
class Engine {
 public:
  virtual ~Engine() = default;

  /// The name of the engine.
  virtual std::string name() const = 0;
  /// The names of the requests that the engine answers besides `hello` and `prepare`.
  virtual std::vector<std::string> verbs() const = 0;

  /// Sets the language; called once, before all other requests.
  ///
  /// - Throws: `RequestError` if the engine does not know the language.
  virtual void set_language(const std::string& tag) = 0;

  /// Loads the dictionaries.
  ///
  /// - Parameter done: called when they are loaded, on any thread, with an error or with an empty
  ///   text.
  virtual void prepare(std::function<void(std::string)> done) = 0;

  /// Converts a reading; the segments are the whole reading.
  virtual std::vector<Segment> convert(const Reading& reading) = 0;
  /// Suggests words that begin with a reading.
  virtual std::vector<Candidate> predict(const Reading&) {
    throw RequestError("the engine does not predict");
  }
  /// Suggests what follows a text.
  virtual std::vector<Candidate> follow(const std::string& text, size_t count) = 0;

  /// Finds the characters that look like strokes, best first.
  virtual std::vector<Recognised> recognise(Drawing) {
    throw RequestError("the engine does not recognise strokes");
  }

  /// Ends what outlives the process; called when the input has ended.
  virtual void end() {}
};

/// Answers requests until the input ends.
///
/// - Returns: the exit status of the program.
int serve(Engine& engine);

}  // namespace keybridge
