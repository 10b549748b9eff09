# SPDX-License-Identifier: Apache-2.0
# Made by Clients/generate.py of Documentation/openrpc.json; do not edit.
"""Types of members, results and notifications."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING or sys.version_info >= (3, 11):
    from typing import NotRequired

AutocapitalizationType = Literal["none", "words", "sentences", "allCharacters"]

BorderStyle = Literal["none", "line", "bezel", "roundedRect"]

CandidateKind = Literal["accents", "inputMethod", "predictions", "completions", "modes", "urlEndings", "fill"]

CandidateRole = Literal["literal", "correction", "completion", "filling"]
"""The part of an item of the prediction row; the annotation of a filling is its source."""

Chord = str
"""The keys to press: cmd+down, ⌘↓, or several chords one after the other: cmd+k cmd+c."""

Color = Union[Literal["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"], str]
"""One of the terminal's own colours, or red, green and blue."""

CommandState = Literal["off", "on", "mixed"]

ContainerKind = Literal["textField", "textView", "webField", "external"]
"""One line; many lines; a field of a web page, which has only the traits autocapitalizationType and autocorrectionType; a text that the program's toolkit owns."""

Curve = Literal["easeInOut", "easeIn", "easeOut", "linear"]

FactName = Literal["candidates.didChange", "command.invoked", "correction.applied", "correction.offered", "correction.rejected", "correction.reverted", "device.attached", "device.connected", "device.detached", "device.disconnected", "field.didEndOnExit", "field.editingChanged", "focus.didBegin", "focus.didEnd", "hud.hidden", "hud.shown", "ink.didChange", "inline.didChange", "keyboard.didChangeFrame", "keyboard.didHide", "keyboard.didShow", "keyboard.willChangeFrame", "keyboard.willHide", "keyboard.willShow", "layout.didChange", "locks.didChange", "marked.didChange", "menu.hidden", "menu.shown", "mode.didChange", "mode.extensionBypassed", "press.began", "press.cancelled", "press.ended", "press.unhandled", "scan", "selection.didChange", "spelling.didChange", "text.didChange", "traits.didChange", "view.didScroll"]

FactPattern = Union[Literal["candidates.*", "command.*", "correction.*", "device.*", "field.*", "focus.*", "hud.*", "inline.*", "keyboard.*", "layout.*", "locks.*", "marked.*", "menu.*", "mode.*", "press.*", "selection.*", "spelling.*", "text.*", "traits.*", "view.*"], FactName]
"""The name of a notification, or the beginning of several names."""

Frame = list[int]
"""[x,y,width,height] in cells."""

FeatureSupport = Literal["unsupported", "addressOnly", "supported"]

KeyboardAppearance = Literal["default", "dark", "light"]

KeyboardKind = Literal["keyboard", "keypad", "remote", "buttons", "pointer"]

KeyboardType = Literal["default", "asciiCapable", "numbersAndPunctuation", "URL", "numberPad", "phonePad", "namePhonePad", "emailAddress", "decimalPad", "twitter", "webSearch", "asciiCapableNumberPad"]

MenuName = Literal["main", "context"]
"""The main menu of the program that has the keyboard, or the context menus of its texts."""

Modifier = Literal["control", "option", "shift", "command", "capslock", "keypad"]

Name = str
"""1 to 200 bytes in UTF-8."""

Offset = int
"""UTF-16 code units from the start of the text."""

UnitOffset = int
"""A number of the units that hello asks for with offsets."""

Offer = Any
"""Texts that belong together, by their content types: a code, something found in text, or an address."""

Origin = Literal["user", "undo", "program"]
"""The origin of a change of the text."""

Phase = Literal["press", "repeat", "release", "found", "cancel"]

ProgramState = Literal["connected", "awaited", "suspended"]
"""Connected; disconnected, and in its grace; disconnected, with its state kept."""

PropertyName = Literal["text", "placeholder", "clearButtonMode", "clearsOnBeginEditing", "clearsOnInsertion", "isEnabled", "borderStyle", "background", "disabledBackground", "backgroundColor", "adjustsFontSizeToFitWidth", "minimumFontSize", "textAlignment", "textColor", "font", "leftViewMode", "rightViewMode", "isEditable", "isMultiline", "isSelectable", "maximumLength", "pattern"]

PropertyValues = dict[str, Union[bool, int, None, str]]
"""The requested properties; numbered ones by their words."""

QuestionName = Literal["focus.shouldBegin", "focus.shouldEnd", "text.shouldChange", "field.shouldClear", "field.shouldReturn", "command.invoke"]

Range = list[Offset]
"""[start,end], without the unit at end."""

ReturnKeyType = Literal["default", "go", "google", "join", "next", "route", "search", "send", "yahoo", "done", "emergencyCall", "continue"]
"""The label of Return."""

ScanFlaw = Literal["limit", "short", "unknownKey", "lost", "disconnect", "stop"]

