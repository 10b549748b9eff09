// SPDX-License-Identifier: Apache-2.0
// The panel in a window of widgets.
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <QtWidgets/QSplitter>

#include "panel.h"

class PanelWidget : public QWidget, public PanelPlace {
public:
  PanelWidget(QWidget *window, const PanelCalls &calls) : QWidget(window), m_calls(calls) { setFocusPolicy(Qt::NoFocus); }

  QObject *object() override { return this; }
  void show(const QRect &area) override {
    setGeometry(area);
    raise();
    setVisible(true);
    QWidget::update();
  }
  void hide() override { setVisible(false); }

protected:
  void paintEvent(QPaintEvent *) override {
    QPainter painter(this);
    m_calls.paint(&painter);
  }
  void mousePressEvent(QMouseEvent *event) override { m_calls.press(event->position().toPoint().y()); }

private:
  PanelCalls m_calls;
};

extern "C" Q_DECL_EXPORT PanelPlace *keybridge_panel_place(QWindow *window, const PanelCalls &calls) {
  for (QWidget *widget : QApplication::topLevelWidgets())
    // A splitter would give each child a part of the window.
    if (widget->windowHandle() == window && !qobject_cast<QSplitter *>(widget)) return new PanelWidget(widget, calls);
  return nullptr;
}
