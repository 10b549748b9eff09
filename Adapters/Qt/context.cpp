// SPDX-License-Identifier: Apache-2.0
#include "context.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFileInfo>
#include <QtCore/QLoggingCategory>
#include <QtCore/QSocketNotifier>
#include <QtGui/QGuiApplication>
#include <QtGui/QInputMethodEvent>
#include <QtGui/QPalette>
#include <QtGui/QTextFormat>
#include <qpa/qwindowsysteminterface.h>

#include <cstring>

Q_LOGGING_CATEGORY(logging, "keybridge", QtInfoMsg)

static Context *contextOf(const kb_field *field) { return static_cast<Context *>(field->user); }

// The client.

Context::Context() {
  m_panel.choose = [this](int number) {
    if (m_field) kb_field_choose(m_field, number);
  };
  // There are no notifiers before the program has created its application.
  QMetaObject::invokeMethod(this, &Context::start, Qt::QueuedConnection);
}

Context::~Context() { kb_client_free(m_client); }

void Context::start() {
  static const char *const events[] = {"focus.*", "candidates.*", "hud.*"};
  kb_handlers handlers = {};
  handlers.hud_shown = [](kb_client *, const kb_hud_shown *, void *user) { static_cast<Context *>(user)->showPanel(); };
  handlers.hud_hidden = [](kb_client *, void *user) { static_cast<Context *>(user)->showPanel(); };
  QByteArray name = QCoreApplication::applicationName().toUtf8(), path = qgetenv("KEYBRIDGE_SOCKET");
  kb_options options = {};
  options.name = name.isEmpty() ? "Qt" : name.constData();
  options.path = path.isEmpty() ? nullptr : path.constData();
  options.offsets = KB_UTF16;
  options.events = events;
  options.events_count = sizeof events / sizeof *events;
  options.handlers = &handlers;
  options.state = [](kb_client *, kb_state state, const char *message, void *user) {
    static_cast<Context *>(user)->stateDidChange(state, message);
  };
  options.error = [](kb_client *, const char *message, void *user) { static_cast<Context *>(user)->report(message); };
  options.user = this;
  m_client = kb_client_new(&options);
  if (!m_client) {
    qCWarning(logging, "Keybridge cannot be used: %s; Qt's own keyboard types", strerror(errno));
    return;
  }
  auto *notifier = new QSocketNotifier(kb_client_fd(m_client), QSocketNotifier::Read, this);
  connect(notifier, &QSocketNotifier::activated, this, &Context::dispatch);
  follow();
}

void Context::dispatch() {
  check();
  kb_client_dispatch(m_client);
}

void Context::stateDidChange(kb_state state, const char *message) {
  if (state == KB_CONNECTED || state == KB_RESUMED) qCDebug(logging, "connected");
  else qCWarning(logging, "%s. Meanwhile Qt's own keyboard types", message);
  // Nothing is on its way any more.
  if (state != KB_CONNECTED && state != KB_RESUMED)
    for (kb_field *field : m_objects.keys())
      if (field != m_field) drop(field);
  m_lastReport.clear();
  showPanel();
}

void Context::report(const char *message) {
  if (m_lastReport != message) qCWarning(logging, "%s", message);
  m_lastReport = message;
}

// The focus.

void Context::setFocusObject(QObject *object) {
  QWindow *window = QGuiApplication::focusWindow();
  if (window != m_focusWindow) {
    disconnect(m_visibility);
    m_focusWindow = window;
    if (window)
      m_visibility = connect(window, &QWindow::visibleChanged, this, [this] { setFocusObject(QGuiApplication::focusObject()); });
  }
  // On some platforms a window that is hidden stays the one with the focus.
  if (!window || !window->isVisible()) window = nullptr, object = nullptr;
  if (object == m_object && window == m_window && m_field) return configure();
  // Text must not get from one object into another, so each text has a field of its own.
  if (m_field) kb_field_commit(m_field);
  m_object = object;
  m_window = window;
  follow();
}