TextAlignment = Literal["left", "center", "right", "natural"]

TextContentType = Literal["name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix", "nickname", "organization", "organization-title", "location", "street-address", "address-line1", "address-line2", "address-level2", "address-level1", "address-level1+2", "address-level3", "postal-code", "country-name", "email", "tel", "url", "username", "password", "new-password", "one-time-code", "cc-number", "cc-name", "cc-given-name", "cc-additional-name", "cc-family-name", "cc-exp", "cc-exp-month", "cc-exp-year", "cc-csc", "cc-type", "bday", "bday-day", "bday-month", "bday-year", "cellular-eid", "cellular-imei", "date-time", "flight-number", "shipment-tracking-number", "code"]
"""The meaning of the text, for AutoFill."""

ToldContainer = Union[str, int]
"""The program's own name for the container; for other clients its number."""

ToldFrame = list[int]
"""[x,y,width,height] in cells."""

TraitSwitch = Literal["default", "no", "yes"]

Version = str
"""The version of the protocol."""

WantedPresses = Union[Literal["all"], bool]
"""With true the presses that neither text nor a command handles, with "all" also those that text would handle."""

ViewMode = Literal["never", "whileEditing", "unlessEditing", "always"]

WritingToolsBehavior = Literal["none", "default", "complete", "limited"]

Revision = int
"""How often the text has changed: each text.didChange increments it."""

RefusalReason = Literal["keyboardType", "maximumLength", "pattern"]
"""Why input was refused."""

ShortWord = str
"""At most 200 bytes, on one line."""

ValueToFill = str
"""A text of which a person sees every character: without control characters and marks of direction."""

ExtensionGrant = Literal["network", "shared-storage", "pasteboard", "private-bus", "contacts", "location", "microphone"]
"""A right of an input extension."""

TypedWord = str
"""One word of at most 64 UTF-16 code units, without white space and control characters. It does not consist of digits and punctuation alone."""

WordLanguage = Union[str, None]
"""A language tag, of which the language counts, such as en."""

Shortcut = str
"""One word without white space and control characters. Its case counts only if it contains capitals."""

Phrase = str
"""The text that replaces a shortcut, without control characters except newlines and tabs."""

WordSource = Literal["settings", "user"]
"""Where a word comes from: the settings file, which alone can change it, or the user."""

ChoiceKind = Literal["hanja", "japanese", "pinyin", "zhuyin", "strokes", "handwriting"]
"""The kind of input: Korean syllables, Japanese kana, pinyin, Zhuyin, or strokes."""


class DeliveringDevice(TypedDict):
    """The scanner of an item."""
    id: str
    name: str
    path: str
    uniq: NotRequired[str]


class AccessoryItem(TypedDict):
    """A button above the keyboard area."""
    command: str
    title: NotRequired[Union[str, None]]
    chord: NotRequired[Union[str, None]]
    enabled: NotRequired[Union[bool, None]]


class CandidateList(TypedDict):
    """The candidates, counted from 0."""
    first: int
    highlighted: NotRequired[int]
    isExpanded: bool
    items: list[CandidateListItemsItem]
    kind: CandidateKind
    page: int
    pages: int
    reading: NotRequired[str]


class CandidateListItemsItem(TypedDict):
    annotation: NotRequired[str]
    role: NotRequired[CandidateRole]
    text: str


class Capabilities(TypedDict):
    containerKinds: list[ContainerKind]
    features: Features
    traits: CapabilitiesTraits
    properties: dict[str, list[PropertyName]]


class CapabilitiesTraits(TypedDict):
    """Whether each trait has an effect in this version. Each is accepted in either case."""
    allowedWritingToolsResultOptions: TraitSupport
    autocapitalizationType: TraitSupport
    autocorrectionType: TraitSupport
    conversationContext: TraitSupport
    enablesReturnKeyAutomatically: TraitSupport
    inlinePredictionType: TraitSupport
    isSecureTextEntry: TraitSupport
    keyboardAppearance: TraitSupport
    keyboardType: TraitSupport
    mapsPhonePadLetters: TraitSupport
    mathExpressionCompletionType: TraitSupport
    passwordRules: TraitSupport
    restrictToKeyboardType: TraitSupport
    returnKeyType: TraitSupport
    smartDashesType: TraitSupport
    smartInsertDeleteType: TraitSupport
    smartQuotesType: TraitSupport
    spellCheckingType: TraitSupport
    supportsAdaptiveImageGlyph: TraitSupport
    textContentType: TraitSupport
    translucent: TraitSupport
    writingToolsBehavior: TraitSupport


class Container(TypedDict):
    """One of the program's own texts, secrets included; marked is the range that is being composed, null if there is none."""
    anchor: Union[int, None]
    container: str
    head: Union[int, None]
    isEnabled: bool
    kind: ContainerKind
    marked: Union[Range, None]
    misspelled: NotRequired[list[Range]]
    properties: NotRequired[PropertyValues]
    text: str
    revision: Revision
    form: NotRequired[str]
    traits: ContainerTraits


