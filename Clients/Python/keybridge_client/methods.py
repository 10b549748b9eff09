# SPDX-License-Identifier: Apache-2.0
# Made by Clients/generate.py of Documentation/openrpc.json; do not edit.
"""The methods of the protocol as methods of the clients."""

from __future__ import annotations

from typing import Any, Literal, Union, cast

from . import types as t
from .wire import without_none


class Methods:
    """The requests of programs; `request` sends one."""

    def request(self, method: str, /, **params: Any) -> Any:
        """Make a request and return its result."""
        raise NotImplementedError

    def hello(
        self,
        *,
        name: str,
        version: Union[str, None] = None,
        extensions: Union[bool, None] = None,
        resume: Union[bool, None] = None,
        token: Union[str, None] = None,
        grace: Union[int, None] = None,
        keep: Union[int, None] = None,
        events: Union[list[t.FactPattern], None] = None,
        offsets: Literal["utf8", "utf16", "scalars", None] = None,
    ) -> t.Hello:
        """Begins a session, or resumes an earlier one."""
        params = without_none(dict(
            name=name,
            version=version,
            extensions=extensions,
            resume=resume,
            token=token,
            grace=grace,
            keep=keep,
            events=events,
            offsets=offsets,
        ))
        answer = self.request("hello", **params)
        return cast("t.Hello", answer)

    def ping(
        self,
    ) -> t.Done:
        """Does nothing and responds."""
        answer = self.request("ping")
        return cast("t.Done", answer)

    def bye(
        self,
    ) -> t.Done:
        """Disconnects for good: nothing is kept."""
        answer = self.request("bye")
        return cast("t.Done", answer)

    def grace(
        self,
        *,
        seconds: int,
    ) -> t.Done:
        """Changes the grace."""
        params = without_none(dict(
            seconds=seconds,
        ))
        answer = self.request("grace", **params)
        return cast("t.Done", answer)

    def subscribe(
        self,
        *,
        events: Union[list[t.FactPattern], None] = None,
    ) -> t.Done:
        """Selects the notifications to receive."""
        params = without_none(dict(
            events=events,
        ))
        answer = self.request("subscribe", **params)
        return cast("t.Done", answer)

    def snapshot(
        self,
    ) -> t.ProgramSnapshot:
        """Returns the program's state; at the control socket, the contents of an observer's hello."""
        answer = self.request("snapshot")
        return cast("t.ProgramSnapshot", answer)

    def capabilities(
        self,
    ) -> t.Capabilities:
        """Returns the kinds of containers, the support of each feature, and the traits that have an effect."""
        answer = self.request("capabilities")
        return cast("t.Capabilities", answer)

    def mode_prefer(
        self,
        *,
        language: Union[str, None] = None,
        context: Union[str, None] = None,
    ) -> t.Done:
        """Sets the language in which the program prefers to be typed in."""
        params = without_none(dict(
            language=language,
            context=context,
        ))
        answer = self.request("mode.prefer", **params)
        return cast("t.Done", answer)

    def container_create(
        self,
        *,
        container: t.Name,
        kind: Union[t.ContainerKind, None] = None,
        label: Union[str, None] = None,
        text: Union[str, None] = None,
        traits: Union[t.TraitsToSet, None] = None,
        properties: Union[t.Properties, None] = None,
        questions: Union[t.Presets, None] = None,
        frame: Union[t.Frame, None] = None,
        rows: Union[int, None] = None,
        cancels: Union[bool, None] = None,
    ) -> t.ContainerCreateResult:
        """Creates a text of one or many lines."""
        params = without_none(dict(
            container=container,
            kind=kind,
            label=label,
            text=text,
            traits=traits,
            properties=properties,
            questions=questions,
            frame=frame,
            rows=rows,
            cancels=cancels,
        ))
        answer = self.request("container.create", **params)
        return cast("t.ContainerCreateResult", answer)

    def container_set(
        self,
        *,
        container: t.Name,
        traits: Union[t.TraitsToSet, None] = None,
        properties: Union[t.Properties, None] = None,
    ) -> t.Done:
        """Changes traits and properties, all or none of them."""
        params = without_none(dict(
            container=container,
            traits=traits,
            properties=properties,
        ))
        answer = self.request("container.set", **params)
        return cast("t.Done", answer)

    def container_get(
        self,
        *,
        container: t.Name,
        properties: Union[list[t.PropertyName], None] = None,
    ) -> t.Container:
        """Returns the contents of a container."""
        params = without_none(dict(
            container=container,
            properties=properties,
        ))
        answer = self.request("container.get", **params)
        return cast("t.Container", answer)

    def container_remove(
        self,
        *,
        container: t.Name,
    ) -> t.Done:
        """Removes a container; if it has the focus, editing ends without a request to the program."""
        params = without_none(dict(
            container=container,
        ))
        answer = self.request("container.remove", **params)
        return cast("t.Done", answer)

    def label_create(
        self,
        *,
        label: t.Name,
        text: Union[str, None] = None,
        spans: Union[list[t.Span], None] = None,
        lines: Union[int, None] = None,
        frame: Union[t.Frame, None] = None,
    ) -> t.Done:
        """Creates a static text."""
        params = without_none(dict(
            label=label,
            text=text,
            spans=spans,
            lines=lines,
            frame=frame,
        ))
        answer = self.request("label.create", **params)
        return cast("t.Done", answer)

    def label_set(
        self,
        *,
        label: t.Name,
        text: Union[str, None] = None,
        spans: Union[list[t.Span], None] = None,
        lines: Union[int, None] = None,
    ) -> t.Done:
        """Changes a static text."""
        params = without_none(dict(
            label=label,
            text=text,
            spans=spans,
            lines=lines,
        ))
        answer = self.request("label.set", **params)
        return cast("t.Done", answer)

    def label_measure(
        self,
        *,
        text: str,
        width: Union[int, None] = None,
        lines: Union[int, None] = None,
    ) -> t.LabelMeasureResult:
        """Measures a text as shown in a label."""
        params = without_none(dict(
            text=text,
            width=width,
            lines=lines,
        ))
        answer = self.request("label.measure", **params)
        return cast("t.LabelMeasureResult", answer)

    def label_remove(
        self,
        *,
        label: t.Name,
    ) -> t.Done:
        """Removes a static text."""
        params = without_none(dict(
            label=label,
        ))
        answer = self.request("label.remove", **params)
        return cast("t.Done", answer)

    def text_set(
        self,
        *,
        container: t.Name,
        text: Union[str, None] = None,
        keepsSelection: Union[bool, None] = None,
        ifRevision: Union[int, None] = None,
    ) -> t.Edited:
        """Replaces the whole text and clears its undo history."""
        params = without_none(dict(
            container=container,
            text=text,
            keepsSelection=keepsSelection,
            ifRevision=ifRevision,
        ))
        answer = self.request("text.set", **params)
        return cast("t.Edited", answer)

    def text_replace(
        self,
        *,
        container: t.Name,
        range: t.Range,
        text: Union[str, None] = None,
        keepsSelection: Union[bool, None] = None,
        ifRevision: Union[int, None] = None,
    ) -> t.Edited:
        """Replaces a part of the text, as one undo step."""
        params = without_none(dict(
            container=container,
            range=range,
            text=text,
            keepsSelection=keepsSelection,
            ifRevision=ifRevision,
        ))
        answer = self.request("text.replace", **params)
        return cast("t.Edited", answer)

    def text_clear(
        self,
        *,
        container: t.Name,
        ifRevision: Union[int, None] = None,
    ) -> t.Edited:
        """Acts like a field's clear button: sends field.shouldClear first."""
        params = without_none(dict(
            container=container,
            ifRevision=ifRevision,
        ))
        answer = self.request("text.clear", **params)
        return cast("t.Edited", answer)

    def text_words(
        self,
        *,
        container: t.Name,
        range: Union[t.Range, None] = None,
    ) -> t.TextWordsResult:
        """Returns the first 1000 words of a text with their ranges, from its first 5000 code units, and where to continue."""
        params = without_none(dict(
            container=container,
            range=range,
        ))
        answer = self.request("text.words", **params)
        return cast("t.TextWordsResult", answer)

    def selection_set(
        self,
        *,
        container: t.Name,
        anchor: t.Offset,
        head: Union[t.Offset, None] = None,
        ifRevision: Union[int, None] = None,
    ) -> t.Done:
        """Selects text; without head, sets the caret."""
        params = without_none(dict(
            container=container,
            anchor=anchor,
            head=head,
            ifRevision=ifRevision,
        ))
        answer = self.request("selection.set", **params)
        return cast("t.Done", answer)

    def marked_set(
        self,
        *,
        container: t.Name,
        text: str,
        selection: Union[t.Range, None] = None,
        ifRevision: Union[int, None] = None,
    ) -> t.Done:
        """Replaces the text being composed, or else the selection, with provisional text; empty text ends composing."""
        params = without_none(dict(
            container=container,
            text=text,
            selection=selection,
            ifRevision=ifRevision,
        ))
        answer = self.request("marked.set", **params)
        return cast("t.Done", answer)

    def marked_commit(
        self,
        *,
        container: t.Name,
    ) -> t.Done:
        """Commits the text being composed, as it is shown; otherwise does nothing."""
        params = without_none(dict(
            container=container,
        ))
        answer = self.request("marked.commit", **params)
        return cast("t.Done", answer)

    def marked_cancel(
        self,
        *,
        container: t.Name,
    ) -> t.Done:
        """Discards the text being composed and restores the text that it replaced."""
        params = without_none(dict(
            container=container,
        ))
        answer = self.request("marked.cancel", **params)
        return cast("t.Done", answer)

    def surroundings_set(
        self,
        *,
        container: t.Name,
        seen: int,
        text: Union[str, None] = None,
        anchor: Union[t.UnitOffset, None] = None,
        head: Union[t.UnitOffset, None] = None,
        cause: Literal["edit", "other", None] = None,
    ) -> t.Done:
        """Reports the text around the caret of an external container, and which messages were handled."""
        params = without_none(dict(
            container=container,
            seen=seen,
            text=text,
            anchor=anchor,
            head=head,
            cause=cause,
        ))
        answer = self.request("surroundings.set", **params)
        return cast("t.Done", answer)

    def composition_end(
        self,
        *,
        container: t.Name,
        composition: int,
        outcome: Literal["inserted", "dropped"],
        seen: int,
    ) -> t.Done:
        """Reports that the program has ended a composition in an external container."""
        params = without_none(dict(
            container=container,
            composition=composition,
            outcome=outcome,
            seen=seen,
        ))
        answer = self.request("composition.end", **params)
        return cast("t.Done", answer)

    def candidates_choose(
        self,
        *,
        number: int,
    ) -> t.Done:
        """Chooses a candidate of the page that is shown."""
        params = without_none(dict(
            number=number,
        ))
        answer = self.request("candidates.choose", **params)
        return cast("t.Done", answer)

    def ink_begin(
        self,
    ) -> t.Done:
        """Reports that the person begins a stroke; until the program sends it, time is no pause that takes a candidate."""
        answer = self.request("ink.begin")
        return cast("t.Done", answer)

    def ink_stroke(
        self,
        *,
        points: list[list[float]],
        width: float,
        height: float,
    ) -> t.Done:
        """Adds a stroke to the character that is drawn for the program's focused container."""
        params = without_none(dict(
            points=points,
            width=width,
            height=height,
        ))
        answer = self.request("ink.stroke", **params)
        return cast("t.Done", answer)

    def ink_undo(
        self,
    ) -> t.Done:
        """Takes the last stroke of the program back; nothing happens without one."""
        answer = self.request("ink.undo")
        return cast("t.Done", answer)

    def ink_clear(
        self,
    ) -> t.Done:
        """Takes all strokes of the program back; nothing happens without any."""
        answer = self.request("ink.clear")
        return cast("t.Done", answer)

    def form_create(
        self,
        *,
        form: t.Name,
        fields: list[t.FormField],
        prototypes: Union[dict[str, Union[t.Prototype, None]], None] = None,
        cancels: Union[bool, None] = None,
        modal: Union[bool, None] = None,
    ) -> t.FormCreateResult:
        """Creates fields that are filled in one after the other."""
        params = without_none(dict(
            form=form,
            fields=fields,
            prototypes=prototypes,
            cancels=cancels,
            modal=modal,
        ))
        answer = self.request("form.create", **params)
        return cast("t.FormCreateResult", answer)

    def form_get(
        self,
        *,
        form: t.Name,
    ) -> t.FormGetResult:
        """Returns the text of each field by its name."""
        params = without_none(dict(
            form=form,
        ))
        answer = self.request("form.get", **params)
        return cast("t.FormGetResult", answer)

    def form_set(
        self,
        *,
        form: t.Name,
        values: dict[str, str],
        ifRevisions: Union[dict[str, Union[t.Revision, None]], None] = None,
        keepsSelection: Union[bool, None] = None,
    ) -> t.Done:
        """Sets the texts of fields, all or none of them, and clears their undo histories."""
        params = without_none(dict(
            form=form,
            values=values,
            ifRevisions=ifRevisions,
            keepsSelection=keepsSelection,
        ))
        answer = self.request("form.set", **params)
        return cast("t.Done", answer)

    def form_remove(
        self,
        *,
        form: t.Name,
    ) -> t.Done:
        """Removes the form and its fields."""
        params = without_none(dict(
            form=form,
        ))
        answer = self.request("form.remove", **params)
        return cast("t.Done", answer)

    def focus_request(
        self,
        *,
        container: Union[t.Name, None] = None,
        form: Union[t.Name, None] = None,
        presses: Union[t.WantedPresses, None] = None,
    ) -> t.FocusRequestResult:
        """Gives the focus to a container, to a form's first field, or to the program itself."""
        params = without_none(dict(
            container=container,
            form=form,
            presses=presses,
        ))
        answer = self.request("focus.request", **params)
        return cast("t.FocusRequestResult", answer)

    def focus_release(
        self,
    ) -> t.FocusReleaseResult:
        """Releases the focus, after sending focus.shouldEnd."""
        answer = self.request("focus.release")
        return cast("t.FocusReleaseResult", answer)

    def idle_set(
        self,
        *,
        seconds: int,
    ) -> t.Done:
        """Decides after how long without a key user.isIdle is sent."""
        params = without_none(dict(
            seconds=seconds,
        ))
        answer = self.request("idle.set", **params)
        return cast("t.Done", answer)

    def endEditing(
        self,
        *,
        container: Union[t.Name, None] = None,
        force: Union[bool, None] = None,
    ) -> t.EndEditingResult:
        """Ends editing inside a container, or anywhere."""
        params = without_none(dict(
            container=container,
            force=force,
        ))
        answer = self.request("endEditing", **params)
        return cast("t.EndEditingResult", answer)

    def command_register(
        self,
        *,
        command: t.Name,
        chord: Union[t.Chord, None] = None,
        title: Union[str, None] = None,
        longTitle: Union[str, None] = None,
        group: Union[str, None] = None,
        image: Union[str, None] = None,
        argument: Union[str, None] = None,
        priority: Union[bool, None] = None,
        repeat: Union[bool, None] = None,
        hidden: Union[bool, None] = None,
        disabled: Union[bool, None] = None,
        destructive: Union[bool, None] = None,
        state: Union[t.CommandState, None] = None,
        keepsMenu: Union[bool, None] = None,
        holdsKeys: Union[bool, None] = None,
        form: Union[t.Name, None] = None,
    ) -> t.CommandRegisterResult:
        """Declares a command; one with the same name is replaced."""
        params = without_none(dict(
            command=command,
            chord=chord,
            title=title,
            longTitle=longTitle,
            group=group,
            image=image,
            argument=argument,
            priority=priority,
            repeat=repeat,
            hidden=hidden,
            disabled=disabled,
            destructive=destructive,
            state=state,
            keepsMenu=keepsMenu,
            holdsKeys=holdsKeys,
            form=form,
        ))
        answer = self.request("command.register", **params)
        return cast("t.CommandRegisterResult", answer)

    def command_set(
        self,
        *,
        command: t.Name,
        title: Union[str, None] = None,
        longTitle: Union[str, None] = None,
        state: Union[t.CommandState, None] = None,
        disabled: Union[bool, None] = None,
        hidden: Union[bool, None] = None,
    ) -> t.Done:
        """Changes a command; members that are left out are not changed."""
        params = without_none(dict(
            command=command,
            title=title,
            longTitle=longTitle,
            state=state,
            disabled=disabled,
            hidden=hidden,
        ))
        answer = self.request("command.set", **params)
        return cast("t.Done", answer)

    def command_remove(
        self,
        *,
        command: t.Name,
    ) -> t.Done:
        """Removes a command."""
        params = without_none(dict(
            command=command,
        ))
        answer = self.request("command.remove", **params)
        return cast("t.Done", answer)

    def commands_active(
        self,
    ) -> list[t.ListedCommand]:
        """Returns the commands that would run now; none for a program while another one has the keyboard."""
        answer = self.request("commands.active")
        return cast("list[t.ListedCommand]", answer)

    def menu_set(
        self,
        *,
        menu: Union[t.MenuName, None] = None,
        insert: Union[list[t.MenuInsertion], None] = None,
        remove: Union[list[str], None] = None,
    ) -> t.MenuSetResult:
        """Changes the main menu while the program has the keyboard, or the context menus of its texts; replaces its earlier changes."""
        params = without_none(dict(
            menu=menu,
            insert=insert,
            remove=remove,
        ))
        answer = self.request("menu.set", **params)
        return cast("t.MenuSetResult", answer)

    def menu_get(
        self,
    ) -> t.MenuGetResult:
        """Returns the main menu as a bar would show it; no menus for a program without the keyboard."""
        answer = self.request("menu.get")
        return cast("t.MenuGetResult", answer)

    def menu_context(
        self,
        *,
        container: t.Name,
    ) -> t.MenuContextResult:
        """Returns the context menu of a text, for a program that shows a menu itself."""
        params = without_none(dict(
            container=container,
        ))
        answer = self.request("menu.context", **params)
        return cast("t.MenuContextResult", answer)

    def menu_perform(
        self,
        *,
        command: t.Name,
        container: Union[t.Name, None] = None,
    ) -> t.MenuPerformResult:
        """Performs a command of a menu, as if the person had chosen it."""
        params = without_none(dict(
            command=command,
            container=container,
        ))
        answer = self.request("menu.perform", **params)
        return cast("t.MenuPerformResult", answer)

    def accessory_set(
        self,
        *,
        items: Union[list[t.AccessoryItem], None] = None,
        completions: Union[list[t.ShortWord], None] = None,
        expanding: Union[t.ExpandingText, None] = None,
        container: Union[t.Name, None] = None,
    ) -> t.Done:
        """Shows buttons, words or a text above the keyboard area; without any, removes them."""
        params = without_none(dict(
            items=items,
            completions=completions,
            expanding=expanding,
            container=container,
        ))
        answer = self.request("accessory.set", **params)
        return cast("t.Done", answer)

    def inputView_set(
        self,
        *,
        words: Union[list[t.ShortWord], None] = None,
        rows: Union[int, None] = None,
        container: Union[t.Name, None] = None,
    ) -> t.Done:
        """Shows numbered words instead of candidates and status; an empty list removes them."""
        params = without_none(dict(
            words=words,
            rows=rows,
            container=container,
        ))
        answer = self.request("inputView.set", **params)
        return cast("t.Done", answer)

    def mode_set(
        self,
        *,
        mode: str,
    ) -> t.Modes:
        """Sets the mode; a program is always refused."""
        params = without_none(dict(
            mode=mode,
        ))
        answer = self.request("mode.set", **params)
        return cast("t.Modes", answer)

    def fill_offer(
        self,
        *,
        values: t.Offer,
        seconds: Union[int, None] = None,
    ) -> t.Done:
        """Offers texts that belong together to the fields of other programs of the same user."""
        params = without_none(dict(
            values=values,
            seconds=seconds,
        ))
        answer = self.request("fill.offer", **params)
        return cast("t.Done", answer)

    def fill_withdraw(
        self,
    ) -> t.Done:
        """Withdraws everything that the program has offered and provided."""
        answer = self.request("fill.withdraw")
        return cast("t.Done", answer)

    def fill_provide(
        self,
        *,
        profile: Union[dict[str, t.ValueToFill], None] = None,
        credentials: Union[list[t.ProvidedCredential], None] = None,
    ) -> t.FillConsent:
        """Provides values in the user's name to the fields of other programs, and replaces its earlier ones."""
        params = without_none(dict(
            profile=profile,
            credentials=credentials,
        ))
        answer = self.request("fill.provide", **params)
        return cast("t.FillConsent", answer)

    def pasteboard_get(
        self,
        *,
        form: Union[str, None] = None,
    ) -> t.PasteboardGetResult:
        """Returns the text that ⌘V would paste into the program's texts; empty if there is none."""
        params = without_none(dict(
            form=form,
        ))
        answer = self.request("pasteboard.get", **params)
        return cast("t.PasteboardGetResult", answer)

    def pasteboard_set(
        self,
        *,
        text: str,
        form: Union[str, None] = None,
    ) -> t.Done:
        """Replaces the text of the program's own pasteboard; empty text clears it."""
        params = without_none(dict(
            text=text,
            form=form,
        ))
        answer = self.request("pasteboard.set", **params)
        return cast("t.Done", answer)

    def pasteboard_clear(
        self,
    ) -> t.Done:
        """Forgets text that was cut, copied, killed or searched for in the program's texts."""
        answer = self.request("pasteboard.clear")
        return cast("t.Done", answer)

    def session_end(
        self,
        *,
        form: Union[str, None] = None,
    ) -> t.Done:
        """Ends a person's session: empties texts and forgets everything that could restore them."""
        params = without_none(dict(
            form=form,
        ))
        answer = self.request("session.end", **params)
        return cast("t.Done", answer)

    def delivery_receive(
        self,
    ) -> t.DeliveryReceiveResult:
        """Begins to send what is owed to the program: codes and commands of which the settings name it as a receiver."""
        answer = self.request("delivery.receive")
        return cast("t.DeliveryReceiveResult", answer)

    def delivery_ack(
        self,
        *,
        through: int,
    ) -> t.Done:
        """Acknowledges the items up to a number: they are not sent again."""
        params = without_none(dict(
            through=through,
        ))
        answer = self.request("delivery.ack", **params)
        return cast("t.Done", answer)

    def scanner_claim(
        self,
        *,
        device: Union[str, None] = None,
    ) -> t.Done:
        """Sends the codes of a scanner to the program, whichever program has the keyboard."""
        params = without_none(dict(
            device=device,
        ))
        answer = self.request("scanner.claim", **params)
        return cast("t.Done", answer)

    def scanner_release(
        self,
        *,
        device: Union[str, None] = None,
    ) -> t.Done:
        """Ends the claim of one scanner, or all claims of the program."""
        params = without_none(dict(
            device=device,
        ))
        answer = self.request("scanner.release", **params)
        return cast("t.Done", answer)


