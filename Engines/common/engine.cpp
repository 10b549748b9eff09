// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <exception>

#include "line_socket.hpp"
#include "utf8.hpp"

#ifndef KEYBRIDGE_VERSION
#define KEYBRIDGE_VERSION "0"
#endif

namespace keybridge {
namespace {

constexpr int kProtocol = 1;
/// The maximum number of candidates and suggestions in an answer.
constexpr long long kCountLimit = 1000;
/// The sides of the paper in the points of a drawing.
constexpr double kPaperSide = 1000;
/// The paper is at most this many times as wide as high, or as high as wide.
constexpr double kAspectLimit = 10;

/// A request that waits for its turn.
struct Request {
  Json message;
  long long id = 0;
  std::string method;
};

std::string dump(const Json& value) {
  char* bytes = json_dumps(value.get(), JSON_COMPACT);
  if (!bytes) return std::string();
  std::string line(bytes);
  free(bytes);
  return line;
}

std::string answer(long long id, Json result) {
  return dump(Json::object().set("id", Json::number(id)).set("result", std::move(result)));
}

std::string error(std::optional<long long> id, std::string_view message) {
  Json line = Json::object();
  line.set("id", id ? Json::number(*id) : Json(json_null()));
  line.set("error", std::move(Json::object().set("message", Json::text(message))));
  return dump(line);
}

Json to_json(const std::vector<Candidate>& candidates, bool has_length) {
  Json list = Json::array();
  for (const Candidate& candidate : candidates) {
    Json item = Json::object();
    item.set("text", Json::text(candidate.text));
    if (has_length) item.set("length", Json::number(static_cast<long long>(candidate.length)));
    if (!candidate.annotation.empty()) item.set("annotation", Json::text(candidate.annotation));
    list.append(std::move(item));
  }
  return list;
}

size_t count_of(const json_t* parameters) {
  return static_cast<size_t>(std::clamp(number_of(parameters, "count").value_or(50), 1LL, kCountLimit));
}

std::vector<size_t> boundaries_of(const json_t* parameters, size_t length) {
  const json_t* list = json_object_get(parameters, "boundaries");
  std::vector<size_t> boundaries;
  if (!list || json_is_null(list)) return boundaries;
  if (!json_is_array(list)) throw RequestError("boundaries must be a list of lengths");
  size_t rest = length;
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t* item = json_array_get(list, i);
    const long long boundary = json_is_integer(item) ? json_integer_value(item) : 0;
    if (boundary < 1 || static_cast<unsigned long long>(boundary) > rest) {
      throw RequestError("boundaries must be lengths within the reading");
    }
    boundaries.push_back(static_cast<size_t>(boundary));
    rest -= static_cast<size_t>(boundary);
  }
  return boundaries;
}

Reading reading_of(const json_t* parameters) {
  Reading reading;
  const auto text = text_of(parameters, "reading");
  if (!text || text->empty()) throw RequestError("reading must be a text");
  reading.text = from_utf8(*text);
  reading.boundaries = boundaries_of(parameters, reading.text.size());
  reading.before = text_of(parameters, "before").value_or("");
  reading.count = count_of(parameters);
  const json_t* fuzzy = json_object_get(parameters, "fuzzy");
  if (json_is_array(fuzzy)) {
    reading.fuzzy.emplace();
    for (size_t i = 0; i < json_array_size(fuzzy); i++) {
      const char* name = json_string_value(json_array_get(fuzzy, i));
      if (name) reading.fuzzy->emplace_back(name);
    }
  }
  return reading;
}

/// Returns a coordinate as a share of the paper.
float coordinate_of(const json_t* value, size_t stroke) {
  const double number = json_number_value(value);
  if (!json_is_number(value) || !(number >= 0 && number <= kPaperSide)) {
    throw RequestError("stroke " + std::to_string(stroke) + ": a point must be [x, y], numbers from 0 to 1000");
  }
  return static_cast<float>(number / kPaperSide);
}

/// Returns a stroke on paper of a width.
Stroke stroke_of(const json_t* list, size_t number, float width) {
  if (!json_is_array(list) || json_array_size(list) == 0) {
    throw RequestError("stroke " + std::to_string(number) + " must be a list of points, at least one");
  }
  Stroke stroke;
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t* point = json_array_get(list, i);
    // A missing coordinate is null, which is no number.
    const bool is_pair = json_is_array(point) && json_array_size(point) == 2;
    const json_t* x = is_pair ? json_array_get(point, 0) : nullptr;
    const json_t* y = is_pair ? json_array_get(point, 1) : nullptr;
    stroke.push_back({coordinate_of(x, number) * width, coordinate_of(y, number)});
  }
  return stroke;
}

Drawing drawing_of(const json_t* parameters) {
  Drawing drawing;
  const json_t* strokes = json_object_get(parameters, "strokes");
  const size_t count = json_array_size(strokes);
  if (count == 0 || count > kStrokeLimit) {
    throw RequestError("strokes must be a list of 1 to " + std::to_string(kStrokeLimit) + " strokes");
  }
  const json_t* aspect = json_object_get(parameters, "aspect");
  const double width = aspect ? json_number_value(aspect) : 1;
  if (!(width >= 1 / kAspectLimit && width <= kAspectLimit)) {
    throw RequestError("aspect must be a number from 0.1 to 10: the width of the paper divided by its height");
  }
  for (size_t i = 0; i < count; i++) {
    drawing.ink.push_back(stroke_of(json_array_get(strokes, i), i + 1, static_cast<float>(width)));
  }
  drawing.language = text_of(parameters, "script").value_or("");
  drawing.before = text_of(parameters, "before").value_or("");
  drawing.count = static_cast<size_t>(std::clamp(number_of(parameters, "count").value_or(10), 1LL, kCountLimit));
  return drawing;
}

