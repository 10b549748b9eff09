// SPDX-License-Identifier: Apache-2.0
#include "panel.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFile>
#include <QtCore/QLibrary>
#include <QtGui/QFontMetrics>
#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtGui/QPalette>

#include <keybridge-client.h>

static const int Margin = 6;

// Loads the library that draws in this kind of window.
static PanelPlaceMaker makerFor(QWindow *window) {
  QString name = window->inherits("QWidgetWindow")  ? QStringLiteral("/keybridge/libkeybridge-widgets.so")
                 : window->inherits("QQuickWindow") ? QStringLiteral("/keybridge/libkeybridge-quick.so")
                                                    : QString();
  if (name.isEmpty()) return nullptr;
  for (const QString &folder : QCoreApplication::libraryPaths())
    if (QFile::exists(folder + name))
      return reinterpret_cast<PanelPlaceMaker>(QLibrary::resolve(folder + name, "keybridge_panel_place"));
  return nullptr;
}

Panel::~Panel() {
  // A window may outlive the application, and a place needs it.
  if (m_object && !QCoreApplication::closingDown()) delete m_place;
}

bool Panel::find(QWindow *window) {
  if (m_object && m_window == window) return true;
  if (m_object) delete m_place;
  m_object.clear();
  m_window = window;
  PanelPlaceMaker maker = window ? makerFor(window) : nullptr;
  m_place = maker ? maker(window, {[this](QPainter *painter) { paint(painter); }, [this](int y) { press(y); }}) : nullptr;
  if (m_place) m_object = m_place->object();
  return m_place;
}

QFont Panel::font() const { return QGuiApplication::font(); }

int Panel::rowHeight() const { return QFontMetrics(font()).height() + 4; }

static int measure(void *user, const char *text, size_t length) {
  return static_cast<QFontMetrics *>(user)->horizontalAdvance(QString::fromUtf8(text, qsizetype(length)));
}

void Panel::take(const kb_rows *rows) {
  m_rows.clear();
  for (size_t index = 0; rows && index < rows->count; index++) {
    const kb_row &row = rows->rows[index];
    int start = int(kb_units_from_bytes(KB_UTF16, row.text, row.highlight_start));
    int end = int(kb_units_from_bytes(KB_UTF16, row.text, row.highlight_end));
    m_rows.append({QString::fromUtf8(row.text), QString::fromUtf8(row.detail), start, end, row.number, row.is_heading});
  }
  m_width = rows ? rows->width + 2 * Margin : 0;
}

void Panel::update(QWindow *window, const QRect &caret, const kb_candidate_list *candidates, const kb_hud_shown *commands) {
  if ((!candidates && !commands) || !find(window)) {
    if (m_object) m_place->hide();
    return;
  }
  QFontMetrics metrics(font());
  int room = window->width() - 2 * Margin;
  size_t height = size_t(qMax(1, window->height() / rowHeight() - 1));
  kb_rows *rows = candidates ? kb_candidate_rows(candidates, measure, &metrics, room)
                             : kb_panel_rows(commands, measure, &metrics, room, height);
  take(rows);
  kb_rows_free(rows);
  // In a list of many items in one row, a press does not say which of them is meant.
  if (candidates && size_t(m_rows.size()) < candidates->items_count)
    for (Row &row : m_rows) row.number = 0;
  m_isAtCaret = candidates;
  move(caret);
}

void Panel::move(const QRect &caret) {
  if (!m_object || !m_window || (m_rows.isEmpty() ? (m_place->hide(), true) : false)) return;
  QSize size(m_width, int(m_rows.size()) * rowHeight() + Margin);
  QSize window = m_window->size();
  QPoint corner((window.width() - size.width()) / 2, (window.height() - size.height()) / 2);
  if (m_isAtCaret) {
    corner = caret.bottomLeft() + QPoint(0, 2);
    if (corner.y() + size.height() > window.height()) corner.setY(caret.top() - size.height() - 2);
    corner.setX(qMin(corner.x(), window.width() - size.width()));
  }
  m_place->show(QRect(QPoint(qMax(0, corner.x()), qMax(0, corner.y())), size));
}

void Panel::paint(QPainter *painter) const {
  QPalette palette = QGuiApplication::palette();
  QFontMetrics metrics(font());
  int y = Margin / 2, height = rowHeight();
  painter->setFont(font());
  painter->setPen(palette.color(QPalette::Mid));
  painter->setBrush(palette.base());
  painter->drawRect(0, 0, m_width - 1, int(m_rows.size()) * height + Margin - 1);
  for (const Row &row : m_rows) {
    QRect area(Margin, y, m_width - 2 * Margin, height);
    painter->setPen(palette.color(row.isHeading ? QPalette::PlaceholderText : QPalette::Text));
    painter->drawText(area, Qt::AlignVCenter | Qt::TextSingleLine, row.text);
    if (row.highlightEnd > row.highlightStart) {
      QString marked = row.text.mid(row.highlightStart, row.highlightEnd - row.highlightStart);
      QRect part(Margin + metrics.horizontalAdvance(row.text.left(row.highlightStart)), y, metrics.horizontalAdvance(marked), height);
      painter->fillRect(part, palette.highlight());
      painter->setPen(palette.color(QPalette::HighlightedText));
      painter->drawText(part, Qt::AlignVCenter | Qt::TextSingleLine, marked);
    }
    painter->setPen(palette.color(QPalette::PlaceholderText));
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, row.detail);
    y += height;
  }
}

void Panel::press(int y) const {
  int index = (y - Margin / 2) / rowHeight();
  if (index >= 0 && index < m_rows.size() && m_rows[index].number && choose) choose(m_rows[index].number);
}
