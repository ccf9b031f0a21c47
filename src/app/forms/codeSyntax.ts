import { json } from '@codemirror/lang-json';
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import type { CodeLanguage } from './completion';

/** What a tokenizer knows of what stands before: whether it is inside `{{ }}`, and how many braces are open in there. */
interface Inside {
  hole: boolean;
  braces: number;
}

/** How CodeMirror reads each language, for its colours alone: what a text means is decided by `#plan`. */
export function syntaxOf(language: CodeLanguage): Extension {
  return SYNTAX[language];
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

const SYNTAX: Readonly<Record<CodeLanguage, Extension>> = {
  cel: expressions('cel'),
  jsonata: expressions('jsonata'),
  template,
  json: json(),
};

/** Few colours, and those of the page: a name that somebody declared has the colour of text. */
export const COLOURS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.string, color: 'var(--ok)' },
    { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--run)' },
    { tag: [tags.keyword, tags.meta], color: 'var(--plan)' },
    { tag: tags.function(tags.variableName), color: 'var(--accent-ink)' },
    { tag: [tags.operator, tags.bracket, tags.separator], color: 'var(--ink-2)' },
    { tag: tags.comment, color: 'var(--ink-3)', fontStyle: 'italic' },
  ]),
);