/// The requests of one connection.
class Server {
 public:
  explicit Server(Engine& engine) : engine_(engine) {}

  int run() {
    while (true) {
      // All lines that have arrived are read first, because one may cancel another.
      while (waiting_.empty() || socket_.has_line()) {
        const auto line = socket_.receive();
        if (!line) return 0;
        if (!take(*line)) return 1;
      }
      const Request request = std::move(waiting_.front());
      waiting_.pop_front();
      if (!respond(request)) return 1;
    }
  }

 private:
  /// Adds a line to the waiting requests; false if the reader of the answers has gone.
  bool take(const std::string& line) {
    json_error_t fault;
    Json message(json_loadb(line.data(), line.size(), JSON_REJECT_DUPLICATES, &fault));
    if (!json_is_object(message.get())) {
      return socket_.send(error(std::nullopt, "the line is not a JSON object"));
    }
    const auto id = number_of(message.get(), "id");
    const auto method = text_of(message.get(), "method");
    if (!method) return socket_.send(error(id, "method must be a text"));
    if (*method == "cancel") {
      const auto cancelled = number_of(json_object_get(message.get(), "params"), "id");
      const auto dropped =
        std::erase_if(waiting_, [&](const Request& request) { return request.id == cancelled; });
      // Without an answer the engine would seem to hang.
      return dropped == 0 || socket_.send(error(cancelled, "the request was cancelled"));
    }
    if (!id) return socket_.send(error(id, "id must be a number"));
    waiting_.push_back({std::move(message), *id, *method});
    return true;
  }

  bool respond(const Request& request) {
    const json_t* parameters = json_object_get(request.message.get(), "params");
    try {
      if (request.method == "prepare") {
        require_language();
        engine_.prepare([this, id = request.id](const std::string& fault) {
          socket_.send(fault.empty() ? answer(id, Json::object()) : error(id, fault));
        });
        return true;
      }
      std::string line = answer(request.id, result(request.method, parameters));
      if (line.size() > LineSocket::kLineLimit) throw RequestError("the answer is too long");
      return socket_.send(line);
    } catch (const std::exception& fault) {
      return socket_.send(error(request.id, fault.what()));
    } catch (...) {
      return socket_.send(error(request.id, "unknown exception"));
    }
  }

  Json result(const std::string& method, const json_t* parameters) {
    if (method == "hello") return greet(parameters);
    require_language();
    if (method == "convert") {
      Json segments = Json::array();
      for (const Segment& segment : engine_.convert(reading_of(parameters))) {
        segments.append(std::move(
          Json::object()
            .set("reading", Json::text(to_utf8(segment.reading)))
            .set("candidates", to_json(segment.candidates, true))));
      }
      return std::move(Json::object().set("segments", std::move(segments)));
    }
    if (method == "predict") {
      return candidates(engine_.predict(reading_of(parameters)));
    }
    if (method == "follow") {
      const auto text = text_of(parameters, "text");
      if (!text) throw RequestError("text must be a text");
      return candidates(engine_.follow(*text, count_of(parameters)));
    }
    if (method == "recognise") {
      Json list = Json::array();
      for (const Recognised& found : engine_.recognise(drawing_of(parameters))) {
        list.append(std::move(
          Json::object().set("text", Json::text(found.text)).set("score", Json::number(found.score))));
      }
      return std::move(Json::object().set("candidates", std::move(list)));
    }
    throw RequestError("unknown method");
  }

  static Json candidates(const std::vector<Candidate>& candidates) {
    return std::move(Json::object().set("candidates", to_json(candidates, false)));
  }

  Json greet(const json_t* parameters) {
    if (number_of(parameters, "protocol") != kProtocol) {
      throw RequestError("the engine speaks version " + std::to_string(kProtocol));
    }
    engine_.set_language(text_of(parameters, "language").value_or(""));
    has_language_ = true;
    Json verbs = Json::array();
    for (const std::string& verb : engine_.verbs()) verbs.append(Json::text(verb));
    return std::move(
      Json::object()
        .set("protocol", Json::number(kProtocol))
        .set("name", Json::text(engine_.name()))
        .set("version", Json::text(KEYBRIDGE_VERSION))
        .set("verbs", std::move(verbs)));
  }

  void require_language() const {
    if (!has_language_) throw RequestError("hello must be the first request");
  }

  Engine& engine_;
  LineSocket socket_;
  std::deque<Request> waiting_;
  bool has_language_ = false;
};

}  // namespace

int serve(Engine& engine) {
  // A reader that has gone is noticed by write().
  std::signal(SIGPIPE, SIG_IGN);
  const int status = Server(engine).run();
  engine.end();
  // A loading thread may still run, and the process has no state to finish.
  std::_Exit(status);
}

}  // namespace keybridge
