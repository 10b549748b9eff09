// SPDX-License-Identifier: Apache-2.0
// Made by Clients/generate.py of Documentation/openrpc.json; do not edit.

/** The scanner of an item. */
export interface DeliveringDevice {
  /** Vendor and product, such as 05e0:1200. */
  id: string;
  name: string;
  /** The physical location, the same after a restart; evdev's EVIOCGPHYS. */
  path: string;
  /** The address of a Bluetooth scanner, or a serial number; omitted if unknown. evdev's EVIOCGUNIQ. */
  uniq?: string;
}

/** A button above the keyboard area. */
export interface AccessoryItem {
  /** Its name, reported in accessory.activated. */
  command: string;
  /** The button's title; by default its name. */
  title?: string | null;
  /** The keys that press it, as for command.register. */
  chord?: string | null;
  /** By default true. */
  enabled?: boolean | null;
}

export type AutocapitalizationType = "none" | "words" | "sentences" | "allCharacters";

export type BorderStyle = "none" | "line" | "bezel" | "roundedRect";

export type CandidateKind = "accents" | "inputMethod" | "predictions" | "completions" | "modes" | "urlEndings" | "fill";

/** The part of an item of the prediction row; the annotation of a filling is its source. */
export type CandidateRole = "literal" | "correction" | "completion" | "filling";

/** The candidates, counted from 0. */
export interface CandidateList {
  /** The number of the first item that is shown. */
  first: number;
  /** The number of the item that Return chooses; left out if there is none. */
  highlighted?: number;
  isExpanded: boolean;
  /** The items that are shown. */
  items: Array<CandidateListItemsItem>;
  kind: CandidateKind;
  page: number;
  pages: number;
  /** The text that was typed for the candidates, if the marked text no longer shows it; otherwise left out. */
  reading?: string;
}

export interface CandidateListItemsItem {
  annotation?: string;
  /** The part of an item of the prediction row; the annotation of a filling is its source. */
  role?: CandidateRole;
  text: string;
}

/** The keys to press: cmd+down, ⌘↓, or several chords one after the other: cmd+k cmd+c. */
export type Chord = string;

export interface Capabilities {
  containerKinds: Array<ContainerKind>;
  /** The support of each feature, by its name. */
  features: Features;
  /** Whether each trait has an effect in this version. Each is accepted in either case. */
  traits: CapabilitiesTraits;
  /** The names of properties, by the kind of container. */
  properties: Record<string, Array<PropertyName>>;
}

/** Whether each trait has an effect in this version. Each is accepted in either case. */
export interface CapabilitiesTraits {
  /** Whether a trait has an effect; reason is left out if it has one. */
  allowedWritingToolsResultOptions: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  autocapitalizationType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  autocorrectionType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  conversationContext: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  enablesReturnKeyAutomatically: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  inlinePredictionType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  isSecureTextEntry: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  keyboardAppearance: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  keyboardType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  mapsPhonePadLetters: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  mathExpressionCompletionType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  passwordRules: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  restrictToKeyboardType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  returnKeyType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  smartDashesType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  smartInsertDeleteType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  smartQuotesType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  spellCheckingType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  supportsAdaptiveImageGlyph: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  textContentType: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  translucent: TraitSupport;
  /** Whether a trait has an effect; reason is left out if it has one. */
  writingToolsBehavior: TraitSupport;
}

/** One of the terminal's own colours, or red, green and blue. */
export type Color = "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white" | string;

export type CommandState = "off" | "on" | "mixed";

/** One of the program's own texts, secrets included; marked is the range that is being composed, null if there is none. */
export interface Container {
  /** UTF-16 code units from the start of the text; null if nothing can be selected. */
  anchor: number | null;
  /** The program's own name for it. */
  container: string;
  /** UTF-16 code units from the start of the text; null if nothing can be selected. */
  head: number | null;
  isEnabled: boolean;
  /** One line; many lines; a field of a web page, which has only the traits autocapitalizationType and autocorrectionType; a text that the program's toolkit owns. */
  kind: ContainerKind;
  marked: Range | null;
  /** The words that are marked as misspelled; left out if there are none. */
  misspelled?: Array<Range>;
  /** The requested properties; numbered ones by their words. */
  properties?: PropertyValues;
  text: string;
  /** How often the text has changed: each text.didChange increments it. */
  revision: Revision;
  /** The form that it is a field of; left out if there is none. */
  form?: string;
  /** The traits that are not at their defaults. */
  traits: ContainerTraits;
}

/** The traits that are not at their defaults. */
export interface ContainerTraits {
  autocapitalizationType?: AutocapitalizationType;
  autocorrectionType?: TraitSwitch;
  spellCheckingType?: TraitSwitch;
  smartQuotesType?: TraitSwitch;
  smartDashesType?: TraitSwitch;
  smartInsertDeleteType?: TraitSwitch;
  inlinePredictionType?: TraitSwitch;
  keyboardType?: KeyboardType;
  keyboardAppearance?: KeyboardAppearance;
  /** The label of Return. */
  returnKeyType?: ReturnKeyType;
  /** Whether Return does nothing while the text is empty. */
  enablesReturnKeyAutomatically?: boolean;
  /** Whether it is a secret: all clients except its owner receive only its length. */
  isSecureTextEntry?: boolean;
  textContentType?: TextContentType | null;
  /** The rules for a generated password, such as required: upper; minlength: 8; */
  passwordRules?: string | null;
  /** Whether characters that do not belong to the keyboardType are refused. */
  restrictToKeyboardType?: boolean;
  /** Whether letters type the digit on their key in a restricted phone pad. */
  mapsPhonePadLetters?: boolean;
  /** Reported to observers, without effect. */
  translucent?: boolean;
  writingToolsBehavior?: WritingToolsBehavior;
  /** A sum of 1, 2, 4 and 8. */
  allowedWritingToolsResultOptions?: number;
  mathExpressionCompletionType?: TraitSwitch;
  /** Reported to observers, without effect. */
  supportsAdaptiveImageGlyph?: boolean;
  /** The subject of the conversation; reported to observers, without effect. */
  conversationContext?: string | null;
}

/** One line; many lines; a field of a web page, which has only the traits autocapitalizationType and autocorrectionType; a text that the program's toolkit owns. */
export type ContainerKind = "textField" | "textView" | "webField" | "external";

export type Curve = "easeInOut" | "easeIn" | "easeOut" | "linear";

/** A keyboard; unknown members are left out. */
export interface Device {
  bus: number;
  /** The node's path, or the device's own name if it has no node. */
  device: string;
  kind?: KeyboardKind;
  name: string;
  phys?: string;
  product: number;
  /** The role that the settings give it. */
  role?: "scanner";
  uniq?: string;
  vendor: number;
  version: number;
}

/** The request has succeeded. */
export interface Done {
}

/** The error of a response: name and code never change. */
export interface Error {
  code: -32700 | -32600 | -32601 | -32602 | -32000 | -32001 | -32002 | -32003 | -32004 | -32005 | -32006 | -32007 | -32008;
  data: ErrorData;
  /** For people. */
  message: string;
}

export interface ErrorData {
  name: "notJSON" | "notARequest" | "unknownMethod" | "invalidParameter" | "tooLong" | "notPermitted" | "notYet" | "nameInUse" | "unknownName" | "tooMany" | "unsupported" | "failed" | "stale";
  /** A JSON pointer into the request; left out if the error is about the whole request. */
  place?: string;
  /** [start,end], without the unit at end. */
  range?: Range;
  /** How often the text has changed: each text.didChange increments it. */
  revision?: Revision;
}

/** A container that is shown above the keyboard area, with as many rows as its text needs. It must not be a field of a form, and is not shown in its window until the accessory is replaced or removed. */
export interface ExpandingText {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** 1 by default. */
  minimumRows?: number | null;
  /** 5 by default, and never fewer than minimumRows. */
  maximumRows?: number | null;
  /** Rows in addition to those of the text; 0 by default. */
  padding?: number | null;
}

export type FactName = "candidates.didChange" | "command.invoked" | "correction.applied" | "correction.offered" | "correction.rejected" | "correction.reverted" | "device.attached" | "device.connected" | "device.detached" | "device.disconnected" | "field.didEndOnExit" | "field.editingChanged" | "focus.didBegin" | "focus.didEnd" | "hud.hidden" | "hud.shown" | "ink.didChange" | "inline.didChange" | "keyboard.didChangeFrame" | "keyboard.didHide" | "keyboard.didShow" | "keyboard.willChangeFrame" | "keyboard.willHide" | "keyboard.willShow" | "layout.didChange" | "locks.didChange" | "marked.didChange" | "menu.hidden" | "menu.shown" | "mode.didChange" | "mode.extensionBypassed" | "press.began" | "press.cancelled" | "press.ended" | "press.unhandled" | "scan" | "selection.didChange" | "spelling.didChange" | "text.didChange" | "traits.didChange" | "view.didScroll";

/** The name of a notification, or the beginning of several names. */
export type FactPattern = FactName | "candidates.*" | "command.*" | "correction.*" | "device.*" | "field.*" | "focus.*" | "hud.*" | "inline.*" | "keyboard.*" | "layout.*" | "locks.*" | "marked.*" | "menu.*" | "mode.*" | "press.*" | "selection.*" | "spelling.*" | "text.*" | "traits.*" | "view.*";

