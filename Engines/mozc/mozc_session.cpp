// SPDX-License-Identifier: Apache-2.0
#include "mozc_session.hpp"

#include "../common/utf8.hpp"

namespace keybridge {
namespace {

// The numbers of the server's messages that are used here.
enum Input { kType = 1, kSession = 2, kKey = 3, kCommand = 4, kConfig = 5, kContext = 6, kRequest = 9 };
enum InputType { kCreate = 1, kSendKey = 3, kSendCommand = 5, kSetConfig = 7, kSetRequest = 17 };
enum KeyField { kSpecial = 3, kModifier = 4, kKeyText = 5, kMode = 7, kActivated = 9 };
enum KeyValue { kHiragana = 1, kShift = 4 };
enum CommandField { kCommandType = 1, kCandidate = 2, kCommandText = 4 };
enum ConfigField { kIncognito = 20, kKeymap = 41, kHistory = 50, kSuggestions = 110 };
enum ConfigValue { kStandardKeymap = 2, kNoHistory = 2 };
enum RequestField { kZeroQuery = 1, kMixed = 2 };
enum ContextField { kPreceding = 1 };
enum Output { kOutputSession = 1, kPreedit = 5, kError = 11, kCandidates = 14 };
enum PreeditField { kSegment = 2, kAnnotation = 3, kValue = 4, kReading = 6, kHighlight = 2 };
enum CandidateField { kItem = 2, kItemID = 1, kItemText = 4, kItemNote = 5, kDescription = 3 };

constexpr uint64_t kSuggestionCount = 50;

}  // namespace

void MozcSession::open() {
  server_.start();
  const std::string answer = server_.call(
    WireMessage().add(kType, kCreate), MozcServer::kStartLimit);
  const auto id = WireFields(answer).number(kOutputSession);
  if (!id) throw RequestError("mozc_server opens no session");
  id_ = *id;
  predicts_ = false;
  server_.call(
    WireMessage().add(kType, kSetConfig).add(
      kConfig,
      WireMessage()
        .add(kIncognito, 1)
        .add(kKeymap, kStandardKeymap)
        .add(kHistory, kNoHistory)
        .add(kSuggestions, kSuggestionCount)),
    MozcServer::kStartLimit);
}

void MozcSession::begin(bool predicts) {
  if (server_.is_running()) {
    try {
      return prepare(predicts);
    } catch (const RequestError&) {
      // The server has ended or hangs; requests need nothing that it remembered.
      server_.stop();
    }
  }
  open();
  prepare(predicts);
}

void MozcSession::prepare(bool predicts) {
  if (predicts != predicts_) {
    server_.call(
      WireMessage().add(kType, kSetRequest).add(kSession, id_).add(
        kRequest, WireMessage().add(kZeroQuery, predicts).add(kMixed, predicts)));
    predicts_ = predicts;
  }
  perform(Command::revert);
  perform(Command::reset);
}

MozcState MozcSession::type(const std::string& reading, const std::string& before) {
  return send(
    WireMessage()
      .add(kType, kSendKey)
      .add(kSession, id_)
      .add(kKey, WireMessage().add(kKeyText, reading).add(kMode, kHiragana).add(kActivated, 1))
      .add(kContext, WireMessage().add(kPreceding, before)));
}

MozcState MozcSession::press(Key key, bool shift) {
  WireMessage event;
  event.add(kSpecial, static_cast<uint64_t>(key));
  if (shift) event.add(kModifier, kShift);
  event.add(kMode, kHiragana).add(kActivated, 1);
  return send(WireMessage().add(kType, kSendKey).add(kSession, id_).add(kKey, event));
}

MozcState MozcSession::perform(Command command) {
  return send(
    WireMessage().add(kType, kSendCommand).add(kSession, id_).add(
      kCommand, WireMessage().add(kCommandType, static_cast<uint64_t>(command))));
}

MozcState MozcSession::reverse(const std::string& text) {
  return send(
    WireMessage().add(kType, kSendCommand).add(kSession, id_).add(
      kCommand, WireMessage()
                  .add(kCommandType, static_cast<uint64_t>(Command::reverse))
                  .add(kCommandText, text)));
}

MozcState MozcSession::highlight(uint64_t id) {
  return send(
    WireMessage().add(kType, kSendCommand).add(kSession, id_).add(
      kCommand, WireMessage()
                  .add(kCommandType, static_cast<uint64_t>(Command::highlight))
                  .add(kCandidate, id)));
}

MozcState MozcSession::send(const WireMessage& command) {
  const std::string answer = server_.call(command);
  const WireFields output(answer);
  if (output.number(kError).value_or(0) != 0) {
    // The server has forgotten the session.
    server_.stop();
    throw RequestError("mozc_server reports an error");
  }
  MozcState state;
  for (const std::string_view segment : WireFields(output.text(kPreedit)).texts(kSegment)) {
    const WireFields fields(segment);
    if (fields.number(kAnnotation) == kHighlight) state.focus = state.parts.size();
    const std::string_view reading = fields.text(kReading);
    state.parts.push_back({from_utf8(reading).size(), std::string(fields.text(kValue))});
  }
  for (const std::string_view item : WireFields(output.text(kCandidates)).texts(kItem)) {
    const WireFields fields(item);
    const WireFields note(fields.text(kItemNote));
    state.items.push_back(
      {std::string(fields.text(kItemText)), std::string(note.text(kDescription)),
       fields.number(kItemID).value_or(0)});
  }
  return state;
}

}  // namespace keybridge
