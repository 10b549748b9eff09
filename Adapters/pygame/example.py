#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two lines of text in pygame: a name of at most 20 characters and a secret number. ⇥ changes the line, ⏎ prints, ⎋ ends.

    PYTHONPATH=Clients/Python Adapters/pygame/example.py [SOCKET]
"""

import sys

import keybridge_client as kb
import pygame
from keybridge_pygame import Keyboard, Line


class Form:
    """The lines, each with its field, and the one that has the focus."""

    def __init__(self, keyboard):
        self.keyboard, self.is_running = keyboard, True
        self.lines = [Line(maximum=20, unhandled=self.handle), Line(accepts=lambda text: text.isdigit() or not text, unhandled=self.handle)]
        self.fields = [keyboard.external("name", self.lines[0], traits={"autocapitalizationType": "words"}),
                       keyboard.external("pin", self.lines[1], traits={"isSecureTextEntry": True, "keyboardType": "numberPad"})]
        self.move(0)

    def move(self, index):
        self.index = index
        self.keyboard.focus(self.fields[index])

    def handle(self, event):
        if event.type == pygame.QUIT or event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.is_running = False
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
            self.move((self.index + 1) % len(self.lines))
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            print(self.lines[0].text, len(self.lines[1].text), flush=True)
        elif event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            self.lines[self.index].handle(event)     # of pygame's own keyboard, without the service

    def draw(self, screen, font):
        screen.fill("white")
        for index, field in enumerate(self.fields):
            text, caret = field.shown
            shown = "•" * len(text) if field.is_secure else text
            top = 20 + 60 * index
            screen.blit(font.render(shown, True, "black"), (20, top))
            if index == self.index and caret is not None:
                left = 20 + font.size(shown[:caret])[0]
                pygame.draw.line(screen, "blue", (left, top), (left, top + font.get_height()))
                if field.marked:
                    begin = 20 + font.size(shown[:field.marked.place])[0]
                    end = 20 + font.size(shown[:field.marked.place + len(field.marked.text)])[0]
                    pygame.draw.line(screen, "black", (begin, top + font.get_height()), (end, top + font.get_height()))
        if self.keyboard.candidates:
            row = "  ".join(f"{number} {item['text']}" for number, item in enumerate(self.keyboard.candidates["items"], 1))
            screen.blit(font.render(row, True, "blue"), (20, 140))
        pygame.display.flip()


def main():
    pygame.init()
    screen, font = pygame.display.set_mode((640, 200)), pygame.font.Font(None, 36)
    with Keyboard("pygame-example", *sys.argv[1:2] or [kb.SOCKET]) as keyboard:
        form, clock = Form(keyboard), pygame.time.Clock()
        while form.is_running:
            keyboard.pump()
            for event in pygame.event.get():
                form.handle(event)
            form.draw(screen, font)
            clock.tick(60)


if __name__ == "__main__":
    main()