/** A container as for container.create, without a frame. */
export interface FormField {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  kind?: ContainerKind | null;
  /** A caption next to it in a drawn window. */
  label?: string | null;
  /** Its initial text. */
  text?: string | null;
  traits?: TraitsToSet | null;
  properties?: Properties | null;
  questions?: Presets | null;
  /** Its number of rows if it has no frame. */
  rows?: number | null;
  /** The prototype whose members apply unless the field has its own. */
  prototype?: string | null;
  /** Its place in the order of Return, from 1; 0 for none. Return finishes the form before the first missing number. By default the field's place in the list. */
  tag?: number | null;
  /** Whether ⎋ cancels its editing. */
  cancels?: boolean | null;
}

/** [x,y,width,height] in cells. */
export type Frame = Array<number>;

/** The support of a feature. */
export interface Feature {
  /** Why it is not fully supported, for people; left out if it is. */
  reason?: string;
  /** The languages that handwriting is recognised in; left out by other features. */
  scripts?: Array<string>;
  support: FeatureSupport;
}

export type FeatureSupport = "unsupported" | "addressOnly" | "supported";

export interface Hello {
  /** The methods of the socket. */
  capabilities: Array<string>;
  devices: Array<Device>;
  limits: HelloLimits;
  /** Its number, as in programs.activate. */
  program: number;
  questions: Array<QuestionName>;
  /** Whether an earlier state was resumed. */
  resumed: boolean;
  server: "keybridge";
  /** The state of a program. */
  snapshot: ProgramSnapshot;
  /** The secret that the program needs to resume. */
  token: string;
  /** The version of the protocol. */
  version: Version;
  /** The support of each feature, by its name. */
  features: Features;
}

export interface HelloLimits {
  /** For how long the server waits for the response to a request to the program. */
  answerMilliseconds: number;
  commands: number;
  /** Containers, forms and labels together. */
  items: number;
  /** The length of the longest line that is accepted. */
  lineBytes: number;
  /** UTF-16 code units of all texts, including their undo histories. */
  textUnits: number;
}

export type KeyboardAppearance = "default" | "dark" | "light";

export type KeyboardKind = "keyboard" | "keypad" | "remote" | "buttons" | "pointer";

export type KeyboardType = "default" | "asciiCapable" | "numbersAndPunctuation" | "URL" | "numberPad" | "phonePad" | "namePhonePad" | "emailAddress" | "decimalPad" | "twitter" | "webSearch" | "asciiCapableNumberPad";

/** A command that would run now. */
export interface ListedCommand {
  /** The value that distinguishes it from other commands with its name. */
  argument?: string;
  chords: Array<string>;
  /** Empty for a program's own commands. */
  group: string;
  /** The command's name. */
  id: string;
  /** built-in, a place in a file, or the name of the program that declared it. */
  source: string;
  state: CommandState;
  /** Not translated. */
  title: string;
  /** Where it is active. */
  where: string;
}

/** The main menu as a bar would show it. */
export interface Menu {
  /** The item that is highlighted in the open menu, and in each submenu that is open; null for none. */
  highlights: Array<number | null>;
  menus: Array<MenuList>;
  /** Counted from 0. */
  openMenu: number;
}

/** Commands and menus that a program inserts into a menu. At most one member is the place: by default before the menu window in the main menu, at the end of a context menu. */
export interface MenuInsertion {
  items: Array<MenuItem>;
  /** Before this menu. */
  before?: string | null;
  /** After this menu. */
  after?: string | null;
  /** In this menu, before everything. */
  startOf?: string | null;
  /** In this menu, after everything. */
  endOf?: string | null;
}

/** A command by its name, or a menu, which lies at most eight deep. */
export interface MenuItem {
  /** One of the program's commands; with it the other members are ignored. */
  command?: string | null;
  /** The menu's name, which no other menu has. */
  menu?: string | null;
  /** Required unless the menu is inline. */
  title?: string | null;
  /** Whether its items are shown in the surrounding menu, between lines. */
  inline?: boolean | null;
  items?: Array<MenuItem> | null;
}

export interface MenuCommand {
  /** The chords that run it without the menu; empty if it has none. */
  chords: string;
  id: string;
  image?: string;
  isDestructive: boolean;
  isEnabled: boolean;
  state: CommandState;
  symbols: string;
  title: string;
}

export interface MenuList {
  id: string;
  /** Commands, submenus, and null for a line between two groups. */
  items: Array<MenuCommand | MenuList | null>;
  title: string;
}

/** The user's modes. */
export interface Modes {
  /** The current mode. */
  current: string;
  modes: Array<Mode>;
  /** The other modes that can be enabled. */
  others: Array<Mode>;
}

/** The main menu of the program that has the keyboard, or the context menus of its texts. */
export type MenuName = "main" | "context";

/** A language, with its input method. */
export interface Mode {
  inputMethod?: string;
  language: string;
  /** Its name, sv-SE. */
  mode: string;
  /** Its name for people. */
  name: string;
}

export type Modifier = "control" | "option" | "shift" | "command" | "capslock" | "keypad";

/** 1 to 200 bytes in UTF-8. */
export type Name = string;

/** A text as observers see it. */
export interface ObservedContainer {
  anchor: number;
  /** Its number. */
  container: number;
  head: number;
  marked: Range | null;
  /** The words that are marked as misspelled; left out if there are none. */
  misspelled?: Array<Range>;
  /** Its owner's name for it. */
  name: string;
  /** Its owner; empty for Keybridge's own. */
  program: string;
  /** For a secret, a • for each code unit. It includes marked text. */
  text: string;
}

/** UTF-16 code units from the start of the text. */
export type Offset = number;

/** A number of the units that hello asks for with offsets. */
export type UnitOffset = number;

/** Texts that belong together, by their content types: a code, something found in text, or an address. */
export type Offer = unknown;

/** The origin of a change of the text. */
export type Origin = "user" | "undo" | "program";

/** The commands that can be pressed now. */
export interface Panel {
  /** The row that is drawn first, counted from 0 through all groups. */
  firstRow: number;
  groups: Array<PanelGroupsItem>;
  /** The chords of a sequence that were already pressed; otherwise empty. */
  prefix: string;
}

export interface PanelGroupsItem {
  rows: Array<PanelGroupsItemRowsItem>;
  title: string;
}

export interface PanelGroupsItemRowsItem {
  /** As it was declared. */
  chords: string;
  /** The command's name. */
  id: string;
  /** The keys that are still to be pressed. */
  keys: string;
  /** The same on the last keyboard that was used. */
  pressed: string;
  state: CommandState;
  /** The same as symbols. */
  symbols: string;
  title: string;
}

export type Phase = "press" | "repeat" | "release" | "found" | "cancel";

/** The requests to send to the program, each with its default answer. */
export interface Presets {
  "focus.shouldBegin"?: boolean;
  "focus.shouldEnd"?: boolean;
  "text.shouldChange"?: boolean;
  "field.shouldClear"?: boolean;
  "field.shouldReturn"?: boolean;
}

/** Text that is being composed in an external container. */
export interface Preedit {
  /** The place of the caret in the text, in the unit of hello; null for no caret. */
  caret: number | null;
  /** The number of the composition, which grows with each new one. */
  composition: number;
  /** The text to insert if the program ends the composition. */
  fallback: string;
  segments: Array<PreeditSegmentsItem>;
  text: string;
}

export interface PreeditSegmentsItem {
  /** A number of the units that hello asks for with offsets. */
  length: UnitOffset;
  style: "raw" | "converted" | "focused";
}

/** A keystroke. */
export interface Press {
  /** The kernel's number of the key. */
  code: number;
  device: string;
  /** The kernel's name, KEY_A. */
  key: string;
  /** The key's own symbol, before compose. */
  keysym: string;
  modifiers: Array<Modifier>;
  repeat: boolean;
  /** The text that it types, after compose and without an automatic capital; empty in press.ended and press.cancelled. */
  text: string;
  /** Microseconds on the keyboard's clock. */
  time: number;
}

/** The state of a program. */
export interface ProgramSnapshot {
  /** The names of its commands. */
  commands: Array<string>;
  containers: Array<Container>;
  /** The container that has the window's focus; left out if there is none. */
  focus?: string;
  forms: Array<string>;
  /** Whether the program has the keyboard. */
  hasKeyboard: boolean;
  layouts: Array<KeyboardLayout>;
  /** The locks that are on. While a secret has the focus, only its owner receives them. */
  locks?: Locks;
  /** The current mode, en-US. */
  mode: string;
}

/** The layout with which a keyboard types. */
export interface KeyboardLayout {
  /** The keyboard. */
  device: string;
  /** The number of the layout among those of the keyboard, counted from 0. */
  group: number;
  /** Its name in xkb, de. */
  layout: string;
  /** Its variant in xkb; empty for none. */
  variant: string;
}

/** The locks that are on. While a secret has the focus, only its owner receives them. */
export interface Locks {
  capsLock: boolean;
  numLock: boolean;
  scrollLock: boolean;
}

/** Connected; disconnected, and in its grace; disconnected, with its state kept. */
export type ProgramState = "connected" | "awaited" | "suspended";

/** The appearance and behaviour of a container; each kind has its own properties, others are refused as unsupported. */
export interface Properties {
  /** The text, as in text.set. */
  text?: string;
  /** The text that is shown while the field is empty; a view has none. */
  placeholder?: string | null;
  clearButtonMode?: ViewMode | number;
  clearsOnBeginEditing?: boolean;
  /** Whether the next insertion replaces the text. */
  clearsOnInsertion?: boolean;
  isEnabled?: boolean;
  borderStyle?: BorderStyle | number;
  /** An image behind the text, by its name. */
  background?: string | null;
  /** The image while it is disabled. */
  disabledBackground?: string | null;
  backgroundColor?: Color | null;
  adjustsFontSizeToFitWidth?: boolean;
  minimumFontSize?: number;
  textAlignment?: TextAlignment | number;
  /** One of the terminal's own colours, or red, green and blue. */
  textColor?: Color;
  /** A PostScript name; the part after the last hyphen selects bold and italic, as in Helvetica-BoldOblique. Name and size change no cell. */
  font?: string;
  leftViewMode?: ViewMode | number;
  rightViewMode?: ViewMode | number;
  /** Only for views and external containers. */
  isEditable?: boolean;
  /** Only for external containers. */
  isMultiline?: boolean;
  /** Only for views. */
  isSelectable?: boolean;
  /** The maximum number of UTF-16 code units that the person's input can give the text. */
  maximumLength?: number | null;
  /** A regular expression; the person's input must leave the text at the beginning of a match. */
  pattern?: string | null;
}

