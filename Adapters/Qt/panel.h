// SPDX-License-Identifier: Apache-2.0
// The panel with candidates or commands.
#pragma once
#include <QtCore/QList>
#include <QtCore/QPointer>
#include <QtCore/QRect>
#include <QtGui/QWindow>

#include <functional>

class QPainter;

// A place inside of a window where a panel is drawn. A window of its own would end programs on
// eglfs. The library for widgets or that for Qt Quick creates it as a child of the window's
// contents.
struct PanelPlace {
  virtual ~PanelPlace() = default;
  virtual QObject *object() = 0;
  virtual void show(const QRect &area) = 0;
  virtual void hide() = 0;
};

struct PanelCalls {
  std::function<void(QPainter *)> paint;
  std::function<void(int)> press;  // the vertical place in the panel
};

// The function `keybridge_panel_place` of both libraries. Returns nullptr if the window has no
// place.
using PanelPlaceMaker = PanelPlace *(*)(QWindow *window, const PanelCalls &calls);

struct kb_candidate_list;
struct kb_hud_shown;
struct kb_rows;

class Panel {
public:
  // Called with the number of the candidate that was pressed.
  std::function<void(int)> choose;

  ~Panel();
  // Shows candidates at a caret, or else the panel of commands in the middle, or nothing.
  void update(QWindow *window, const QRect &caret, const kb_candidate_list *candidates, const kb_hud_shown *commands);
  // Moves the candidates to the caret.
  void move(const QRect &caret);

private:
  struct Row {
    QString text, detail;
    int highlightStart, highlightEnd, number;
    bool isHeading;
  };

  bool find(QWindow *window);
  void take(const kb_rows *rows);
  void paint(QPainter *painter) const;
  void press(int y) const;
  QFont font() const;
  int rowHeight() const;

  QPointer<QWindow> m_window;
  PanelPlace *m_place = nullptr;
  QPointer<QObject> m_object;  // the place, which its window destroys
  QList<Row> m_rows;
  int m_width = 0;
  bool m_isAtCaret = false;
};
