// SPDX-License-Identifier: Apache-2.0
// The panel in a window of Qt Quick.
#include <QtGui/QMouseEvent>
#include <QtQuick/QQuickPaintedItem>
#include <QtQuick/QQuickWindow>

#include "panel.h"

class PanelItem : public QQuickPaintedItem, public PanelPlace {
public:
  PanelItem(QQuickItem *contents, const PanelCalls &calls) : QQuickPaintedItem(contents), m_calls(calls) {
    QObject::setParent(contents);
    setZ(1e9);
    setAcceptedMouseButtons(Qt::LeftButton);
  }

  QObject *object() override { return this; }
  void show(const QRect &area) override {
    setPosition(area.topLeft());
    setSize(area.size());
    setVisible(true);
    QQuickPaintedItem::update();
  }
  void hide() override { setVisible(false); }
  void paint(QPainter *painter) override { m_calls.paint(painter); }

protected:
  void mousePressEvent(QMouseEvent *event) override { m_calls.press(event->position().toPoint().y()); }

private:
  PanelCalls m_calls;
};

extern "C" Q_DECL_EXPORT PanelPlace *keybridge_panel_place(QWindow *window, const PanelCalls &calls) {
  QQuickWindow *quick = qobject_cast<QQuickWindow *>(window);
  return quick ? new PanelItem(quick->contentItem(), calls) : nullptr;
}