export type PropertyName = "text" | "placeholder" | "clearButtonMode" | "clearsOnBeginEditing" | "clearsOnInsertion" | "isEnabled" | "borderStyle" | "background" | "disabledBackground" | "backgroundColor" | "adjustsFontSizeToFitWidth" | "minimumFontSize" | "textAlignment" | "textColor" | "font" | "leftViewMode" | "rightViewMode" | "isEditable" | "isMultiline" | "isSelectable" | "maximumLength" | "pattern";

/** The requested properties; numbered ones by their words. */
export type PropertyValues = Record<string, boolean | number | null | string>;

/** Members that several fields share. */
export interface Prototype {
  kind?: ContainerKind | null;
  traits?: TraitsToSet | null;
  properties?: Properties | null;
  questions?: Presets | null;
  /** Its number of rows if it has no frame. */
  rows?: number | null;
}

export type QuestionName = "focus.shouldBegin" | "focus.shouldEnd" | "text.shouldChange" | "field.shouldClear" | "field.shouldReturn" | "command.invoke";

/** [start,end], without the unit at end. */
export type Range = Array<Offset>;

/** The label of Return. */
export type ReturnKeyType = "default" | "go" | "google" | "join" | "next" | "route" | "search" | "send" | "yahoo" | "done" | "emergencyCall" | "continue";

export type ScanFlaw = "limit" | "short" | "unknownKey" | "lost" | "disconnect" | "stop";

/** The user's choices for typing: every setting that has an effect, by its name. */
export interface Settings {
  /** Whether typing mistakes are corrected at the end of a word. */
  autocorrection: boolean;
  /** Whether capitals are typed automatically. */
  autocapitalization: boolean;
  /** Whether two spaces after a word become a period and a space. */
  periodShortcut: boolean;
  /** Whether a tap of Caps Lock switches between the mode with Latin letters and the other. */
  capsLockSwitchesMode: boolean;
  /** Whether a tap of Shift, alone and shorter than 0.3 s, switches between the mode with Latin letters and the other. */
  shiftSwitchesMode: boolean;
  /** Whether misspelled words are marked. */
  spellChecking: boolean;
  /** Whether quotes and hyphens become typographic. */
  smartPunctuation: boolean;
  /** Whether cutting and pasting adjust the surrounding spaces. */
  smartInsertDelete: boolean;
  /** Whether words are predicted in the prediction row, and continuations after the caret. */
  predictions: boolean;
  /** Whether two hyphens become an em dash at once. */
  twoHyphensToEm: boolean;
  /** Whether three dots become an ellipsis. */
  smartEllipsis: boolean;
  /** Whether a held letter shows a list of its accented variants instead of repeating. */
  holdForAccents: boolean;
  /** Whether a secure field shows the last character typed for a moment. */
  revealLast: boolean;
  /** Whether words are learned from typing and offered later. */
  learning: boolean;
  /** Whether text that is cut, copied, killed or searched for in a form can be used only in that form. */
  pasteboardPerForm: boolean;
  /** After how many seconds text that was cut, copied, killed or searched for is deleted; 0 for never. */
  pasteboardExpiry: number;
  /** Whether a program may choose a value to fill into its own fields. */
  programsChooseFills: boolean;
  /** Whether the keyboard area has a status row. */
  statusRow: boolean;
  /** How long ⌘ must be held before the available commands are shown, in milliseconds. */
  discoverabilityDelay: number;
  /** After how long the possible continuations of a sequence are shown, in milliseconds. */
  continuationDelay: number;
  /** How long a sequence such as ⌘K ⌘C waits for its next chord, in milliseconds. */
  sequenceTimeout: number;
  /** Whether each move of the focus hides and shows the keyboard area. */
  legacyHideShow: boolean;
  /** Whether a view begins editing only after the keyboard area has been shown. */
  viewShowsBeforeBegin: boolean;
  /** Whether every command is dispatched before text input. */
  legacyCommandsFirst: boolean;
}

/** Everything needed to follow the notifications; candidates, menu and panel are present while they are open. */
export interface Snapshot {
  candidates?: SnapshotCandidates;
  containers: Array<ObservedContainer>;
  devices: Array<Device>;
  /** The number of the container that has the focus; left out if there is none. */
  focus?: number;
  /** The continuation after the caret of that container; left out if there is none. */
  inline?: string;
  /** The main menu as a bar would show it. */
  menu?: Menu;
  layouts?: Array<KeyboardLayout>;
  /** The locks that are on. While a secret has the focus, only its owner receives them. */
  locks?: Locks;
  mode?: string;
  /** The commands that can be pressed now. */
  panel?: Panel;
  /** The version of the protocol. */
  version: Version;
}

export interface SnapshotCandidates {
  list: CandidateList | null;
}

/** A piece of a static text in one style. */
export interface Span {
  text: string;
  bold?: boolean | null;
  dim?: boolean | null;
  italic?: boolean | null;
  underline?: boolean | null;
  reverse?: boolean | null;
  color?: Color | null;
  backgroundColor?: Color | null;
}

/** Returns the state of the service. */
export interface Status {
  /** Whether anything has the focus. */
  isFocused: boolean;
  keyboards: Array<string>;
  /** The keyboards' own names, in the same order. */
  keyboardNames?: Array<string>;
  mode: string;
  process: number;
  programs: Array<StatusProgramsItem>;
  /** For how many seconds the service has been running. */
  seconds: number;
  /** The version of the service. */
  server?: string;
  /** The path of the settings file; left out if there is none. */
  settings?: string;
  /** The programs to which codes or commands are owed, or may be. */
  receivers?: Array<StatusReceiversItem>;
  /** The users whose programs are connected, the costliest first. */
  users: Array<StatusUsersItem>;
  /** The version of the protocol. */
  version: Version;
}

export interface StatusProgramsItem {
  commands: number;
  containers: number;
  hasKeyboard: boolean;
  /** Whether its responses are late, so that its default answers are used at once. */
  isLate: boolean;
  name: string;
  /** Left out if the program is not connected, or the process is not known. */
  process?: number;
  /** Its number. */
  program: number;
  /** Connected; disconnected, and in its grace; disconnected, with its state kept. */
  state: ProgramState;
  user: number;
}

export interface StatusReceiversItem {
  /** Whether it receives now. */
  connected: boolean;
  /** Items that were dropped since the start of the service. */
  dropped: number;
  name: string;
  /** Items that it has not acknowledged. */
  owed: number;
}

export interface StatusUsersItem {
  /** Its process that was served longest. */
  busiestProcess?: number;
  connections: number;
  /** Disconnected programs that are kept. */
  kept: number;
  /** Programs that are connected. */
  programs: number;
  /** For how long its clients were served in total. */
  servedMilliseconds: number;
  /** UTF-16 code units of its programs' texts. */
  textUnits: number;
  user: number;
}

export type TextAlignment = "left" | "center" | "right" | "natural";

/** The meaning of the text, for AutoFill. */
export type TextContentType = "name" | "honorific-prefix" | "given-name" | "additional-name" | "family-name" | "honorific-suffix" | "nickname" | "organization" | "organization-title" | "location" | "street-address" | "address-line1" | "address-line2" | "address-level2" | "address-level1" | "address-level1+2" | "address-level3" | "postal-code" | "country-name" | "email" | "tel" | "url" | "username" | "password" | "new-password" | "one-time-code" | "cc-number" | "cc-name" | "cc-given-name" | "cc-additional-name" | "cc-family-name" | "cc-exp" | "cc-exp-month" | "cc-exp-year" | "cc-csc" | "cc-type" | "bday" | "bday-day" | "bday-month" | "bday-year" | "cellular-eid" | "cellular-imei" | "date-time" | "flight-number" | "shipment-tracking-number" | "code";

/** The program's own name for the container; for other clients its number. */
export type ToldContainer = string | number;

/** [x,y,width,height] in cells. */
export type ToldFrame = Array<number>;

/** Whether a trait has an effect; reason is left out if it has one. */
export interface TraitSupport {
  /** Why it has no effect, for people. */
  reason?: string;
  support: "supported" | "unsupported";
}

export type TraitSwitch = "default" | "no" | "yes";

/** Every trait with its value. */
export interface Traits {
  autocapitalizationType: AutocapitalizationType;
  autocorrectionType: TraitSwitch;
  spellCheckingType: TraitSwitch;
  smartQuotesType: TraitSwitch;
  smartDashesType: TraitSwitch;
  smartInsertDeleteType: TraitSwitch;
  inlinePredictionType: TraitSwitch;
  keyboardType: KeyboardType;
  keyboardAppearance: KeyboardAppearance;
  /** The label of Return. */
  returnKeyType: ReturnKeyType;
  /** Whether Return does nothing while the text is empty. */
  enablesReturnKeyAutomatically: boolean;
  /** Whether it is a secret: all clients except its owner receive only its length. */
  isSecureTextEntry: boolean;
  textContentType: TextContentType | null;
  /** The rules for a generated password, such as required: upper; minlength: 8; */
  passwordRules: string | null;
  /** Whether characters that do not belong to the keyboardType are refused. */
  restrictToKeyboardType: boolean;
  /** Whether letters type the digit on their key in a restricted phone pad. */
  mapsPhonePadLetters: boolean;
  /** Reported to observers, without effect. */
  translucent: boolean;
  writingToolsBehavior: WritingToolsBehavior;
  /** A sum of 1, 2, 4 and 8. */
  allowedWritingToolsResultOptions: number;
  mathExpressionCompletionType: TraitSwitch;
  /** Reported to observers, without effect. */
  supportsAdaptiveImageGlyph: boolean;
  /** The subject of the conversation; reported to observers, without effect. */
  conversationContext: string | null;
}