kb_field *Context::create(const QByteArray &name) {
  kb_traits_to_set traits = m_traits.forService();
  struct kb_container_create create = {};
  create.container = name.constData();
  create.traits = &traits;
  kb_toolkit toolkit = {};
  toolkit.edit = [](kb_field *field, const kb_edit *edit) { contextOf(field)->apply(field, *edit); };
  toolkit.preedit = [](kb_field *field, const kb_preedit *preedit) { contextOf(field)->apply(field, {0, 0, "", preedit}); };
  toolkit.key = [](kb_field *field, const kb_key *key) { contextOf(field)->deliver(*key, field); };
  toolkit.surroundings = [](kb_field *field, kb_surroundings *surroundings) {
    return contextOf(field)->m_field == field && contextOf(field)->surroundings(surroundings);
  };
  toolkit.dropped = [](kb_field *field) { contextOf(field)->report("keys are lost, because the program does not respond"); };
  kb_field_options options = {};
  options.create = &create;
  options.toolkit = &toolkit;
  options.is_read_only = !m_traits.isEditable;
  options.is_multiline = m_traits.isMultiline();
  options.changed = [](kb_field *field) { contextOf(field)->fieldDidChange(field); };
  options.user = this;
  return kb_field_new(m_client, &options);
}

void Context::follow() {
  if (!m_client) return;
  kb_field *previous = m_field;
  leave();
  if (m_object || m_window) {
    m_traits = Traits::of(m_object);
    if (!m_traits.isEditable && !m_keys) m_keys = create("qt-keys");
    m_field = m_traits.isEditable ? create("qt-" + QByteArray::number(++m_count)) : m_keys;
    if (m_field) kb_field_focus(m_field);
    if (m_field && m_field != m_keys) m_objects.insert(m_field, m_object);
  } else if (previous) {
    kb_client_release_focus(m_client);
  }
  // The old field stays until the service has moved the focus: text may be on its way to it.
  if (previous && previous != m_keys && !previous->has_focus) drop(previous);
  showPanel();
}

void Context::fieldDidChange(kb_field *field) {
  if (field == m_field || field == m_keys || field->has_focus) showPanel();
  else drop(field);
}

void Context::drop(kb_field *field) {
  m_objects.remove(field);
  kb_field_free(field);
}

// Leaves the field, whose keys the service then cancels.
void Context::leave() {
  m_field = nullptr;
  for (const Down &down : qAsConst(m_down))
    if (down.window)
      QWindowSystemInterface::handleKeyEvent<QWindowSystemInterface::AsynchronousDelivery>(
          down.window, QEvent::KeyRelease, down.key.key, down.key.modifiers, down.key.text);
  m_down.clear();
}

// Reads again what the focused object is.
void Context::configure() {
  if (!m_field) return;
  Traits traits = Traits::of(m_object);
  if (traits == m_traits) return;
  bool wasMultiline = m_traits.isMultiline();
  m_traits = traits;
  // An object that had no text gets a field of its own.
  if (m_field == m_keys) return follow();
  // A secret is not composed, and a read-only text not changed.
  if (!traits.isEditable || traits.isSecure()) kb_field_cancel(m_field);
  kb_traits_to_set changes = traits.forService();
  struct kb_container_set set = {};
  set.traits = &changes;
  kb_field_set(m_field, &set);
  kb_field_set_editable(m_field, traits.isEditable);
  // A field that becomes a view is another field.
  if (traits.isMultiline() != wasMultiline) follow();
  else check();
}

// Surroundings.

bool Context::surroundings(kb_surroundings *surroundings) {
  if (!m_object || !m_traits.isEditable || m_traits.isSecure()) return false;
  QInputMethodQueryEvent query(Qt::ImSurroundingText | Qt::ImCursorPosition | Qt::ImAnchorPosition);
  QCoreApplication::sendEvent(m_object, &query);
  QVariant found = query.value(Qt::ImSurroundingText), place = query.value(Qt::ImCursorPosition);
  if (!found.isValid() || !place.isValid()) return false;
  QString text = found.toString();
  QVariant other = query.value(Qt::ImAnchorPosition);
  int cursor = qBound(0, place.toInt(), int(text.size()));
  int anchor = qBound(0, other.isValid() ? other.toInt() : cursor, int(text.size()));
  // Of a long text only the part around the selection is converted; the client cuts it further.
  const int limit = 4096;
  int start = qMax(0, qMin(cursor, anchor) - limit), end = qMax(cursor, anchor) + limit;
  if (start && text[start].isLowSurrogate()) start++;
  m_surroundings = QStringView(text).mid(start, end - start).toUtf8();
  surroundings->text = m_surroundings.constData();
  surroundings->length = size_t(m_surroundings.size());
  surroundings->anchor = size_t(anchor - start);
  surroundings->head = size_t(cursor - start);
  return true;
}

