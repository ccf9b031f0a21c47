import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionKeymap,
  currentCompletions,
} from '@codemirror/autocomplete';
import { history, historyKeymap, insertNewline, standardKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  HighlightStyle,
  StreamLanguage,
  type StringStream,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { present } from '#base';
import type { CodeLanguage, Completions } from './completion';
import type { Fault } from './form';

/** What a code field shows, and whom it tells. */
export interface CodeSettings {
  readonly text: string;
  readonly language: CodeLanguage;
  /** Only where no label names it. */
  readonly label: string | undefined;
  /** Ids of what describes it, as `aria-describedby` has them. */
  readonly describedBy: string | undefined;
  readonly placeholder: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly fault: Fault | null;
  /** @param asked by Ctrl+Space, and not by typing */
  readonly complete: (text: string, caret: number, asked: boolean) => Completions | null;
  readonly onType: (text: string) => void;
  /** Enter ends the typing here, and Shift+Enter makes a line; null where Enter makes one. */
  readonly onEnter: (() => void) | null;
}

/** What was there before the editor, where the plain field had the focus. */
export interface Caret {
  readonly anchor: number;
  readonly head: number;
}

/**
 * A text field for code: CodeMirror in a shadow root, where its style sheets are adopted ones. In the document it would write a
 * `<style>`, which our policy refuses (T3). A label is tied to it as to any field of a form, and the focus is the element's own.
 */
export class CodeElement extends HTMLElement {
  static readonly formAssociated = true;
  readonly #internals = this.attachInternals();
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #reconfigured = new Compartment();
  #view: EditorView | null = null;
  #settings: CodeSettings | null = null;

  constructor() {
    super();
    // What a click on the label comes as.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this) this.focus();
    });
  }

  /** @param caret the focus comes with it */
  open(given: CodeSettings, caret: Caret | null): void {
    const settings = this.#named(given);
    this.#settings = settings;
    this.#view = new EditorView({ state: this.#stateOf(settings), parent: this.#root, root: this.#root });
    this.#describe();
    this.#underline(settings.fault);
    if (caret === null) return;
    this.focus({ preventScroll: true });
    this.setSelectionRange(caret.anchor, caret.head);
  }

  close(): void {
    this.#view?.destroy();
    this.#view = null;
  }

  /** Shows what has changed since. What was typed meanwhile is known to who gives the text. */
  show(given: CodeSettings): void {
    const before = this.#settings;
    const view = this.#view;
    if (before === null || view === null) return;
    const settings = this.#named(given);
    this.#settings = settings;
    const isOther = settings.text !== textOf(view.state);
    if (isOther) this.#replace(view, settings);
    else if (LOOKS.some((name) => settings[name] !== before[name]))
      view.dispatch({ effects: this.#reconfigured.reconfigure(this.#looks(settings)) });
    this.#describe();
    if (isOther || !isSameFault(settings.fault, before.fault)) this.#underline(settings.fault);
  }

  override focus(options?: FocusOptions): void {
    this.#view?.contentDOM.focus(options);
  }

  setSelectionRange(anchor: number, head: number): void {
    const end = this.#view?.state.doc.length ?? 0;
    this.#view?.dispatch({
      selection: { anchor: Math.min(anchor, end), head: Math.min(head, end) },
      scrollIntoView: true,
    });
  }

  /** Its label is outside of the shadow root, which names cross as texts only. */
  #named(settings: CodeSettings): CodeSettings {
    const label = settings.label ?? [...this.#internals.labels].map((one) => one.textContent).join(' ');
    return { ...settings, label };
  }

  /** Another text is another history: what was typed over the old one cannot be taken back in it. */
  #replace(view: EditorView, settings: CodeSettings): void {
    const { anchor, head } = view.state.selection.main;
    view.setState(this.#stateOf(settings));
    this.setSelectionRange(anchor, head);
  }

  #stateOf(settings: CodeSettings): EditorState {
    return EditorState.create({
      doc: settings.text,
      extensions: [
        this.#keys(),
        autocompletion({
          override: [(context) => this.#complete(context)],
          icons: false,
          defaultKeymap: false,
          activateOnTypingDelay: 0,
          interactionDelay: 0,
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) this.#settings?.onType(textOf(state));
        }),
        this.#reconfigured.of(this.#looks(settings)),
        SHARED,
      ],
    });
  }

  #keys(): Extension {
    const enter = (): boolean => {
      const onEnter = this.#settings?.onEnter ?? null;
      onEnter?.();
      return onEnter !== null;
    };
    return keymap.of([
      // Escape closes what is offered, and not the dialog around it; what is only looked for yet does not hold it up.
      { key: 'Escape', run: closeOffered, stopPropagation: true },
      ...completionKeymap.filter(({ key }) => key !== 'Escape'),
      // Tab takes what is offered, and else leaves the field, as in any other.
      { key: 'Tab', run: acceptCompletion },
      { key: 'Enter', run: enter, shift: insertNewline },
    ]);
  }

  #looks({ language, label, placeholder, isInvalid, isRequired, isDisabled }: CodeSettings): Extension {
    const attributes: Record<string, string> = { 'aria-label': label ?? '' };
    if (isInvalid) attributes['aria-invalid'] = 'true';
    if (isRequired) attributes['aria-required'] = 'true';
    if (isDisabled) attributes['aria-disabled'] = 'true';
    return [
      SYNTAX[language],
      EditorState.readOnly.of(isDisabled),
      EditorView.editable.of(!isDisabled),
      EditorView.contentAttributes.of(attributes),
      placeholder === undefined ? [] : whileEmpty(placeholder),
    ];
  }

  /** Ids end at a shadow root, elements do not. */
  #describe(): void {
    const content = this.#view?.contentDOM;
    if (content === undefined) return;
    const ids = this.#settings?.describedBy?.split(' ') ?? [];
    const elements = ids.flatMap((id) => document.getElementById(id) ?? []);
    content.ariaDescribedByElements = elements.length === 0 ? null : elements;
  }

  #underline(fault: Fault | null): void {
    this.#view?.dispatch({ effects: underlined.of(fault) });
  }

  #complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
    const found = this.#settings?.complete(textOf(state), pos, explicit) ?? null;
    // A list with nothing in it would still have Escape for itself.
    if (found === null || found.options.length === 0) return null;
    const options = found.options.map(({ name, insert, note }) => ({
      label: name,
      apply: insert ?? name,
      ...present({ detail: note }),
    }));
    // At once, so that Enter takes what fits what was typed last.
    const update: CompletionResult['update'] = (_before, _from, _to, context) => this.#complete(context);
    return { from: found.from, options, filter: false, update };
  }
}