/** The kind of text; a trait that is left out keeps its value or default. */
export interface TraitsToSet {
  autocapitalizationType?: AutocapitalizationType | number;
  autocorrectionType?: TraitSwitch | number;
  spellCheckingType?: TraitSwitch | number;
  smartQuotesType?: TraitSwitch | number;
  smartDashesType?: TraitSwitch | number;
  smartInsertDeleteType?: TraitSwitch | number;
  inlinePredictionType?: TraitSwitch | number;
  keyboardType?: KeyboardType | number;
  keyboardAppearance?: KeyboardAppearance | "alert" | number;
  returnKeyType?: ReturnKeyType | number;
  /** Whether Return does nothing while the text is empty. */
  enablesReturnKeyAutomatically?: boolean;
  /** Whether it is a secret: all clients except its owner receive only its length. */
  isSecureTextEntry?: boolean;
  textContentType?: TextContentType | null;
  /** The rules for a generated password, such as required: upper; minlength: 8; */
  passwordRules?: string | null;
  /** Whether characters that do not belong to the keyboardType are refused. */
  restrictToKeyboardType?: boolean;
  /** Whether letters type the digit on their key in a restricted phone pad. */
  mapsPhonePadLetters?: boolean;
  /** Reported to observers, without effect. */
  translucent?: boolean;
  writingToolsBehavior?: WritingToolsBehavior | number;
  /** A sum of 1, 2, 4 and 8. */
  allowedWritingToolsResultOptions?: number;
  mathExpressionCompletionType?: TraitSwitch | number;
  /** Reported to observers, without effect. */
  supportsAdaptiveImageGlyph?: boolean;
  /** The subject of the conversation; reported to observers, without effect. */
  conversationContext?: string | null;
}

/** The version of the protocol. */
export type Version = string;

/** With true the presses that neither text nor a command handles, with "all" also those that text would handle. */
export type WantedPresses = boolean | "all";

export type ViewMode = "never" | "whileEditing" | "unlessEditing" | "always";

export type WritingToolsBehavior = "none" | "default" | "complete" | "limited";

/** How often the text has changed: each text.didChange increments it. */
export type Revision = number;

/** The result of an edit. */
export interface Edited {
  /** How often the text has changed: each text.didChange increments it. */
  revision: Revision;
}

/** Why input was refused. */
export type RefusalReason = "keyboardType" | "maximumLength" | "pattern";

export interface Word {
  /** [start,end], without the unit at end. */
  range: Range;
  text: string;
}

/** At most 200 bytes, on one line. */
export type ShortWord = string;

/** The support of each feature, by its name. */
export interface Features {
  /** The support of a feature. */
  accessories: Feature;
  /** The support of a feature. */
  advertisements: Feature;
  /** The support of a feature. */
  autoFillOffers: Feature;
  /** The support of a feature. */
  backgroundServices: Feature;
  /** The support of a feature. */
  calendarStore: Feature;
  /** The support of a feature. */
  candidates: Feature;
  /** The support of a feature. */
  completions: Feature;
  /** The support of a feature. */
  credentialSources: Feature;
  /** The support of a feature. */
  expandingAccessory: Feature;
  /** The support of a feature. */
  delivery: Feature;
  /** The support of a feature. */
  externalFields: Feature;
  /** The support of a feature. */
  forms: Feature;
  /** The support of a feature. */
  gameCenter: Feature;
  /** The support of a feature. */
  handwriting: Feature;
  /** The support of a feature. */
  haptics: Feature;
  /** The support of a feature. */
  inputLimits: Feature;
  /** The support of a feature. */
  inputViews: Feature;
  /** The support of a feature. */
  keyCommands: Feature;
  /** The support of a feature. */
  labels: Feature;
  /** The support of a feature. */
  markedText: Feature;
  /** The support of a feature. */
  menus: Feature;
  /** The support of a feature. */
  modalScreens: Feature;
  /** The support of a feature. */
  modePreference: Feature;
  /** The support of a feature. */
  notifications: Feature;
  /** The support of a feature. */
  pasteboard: Feature;
  /** The support of a feature. */
  presses: Feature;
  /** The support of a feature. */
  proactive: Feature;
  /** The support of a feature. */
  profileSources: Feature;
  /** The support of a feature. */
  questions: Feature;
  /** The support of a feature. */
  rangeStyles: Feature;
  /** The support of a feature. */
  refusals: Feature;
  /** The support of a feature. */
  resume: Feature;
  /** The support of a feature. */
  revisions: Feature;
  /** The support of a feature. */
  scans: Feature;
  /** The support of a feature. */
  spelling: Feature;
  /** The support of a feature. */
  textViewPlaceholder: Feature;
  /** The support of a feature. */
  words: Feature;
}

export interface FillConsent {
  /** Whether the user allows the values to be suggested. */
  allowed: boolean;
}

export interface ProvidedCredential {
  /** The program whose fields may have them. */
  program: string;
  /** A text of which a person sees every character: without control characters and marks of direction. */
  username: ValueToFill;
  /** A text of which a person sees every character: without control characters and marks of direction. */
  password: ValueToFill;
}

/** A text of which a person sees every character: without control characters and marks of direction. */
export type ValueToFill = string;

/** A program that provides values in the user's name. */
export interface FillSource {
  allowed: boolean;
  /** The number of names with passwords. */
  credentials: number;
  /** The program that its process runs, if the service may read it. */
  executable?: string;
  /** The name that the program gives itself. */
  name: string;
  process?: number;
  /** The content types of the values. */
  profile: Array<string>;
  program: number;
  /** Its user, as the kernel reports it. */
  user: number;
}

export interface FillSources {
  sources: Array<FillSource>;
}

export interface EngineList {
  engines: Array<LanguageEngine>;
}

/** An installed language engine. */
export interface LanguageEngine {
  /** The languages that it serves, such as zh-Hans. */
  languages: Array<string>;
  /** The input methods that it serves, such as pinyin. */
  methods: Array<string>;
  name: string;
  processes: Array<EngineProcess>;
}

/** The process of an engine for a language, or its state without a process. */
export interface EngineProcess {
  language: string;
  lastFault?: string;
  /** The resident memory, in bytes; missing if the service manager started the process. */
  memory?: number;
  /** Missing if the service manager started the process. */
  process?: number;
  /** Whether the process answers requests. */
  ready: boolean;
  state: "stopped" | "starting" | "loading" | "ready" | "resting";
  /** The version that the process reported, after its name if that is not the name of the engine. */
  version?: string;
}

/** A right of an input extension. */
export type ExtensionGrant = "network" | "shared-storage" | "pasteboard" | "private-bus" | "contacts" | "location" | "microphone";

export interface ExtensionList {
  extensions: Array<InputExtension>;
  /** The mistakes in folders and manifests, with their places. */
  mistakes: Array<string>;
}

/** An installed input extension. */
export interface InputExtension {
  /** Whether the user has enabled it. */
  enabled: boolean;
  folder: string;
  grants: Array<ExtensionGrant>;
  /** Whether every right that it requests is granted. */
  hasFullAccess: boolean;
  /** The number of keys that it has seen since the service started. */
  keys: number;
  lastFault?: string;
  modes: Array<ExtensionMode>;
  name: string;
  process?: number;
  /** The number of sockets that it has tried to create without the right. */
  refusedSockets: number;
  requests: Array<ExtensionGrant>;
  /** How long ago it has seen a key; missing if it has seen none. */
  secondsSinceKey?: number;
  state: "disabled" | "stopped" | "starting" | "ready" | "resting";
  title: string;
  version: string;
}

/** A mode of an input extension. */
export interface ExtensionMode {
  language: string;
  /** The name in the list of modes, such as esperanto.x. */
  mode: string;
  title: string;
}

/** One word of at most 64 UTF-16 code units, without white space and control characters. It does not consist of digits and punctuation alone. */
export type TypedWord = string;

/** A language tag, of which the language counts, such as en. */
export type WordLanguage = string | null;

/** One word without white space and control characters. Its case counts only if it contains capitals. */
export type Shortcut = string;

/** The text that replaces a shortcut, without control characters except newlines and tabs. */
export type Phrase = string;

/** Where a word comes from: the settings file, which alone can change it, or the user. */
export type WordSource = "settings" | "user";

export interface DictionaryWord {
  word: string;
  /** Missing for a word of all languages. */
  language?: string;
  /** Where a word comes from: the settings file, which alone can change it, or the user. */
  source: WordSource;
}

export interface UserDictionary {
  words: Array<DictionaryWord>;
}

export interface Replacement {
  /** One word without white space and control characters. Its case counts only if it contains capitals. */
  shortcut: Shortcut;
  /** The text that replaces a shortcut, without control characters except newlines and tabs. */
  phrase: Phrase;
  /** Where a word comes from: the settings file, which alone can change it, or the user. */
  source: WordSource;
}

export interface Replacements {
  replacements: Array<Replacement>;
}