class ContainerTraits(TypedDict):
    """The traits that are not at their defaults."""
    autocapitalizationType: NotRequired[AutocapitalizationType]
    autocorrectionType: NotRequired[TraitSwitch]
    spellCheckingType: NotRequired[TraitSwitch]
    smartQuotesType: NotRequired[TraitSwitch]
    smartDashesType: NotRequired[TraitSwitch]
    smartInsertDeleteType: NotRequired[TraitSwitch]
    inlinePredictionType: NotRequired[TraitSwitch]
    keyboardType: NotRequired[KeyboardType]
    keyboardAppearance: NotRequired[KeyboardAppearance]
    returnKeyType: NotRequired[ReturnKeyType]
    enablesReturnKeyAutomatically: NotRequired[bool]
    isSecureTextEntry: NotRequired[bool]
    textContentType: NotRequired[Union[TextContentType, None]]
    passwordRules: NotRequired[Union[str, None]]
    restrictToKeyboardType: NotRequired[bool]
    mapsPhonePadLetters: NotRequired[bool]
    translucent: NotRequired[bool]
    writingToolsBehavior: NotRequired[WritingToolsBehavior]
    allowedWritingToolsResultOptions: NotRequired[int]
    mathExpressionCompletionType: NotRequired[TraitSwitch]
    supportsAdaptiveImageGlyph: NotRequired[bool]
    conversationContext: NotRequired[Union[str, None]]


class Device(TypedDict):
    """A keyboard; unknown members are left out."""
    bus: int
    device: str
    kind: NotRequired[KeyboardKind]
    name: str
    phys: NotRequired[str]
    product: int
    role: NotRequired[Literal["scanner"]]
    uniq: NotRequired[str]
    vendor: int
    version: int


class Done(TypedDict):
    """The request has succeeded."""


class Error(TypedDict):
    """The error of a response: name and code never change."""
    code: Literal[-32700, -32600, -32601, -32602, -32000, -32001, -32002, -32003, -32004, -32005, -32006, -32007, -32008]
    data: ErrorData
    message: str


class ErrorData(TypedDict):
    name: Literal["notJSON", "notARequest", "unknownMethod", "invalidParameter", "tooLong", "notPermitted", "notYet", "nameInUse", "unknownName", "tooMany", "unsupported", "failed", "stale"]
    place: NotRequired[str]
    range: NotRequired[Range]
    revision: NotRequired[Revision]


class ExpandingText(TypedDict):
    """A container that is shown above the keyboard area, with as many rows as its text needs. It must not be a field of a form, and is not shown in its window until the accessory is replaced or removed."""
    container: Name
    minimumRows: NotRequired[Union[int, None]]
    maximumRows: NotRequired[Union[int, None]]
    padding: NotRequired[Union[int, None]]


class FormField(TypedDict):
    """A container as for container.create, without a frame."""
    container: Name
    kind: NotRequired[Union[ContainerKind, None]]
    label: NotRequired[Union[str, None]]
    text: NotRequired[Union[str, None]]
    traits: NotRequired[Union[TraitsToSet, None]]
    properties: NotRequired[Union[Properties, None]]
    questions: NotRequired[Union[Presets, None]]
    rows: NotRequired[Union[int, None]]
    prototype: NotRequired[Union[str, None]]
    tag: NotRequired[Union[int, None]]
    cancels: NotRequired[Union[bool, None]]


class Feature(TypedDict):
    """The support of a feature."""
    reason: NotRequired[str]
    scripts: NotRequired[list[str]]
    support: FeatureSupport


class Hello(TypedDict):
    capabilities: list[str]
    devices: list[Device]
    limits: HelloLimits
    program: int
    questions: list[QuestionName]
    resumed: bool
    server: Literal["keybridge"]
    snapshot: ProgramSnapshot
    token: str
    version: Version
    features: Features


class HelloLimits(TypedDict):
    answerMilliseconds: int
    commands: int
    items: int
    lineBytes: int
    textUnits: int


class ListedCommand(TypedDict):
    """A command that would run now."""
    argument: NotRequired[str]
    chords: list[str]
    group: str
    id: str
    source: str
    state: CommandState
    title: str
    where: str


class Menu(TypedDict):
    """The main menu as a bar would show it."""
    highlights: list[Union[int, None]]
    menus: list[MenuList]
    openMenu: int


class MenuInsertion(TypedDict):
    """Commands and menus that a program inserts into a menu. At most one member is the place: by default before the menu window in the main menu, at the end of a context menu."""
    items: list[MenuItem]
    before: NotRequired[Union[str, None]]
    after: NotRequired[Union[str, None]]
    startOf: NotRequired[Union[str, None]]
    endOf: NotRequired[Union[str, None]]