// A widget may have changed its text, of which it does not always notify the context.
void Context::check() {
  // What was secret is so until it is empty.
  if (m_traits.isSecure()) configure();
  if (m_field) kb_field_check(m_field);
}

void Context::update(Qt::InputMethodQueries queries) {
  if (queries & (Qt::ImEnabled | Qt::ImReadOnly | Qt::ImHints | Qt::ImEnterKeyType)) configure();
  if (queries & (Qt::ImSurroundingText | Qt::ImCursorPosition | Qt::ImAnchorPosition | Qt::ImCurrentSelection)) check();
  if (queries & Qt::ImCursorRectangle) m_panel.move(cursorRectangle().toAlignedRect());
}

// Composing.

void Context::commit() {
  if (m_field) kb_field_commit(m_field);
}

void Context::reset() {
  if (m_field) kb_field_cancel(m_field);
}

void Context::invokeAction(QInputMethod::Action action, int) {
  // A click into the text that is being composed.
  if (action == QInputMethod::Click) commit();
}

// Edits.

static QList<QInputMethodEvent::Attribute> attributesOf(const kb_preedit *preedit) {
  QList<QInputMethodEvent::Attribute> attributes;
  for (size_t index = 0; index < preedit->segments_count; index++) {
    const kb_segment &segment = preedit->segments[index];
    QTextCharFormat format;
    if (segment.style == KB_FOCUSED) {
      format.setBackground(QGuiApplication::palette().highlight());
      format.setForeground(QGuiApplication::palette().highlightedText());
    } else {
      format.setUnderlineStyle(segment.style == KB_RAW ? QTextCharFormat::DashUnderline : QTextCharFormat::SingleUnderline);
    }
    attributes.append({QInputMethodEvent::TextFormat, int(segment.start), int(segment.end - segment.start), format});
  }
  bool isShown = preedit->caret >= 0;
  attributes.append({QInputMethodEvent::Cursor, isShown ? int(preedit->caret) : 0, isShown ? 1 : 0, QVariant()});
  return attributes;
}

void Context::apply(kb_field *field, const kb_edit &edit) {
  QObject *object = m_objects.value(field);
  if (!object) return;
  if (!Traits::of(object).isEditable) {
    // The object has become read-only while the edit was on its way.
    kb_field_changed(field);
    return;
  }
  bool isComposing = edit.preedit && edit.preedit->text[0];
  QInputMethodEvent event = isComposing ? QInputMethodEvent(QString::fromUtf8(edit.preedit->text), attributesOf(edit.preedit))
                                        : QInputMethodEvent();
  if (edit.text[0] || edit.before || edit.after)
    event.setCommitString(QString::fromUtf8(edit.text), -int(edit.before), int(edit.before + edit.after));
  QCoreApplication::sendEvent(object, &event);
}

// Keys.

void Context::deliver(const kb_key &source, const kb_field *field) {
  QByteArray name = QByteArray::number(source.code) + ':' + source.device;
  QWindow *window = QGuiApplication::focusWindow();
  bool isPress = source.phase == KB_BEGAN || source.phase == KB_REPEATED;
  // A key for an object without a text may be typed into the next one.
  Key key(source, field != m_keys && m_traits.isEditable);
  if (source.phase == KB_BEGAN) m_down.insert(name, {key, window});
  if (!isPress) {
    if (!m_down.contains(name)) return;
    Down down = m_down.take(name);
    // The layout may have changed meanwhile.
    key.key = down.key.key;
    key.text = down.key.text;
    if (!window) window = down.window;
  }
  if (!window) return;
  // As the platform's own keyboard does, which includes shortcuts, menus and modal windows.
  QWindowSystemInterface::handleKeyEvent<QWindowSystemInterface::SynchronousDelivery>(
      window, ulong(source.time / 1000), isPress ? QEvent::KeyPress : QEvent::KeyRelease, key.key, key.modifiers, key.text,
      source.phase == KB_REPEATED);
}

// The panel.

void Context::showPanel() {
  if (!m_client) return;
  const kb_candidate_list *candidates = m_field ? m_field->candidates : nullptr;
  const kb_hud_shown *commands = m_field && m_field->has_focus ? kb_client_panel(m_client) : nullptr;
  m_panel.update(m_window, cursorRectangle().toAlignedRect(), candidates, commands);
}
