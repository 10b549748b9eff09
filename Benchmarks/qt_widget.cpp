// SPDX-License-Identifier: Apache-2.0
// A line edit in a window that fills the screen. It prints a line when its text has changed.
#include <QApplication>
#include <QLineEdit>

#include <cstdio>

int main(int count, char **arguments) {
  QApplication application(count, arguments);
  QLineEdit line;
  QObject::connect(&line, &QLineEdit::textChanged, [] {
    std::puts("changed");
    std::fflush(stdout);
  });
  line.showFullScreen();
  return application.exec();
}