class MenuItem(TypedDict):
    """A command by its name, or a menu, which lies at most eight deep."""
    command: NotRequired[Union[str, None]]
    menu: NotRequired[Union[str, None]]
    title: NotRequired[Union[str, None]]
    inline: NotRequired[Union[bool, None]]
    items: NotRequired[Union[list[MenuItem], None]]


class MenuCommand(TypedDict):
    chords: str
    id: str
    image: NotRequired[str]
    isDestructive: bool
    isEnabled: bool
    state: CommandState
    symbols: str
    title: str


class MenuList(TypedDict):
    id: str
    items: list[Union[MenuCommand, MenuList, None]]
    title: str


class Modes(TypedDict):
    """The user's modes."""
    current: str
    modes: list[Mode]
    others: list[Mode]


class Mode(TypedDict):
    """A language, with its input method."""
    inputMethod: NotRequired[str]
    language: str
    mode: str
    name: str


class ObservedContainer(TypedDict):
    """A text as observers see it."""
    anchor: int
    container: int
    head: int
    marked: Union[Range, None]
    misspelled: NotRequired[list[Range]]
    name: str
    program: str
    text: str


class Panel(TypedDict):
    """The commands that can be pressed now."""
    firstRow: int
    groups: list[PanelGroupsItem]
    prefix: str


class PanelGroupsItem(TypedDict):
    rows: list[PanelGroupsItemRowsItem]
    title: str


class PanelGroupsItemRowsItem(TypedDict):
    chords: str
    id: str
    keys: str
    pressed: str
    state: CommandState
    symbols: str
    title: str


Presets = TypedDict("Presets", {
    "focus.shouldBegin": "NotRequired[bool]",
    "focus.shouldEnd": "NotRequired[bool]",
    "text.shouldChange": "NotRequired[bool]",
    "field.shouldClear": "NotRequired[bool]",
    "field.shouldReturn": "NotRequired[bool]",
})
"""The requests to send to the program, each with its default answer."""


class Preedit(TypedDict):
    """Text that is being composed in an external container."""
    caret: Union[int, None]
    composition: int
    fallback: str
    segments: list[PreeditSegmentsItem]
    text: str


class PreeditSegmentsItem(TypedDict):
    length: UnitOffset
    style: Literal["raw", "converted", "focused"]


class Press(TypedDict):
    """A keystroke."""
    code: int
    device: str
    key: str
    keysym: str
    modifiers: list[Modifier]
    repeat: bool
    text: str
    time: int


class ProgramSnapshot(TypedDict):
    """The state of a program."""
    commands: list[str]
    containers: list[Container]
    focus: NotRequired[str]
    forms: list[str]
    hasKeyboard: bool
    layouts: list[KeyboardLayout]
    locks: NotRequired[Locks]
    mode: str


class KeyboardLayout(TypedDict):
    """The layout with which a keyboard types."""
    device: str
    group: int
    layout: str
    variant: str


class Locks(TypedDict):
    """The locks that are on. While a secret has the focus, only its owner receives them."""
    capsLock: bool
    numLock: bool
    scrollLock: bool


class Properties(TypedDict):
    """The appearance and behaviour of a container; each kind has its own properties, others are refused as unsupported."""
    text: NotRequired[str]
    placeholder: NotRequired[Union[str, None]]
    clearButtonMode: NotRequired[Union[ViewMode, int]]
    clearsOnBeginEditing: NotRequired[bool]
    clearsOnInsertion: NotRequired[bool]
    isEnabled: NotRequired[bool]
    borderStyle: NotRequired[Union[BorderStyle, int]]
    background: NotRequired[Union[str, None]]
    disabledBackground: NotRequired[Union[str, None]]
    backgroundColor: NotRequired[Union[Color, None]]
    adjustsFontSizeToFitWidth: NotRequired[bool]
    minimumFontSize: NotRequired[int]
    textAlignment: NotRequired[Union[TextAlignment, int]]
    textColor: NotRequired[Color]
    font: NotRequired[str]
    leftViewMode: NotRequired[Union[ViewMode, int]]
    rightViewMode: NotRequired[Union[ViewMode, int]]
    isEditable: NotRequired[bool]
    isMultiline: NotRequired[bool]
    isSelectable: NotRequired[bool]
    maximumLength: NotRequired[Union[int, None]]
    pattern: NotRequired[Union[str, None]]


class Prototype(TypedDict):
    """Members that several fields share."""
    kind: NotRequired[Union[ContainerKind, None]]
    traits: NotRequired[Union[TraitsToSet, None]]
    properties: NotRequired[Union[Properties, None]]
    questions: NotRequired[Union[Presets, None]]
    rows: NotRequired[Union[int, None]]