export interface SupplementaryEntry {
  /** The words that the user types. */
  userInput: string;
  /** The text that it stands for. */
  documentText: string;
}

export interface SupplementaryLexicon {
  /** The replacements, then the words; each userInput once. */
  entries: Array<SupplementaryEntry>;
}

export interface LearnedWord {
  word: string;
  /** How often it was typed. */
  count: number;
}

export interface LearnedLanguage {
  language: string;
  /** The user in whose programs they were typed, if it is not the service's own. */
  user?: number;
  /** The words, the most recent first. */
  words: Array<LearnedWord>;
  /** The number of pairs of words. */
  pairs: number;
}

export interface LearnedWords {
  languages: Array<LearnedLanguage>;
}

/** The kind of input: Korean syllables, Japanese kana, pinyin, Zhuyin, or strokes. */
export type ChoiceKind = "hanja" | "japanese" | "pinyin" | "zhuyin" | "strokes" | "handwriting";

export interface Choice {
  /** The candidate. */
  text: string;
  /** The number of times it was chosen. */
  count: number;
}

export interface Choices {
  choices: Array<Choice>;
}

export interface Language {
  mode: string;
  language: string;
  /** Whether words of the language can be corrected and checked. */
  hasWords: boolean;
  /** The file with the words. */
  file?: string;
  /** The number of words in the file. */
  words?: number;
  /** Why the words cannot be used. */
  problem?: string;
}

export interface Languages {
  languages: Array<Language>;
}

export interface Guesses {
  guesses: Array<string>;
}

export interface HelloParams {
  /** The program's name, 1 to 100 bytes on one line; people see it. */
  name: string;
  /** The version of the protocol that the program is written for; another first number is unsupported. */
  version?: string | null;
  /** Whether input extensions may be used in the program's texts; by default they may. */
  extensions?: boolean | null;
  /** Whether to resume the state of the disconnected program with this name, user and token; without the token it starts without any state. */
  resume?: boolean | null;
  /** The token from an earlier response to this program's hello; ignored without resume. */
  token?: string | null;
  /** For how many seconds keys are still accepted for the program after its connection has closed; 0 by default. */
  grace?: number | null;
  /** For how many seconds after that its state is kept; 60 by default. A program that has created nothing is not kept. */
  keep?: number | null;
  /** The notifications to receive; by default all. */
  events?: Array<FactPattern> | null;
  /** The unit of the offsets in messages about external containers: bytes of UTF-8, code units of UTF-16 (by default), or code points. All other offsets are in UTF-16. */
  offsets?: "utf8" | "utf16" | "scalars" | null;
}

export interface PingParams {
}

export interface ByeParams {
}

export interface GraceParams {
  seconds: number;
}

export interface SubscribeParams {
  /** The notifications to receive; by default all. */
  events?: Array<FactPattern> | null;
}

export interface SnapshotParams {
}

export interface CapabilitiesParams {
}

export interface ModePreferParams {
  /** A language, sv; null removes the preference. */
  language?: string | null;
  /** A name under which the user's choice is remembered; null removes it. */
  context?: string | null;
}

export interface ContainerCreateParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** By default textField. */
  kind?: ContainerKind | null;
  /** A caption next to it in a drawn window. */
  label?: string | null;
  /** Its initial text. */
  text?: string | null;
  traits?: TraitsToSet | null;
  properties?: Properties | null;
  questions?: Presets | null;
  /** By default below the items created before. */
  frame?: Frame | null;
  /** Its number of rows if it has no frame. */
  rows?: number | null;
  /** Whether ⎋ cancels its editing. */
  cancels?: boolean | null;
}

export interface ContainerCreateResult {
  container: string;
}

export interface ContainerSetParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  traits?: TraitsToSet | null;
  properties?: Properties | null;
}

export interface ContainerGetParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** The names of properties to include in the response. */
  properties?: Array<PropertyName> | null;
}

export interface ContainerRemoveParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
}

export interface LabelCreateParams {
  /** 1 to 200 bytes in UTF-8. */
  label: Name;
  text?: string | null;
  /** Instead of text: pieces with different styles. */
  spans?: Array<Span> | null;
  /** The maximum number of rows; 0 for 500, which is the most. The last row ends with … if text is left out. */
  lines?: number | null;
  /** By default below the items created before. */
  frame?: Frame | null;
}

export interface LabelSetParams {
  /** 1 to 200 bytes in UTF-8. */
  label: Name;
  text?: string | null;
  /** Instead of text: pieces with different styles. */
  spans?: Array<Span> | null;
  /** The maximum number of rows; 0 for 500, which is the most. The last row ends with … if text is left out. */
  lines?: number | null;
}

export interface LabelMeasureParams {
  text: string;
  /** The cells of a row; by default rows have any length. */
  width?: number | null;
  /** The maximum number of rows; 0 for 500, which is the most. The last row ends with … if text is left out. */
  lines?: number | null;
}

export interface LabelMeasureResult {
  /** Rows. */
  height: number;
  /** The cells of the longest row. */
  width: number;
}

export interface LabelRemoveParams {
  /** 1 to 200 bytes in UTF-8. */
  label: Name;
}

export interface TextSetParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** The new text. */
  text?: string | null;
  /** The name of text in version 1.0. One of the two is required. */
  string?: string | null;
  /** True: the selection moves with the text. False: the caret goes after the new text. By default the caret goes after the new text only if the edit touches the whole selection. */
  keepsSelection?: boolean | null;
  /** The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  ifRevision?: number | null;
}

export interface TextReplaceParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** [start,end], without the unit at end. */
  range: Range;
  /** The new text. */
  text?: string | null;
  /** The name of text in version 1.0. One of the two is required. */
  string?: string | null;
  /** True: the selection moves with the text. False: the caret goes after the new text. By default the caret goes after the new text only if the edit touches the whole selection. */
  keepsSelection?: boolean | null;
  /** The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  ifRevision?: number | null;
}

export interface TextClearParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  ifRevision?: number | null;
}

export interface TextWordsParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** The part to search; by default the whole text. */
  range?: Range | null;
}

export interface TextWordsResult {
  /** The start of the part that was not searched; absent if all was. */
  next?: number;
  words: Array<Word>;
}

export interface SelectionSetParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** UTF-16 code units from the start of the text. */
  anchor: Offset;
  /** The end that moves. */
  head?: Offset | null;
  /** The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  ifRevision?: number | null;
}

export interface MarkedSetParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  text: string;
  /** The selection in the provisional text, counted from its start; by default the caret is at its end. */
  selection?: Range | null;
  /** The revision that the edit refers to; if the text has another one, the edit is refused as stale. */
  ifRevision?: number | null;
}

export interface MarkedCommitParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
}

export interface MarkedCancelParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
}

export interface SurroundingsSetParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** The number of the last message that was handled; 0 for none. */
  seen: number;
  /** The text around the caret without text that is being composed, at most 4000 bytes; by default nothing is known. */
  text?: string | null;
  /** The end of the selection that does not move; only with text, and then needed. */
  anchor?: UnitOffset | null;
  /** The end that moves; only with text, and then needed. */
  head?: UnitOffset | null;
  /** Whether only messages of the service have changed the text; other, by default, if the program has refused or cut some of it, or something else has changed the text or the caret. */
  cause?: "edit" | "other" | null;
}

export interface CompositionEndParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
  /** The number of the composition. */
  composition: number;
  /** Whether the program has inserted the fallback, or has dropped the text. */
  outcome: "inserted" | "dropped";
  /** The number of the last message that was handled; 0 for none. */
  seen: number;
}

export interface CandidatesChooseParams {
  /** The digit key that chooses it. */
  number: number;
}

export interface InkBeginParams {
}

export interface InkStrokeParams {
  /** The points [x, y] of a pointer that was pressed, moved and released, from the upper left corner of the surface; those outside lie on its edge. A third number, the time of a point in milliseconds, has no effect. */
  points: Array<Array<number>>;
  /** The width of the surface on which one character is drawn, in the units of the points. */
  width: number;
  /** The height of the surface. */
  height: number;
}

export interface InkUndoParams {
}

export interface InkClearParams {
}

export interface FormCreateParams {
  /** 1 to 200 bytes in UTF-8. */
  form: Name;
  fields: Array<FormField>;
  /** Members that several fields share, by name. */
  prototypes?: Record<string, Prototype | null> | null;
  /** Whether ⎋ cancels its editing, reported as form.didCancel. */
  cancels?: boolean | null;
  /** Whether it is shown above everything else; the fields and commands beneath are inactive until the form is removed. */
  modal?: boolean | null;
}

export interface FormCreateResult {
  /** The fields, in order. */
  containers: Array<string>;
  form: string;
}

export interface FormGetParams {
  /** 1 to 200 bytes in UTF-8. */
  form: Name;
}

export interface FormGetResult {
  values: Record<string, string>;
}

export interface FormSetParams {
  /** 1 to 200 bytes in UTF-8. */
  form: Name;
  /** Texts by the fields' names. */
  values: Record<string, string>;
  /** Revisions by the fields' names: if one of them is not the field's revision, or text is being composed in the field, nothing is set, and the error's place names the field. */
  ifRevisions?: Record<string, Revision | null> | null;
  /** True: the selection moves with the text. False: the caret goes after the new text. By default the caret goes after the new text only if the edit touches the whole selection. */
  keepsSelection?: boolean | null;
}

export interface FormRemoveParams {
  /** 1 to 200 bytes in UTF-8. */
  form: Name;
}

export interface FocusRequestParams {
  container?: Name | null;
  /** Ignored if a container is named. */
  form?: Name | null;
  /** Which key presses are reported as press.began and press.ended: with true those that neither text nor a command handles, with "all" also those that text would handle; they then type nothing. */
  presses?: WantedPresses | null;
}