class AsyncMethods:
    """The requests of programs; `request` sends one."""

    async def request(self, method: str, /, **params: Any) -> Any:
        """Make a request and return its result."""
        raise NotImplementedError

    async def hello(
        self,
        *,
        name: str,
        version: Union[str, None] = None,
        extensions: Union[bool, None] = None,
        resume: Union[bool, None] = None,
        token: Union[str, None] = None,
        grace: Union[int, None] = None,
        keep: Union[int, None] = None,
        events: Union[list[t.FactPattern], None] = None,
        offsets: Literal["utf8", "utf16", "scalars", None] = None,
    ) -> t.Hello:
        """Begins a session, or resumes an earlier one."""
        params = without_none(dict(
            name=name,
            version=version,
            extensions=extensions,
            resume=resume,
            token=token,
            grace=grace,
            keep=keep,
            events=events,
            offsets=offsets,
        ))
        answer = await self.request("hello", **params)
        return cast("t.Hello", answer)

    async def ping(
        self,
    ) -> t.Done:
        """Does nothing and responds."""
        answer = await self.request("ping")
        return cast("t.Done", answer)

    async def bye(
        self,
    ) -> t.Done:
        """Disconnects for good: nothing is kept."""
        answer = await self.request("bye")
        return cast("t.Done", answer)

    async def grace(
        self,
        *,
        seconds: int,
    ) -> t.Done:
        """Changes the grace."""
        params = without_none(dict(
            seconds=seconds,
        ))
        answer = await self.request("grace", **params)
        return cast("t.Done", answer)

    async def subscribe(
        self,
        *,
        events: Union[list[t.FactPattern], None] = None,
    ) -> t.Done:
        """Selects the notifications to receive."""
        params = without_none(dict(
            events=events,
        ))
        answer = await self.request("subscribe", **params)
        return cast("t.Done", answer)

    async def snapshot(
        self,
    ) -> t.ProgramSnapshot:
        """Returns the program's state; at the control socket, the contents of an observer's hello."""
        answer = await self.request("snapshot")
        return cast("t.ProgramSnapshot", answer)

    async def capabilities(
        self,
    ) -> t.Capabilities:
        """Returns the kinds of containers, the support of each feature, and the traits that have an effect."""
        answer = await self.request("capabilities")
        return cast("t.Capabilities", answer)

    async def mode_prefer(
        self,
        *,
        language: Union[str, None] = None,
        context: Union[str, None] = None,
    ) -> t.Done:
        """Sets the language in which the program prefers to be typed in."""
        params = without_none(dict(
            language=language,
            context=context,
        ))
        answer = await self.request("mode.prefer", **params)
        return cast("t.Done", answer)

    async def container_create(
        self,
        *,
        container: t.Name,
        kind: Union[t.ContainerKind, None] = None,
        label: Union[str, None] = None,
        text: Union[str, None] = None,
        traits: Union[t.TraitsToSet, None] = None,
        properties: Union[t.Properties, None] = None,
        questions: Union[t.Presets, None] = None,
        frame: Union[t.Frame, None] = None,
        rows: Union[int, None] = None,
        cancels: Union[bool, None] = None,
    ) -> t.ContainerCreateResult:
        """Creates a text of one or many lines."""
        params = without_none(dict(
            container=container,
            kind=kind,
            label=label,
            text=text,
            traits=traits,
            properties=properties,
            questions=questions,
            frame=frame,
            rows=rows,
            cancels=cancels,
        ))
        answer = await self.request("container.create", **params)
        return cast("t.ContainerCreateResult", answer)

    async def container_set(
        self,
        *,
        container: t.Name,
        traits: Union[t.TraitsToSet, None] = None,
        properties: Union[t.Properties, None] = None,
    ) -> t.Done:
        """Changes traits and properties, all or none of them."""
        params = without_none(dict(
            container=container,
            traits=traits,
            properties=properties,
        ))
        answer = await self.request("container.set", **params)
        return cast("t.Done", answer)

    async def container_get(
        self,
        *,
        container: t.Name,
        properties: Union[list[t.PropertyName], None] = None,
    ) -> t.Container:
        """Returns the contents of a container."""
        params = without_none(dict(
            container=container,
            properties=properties,
        ))
        answer = await self.request("container.get", **params)
        return cast("t.Container", answer)

    async def container_remove(
        self,
        *,
        container: t.Name,
    ) -> t.Done:
        """Removes a container; if it has the focus, editing ends without a request to the program."""
        params = without_none(dict(
            container=container,
        ))
        answer = await self.request("container.remove", **params)
        return cast("t.Done", answer)

    async def label_create(
        self,
        *,
        label: t.Name,
        text: Union[str, None] = None,
        spans: Union[list[t.Span], None] = None,
        lines: Union[int, None] = None,
        frame: Union[t.Frame, None] = None,
    ) -> t.Done:
        """Creates a static text."""
        params = without_none(dict(
            label=label,
            text=text,
            spans=spans,
            lines=lines,
            frame=frame,
        ))
        answer = await self.request("label.create", **params)
        return cast("t.Done", answer)

    async def label_set(
        self,
        *,
        label: t.Name,
        text: Union[str, None] = None,
        spans: Union[list[t.Span], None] = None,
        lines: Union[int, None] = None,
    ) -> t.Done:
        """Changes a static text."""
        params = without_none(dict(
            label=label,
            text=text,
            spans=spans,
            lines=lines,
        ))
        answer = await self.request("label.set", **params)
        return cast("t.Done", answer)

    async def label_measure(
        self,
        *,
        text: str,
        width: Union[int, None] = None,
        lines: Union[int, None] = None,
    ) -> t.LabelMeasureResult:
        """Measures a text as shown in a label."""
        params = without_none(dict(
            text=text,
            width=width,
            lines=lines,
        ))
        answer = await self.request("label.measure", **params)
        return cast("t.LabelMeasureResult", answer)

    async def label_remove(
        self,
        *,
        label: t.Name,
    ) -> t.Done:
        """Removes a static text."""
        params = without_none(dict(
            label=label,
        ))
        answer = await self.request("label.remove", **params)
        return cast("t.Done", answer)

    async def text_set(
        self,
        *,
        container: t.Name,
        text: Union[str, None] = None,
        keepsSelection: Union[bool, None] = None,
        ifRevision: Union[int, None] = None,
    ) -> t.Edited:
        """Replaces the whole text and clears its undo history."""
        params = without_none(dict(
            container=container,
            text=text,
            keepsSelection=keepsSelection,
            ifRevision=ifRevision,
        ))
        answer = await self.request("text.set", **params)
        return cast("t.Edited", answer)

    async def text_replace(
        self,
        *,
        container: t.Name,
        range: t.Range,
        text: Union[str, None] = None,
        keepsSelection: Union[bool, None] = None,
        ifRevision: Union[int, None] = None,
    ) -> t.Edited:
        """Replaces a part of the text, as one undo step."""
        params = without_none(dict(
            container=container,
            range=range,
            text=text,
            keepsSelection=keepsSelection,
            ifRevision=ifRevision,
        ))
        answer = await self.request("text.replace", **params)
        return cast("t.Edited", answer)

    async def text_clear(
        self,
        *,
        container: t.Name,
        ifRevision: Union[int, None] = None,
    ) -> t.Edited:
        """Acts like a field's clear button: sends field.shouldClear first."""
        params = without_none(dict(
            container=container,
            ifRevision=ifRevision,
        ))
        answer = await self.request("text.clear", **params)
        return cast("t.Edited", answer)

    async def text_words(
        self,
        *,
        container: t.Name,
        range: Union[t.Range, None] = None,
    ) -> t.TextWordsResult:
        """Returns the first 1000 words of a text with their ranges, from its first 5000 code units, and where to continue."""
        params = without_none(dict(
            container=container,
            range=range,
        ))
        answer = await self.request("text.words", **params)
        return cast("t.TextWordsResult", answer)

    async def selection_set(
        self,
        *,
        container: t.Name,
        anchor: t.Offset,
        head: Union[t.Offset, None] = None,
        ifRevision: Union[int, None] = None,
    ) -> t.Done:
        """Selects text; without head, sets the caret."""
        params = without_none(dict(
            container=container,
            anchor=anchor,
            head=head,
            ifRevision=ifRevision,
        ))
        answer = await self.request("selection.set", **params)
        return cast("t.Done", answer)

    async def marked_set(
        self,
        *,
        container: t.Name,
        text: str,
        selection: Union[t.Range, None] = None,
        ifRevision: Union[int, None] = None,
    ) -> t.Done:
        """Replaces the text being composed, or else the selection, with provisional text; empty text ends composing."""
        params = without_none(dict(
            container=container,
            text=text,
            selection=selection,
            ifRevision=ifRevision,
        ))
        answer = await self.request("marked.set", **params)
        return cast("t.Done", answer)

    async def marked_commit(
        self,
        *,
        container: t.Name,
    ) -> t.Done:
        """Commits the text being composed, as it is shown; otherwise does nothing."""
        params = without_none(dict(
            container=container,
        ))
        answer = await self.request("marked.commit", **params)
        return cast("t.Done", answer)

    async def marked_cancel(
        self,
        *,
        container: t.Name,
    ) -> t.Done:
        """Discards the text being composed and restores the text that it replaced."""
        params = without_none(dict(
            container=container,
        ))
        answer = await self.request("marked.cancel", **params)
        return cast("t.Done", answer)

    async def surroundings_set(
        self,
        *,
        container: t.Name,
        seen: int,
        text: Union[str, None] = None,
        anchor: Union[t.UnitOffset, None] = None,
        head: Union[t.UnitOffset, None] = None,
        cause: Literal["edit", "other", None] = None,
    ) -> t.Done:
        """Reports the text around the caret of an external container, and which messages were handled."""
        params = without_none(dict(
            container=container,
            seen=seen,
            text=text,
            anchor=anchor,
            head=head,
            cause=cause,
        ))
        answer = await self.request("surroundings.set", **params)
        return cast("t.Done", answer)

    async def composition_end(
        self,
        *,
        container: t.Name,
        composition: int,
        outcome: Literal["inserted", "dropped"],
        seen: int,
    ) -> t.Done:
        """Reports that the program has ended a composition in an external container."""
        params = without_none(dict(
            container=container,
            composition=composition,
            outcome=outcome,
            seen=seen,
        ))
        answer = await self.request("composition.end", **params)
        return cast("t.Done", answer)

    async def candidates_choose(
        self,
        *,
        number: int,
    ) -> t.Done:
        """Chooses a candidate of the page that is shown."""
        params = without_none(dict(
            number=number,
        ))
        answer = await self.request("candidates.choose", **params)
        return cast("t.Done", answer)

    async def ink_begin(
        self,
    ) -> t.Done:
        """Reports that the person begins a stroke; until the program sends it, time is no pause that takes a candidate."""
        answer = await self.request("ink.begin")
        return cast("t.Done", answer)

    async def ink_stroke(
        self,
        *,
        points: list[list[float]],
        width: float,
        height: float,
    ) -> t.Done:
        """Adds a stroke to the character that is drawn for the program's focused container."""
        params = without_none(dict(
            points=points,
            width=width,
            height=height,
        ))
        answer = await self.request("ink.stroke", **params)
        return cast("t.Done", answer)

    async def ink_undo(
        self,
    ) -> t.Done:
        """Takes the last stroke of the program back; nothing happens without one."""
        answer = await self.request("ink.undo")
        return cast("t.Done", answer)

    async def ink_clear(
        self,
    ) -> t.Done:
        """Takes all strokes of the program back; nothing happens without any."""
        answer = await self.request("ink.clear")
        return cast("t.Done", answer)

    async def form_create(
        self,
        *,
        form: t.Name,
        fields: list[t.FormField],
        prototypes: Union[dict[str, Union[t.Prototype, None]], None] = None,
        cancels: Union[bool, None] = None,
        modal: Union[bool, None] = None,
    ) -> t.FormCreateResult:
        """Creates fields that are filled in one after the other."""
        params = without_none(dict(
            form=form,
            fields=fields,
            prototypes=prototypes,
            cancels=cancels,
            modal=modal,
        ))
        answer = await self.request("form.create", **params)
        return cast("t.FormCreateResult", answer)

    async def form_get(
        self,
        *,
        form: t.Name,
    ) -> t.FormGetResult:
        """Returns the text of each field by its name."""
        params = without_none(dict(
            form=form,
        ))
        answer = await self.request("form.get", **params)
        return cast("t.FormGetResult", answer)

    async def form_set(
        self,
        *,
        form: t.Name,
        values: dict[str, str],
        ifRevisions: Union[dict[str, Union[t.Revision, None]], None] = None,
        keepsSelection: Union[bool, None] = None,
    ) -> t.Done:
        """Sets the texts of fields, all or none of them, and clears their undo histories."""
        params = without_none(dict(
            form=form,
            values=values,
            ifRevisions=ifRevisions,
            keepsSelection=keepsSelection,
        ))
        answer = await self.request("form.set", **params)
        return cast("t.Done", answer)

    async def form_remove(
        self,
        *,
        form: t.Name,
    ) -> t.Done:
        """Removes the form and its fields."""
        params = without_none(dict(
            form=form,
        ))
        answer = await self.request("form.remove", **params)
        return cast("t.Done", answer)

    async def focus_request(
        self,
        *,
        container: Union[t.Name, None] = None,
        form: Union[t.Name, None] = None,
        presses: Union[t.WantedPresses, None] = None,
    ) -> t.FocusRequestResult:
        """Gives the focus to a container, to a form's first field, or to the program itself."""
        params = without_none(dict(
            container=container,
            form=form,
            presses=presses,
        ))
        answer = await self.request("focus.request", **params)
        return cast("t.FocusRequestResult", answer)

    async def focus_release(
        self,
    ) -> t.FocusReleaseResult:
        """Releases the focus, after sending focus.shouldEnd."""
        answer = await self.request("focus.release")
        return cast("t.FocusReleaseResult", answer)

    async def idle_set(
        self,
        *,
        seconds: int,
    ) -> t.Done:
        """Decides after how long without a key user.isIdle is sent."""
        params = without_none(dict(
            seconds=seconds,
        ))
        answer = await self.request("idle.set", **params)
        return cast("t.Done", answer)

    async def endEditing(
        self,
        *,
        container: Union[t.Name, None] = None,
        force: Union[bool, None] = None,
    ) -> t.EndEditingResult:
        """Ends editing inside a container, or anywhere."""
        params = without_none(dict(
            container=container,
            force=force,
        ))
        answer = await self.request("endEditing", **params)
        return cast("t.EndEditingResult", answer)

    async def command_register(
        self,
        *,
        command: t.Name,
        chord: Union[t.Chord, None] = None,
        title: Union[str, None] = None,
        longTitle: Union[str, None] = None,
        group: Union[str, None] = None,
        image: Union[str, None] = None,
        argument: Union[str, None] = None,
        priority: Union[bool, None] = None,
        repeat: Union[bool, None] = None,
        hidden: Union[bool, None] = None,
        disabled: Union[bool, None] = None,
        destructive: Union[bool, None] = None,
        state: Union[t.CommandState, None] = None,
        keepsMenu: Union[bool, None] = None,
        holdsKeys: Union[bool, None] = None,
        form: Union[t.Name, None] = None,
    ) -> t.CommandRegisterResult:
        """Declares a command; one with the same name is replaced."""
        params = without_none(dict(
            command=command,
            chord=chord,
            title=title,
            longTitle=longTitle,
            group=group,
            image=image,
            argument=argument,
            priority=priority,
            repeat=repeat,
            hidden=hidden,
            disabled=disabled,
            destructive=destructive,
            state=state,
            keepsMenu=keepsMenu,
            holdsKeys=holdsKeys,
            form=form,
        ))
        answer = await self.request("command.register", **params)
        return cast("t.CommandRegisterResult", answer)

    async def command_set(
        self,
        *,
        command: t.Name,
        title: Union[str, None] = None,
        longTitle: Union[str, None] = None,
        state: Union[t.CommandState, None] = None,
        disabled: Union[bool, None] = None,
        hidden: Union[bool, None] = None,
    ) -> t.Done:
        """Changes a command; members that are left out are not changed."""
        params = without_none(dict(
            command=command,
            title=title,
            longTitle=longTitle,
            state=state,
            disabled=disabled,
            hidden=hidden,
        ))
        answer = await self.request("command.set", **params)
        return cast("t.Done", answer)

    async def command_remove(
        self,
        *,
        command: t.Name,
    ) -> t.Done:
        """Removes a command."""
        params = without_none(dict(
            command=command,
        ))
        answer = await self.request("command.remove", **params)
        return cast("t.Done", answer)

    async def commands_active(
        self,
    ) -> list[t.ListedCommand]:
        """Returns the commands that would run now; none for a program while another one has the keyboard."""
        answer = await self.request("commands.active")
        return cast("list[t.ListedCommand]", answer)

    async def menu_set(
        self,
        *,
        menu: Union[t.MenuName, None] = None,
        insert: Union[list[t.MenuInsertion], None] = None,
        remove: Union[list[str], None] = None,
    ) -> t.MenuSetResult:
        """Changes the main menu while the program has the keyboard, or the context menus of its texts; replaces its earlier changes."""
        params = without_none(dict(
            menu=menu,
            insert=insert,
            remove=remove,
        ))
        answer = await self.request("menu.set", **params)
        return cast("t.MenuSetResult", answer)

    async def menu_get(
        self,
    ) -> t.MenuGetResult:
        """Returns the main menu as a bar would show it; no menus for a program without the keyboard."""
        answer = await self.request("menu.get")
        return cast("t.MenuGetResult", answer)

    async def menu_context(
        self,
        *,
        container: t.Name,
    ) -> t.MenuContextResult:
        """Returns the context menu of a text, for a program that shows a menu itself."""
        params = without_none(dict(
            container=container,
        ))
        answer = await self.request("menu.context", **params)
        return cast("t.MenuContextResult", answer)

    async def menu_perform(
        self,
        *,
        command: t.Name,
        container: Union[t.Name, None] = None,
    ) -> t.MenuPerformResult:
        """Performs a command of a menu, as if the person had chosen it."""
        params = without_none(dict(
            command=command,
            container=container,
        ))
        answer = await self.request("menu.perform", **params)
        return cast("t.MenuPerformResult", answer)

    async def accessory_set(
        self,
        *,
        items: Union[list[t.AccessoryItem], None] = None,
        completions: Union[list[t.ShortWord], None] = None,
        expanding: Union[t.ExpandingText, None] = None,
        container: Union[t.Name, None] = None,
    ) -> t.Done:
        """Shows buttons, words or a text above the keyboard area; without any, removes them."""
        params = without_none(dict(
            items=items,
            completions=completions,
            expanding=expanding,
            container=container,
        ))
        answer = await self.request("accessory.set", **params)
        return cast("t.Done", answer)

    async def inputView_set(
        self,
        *,
        words: Union[list[t.ShortWord], None] = None,
        rows: Union[int, None] = None,
        container: Union[t.Name, None] = None,
    ) -> t.Done:
        """Shows numbered words instead of candidates and status; an empty list removes them."""
        params = without_none(dict(
            words=words,
            rows=rows,
            container=container,
        ))
        answer = await self.request("inputView.set", **params)
        return cast("t.Done", answer)

    async def mode_set(
        self,
        *,
        mode: str,
    ) -> t.Modes:
        """Sets the mode; a program is always refused."""
        params = without_none(dict(
            mode=mode,
        ))
        answer = await self.request("mode.set", **params)
        return cast("t.Modes", answer)

    async def fill_offer(
        self,
        *,
        values: t.Offer,
        seconds: Union[int, None] = None,
    ) -> t.Done:
        """Offers texts that belong together to the fields of other programs of the same user."""
        params = without_none(dict(
            values=values,
            seconds=seconds,
        ))
        answer = await self.request("fill.offer", **params)
        return cast("t.Done", answer)

    async def fill_withdraw(
        self,
    ) -> t.Done:
        """Withdraws everything that the program has offered and provided."""
        answer = await self.request("fill.withdraw")
        return cast("t.Done", answer)

    async def fill_provide(
        self,
        *,
        profile: Union[dict[str, t.ValueToFill], None] = None,
        credentials: Union[list[t.ProvidedCredential], None] = None,
    ) -> t.FillConsent:
        """Provides values in the user's name to the fields of other programs, and replaces its earlier ones."""
        params = without_none(dict(
            profile=profile,
            credentials=credentials,
        ))
        answer = await self.request("fill.provide", **params)
        return cast("t.FillConsent", answer)

    async def pasteboard_get(
        self,
        *,
        form: Union[str, None] = None,
    ) -> t.PasteboardGetResult:
        """Returns the text that ⌘V would paste into the program's texts; empty if there is none."""
        params = without_none(dict(
            form=form,
        ))
        answer = await self.request("pasteboard.get", **params)
        return cast("t.PasteboardGetResult", answer)

    async def pasteboard_set(
        self,
        *,
        text: str,
        form: Union[str, None] = None,
    ) -> t.Done:
        """Replaces the text of the program's own pasteboard; empty text clears it."""
        params = without_none(dict(
            text=text,
            form=form,
        ))
        answer = await self.request("pasteboard.set", **params)
        return cast("t.Done", answer)

    async def pasteboard_clear(
        self,
    ) -> t.Done:
        """Forgets text that was cut, copied, killed or searched for in the program's texts."""
        answer = await self.request("pasteboard.clear")
        return cast("t.Done", answer)

    async def session_end(
        self,
        *,
        form: Union[str, None] = None,
    ) -> t.Done:
        """Ends a person's session: empties texts and forgets everything that could restore them."""
        params = without_none(dict(
            form=form,
        ))
        answer = await self.request("session.end", **params)
        return cast("t.Done", answer)

    async def delivery_receive(
        self,
    ) -> t.DeliveryReceiveResult:
        """Begins to send what is owed to the program: codes and commands of which the settings name it as a receiver."""
        answer = await self.request("delivery.receive")
        return cast("t.DeliveryReceiveResult", answer)

    async def delivery_ack(
        self,
        *,
        through: int,
    ) -> t.Done:
        """Acknowledges the items up to a number: they are not sent again."""
        params = without_none(dict(
            through=through,
        ))
        answer = await self.request("delivery.ack", **params)
        return cast("t.Done", answer)

    async def scanner_claim(
        self,
        *,
        device: Union[str, None] = None,
    ) -> t.Done:
        """Sends the codes of a scanner to the program, whichever program has the keyboard."""
        params = without_none(dict(
            device=device,
        ))
        answer = await self.request("scanner.claim", **params)
        return cast("t.Done", answer)

    async def scanner_release(
        self,
        *,
        device: Union[str, None] = None,
    ) -> t.Done:
        """Ends the claim of one scanner, or all claims of the program."""
        params = without_none(dict(
            device=device,
        ))
        answer = await self.request("scanner.release", **params)
        return cast("t.Done", answer)