class Settings(TypedDict):
    """The user's choices for typing: every setting that has an effect, by its name."""
    autocorrection: bool
    autocapitalization: bool
    periodShortcut: bool
    capsLockSwitchesMode: bool
    shiftSwitchesMode: bool
    spellChecking: bool
    smartPunctuation: bool
    smartInsertDelete: bool
    predictions: bool
    twoHyphensToEm: bool
    smartEllipsis: bool
    holdForAccents: bool
    revealLast: bool
    learning: bool
    pasteboardPerForm: bool
    pasteboardExpiry: int
    programsChooseFills: bool
    statusRow: bool
    discoverabilityDelay: int
    continuationDelay: int
    sequenceTimeout: int
    legacyHideShow: bool
    viewShowsBeforeBegin: bool
    legacyCommandsFirst: bool


class Snapshot(TypedDict):
    """Everything needed to follow the notifications; candidates, menu and panel are present while they are open."""
    candidates: NotRequired[SnapshotCandidates]
    containers: list[ObservedContainer]
    devices: list[Device]
    focus: NotRequired[int]
    inline: NotRequired[str]
    menu: NotRequired[Menu]
    layouts: NotRequired[list[KeyboardLayout]]
    locks: NotRequired[Locks]
    mode: NotRequired[str]
    panel: NotRequired[Panel]
    version: Version


class SnapshotCandidates(TypedDict):
    list: Union[CandidateList, None]


class Span(TypedDict):
    """A piece of a static text in one style."""
    text: str
    bold: NotRequired[Union[bool, None]]
    dim: NotRequired[Union[bool, None]]
    italic: NotRequired[Union[bool, None]]
    underline: NotRequired[Union[bool, None]]
    reverse: NotRequired[Union[bool, None]]
    color: NotRequired[Union[Color, None]]
    backgroundColor: NotRequired[Union[Color, None]]


class Status(TypedDict):
    """Returns the state of the service."""
    isFocused: bool
    keyboards: list[str]
    keyboardNames: NotRequired[list[str]]
    mode: str
    process: int
    programs: list[StatusProgramsItem]
    seconds: int
    server: NotRequired[str]
    settings: NotRequired[str]
    receivers: NotRequired[list[StatusReceiversItem]]
    users: list[StatusUsersItem]
    version: Version


class StatusProgramsItem(TypedDict):
    commands: int
    containers: int
    hasKeyboard: bool
    isLate: bool
    name: str
    process: NotRequired[int]
    program: int
    state: ProgramState
    user: int


class StatusReceiversItem(TypedDict):
    connected: bool
    dropped: int
    name: str
    owed: int


class StatusUsersItem(TypedDict):
    busiestProcess: NotRequired[int]
    connections: int
    kept: int
    programs: int
    servedMilliseconds: int
    textUnits: int
    user: int


class TraitSupport(TypedDict):
    """Whether a trait has an effect; reason is left out if it has one."""
    reason: NotRequired[str]
    support: Literal["supported", "unsupported"]


class Traits(TypedDict):
    """Every trait with its value."""
    autocapitalizationType: AutocapitalizationType
    autocorrectionType: TraitSwitch
    spellCheckingType: TraitSwitch
    smartQuotesType: TraitSwitch
    smartDashesType: TraitSwitch
    smartInsertDeleteType: TraitSwitch
    inlinePredictionType: TraitSwitch
    keyboardType: KeyboardType
    keyboardAppearance: KeyboardAppearance
    returnKeyType: ReturnKeyType
    enablesReturnKeyAutomatically: bool
    isSecureTextEntry: bool
    textContentType: Union[TextContentType, None]
    passwordRules: Union[str, None]
    restrictToKeyboardType: bool
    mapsPhonePadLetters: bool
    translucent: bool
    writingToolsBehavior: WritingToolsBehavior
    allowedWritingToolsResultOptions: int
    mathExpressionCompletionType: TraitSwitch
    supportsAdaptiveImageGlyph: bool
    conversationContext: Union[str, None]


class TraitsToSet(TypedDict):
    """The kind of text; a trait that is left out keeps its value or default."""
    autocapitalizationType: NotRequired[Union[AutocapitalizationType, int]]
    autocorrectionType: NotRequired[Union[TraitSwitch, int]]
    spellCheckingType: NotRequired[Union[TraitSwitch, int]]
    smartQuotesType: NotRequired[Union[TraitSwitch, int]]
    smartDashesType: NotRequired[Union[TraitSwitch, int]]
    smartInsertDeleteType: NotRequired[Union[TraitSwitch, int]]
    inlinePredictionType: NotRequired[Union[TraitSwitch, int]]
    keyboardType: NotRequired[Union[KeyboardType, int]]
    keyboardAppearance: NotRequired[Union[Literal["alert"], KeyboardAppearance, int]]
    returnKeyType: NotRequired[Union[ReturnKeyType, int]]
    enablesReturnKeyAutomatically: NotRequired[bool]
    isSecureTextEntry: NotRequired[bool]
    textContentType: NotRequired[Union[TextContentType, None]]
    passwordRules: NotRequired[Union[str, None]]
    restrictToKeyboardType: NotRequired[bool]
    mapsPhonePadLetters: NotRequired[bool]
    translucent: NotRequired[bool]
    writingToolsBehavior: NotRequired[Union[WritingToolsBehavior, int]]
    allowedWritingToolsResultOptions: NotRequired[int]
    mathExpressionCompletionType: NotRequired[Union[TraitSwitch, int]]
    supportsAdaptiveImageGlyph: NotRequired[bool]
    conversationContext: NotRequired[Union[str, None]]


