// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtCore/QHash>
#include <QtCore/QPointer>
#include <qpa/qplatforminputcontext.h>

#include "keys.h"
#include "panel.h"
#include "traits.h"

// The input context of a Qt program: tells the service which object has the focus, and applies
// its edits and keys to that object.
//
// On the platforms without a display server no input context sees the keys of Qt's own keyboard.
// While the service has grabbed the keyboards Qt reads nothing from them, and all keys come from
// here. Otherwise Qt types as usual, and nothing comes from here.
class Context : public QPlatformInputContext {
  Q_OBJECT

public:
  Context();
  ~Context() override;

  bool isValid() const override { return true; }
  // Without this capability Qt gives no password fields to the context.
  bool hasCapability(Capability) const override { return true; }
  void setFocusObject(QObject *object) override;
  void update(Qt::InputMethodQueries queries) override;
  void commit() override;
  void reset() override;
  void invokeAction(QInputMethod::Action action, int cursorPosition) override;

  // Called by the client.
  void apply(kb_field *field, const kb_edit &edit);
  void fieldDidChange(kb_field *field);
  void deliver(const kb_key &key, const kb_field *field);
  bool surroundings(kb_surroundings *surroundings);
  void stateDidChange(kb_state state, const char *message);
  void report(const char *message);
  void showPanel();

private:
  struct Down {
    Key key;
    QPointer<QWindow> window;
  };

  void start();
  void dispatch();
  kb_field *create(const QByteArray &name);
  void follow();
  void configure();
  void check();
  void leave();
  void drop(kb_field *field);

  kb_client *m_client = nullptr;
  // The field with the focus, and the one of all objects without a text. The second stays, so
  // that keys that are on their way to a button reach the text that has the focus after it.
  kb_field *m_field = nullptr, *m_keys = nullptr;
  // The objects of the fields with text: of the one with the focus, and of those that the
  // service has not left yet.
  QHash<kb_field *, QPointer<QObject>> m_objects;
  int m_count = 0;
  QPointer<QObject> m_object;
  QPointer<QWindow> m_focusWindow, m_window;  // the second only while it is visible
  QMetaObject::Connection m_visibility;
  Traits m_traits;
  QByteArray m_surroundings;
  QHash<QByteArray, Down> m_down;
  QByteArray m_lastReport;
  Panel m_panel;
};