function closeOffered(view: EditorView): boolean {
  const isOffered = currentCompletions(view.state).length > 0;
  closeCompletion(view);
  return isOffered;
}

function textOf(state: EditorState): string {
  return state.doc.toString();
}

/** What is drawn anew when it changes; text and fault go their own ways. */
const LOOKS = ['language', 'label', 'placeholder', 'isInvalid', 'isRequired', 'isDisabled'] as const;

function isSameFault(one: Fault | null, other: Fault | null): boolean {
  return one?.from === other?.from && one?.to === other?.to && one?.message === other?.message;
}

const underlined = StateEffect.define<Fault | null>();

interface Underlined {
  readonly fault: Fault | null;
  readonly marks: DecorationSet;
}

const NOTHING: Underlined = { fault: null, marks: Decoration.none };

/** The underline moves with the text that is typed before it, until it is known whether it still holds. */
const faults = StateField.define<Underlined>({
  create: () => NOTHING,
  update: (before, { changes, effects, newDoc }) => {
    const told = effects.find((effect) => effect.is(underlined));
    if (told === undefined) return { ...before, marks: before.marks.map(changes) };
    const fault: Fault | null = told.value;
    if (fault === null) return NOTHING;
    const to = Math.min(fault.to, newDoc.length);
    if (fault.from >= to) return { fault, marks: Decoration.none };
    const mark = Decoration.mark({ class: 'fault', attributes: { 'data-severity': fault.severity } });
    return { fault, marks: Decoration.set(mark.range(fault.from, to)) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

const faultSaid = hoverTooltip((view, at) => {
  const { fault, marks } = view.state.field(faults);
  const range = marks.iter();
  if (fault === null || range.value === null || at < range.from || at > range.to) return null;
  const create = () => {
    const dom = document.createElement('div');
    dom.className = 'said';
    dom.textContent = fault.message;
    return { dom };
  };
  return { pos: range.from, end: range.to, create };
});

/** Drawn by the style sheet alone, so that it is no text of the field. */
function whileEmpty(placeholder: string): Extension {
  const line = Decoration.line({ attributes: { 'data-placeholder': placeholder } });
  return [
    EditorView.contentAttributes.of({ 'aria-placeholder': placeholder }),
    EditorView.decorations.of(({ state }) =>
      state.doc.length === 0 ? Decoration.set(line.range(0)) : Decoration.none,
    ),
  ];
}

/**
 * What is typed over a selection is put there by us: browsers would keep the looks of what was chosen as an inline style, which
 * our policy refuses aloud (T3).
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event;
    if (inputType !== 'insertText' || data === null || view.composing) return false;
    const { from, to } = selectedIn(view);
    if (from === to) return false;
    const insert = view.state.toText(data);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    event.preventDefault();
    return true;
  },
});

/** What the page has selected, of which the editor may not have heard yet. */
function selectedIn(view: EditorView): { readonly from: number; readonly to: number } {
  const { root, contentDOM, state } = view;
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  const [range] = document.getSelection()?.getComposedRanges?.({ shadowRoots }) ?? [];
  if (range === undefined || !contentDOM.contains(range.startContainer)) return state.selection.main;
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}

const THEME = EditorView.theme({
  '&': { color: 'inherit', flex: '1', minHeight: '0', minWidth: '0' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'inherit', lineHeight: 'inherit', overflow: 'auto' },
  '.cm-content': { padding: 'var(--code-padding)', caretColor: 'var(--ink)', minWidth: '0' },
  '.cm-line': { padding: '0' },
  '.cm-line::selection, .cm-line ::selection': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-ink)',
  },
  '[data-placeholder]::before': {
    content: 'attr(data-placeholder)',
    position: 'absolute',
    color: 'var(--ink-3)',
    pointerEvents: 'none',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-soft)' },
  '.fault': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
  '.fault[data-severity="warning"]': { textDecorationColor: 'var(--wait)' },
  '.fault[data-severity="info"]': { textDecorationColor: 'var(--run)' },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-m)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow-float)',
    overflow: 'hidden',
  },
  '.said': { maxWidth: '320px', padding: 'var(--space-2)', font: 'var(--text-s) / 1.4 var(--font-ui)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '240px',
    minWidth: '160px',
    maxWidth: 'min(480px, 90vw)',
    padding: 'var(--space-1)',
    font: 'var(--text-s) var(--font-mono)',
  },
  '.cm-tooltip-autocomplete ul li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 'var(--space-3)',
    minHeight: 'var(--row)',
    padding: 'var(--space-1) var(--space-2)',
    borderRadius: 'var(--radius-s)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-ink)',
  },
  '.cm-completionDetail': {
    marginLeft: '0',
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    font: 'var(--text-s) var(--font-ui)',
    fontStyle: 'normal',
    color: 'var(--ink-2)',
  },
});