class Edited(TypedDict):
    """The result of an edit."""
    revision: Revision


class Word(TypedDict):
    range: Range
    text: str


class Features(TypedDict):
    """The support of each feature, by its name."""
    accessories: Feature
    advertisements: Feature
    autoFillOffers: Feature
    backgroundServices: Feature
    calendarStore: Feature
    candidates: Feature
    completions: Feature
    credentialSources: Feature
    expandingAccessory: Feature
    delivery: Feature
    externalFields: Feature
    forms: Feature
    gameCenter: Feature
    handwriting: Feature
    haptics: Feature
    inputLimits: Feature
    inputViews: Feature
    keyCommands: Feature
    labels: Feature
    markedText: Feature
    menus: Feature
    modalScreens: Feature
    modePreference: Feature
    notifications: Feature
    pasteboard: Feature
    presses: Feature
    proactive: Feature
    profileSources: Feature
    questions: Feature
    rangeStyles: Feature
    refusals: Feature
    resume: Feature
    revisions: Feature
    scans: Feature
    spelling: Feature
    textViewPlaceholder: Feature
    words: Feature


class FillConsent(TypedDict):
    allowed: bool


class ProvidedCredential(TypedDict):
    program: str
    username: ValueToFill
    password: ValueToFill


class FillSource(TypedDict):
    """A program that provides values in the user's name."""
    allowed: bool
    credentials: int
    executable: NotRequired[str]
    name: str
    process: NotRequired[int]
    profile: list[str]
    program: int
    user: int


class FillSources(TypedDict):
    sources: list[FillSource]


class EngineList(TypedDict):
    engines: list[LanguageEngine]


class LanguageEngine(TypedDict):
    """An installed language engine."""
    languages: list[str]
    methods: list[str]
    name: str
    processes: list[EngineProcess]


class EngineProcess(TypedDict):
    """The process of an engine for a language, or its state without a process."""
    language: str
    lastFault: NotRequired[str]
    memory: NotRequired[int]
    process: NotRequired[int]
    ready: bool
    state: Literal["stopped", "starting", "loading", "ready", "resting"]
    version: NotRequired[str]


class ExtensionList(TypedDict):
    extensions: list[InputExtension]
    mistakes: list[str]


class InputExtension(TypedDict):
    """An installed input extension."""
    enabled: bool
    folder: str
    grants: list[ExtensionGrant]
    hasFullAccess: bool
    keys: int
    lastFault: NotRequired[str]
    modes: list[ExtensionMode]
    name: str
    process: NotRequired[int]
    refusedSockets: int
    requests: list[ExtensionGrant]
    secondsSinceKey: NotRequired[int]
    state: Literal["disabled", "stopped", "starting", "ready", "resting"]
    title: str
    version: str


class ExtensionMode(TypedDict):
    """A mode of an input extension."""
    language: str
    mode: str
    title: str


class DictionaryWord(TypedDict):
    word: str
    language: NotRequired[str]
    source: WordSource


class UserDictionary(TypedDict):
    words: list[DictionaryWord]


class Replacement(TypedDict):
    shortcut: Shortcut
    phrase: Phrase
    source: WordSource


class Replacements(TypedDict):
    replacements: list[Replacement]


class SupplementaryEntry(TypedDict):
    userInput: str
    documentText: str


class SupplementaryLexicon(TypedDict):
    entries: list[SupplementaryEntry]


class LearnedWord(TypedDict):
    word: str
    count: int


class LearnedLanguage(TypedDict):
    language: str
    user: NotRequired[int]
    words: list[LearnedWord]
    pairs: int


class LearnedWords(TypedDict):
    languages: list[LearnedLanguage]


class Choice(TypedDict):
    text: str
    count: int


class Choices(TypedDict):
    choices: list[Choice]


class Language(TypedDict):
    mode: str
    language: str
    hasWords: bool
    file: NotRequired[str]
    words: NotRequired[int]
    problem: NotRequired[str]


class Languages(TypedDict):
    languages: list[Language]


class Guesses(TypedDict):
    guesses: list[str]


class ContainerCreateResult(TypedDict):
    container: str


class LabelMeasureResult(TypedDict):
    height: int
    width: int


class TextWordsResult(TypedDict):
    next: NotRequired[int]
    words: list[Word]


class FormCreateResult(TypedDict):
    containers: list[str]
    form: str


class FormGetResult(TypedDict):
    values: dict[str, str]


class FocusRequestResult(TypedDict):
    outcome: Literal["granted", "waits", "refused"]