export interface FocusRequestResult {
  /** Waits: another program has the keyboard. Refused: the item is disabled, or the program responded no. */
  outcome: "granted" | "waits" | "refused";
}

export interface FocusReleaseParams {
}

export interface FocusReleaseResult {
  /** Whether the focus was released. */
  released: boolean;
}

export interface IdleSetParams {
  /** The time; 0 for never. */
  seconds: number;
}

export interface EndEditingParams {
  container?: Name | null;
  /** Whether editing ends without a request to the program. */
  force?: boolean | null;
}

export interface EndEditingResult {
  /** Whether editing ended. */
  released: boolean;
}

export interface CommandRegisterParams {
  /** 1 to 200 bytes in UTF-8. */
  command: Name;
  /** Without it, no key runs the command: it is for menus. */
  chord?: Chord | null;
  /** The title that people read; by default the name. */
  title?: string | null;
  longTitle?: string | null;
  /** The heading that it is listed under; by default the program. */
  group?: string | null;
  image?: string | null;
  /** Returned in command.invoked. */
  argument?: string | null;
  /** Whether it precedes text: needed for keys that have a meaning in text. */
  priority?: boolean | null;
  /** Whether it runs again while the key is held; true by default, unless holdsKeys is true. */
  repeat?: boolean | null;
  /** Whether it is left out of lists. */
  hidden?: boolean | null;
  /** Whether it cannot run. */
  disabled?: boolean | null;
  destructive?: boolean | null;
  state?: CommandState | null;
  /** Whether a menu stays open after the command has run. */
  keepsMenu?: boolean | null;
  /** Whether keys wait until the program has responded to command.invoke, at most 300 ms. */
  holdsKeys?: boolean | null;
  /** The form that it belongs to. It is active while a modal form is the uppermost, or while the focus is in any other form, and is removed with the form. */
  form?: Name | null;
}

export interface CommandRegisterResult {
  /** The chord in words; empty if it has none. */
  chord: string;
}

export interface CommandSetParams {
  /** 1 to 200 bytes in UTF-8. */
  command: Name;
  title?: string | null;
  /** Null removes it. */
  longTitle?: string | null;
  state?: CommandState | null;
  disabled?: boolean | null;
  hidden?: boolean | null;
}

export interface CommandRemoveParams {
  /** 1 to 200 bytes in UTF-8. */
  command: Name;
}

export interface CommandsActiveParams {
}

export interface MenuSetParams {
  /** By default main. */
  menu?: MenuName | null;
  insert?: Array<MenuInsertion> | null;
  /** Names of menus to leave out, after all insertions. */
  remove?: Array<string> | null;
}

export interface MenuSetResult {
  /** Commands that are left out because the menu already has their chord. */
  refused: Array<string>;
}

export interface MenuGetParams {
}

export interface MenuGetResult {
  menus: Array<MenuList>;
}

export interface MenuContextParams {
  /** 1 to 200 bytes in UTF-8. */
  container: Name;
}

export interface MenuContextResult {
  menu?: MenuList;
}

export interface MenuPerformParams {
  /** 1 to 200 bytes in UTF-8. */
  command: Name;
  /** The text whose context menu has the command; by default the main menu has it. */
  container?: Name | null;
}

export interface MenuPerformResult {
  /** False if the command is disabled, or the program does not have the keyboard. */
  performed: boolean;
}

export interface AccessorySetParams {
  /** At most 100; more are refused as tooMany. */
  items?: Array<AccessoryItem> | null;
  /** Words, at most 1000, of which up to five that complete the word being typed are shown. Not together with items. */
  completions?: Array<ShortWord> | null;
  /** Not together with items or completions. */
  expanding?: ExpandingText | null;
  /** The text that it belongs to; by default all texts of the program. */
  container?: Name | null;
}

export interface InputViewSetParams {
  /** At most 100; more are refused as tooMany. */
  words?: Array<ShortWord> | null;
  /** Its number of rows; 1 by default. */
  rows?: number | null;
  /** The text that it belongs to; by default all texts of the program. */
  container?: Name | null;
}

export interface ModeSetParams {
  /** Its name, sv-SE, or its language, sv. */
  mode: string;
}

export interface FillOfferParams {
  /** Texts that belong together, by their content types: a code, something found in text, or an address. */
  values: Offer;
  /** For how long the offer is valid. */
  seconds?: number | null;
}

export interface FillWithdrawParams {
}

export interface FillProvideParams {
  /** Texts by their content types. */
  profile?: Record<string, ValueToFill> | null;
  /** At most 100; more are refused as tooMany. */
  credentials?: Array<ProvidedCredential> | null;
}

export interface PasteboardGetParams {
  /** The pasteboard of this form's texts. It is the program's own unless the setting pasteboardPerForm separates them. */
  form?: string | null;
}

export interface PasteboardGetResult {
  text: string;
}

export interface PasteboardSetParams {
  /** Limited only by the length of a line; it counts with the program's texts. */
  text: string;
  /** The pasteboard of this form's texts. It is the program's own unless the setting pasteboardPerForm separates them. */
  form?: string | null;
}

export interface PasteboardClearParams {
}

export interface SessionEndParams {
  /** Only this form's texts and their pasteboard. */
  form?: string | null;
}

export interface DeliveryReceiveParams {
}

export interface DeliveryReceiveResult {
  /** How many items were dropped since the start of the service. */
  dropped: number;
  /** How many items are not acknowledged. */
  owed: number;
  /** The number up to which everything is acknowledged or dropped. */
  through: number;
}

export interface DeliveryAckParams {
  /** The number of the last item that the program has taken over. */
  through: number;
}

export interface ScannerClaimParams {
  /** The scanner's name in hello and device.attached; by default every scanner. */
  device?: string | null;
}

export interface ScannerReleaseParams {
  /** The scanner's name in hello and device.attached; by default every scanner. */
  device?: string | null;
}

export interface TextDidChangeNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  /** The origin of a change of the text. */
  origin: Origin;
  /** [start,end], without the unit at end. */
  range: Range;
  /** The text that replaces it; for a secret of another program, a • for each code unit. */
  string: string;
  /** How often the text has changed: each text.didChange increments it. */
  revision?: Revision;
}

export interface SelectionDidChangeNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  /** UTF-16 code units from the start of the text; null if nothing can be selected. */
  anchor: number | null;
  /** UTF-16 code units from the start of the text; null if nothing can be selected. */
  head: number | null;
}

export interface MarkedDidChangeNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  range: Range | null;
  string: string;
  /** The parts that are shown alike; only if an input method shows more than one, or one that is converted. */
  segments?: Array<MarkedDidChangeNoticeSegmentsItem>;
}

export interface MarkedDidChangeNoticeSegmentsItem {
  /** UTF-16 code units. */
  length: number;
  style: "raw" | "converted" | "focused";
}

export interface FieldEditingChangedNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
}

export interface FieldDidEndOnExitNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
}

export interface FocusDidBeginNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
}

export interface FocusDidEndNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  reason: "committed" | "cancelled";
}

export interface TraitsDidChangeNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  /** Every trait with its value. */
  traits: Traits;
}

export interface ViewDidScrollNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  /** UTF-16 code units from the start of the text. */
  topOffset: Offset;
}

export interface SpellingDidChangeNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  /** [start,end], without the unit at end. */
  range: Range;
  /** The words, in order. */
  misspelled: Array<Range>;
}

export interface InlineDidChangeNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  text: string | null;
}

export interface CorrectionOfferedNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  /** [start,end], without the unit at end. */
  range: Range;
  replacement: string;
  typed: string;
}

export interface CorrectionAppliedNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  /** [start,end], without the unit at end. */
  range: Range;
  replacement: string;
  typed: string;
}

export interface CorrectionRejectedNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  /** [start,end], without the unit at end. */
  range: Range;
  replacement: string;
  typed: string;
}

export interface CorrectionRevertedNotice {
  /** The program's own name for the container; for other clients its number. */
  container: ToldContainer;
  /** [start,end], without the unit at end. */
  range: Range;
  replacement: string;
  typed: string;
}

export interface CandidatesDidChangeNotice {
  list: CandidateList | null;
}

export interface InkDidChangeNotice {
  /** The points [x, y] of each stroke, from 0 to 1000 from the left and the upper edge of the surface; empty if there are no strokes any more. */
  strokes: Array<Array<Array<number>>>;
  /** The width of the surface divided by its height; missing without strokes. */
  aspect?: number;
}

export interface CommandInvokedNotice {
  /** Its name. */
  id: string;
  /** The name of the program, or of the form for a command of a form. */
  target: string;
  /** In the user's language. */
  title: string;
  /** Left out if it has none. */
  argument?: string;
}

export interface ModeDidChangeNotice {
  id: string;
  language: string;
  name: string;
  /** The label of the space bar in the mode's language. */
  spaceLabel: string;
  inputMethod?: string;
  /** The layout that the language prefers, whichever layouts the keyboards have. */
  layout?: string;
  variant?: string;
}

export interface ModeExtensionBypassedNotice {
  mode: string;
}

export interface LayoutDidChangeNotice {
  /** The keyboard. */
  device: string;
  /** The number of the layout among those of the keyboard, counted from 0. */
  group: number;
  /** Its name in xkb, de. */
  layout: string;
  /** Its variant in xkb; empty for none. */
  variant: string;
}

export interface LocksDidChangeNotice {
  capsLock: boolean;
  numLock: boolean;
  scrollLock: boolean;
}