/** What a tokenizer knows of what stands before: whether it is inside `{{ }}`, and how many braces are open in there. */
interface Inside {
  hole: boolean;
  braces: number;
}

const WORDS = {
  cel: new Set(['in']),
  jsonata: new Set(['and', 'or', 'in', 'function']),
} as const;

const ATOMS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

type Words = keyof typeof WORDS;

/** A token of CEL or JSONata, which are written alike. */
function expressionToken(stream: StringStream, language: Words): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/)) return 'string';
  if (stream.match(/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?u?/)) return 'number';
  if (language === 'cel' && stream.match(/^\/\/.*/)) return 'comment';
  if (language === 'jsonata' && stream.match(/^\/\*.*?(?:\*\/|$)/)) return 'comment';
  const before = stream.string.charAt(stream.pos - 1);
  if (stream.match(/^(?:\$*[A-Za-z_][A-Za-z0-9_]*|`[^`]*`?)/)) {
    const word = stream.current();
    if (before === '.') return stream.match(/^\s*\(/, false) ? 'variableName.function' : 'propertyName';
    if (ATOMS.has(word)) return 'atom';
    if (WORDS[language].has(word)) return 'keyword';
    return stream.match(/^\s*\(/, false) ? 'variableName.function' : 'variableName';
  }
  if (stream.match(/^[()[\]{}]/)) return 'bracket';
  stream.next();
  return 'operator';
}

function expressions(language: Words): Extension {
  return StreamLanguage.define<null>({
    name: language,
    startState: () => null,
    token: (stream) => expressionToken(stream, language),
  });
}

const template = StreamLanguage.define<Inside>({
  name: 'template',
  startState: () => ({ hole: false, braces: 0 }),
  copyState: (state) => ({ ...state }),
  token: (stream, state) => {
    if (!state.hole) {
      if (stream.match('{{')) {
        state.hole = true;
        state.braces = 0;
        return 'meta';
      }
      stream.next();
      if (!stream.skipTo('{{')) stream.skipToEnd();
      return null;
    }
    if (state.braces === 0 && stream.match('}}')) {
      state.hole = false;
      return 'meta';
    }
    const token = expressionToken(stream, 'cel');
    if (token === 'bracket') {
      const bracket = stream.current();
      if (bracket === '{') state.braces++;
      if (bracket === '}') state.braces = Math.max(0, state.braces - 1);
    }
    return token;
  },
});

/** How CodeMirror reads each language, for its colours alone: what a text means is decided by `#plan`. */
const SYNTAX: Readonly<Record<CodeLanguage, Extension>> = {
  cel: expressions('cel'),
  jsonata: expressions('jsonata'),
  template,
  json: json(),
};

/** Few colours, and those of the page: a name that somebody declared has the colour of text. */
const COLOURS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.string, color: 'var(--ok)' },
    { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--run)' },
    { tag: [tags.keyword, tags.meta], color: 'var(--plan)' },
    { tag: tags.function(tags.variableName), color: 'var(--accent-ink)' },
    { tag: [tags.operator, tags.bracket, tags.separator], color: 'var(--ink-2)' },
    { tag: tags.comment, color: 'var(--ink-3)', fontStyle: 'italic' },
  ]),
);

/** What is the same in every field, made once. */
const SHARED: Extension = [
  history(),
  keymap.of([...historyKeymap, ...standardKeymap]),
  EditorView.lineWrapping,
  bracketMatching(),
  COLOURS,
  typedOver,
  faults,
  faultSaid,
  THEME,
  EditorState.phrases.of({ Completions: 'Suggestions' }),
];

customElements.define('planloom-code', CodeElement);