class FocusReleaseResult(TypedDict):
    released: bool


class EndEditingResult(TypedDict):
    released: bool


class CommandRegisterResult(TypedDict):
    chord: str


class MenuSetResult(TypedDict):
    refused: list[str]


class MenuGetResult(TypedDict):
    menus: list[MenuList]


class MenuContextResult(TypedDict):
    menu: NotRequired[MenuList]


class MenuPerformResult(TypedDict):
    performed: bool


class PasteboardGetResult(TypedDict):
    text: str


class DeliveryReceiveResult(TypedDict):
    dropped: int
    owed: int
    through: int


class TextDidChangeParams(TypedDict):
    container: ToldContainer
    origin: Origin
    range: Range
    string: str
    revision: NotRequired[Revision]


class SelectionDidChangeParams(TypedDict):
    container: ToldContainer
    anchor: Union[int, None]
    head: Union[int, None]


class MarkedDidChangeParams(TypedDict):
    container: ToldContainer
    range: Union[Range, None]
    string: str
    segments: NotRequired[list[MarkedDidChangeParamsSegmentsItem]]


class MarkedDidChangeParamsSegmentsItem(TypedDict):
    length: int
    style: Literal["raw", "converted", "focused"]


class FieldEditingChangedParams(TypedDict):
    container: ToldContainer


class FieldDidEndOnExitParams(TypedDict):
    container: ToldContainer


class FocusDidBeginParams(TypedDict):
    container: ToldContainer


class FocusDidEndParams(TypedDict):
    container: ToldContainer
    reason: Literal["committed", "cancelled"]


class TraitsDidChangeParams(TypedDict):
    container: ToldContainer
    traits: Traits


class ViewDidScrollParams(TypedDict):
    container: ToldContainer
    topOffset: Offset


class SpellingDidChangeParams(TypedDict):
    container: ToldContainer
    range: Range
    misspelled: list[Range]


class InlineDidChangeParams(TypedDict):
    container: ToldContainer
    text: Union[str, None]


class CorrectionOfferedParams(TypedDict):
    container: ToldContainer
    range: Range
    replacement: str
    typed: str


class CorrectionAppliedParams(TypedDict):
    container: ToldContainer
    range: Range
    replacement: str
    typed: str


class CorrectionRejectedParams(TypedDict):
    container: ToldContainer
    range: Range
    replacement: str
    typed: str


class CorrectionRevertedParams(TypedDict):
    container: ToldContainer
    range: Range
    replacement: str
    typed: str


class CandidatesDidChangeParams(TypedDict):
    list: Union[CandidateList, None]


class InkDidChangeParams(TypedDict):
    strokes: list[list[list[int]]]
    aspect: NotRequired[float]


class CommandInvokedParams(TypedDict):
    id: str
    target: str
    title: str
    argument: NotRequired[str]


class ModeDidChangeParams(TypedDict):
    id: str
    language: str
    name: str
    spaceLabel: str
    inputMethod: NotRequired[str]
    layout: NotRequired[str]
    variant: NotRequired[str]


class ModeExtensionBypassedParams(TypedDict):
    mode: str


class LayoutDidChangeParams(TypedDict):
    device: str
    group: int
    layout: str
    variant: str


class LocksDidChangeParams(TypedDict):
    capsLock: bool
    numLock: bool
    scrollLock: bool


class KeyboardWillShowParams(TypedDict):
    curve: Curve
    duration: float
    frameBegin: ToldFrame
    frameEnd: ToldFrame
    isLocal: bool


class KeyboardDidShowParams(TypedDict):
    curve: Curve
    duration: float
    frameBegin: ToldFrame
    frameEnd: ToldFrame
    isLocal: bool


class KeyboardWillHideParams(TypedDict):
    curve: Curve
    duration: float
    frameBegin: ToldFrame
    frameEnd: ToldFrame
    isLocal: bool


class KeyboardDidHideParams(TypedDict):
    curve: Curve
    duration: float
    frameBegin: ToldFrame
    frameEnd: ToldFrame
    isLocal: bool


class KeyboardWillChangeFrameParams(TypedDict):
    curve: Curve
    duration: float
    frameBegin: ToldFrame
    frameEnd: ToldFrame
    isLocal: bool


class KeyboardDidChangeFrameParams(TypedDict):
    curve: Curve
    duration: float
    frameBegin: ToldFrame
    frameEnd: ToldFrame
    isLocal: bool


class HudShownParams(TypedDict):
    firstRow: int
    groups: list[PanelGroupsItem]
    prefix: str


class HudHiddenParams(TypedDict):
    pass


class MenuShownParams(TypedDict):
    highlights: list[Union[int, None]]
    menus: list[MenuList]
    openMenu: int


class MenuHiddenParams(TypedDict):
    pass


class PressBeganParams(TypedDict):
    code: int
    device: str
    key: str
    keysym: str
    modifiers: list[Modifier]
    repeat: bool
    text: str
    time: int