export interface KeyboardWillShowNotice {
  curve: Curve;
  /** Seconds. */
  duration: number;
  /** [x,y,width,height] in cells. */
  frameBegin: ToldFrame;
  /** [x,y,width,height] in cells. */
  frameEnd: ToldFrame;
  /** Whether the receiving program's own focus caused it. */
  isLocal: boolean;
}

export interface KeyboardDidShowNotice {
  curve: Curve;
  /** Seconds. */
  duration: number;
  /** [x,y,width,height] in cells. */
  frameBegin: ToldFrame;
  /** [x,y,width,height] in cells. */
  frameEnd: ToldFrame;
  /** Whether the receiving program's own focus caused it. */
  isLocal: boolean;
}

export interface KeyboardWillHideNotice {
  curve: Curve;
  /** Seconds. */
  duration: number;
  /** [x,y,width,height] in cells. */
  frameBegin: ToldFrame;
  /** [x,y,width,height] in cells. */
  frameEnd: ToldFrame;
  /** Whether the receiving program's own focus caused it. */
  isLocal: boolean;
}

export interface KeyboardDidHideNotice {
  curve: Curve;
  /** Seconds. */
  duration: number;
  /** [x,y,width,height] in cells. */
  frameBegin: ToldFrame;
  /** [x,y,width,height] in cells. */
  frameEnd: ToldFrame;
  /** Whether the receiving program's own focus caused it. */
  isLocal: boolean;
}

export interface KeyboardWillChangeFrameNotice {
  curve: Curve;
  /** Seconds. */
  duration: number;
  /** [x,y,width,height] in cells. */
  frameBegin: ToldFrame;
  /** [x,y,width,height] in cells. */
  frameEnd: ToldFrame;
  /** Whether the receiving program's own focus caused it. */
  isLocal: boolean;
}

export interface KeyboardDidChangeFrameNotice {
  curve: Curve;
  /** Seconds. */
  duration: number;
  /** [x,y,width,height] in cells. */
  frameBegin: ToldFrame;
  /** [x,y,width,height] in cells. */
  frameEnd: ToldFrame;
  /** Whether the receiving program's own focus caused it. */
  isLocal: boolean;
}

export interface HudShownNotice {
  /** The row that is drawn first, counted from 0 through all groups. */
  firstRow: number;
  groups: Array<PanelGroupsItem>;
  /** The chords of a sequence that were already pressed; otherwise empty. */
  prefix: string;
}

export interface HudHiddenNotice {
}

export interface MenuShownNotice {
  /** The item that is highlighted in the open menu, and in each submenu that is open; null for none. */
  highlights: Array<number | null>;
  menus: Array<MenuList>;
  /** Counted from 0. */
  openMenu: number;
}

export interface MenuHiddenNotice {
}

export interface PressBeganNotice {
  /** The kernel's number of the key. */
  code: number;
  device: string;
  /** The kernel's name, KEY_A. */
  key: string;
  /** The key's own symbol, before compose. */
  keysym: string;
  modifiers: Array<Modifier>;
  repeat: boolean;
  /** The text that it types, after compose and without an automatic capital; empty in press.ended and press.cancelled. */
  text: string;
  /** Microseconds on the keyboard's clock. */
  time: number;
}

export interface PressEndedNotice {
  /** The kernel's number of the key. */
  code: number;
  device: string;
  /** The kernel's name, KEY_A. */
  key: string;
  /** The key's own symbol, before compose. */
  keysym: string;
  modifiers: Array<Modifier>;
  repeat: boolean;
  /** The text that it types, after compose and without an automatic capital; empty in press.ended and press.cancelled. */
  text: string;
  /** Microseconds on the keyboard's clock. */
  time: number;
}

export interface PressCancelledNotice {
  /** The kernel's number of the key. */
  code: number;
  device: string;
  /** The kernel's name, KEY_A. */
  key: string;
  /** The key's own symbol, before compose. */
  keysym: string;
  modifiers: Array<Modifier>;
  repeat: boolean;
  /** The text that it types, after compose and without an automatic capital; empty in press.ended and press.cancelled. */
  text: string;
  /** Microseconds on the keyboard's clock. */
  time: number;
}

export interface PressUnhandledNotice {
  /** The kernel's number of the key. */
  code: number;
  device: string;
  /** The kernel's name, KEY_A. */
  key: string;
  /** The key's own symbol, before compose. */
  keysym: string;
  modifiers: Array<Modifier>;
  repeat: boolean;
  /** The text that it types, after compose and without an automatic capital; empty in press.ended and press.cancelled. */
  text: string;
  /** Microseconds on the keyboard's clock. */
  time: number;
}

export interface DeviceAttachedNotice {
  bus: number;
  /** The node's path, or the device's own name if it has no node. */
  device: string;
  name: string;
  product: number;
  vendor: number;
  version: number;
  kind?: KeyboardKind;
  phys?: string;
  /** The role that the settings give it. */
  role?: "scanner";
  uniq?: string;
}

export interface DeviceDetachedNotice {
  bus: number;
  /** The node's path, or the device's own name if it has no node. */
  device: string;
  name: string;
  product: number;
  vendor: number;
  version: number;
  kind?: KeyboardKind;
  phys?: string;
  /** The role that the settings give it. */
  role?: "scanner";
  uniq?: string;
}

export interface DeviceConnectedNotice {
  bus: number;
  /** The node's path, or the device's own name if it has no node. */
  device: string;
  name: string;
  product: number;
  vendor: number;
  version: number;
  kind?: KeyboardKind;
  phys?: string;
  /** The role that the settings give it. */
  role?: "scanner";
  uniq?: string;
}

export interface DeviceDisconnectedNotice {
  bus: number;
  /** The node's path, or the device's own name if it has no node. */
  device: string;
  name: string;
  product: number;
  vendor: number;
  version: number;
  kind?: KeyboardKind;
  phys?: string;
  /** The role that the settings give it. */
  role?: "scanner";
  uniq?: string;
}

export interface ScanNotice {
  device: string;
  /** Microseconds, from its first key to its last one. */
  duration: number;
  /** The key that ended it by its name, gap, or what interrupted it. */
  end: string;
  text: string;
  /** When its last key was pressed, in microseconds on the device's clock. */
  time: number;
  /** Left out for a whole code; false for an incomplete one. */
  complete?: false;
  reason?: ScanFlaw;
}

export interface ProgramDidBecomeActiveNotice {
  isActive: boolean;
}

export interface FormDidFinishNotice {
  form: string;
}

export interface FormDidCancelNotice {
  form: string;
}

export interface AccessoryActivatedNotice {
  /** The button's command. */
  item: string;
}

export interface QuestionPresetNotice {
  /** The default answer that was used. */
  answer: boolean;
  question: QuestionName;
  reason: "late" | "alwaysLate" | "notAnAnswer" | "tooManyKeys";
  /** The command that the request was about; left out for a request about a container. */
  command?: string;
  /** The container that the request was about; left out for a command. */
  container?: string;
}

export interface UserIsIdleNotice {
  /** False if the person types again. */
  isIdle: boolean;
}

export interface ExternalEditNotice {
  /** The program's own name for it. */
  container: string;
  /** The number of the message in its container, from 1 after each hello. */
  number: number;
  /** A number of the units that hello asks for with offsets. */
  before: UnitOffset;
  /** A number of the units that hello asks for with offsets. */
  after: UnitOffset;
  /** The text to insert, without control characters but newlines in a text of many lines. */
  text: string;
  /** Text that is being composed in an external container. */
  preedit?: Preedit;
  /** The revision that the edit depends on; left out if it depends on none. */
  revision?: number;
  /** The text to insert in place of everything if the edit is stale; left out for none. */
  plain?: string;
  /** The composition that the edit ends; left out if it ends none. */
  composition?: number;
}

export interface ExternalPreeditNotice {
  /** The program's own name for it. */
  container: string;
  /** The number of the message in its container, from 1 after each hello. */
  number: number;
  text: string;
  segments: Array<PreeditSegmentsItem>;
  /** The place of the caret in the text, in the unit of hello; null for no caret. */
  caret: number | null;
  /** The text to insert if the program ends the composition. */
  fallback: string;
  /** The number of the composition, which grows with each new one. */
  composition: number;
}

export interface ExternalKeyNotice {
  /** The program's own name for it. */
  container: string;
  /** The number of the message in its container, from 1 after each hello. */
  number: number;
  phase: "began" | "repeated" | "ended" | "cancelled";
  /** The kernel's number of the key. */
  code: number;
  device: string;
  /** The kernel's name, KEY_A. */
  key: string;
  /** The key's own symbol, before compose. */
  keysym: string;
  /** X11's number of the symbol. */
  keysymValue: number;
  modifiers: Array<Modifier>;
  /** Microseconds on the keyboard's clock. */
  time: number;
  /** The text of the key without Control, Option and Command, for shortcuts and not for insertion; left out for a key without text. */
  characters?: string;
}

export interface ExternalKeysDroppedNotice {
  /** The program's own name for it. */
  container: string;
}

export interface DeliveryItemNotice {
  /** It grows, and may have gaps. */
  number: number;
  /** A UUID of version 7, the same each time the item is sent. */
  id: string;
  /** The wall-clock time of the scan or the key: RFC 3339, UTC. */
  time: string;
  kind: "scan" | "command";
  /** The scanner of an item. */
  device?: DeliveringDevice;
  /** The code. */
  text?: string;
  /** Whether the text is the whole code. */
  complete?: boolean;
  /** The AIM identifier that the scanner sent before the code, such as ]C1. */
  symbology?: string;
  /** The name of the command. */
  command?: string;
  /** The title of the command. */
  title?: string;
  /** The argument of the command. */
  argument?: string;
}

