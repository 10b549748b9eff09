#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Types into a string of a program with pygame, with the client for Python.

    PYTHONPATH=Clients/Python Examples/Toolkits/pygame_line.py [SOCKET]
"""

import sys

import keybridge_client as kb
import pygame


class Line(kb.Toolkit):
    text, caret, composed, is_running = "", 0, "", True

    def surroundings(self):
        return kb.Surroundings(self.text, self.caret, self.caret)

    def edit(self, before, after, text):
        self.text = self.text[:self.caret - before] + text + self.text[self.caret + after:]
        self.caret += len(text) - before

    def preedit(self, marked):
        self.composed = marked.text if marked else ""

    def key(self, key):
        if key.phase not in ("began", "repeated"):
            return
        if key.key == "KEY_BACKSPACE" and self.caret:
            self.edit(1, 0, "")
        elif key.key in ("KEY_LEFT", "KEY_RIGHT"):
            self.caret = min(max(0, self.caret + (1 if key.key == "KEY_RIGHT" else -1)), len(self.text))
        elif key.key == "KEY_ESC":
            self.is_running = False


pygame.init()
screen, font, line = pygame.display.set_mode((640, 100)), pygame.font.Font(None, 36), Line()
client, clock = kb.LoopClient("pygame", *sys.argv[1:2]), pygame.time.Clock()
client.focus(client.external("line", line))
while line.is_running:
    client.poll()
    line.is_running &= not pygame.event.get(pygame.QUIT)
    screen.fill("white")
    shown = line.text[:line.caret] + line.composed + "|" + line.text[line.caret:]
    screen.blit(font.render(shown, True, "black"), (20, 30))
    pygame.display.flip()
    clock.tick(60)
client.close()
print(line.text)