class PressEndedParams(TypedDict):
    code: int
    device: str
    key: str
    keysym: str
    modifiers: list[Modifier]
    repeat: bool
    text: str
    time: int


class PressCancelledParams(TypedDict):
    code: int
    device: str
    key: str
    keysym: str
    modifiers: list[Modifier]
    repeat: bool
    text: str
    time: int


class PressUnhandledParams(TypedDict):
    code: int
    device: str
    key: str
    keysym: str
    modifiers: list[Modifier]
    repeat: bool
    text: str
    time: int


class DeviceAttachedParams(TypedDict):
    bus: int
    device: str
    name: str
    product: int
    vendor: int
    version: int
    kind: NotRequired[KeyboardKind]
    phys: NotRequired[str]
    role: NotRequired[Literal["scanner"]]
    uniq: NotRequired[str]


class DeviceDetachedParams(TypedDict):
    bus: int
    device: str
    name: str
    product: int
    vendor: int
    version: int
    kind: NotRequired[KeyboardKind]
    phys: NotRequired[str]
    role: NotRequired[Literal["scanner"]]
    uniq: NotRequired[str]


class DeviceConnectedParams(TypedDict):
    bus: int
    device: str
    name: str
    product: int
    vendor: int
    version: int
    kind: NotRequired[KeyboardKind]
    phys: NotRequired[str]
    role: NotRequired[Literal["scanner"]]
    uniq: NotRequired[str]


class DeviceDisconnectedParams(TypedDict):
    bus: int
    device: str
    name: str
    product: int
    vendor: int
    version: int
    kind: NotRequired[KeyboardKind]
    phys: NotRequired[str]
    role: NotRequired[Literal["scanner"]]
    uniq: NotRequired[str]


class ScanParams(TypedDict):
    device: str
    duration: int
    end: str
    text: str
    time: int
    complete: NotRequired[Literal[False]]
    reason: NotRequired[ScanFlaw]


class ProgramDidBecomeActiveParams(TypedDict):
    isActive: bool


class FormDidFinishParams(TypedDict):
    form: str


class FormDidCancelParams(TypedDict):
    form: str


class AccessoryActivatedParams(TypedDict):
    item: str


class QuestionPresetParams(TypedDict):
    answer: bool
    question: QuestionName
    reason: Literal["late", "alwaysLate", "notAnAnswer", "tooManyKeys"]
    command: NotRequired[str]
    container: NotRequired[str]


class UserIsIdleParams(TypedDict):
    isIdle: bool


class ExternalEditParams(TypedDict):
    container: str
    number: int
    before: UnitOffset
    after: UnitOffset
    text: str
    preedit: NotRequired[Preedit]
    revision: NotRequired[int]
    plain: NotRequired[str]
    composition: NotRequired[int]


class ExternalPreeditParams(TypedDict):
    container: str
    number: int
    text: str
    segments: list[PreeditSegmentsItem]
    caret: Union[int, None]
    fallback: str
    composition: int


class ExternalKeyParams(TypedDict):
    container: str
    number: int
    phase: Literal["began", "repeated", "ended", "cancelled"]
    code: int
    device: str
    key: str
    keysym: str
    keysymValue: int
    modifiers: list[Modifier]
    time: int
    characters: NotRequired[str]


class ExternalKeysDroppedParams(TypedDict):
    container: str


class DeliveryItemParams(TypedDict):
    number: int
    id: str
    time: str
    kind: Literal["scan", "command"]
    device: NotRequired[DeliveringDevice]
    text: NotRequired[str]
    complete: NotRequired[bool]
    symbology: NotRequired[str]
    command: NotRequired[str]
    title: NotRequired[str]
    argument: NotRequired[str]


class DeliveryDroppedParams(TypedDict):
    count: int
    reason: Literal["number", "bytes", "age"]
    through: int


class TextWasRefusedParams(TypedDict):
    container: str
    range: Range
    reason: RefusalReason
    string: str


class FillConsentDidChangeParams(TypedDict):
    allowed: bool


class ResyncParams(TypedDict):
    commands: list[str]
    containers: list[Container]
    forms: list[str]
    hasKeyboard: bool
    layouts: list[KeyboardLayout]
    mode: str
    focus: NotRequired[str]
    locks: NotRequired[Locks]


class RefusedParams(TypedDict):
    reason: Literal["tooManyConnections", "notPermitted", "noHello"]


class CommandInvokeParams(TypedDict):
    id: str
    title: str
    target: str
    argument: NotRequired[str]


class TextShouldChangeParams(TypedDict):
    container: str
    range: Range
    string: str
    revision: Revision


class FieldShouldReturnParams(TypedDict):
    container: str


class FieldShouldClearParams(TypedDict):
    container: str


class FocusShouldBeginParams(TypedDict):
    container: str


class FocusShouldEndParams(TypedDict):
    container: str