export interface DeliveryDroppedNotice {
  count: number;
  reason: "number" | "bytes" | "age";
  /** The number of the last of them. */
  through: number;
}

export interface TextWasRefusedNotice {
  /** The program's own name for it. */
  container: string;
  /** [start,end], without the unit at end. */
  range: Range;
  /** Why input was refused. */
  reason: RefusalReason;
  /** The text that would have replaced it. */
  string: string;
}

export interface FillConsentDidChangeNotice {
  allowed: boolean;
}

export interface ResyncNotice {
  /** The names of its commands. */
  commands: Array<string>;
  containers: Array<Container>;
  forms: Array<string>;
  /** Whether the program has the keyboard. */
  hasKeyboard: boolean;
  layouts: Array<KeyboardLayout>;
  /** The current mode, en-US. */
  mode: string;
  /** The container that has the window's focus; left out if there is none. */
  focus?: string;
  /** The locks that are on. While a secret has the focus, only its owner receives them. */
  locks?: Locks;
}

export interface RefusedNotice {
  reason: "tooManyConnections" | "notPermitted" | "noHello";
}

export interface CommandInvokeQuestion {
  /** The name of the command. */
  id: string;
  title: string;
  /** The program, or the form that the command belongs to. */
  target: string;
  argument?: string;
}

export interface TextShouldChangeQuestion {
  /** The program's own name for it. */
  container: string;
  /** [start,end], without the unit at end. */
  range: Range;
  /** The text that would replace it; empty for a deletion. */
  string: string;
  /** How often the text has changed: each text.didChange increments it. */
  revision: Revision;
}

export interface FieldShouldReturnQuestion {
  /** The program's own name for it. */
  container: string;
}

export interface FieldShouldClearQuestion {
  /** The program's own name for it. */
  container: string;
}

export interface FocusShouldBeginQuestion {
  /** The program's own name for it. */
  container: string;
}

export interface FocusShouldEndQuestion {
  /** The program's own name for it. */
  container: string;
}

/** The requests of a program. */
export interface Requests {
  "hello": { params: HelloParams; result: Hello };
  "ping": { params: PingParams; result: Done };
  "bye": { params: ByeParams; result: Done };
  "grace": { params: GraceParams; result: Done };
  "subscribe": { params: SubscribeParams; result: Done };
  "snapshot": { params: SnapshotParams; result: ProgramSnapshot };
  "capabilities": { params: CapabilitiesParams; result: Capabilities };
  "mode.prefer": { params: ModePreferParams; result: Done };
  "container.create": { params: ContainerCreateParams; result: ContainerCreateResult };
  "container.set": { params: ContainerSetParams; result: Done };
  "container.get": { params: ContainerGetParams; result: Container };
  "container.remove": { params: ContainerRemoveParams; result: Done };
  "label.create": { params: LabelCreateParams; result: Done };
  "label.set": { params: LabelSetParams; result: Done };
  "label.measure": { params: LabelMeasureParams; result: LabelMeasureResult };
  "label.remove": { params: LabelRemoveParams; result: Done };
  "text.set": { params: TextSetParams; result: Edited };
  "text.replace": { params: TextReplaceParams; result: Edited };
  "text.clear": { params: TextClearParams; result: Edited };
  "text.words": { params: TextWordsParams; result: TextWordsResult };
  "selection.set": { params: SelectionSetParams; result: Done };
  "marked.set": { params: MarkedSetParams; result: Done };
  "marked.commit": { params: MarkedCommitParams; result: Done };
  "marked.cancel": { params: MarkedCancelParams; result: Done };
  "surroundings.set": { params: SurroundingsSetParams; result: Done };
  "composition.end": { params: CompositionEndParams; result: Done };
  "candidates.choose": { params: CandidatesChooseParams; result: Done };
  "ink.begin": { params: InkBeginParams; result: Done };
  "ink.stroke": { params: InkStrokeParams; result: Done };
  "ink.undo": { params: InkUndoParams; result: Done };
  "ink.clear": { params: InkClearParams; result: Done };
  "form.create": { params: FormCreateParams; result: FormCreateResult };
  "form.get": { params: FormGetParams; result: FormGetResult };
  "form.set": { params: FormSetParams; result: Done };
  "form.remove": { params: FormRemoveParams; result: Done };
  "focus.request": { params: FocusRequestParams; result: FocusRequestResult };
  "focus.release": { params: FocusReleaseParams; result: FocusReleaseResult };
  "idle.set": { params: IdleSetParams; result: Done };
  "endEditing": { params: EndEditingParams; result: EndEditingResult };
  "command.register": { params: CommandRegisterParams; result: CommandRegisterResult };
  "command.set": { params: CommandSetParams; result: Done };
  "command.remove": { params: CommandRemoveParams; result: Done };
  "commands.active": { params: CommandsActiveParams; result: Array<ListedCommand> };
  "menu.set": { params: MenuSetParams; result: MenuSetResult };
  "menu.get": { params: MenuGetParams; result: MenuGetResult };
  "menu.context": { params: MenuContextParams; result: MenuContextResult };
  "menu.perform": { params: MenuPerformParams; result: MenuPerformResult };
  "accessory.set": { params: AccessorySetParams; result: Done };
  "inputView.set": { params: InputViewSetParams; result: Done };
  "mode.set": { params: ModeSetParams; result: Modes };
  "fill.offer": { params: FillOfferParams; result: Done };
  "fill.withdraw": { params: FillWithdrawParams; result: Done };
  "fill.provide": { params: FillProvideParams; result: FillConsent };
  "pasteboard.get": { params: PasteboardGetParams; result: PasteboardGetResult };
  "pasteboard.set": { params: PasteboardSetParams; result: Done };
  "pasteboard.clear": { params: PasteboardClearParams; result: Done };
  "session.end": { params: SessionEndParams; result: Done };
  "delivery.receive": { params: DeliveryReceiveParams; result: DeliveryReceiveResult };
  "delivery.ack": { params: DeliveryAckParams; result: Done };
  "scanner.claim": { params: ScannerClaimParams; result: Done };
  "scanner.release": { params: ScannerReleaseParams; result: Done };
}

/** The notifications for a program. */
export interface Notifications {
  "text.didChange": TextDidChangeNotice;
  "selection.didChange": SelectionDidChangeNotice;
  "marked.didChange": MarkedDidChangeNotice;
  "field.editingChanged": FieldEditingChangedNotice;
  "field.didEndOnExit": FieldDidEndOnExitNotice;
  "focus.didBegin": FocusDidBeginNotice;
  "focus.didEnd": FocusDidEndNotice;
  "traits.didChange": TraitsDidChangeNotice;
  "view.didScroll": ViewDidScrollNotice;
  "spelling.didChange": SpellingDidChangeNotice;
  "inline.didChange": InlineDidChangeNotice;
  "correction.offered": CorrectionOfferedNotice;
  "correction.applied": CorrectionAppliedNotice;
  "correction.rejected": CorrectionRejectedNotice;
  "correction.reverted": CorrectionRevertedNotice;
  "candidates.didChange": CandidatesDidChangeNotice;
  "ink.didChange": InkDidChangeNotice;
  "command.invoked": CommandInvokedNotice;
  "mode.didChange": ModeDidChangeNotice;
  "mode.extensionBypassed": ModeExtensionBypassedNotice;
  "layout.didChange": LayoutDidChangeNotice;
  "locks.didChange": LocksDidChangeNotice;
  "keyboard.willShow": KeyboardWillShowNotice;
  "keyboard.didShow": KeyboardDidShowNotice;
  "keyboard.willHide": KeyboardWillHideNotice;
  "keyboard.didHide": KeyboardDidHideNotice;
  "keyboard.willChangeFrame": KeyboardWillChangeFrameNotice;
  "keyboard.didChangeFrame": KeyboardDidChangeFrameNotice;
  "hud.shown": HudShownNotice;
  "hud.hidden": HudHiddenNotice;
  "menu.shown": MenuShownNotice;
  "menu.hidden": MenuHiddenNotice;
  "press.began": PressBeganNotice;
  "press.ended": PressEndedNotice;
  "press.cancelled": PressCancelledNotice;
  "press.unhandled": PressUnhandledNotice;
  "device.attached": DeviceAttachedNotice;
  "device.detached": DeviceDetachedNotice;
  "device.connected": DeviceConnectedNotice;
  "device.disconnected": DeviceDisconnectedNotice;
  "scan": ScanNotice;
  "program.didBecomeActive": ProgramDidBecomeActiveNotice;
  "form.didFinish": FormDidFinishNotice;
  "form.didCancel": FormDidCancelNotice;
  "accessory.activated": AccessoryActivatedNotice;
  "question.preset": QuestionPresetNotice;
  "user.isIdle": UserIsIdleNotice;
  "external.edit": ExternalEditNotice;
  "external.preedit": ExternalPreeditNotice;
  "external.key": ExternalKeyNotice;
  "external.keysDropped": ExternalKeysDroppedNotice;
  "delivery.item": DeliveryItemNotice;
  "delivery.dropped": DeliveryDroppedNotice;
  "text.wasRefused": TextWasRefusedNotice;
  "fill.consentDidChange": FillConsentDidChangeNotice;
  "resync": ResyncNotice;
  "refused": RefusedNotice;
}

/** The questions for a program. */
export interface Questions {
  "command.invoke": CommandInvokeQuestion;
  "text.shouldChange": TextShouldChangeQuestion;
  "field.shouldReturn": FieldShouldReturnQuestion;
  "field.shouldClear": FieldShouldClearQuestion;
  "focus.shouldBegin": FocusShouldBeginQuestion;
  "focus.shouldEnd": FocusShouldEndQuestion;
}
