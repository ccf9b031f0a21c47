import { createContext, useContext } from 'react';
import { isJsonObject, type Json, own } from '#base';
import { type JsonType, Shape } from '#plan';
import { shortValue } from '#projection';
import type { Suggestion } from '../parts/Combobox';
import type { ExpressionScope } from './form';

export type ExpressionLanguage = 'cel' | 'jsonata' | 'template';

/** What a code field may hold. */
export type CodeLanguage = ExpressionLanguage | 'json';

/** What may stand at a caret instead of what was begun there. */
export interface Completions {
  readonly from: number;
  readonly options: readonly CompletionOption[];
}

export interface CompletionOption {
  readonly name: string;
  /** What is written, where it is not the name alone. */
  readonly insert?: string;
  /** What it is, beside it. */
  readonly note?: string;
}

/**
 * What may stand at a caret: variables and functions, and after a dot the fields that a value has by its schema or in the shown run,
 * with what can be asked of it. In a template only inside `{{ }}`; never inside a quoted text, or after a digit.
 *
 * @param asked with Ctrl+Space; what is written whole is then offered too, and what nobody has begun
 * @example completionsAt('orders[0].', 10, 'cel', scope, false) // { from: 10, options: [{ name: 'amount', note: 'number' }] }
 */
export function completionsAt(
  text: string,
  caret: number,
  language: ExpressionLanguage,
  scope: ExpressionScope,
  asked: boolean,
): Completions | null {
  const code = codeBefore(text, caret, language);
  if (code === null) return null;
  const start = startOfWord(code);
  const prefix = code.slice(start);
  if (isDigit(prefix)) return null;
  const dot = code.endsWith('.?', start) && start >= 2 ? 2 : code.charAt(start - 1) === '.' ? 1 : 0;
  const options =
    dot > 0
      ? optionsAfterDot(code.slice(0, start - dot), language, scope, asked || prefix !== '')
      : optionsAtStart(code, prefix, language, scope, asked);
  if (!asked && options.some(({ name }) => name === prefix)) return null;
  const fitting = beginningWith(prefix, options);
  return fitting.length === 0 ? null : { from: caret - prefix.length, options: fitting };
}

/** Letters after which functions are offered unasked: names of one letter are people's own. */
const LETTERS = 2;

function optionsAtStart(
  code: string,
  prefix: string,
  language: ExpressionLanguage,
  scope: ExpressionScope,
  asked: boolean,
): readonly CompletionOption[] {
  if (prefix === '' && !asked) return [];
  const items = language === 'jsonata' ? [] : itemNamesAt(code).map(({ name }) => name);
  const names = new Set([...items, ...scope.variables]);
  const variables = [...names].map((name) =>
    option(name, itemNamed(name, code, scope) ?? knownOf(name, scope)),
  );
  const functions = language === 'jsonata' ? JSONATA_FUNCTIONS : CEL_FUNCTIONS;
  return asked || prefix.length >= LETTERS || prefix === '$' ? [...variables, ...functions] : variables;
}

function optionsAfterDot(
  receiver: string,
  language: ExpressionLanguage,
  scope: ExpressionScope,
  methods: boolean,
): readonly CompletionOption[] {
  const found = followed(receiver, language, scope);
  const known = found !== null && language === 'jsonata' ? unwrapped(found) : found;
  const fields = known === null ? [] : fieldsOf(known);
  return language === 'jsonata' || !methods ? fields : [...fields, ...methodsOf(known)];
}

/** What is known of a value: by its schema, and what it is in the shown run. */
interface Known {
  readonly shape: Shape;
  readonly value: Json | undefined;
}

function knownOf(name: string, { values, shapes }: ExpressionScope): Known {
  return {
    shape: shapes?.get(name) ?? Shape.UNKNOWN,
    value: values === null ? undefined : own(values, name),
  };
}

function fieldOf({ shape, value }: Known, name: string): Known {
  const field = shape.field(name);
  return {
    shape: field instanceof Shape ? field : Shape.UNKNOWN,
    value: isJsonObject(value) ? own(value, name) : undefined,
  };
}

function itemOf({ shape, value }: Known, index = 0): Known {
  return { shape: shape.item, value: Array.isArray(value) ? value[index] : undefined };
}

/** JSONata reads through lists. */
function unwrapped(known: Known): Known {
  return known.shape.isOnly('array') || Array.isArray(known.value) ? itemOf(known) : known;
}

function fieldsOf(known: Known): readonly CompletionOption[] {
  const inRun = isJsonObject(known.value) ? Object.keys(known.value) : [];
  const names = new Set([...known.shape.fields, ...inRun].filter(isName));
  return [...names].map((name) => option(name, fieldOf(known, name)));
}

/** What it is in the run is worth more than what it may be. */
function option(name: string, { shape, value }: Known): CompletionOption {
  if (value !== undefined) return { name, note: shortValue(value) };
  return shape === Shape.UNKNOWN || shape.types.size > MOST_TYPES
    ? { name }
    : { name, note: [...shape.types].join(' or ') };
}

/** A value that may be more than this has no type worth saying. */
const MOST_TYPES = 3;

/** Follows the path that ends where a text ends, as `orders[0].items`; null where it is none. */
function followed(code: string, language: ExpressionLanguage, scope: ExpressionScope): Known | null {
  if (code.endsWith(']')) {
    const open = openingOf(code, '[', ']');
    const list = open === null ? null : followed(code.slice(0, open), language, scope);
    if (list === null || open === null || language === 'jsonata') return list;
    const inside = code.slice(open + 1, -1).trim();
    const quoted = /^(["'])(.*)\1$/s.exec(inside)?.[2];
    return quoted === undefined ? itemOf(list, isDigit(inside) ? Number(inside) : 0) : fieldOf(list, quoted);
  }
  if (code.endsWith(')') && language !== 'jsonata') return filtered(code, scope);
  const start = startOfWord(code);
  const name = code.slice(start);
  if (name === '') return null;
  if (code.charAt(start - 1) !== '.') return itemNamed(name, code, scope) ?? knownOf(name, scope);
  const of = followed(code.slice(0, start - 1), language, scope);
  if (of === null) return null;
  return fieldOf(language === 'jsonata' ? unwrapped(of) : of, name);
}

/** A name that a macro gives to the items of a list, as `o` in `orders.filter(o, o.amount > 100)`. */
interface ItemName {
  readonly name: string;
  /** The code of the list. */
  readonly list: string;
}

/** Those of the macros that are open where a text ends, the innermost first. */
function itemNamesAt(code: string): readonly ItemName[] {
  const found: ItemName[] = [];
  let depth = 0;
  for (let at = code.length - 1; at >= 0; at--) {
    const char = code.charAt(at);
    if (char === ')') depth++;
    else if (char === '(' && depth > 0) depth--;
    else if (char === '(') {
      const before = code.slice(0, at);
      const macro = MACROS.find((one) => before.endsWith(`.${one}`));
      const [first = '', ...rest] = code.slice(at + 1).split(',');
      if (macro !== undefined && rest.length > 0)
        found.push({ name: first.trim(), list: before.slice(0, -macro.length - 1) });
    }
  }
  return found.filter(({ name }) => isName(name));
}

/** What is known of an item that the macro around names. */
function itemNamed(name: string, code: string, scope: ExpressionScope): Known | null {
  const named = itemNamesAt(code).find((one) => one.name === name);
  const list = named === undefined ? null : followed(named.list, 'cel', scope);
  return list === null ? null : itemOf(list);
}

const MACROS = ['all', 'exists', 'exists_one', 'map', 'filter'];

/** What `filter` leaves is a list of the same. */
function filtered(code: string, scope: ExpressionScope): Known | null {
  const open = openingOf(code, '(', ')');
  const before = open === null ? '' : code.slice(0, open);
  return before.endsWith('.filter') ? followed(before.slice(0, -'.filter'.length), 'cel', scope) : null;
}

/** Where the bracket is opened that a text ends with. */
function openingOf(code: string, opening: '[' | '(', closing: ']' | ')'): number | null {
  let depth = 0;
  for (let at = code.length - 1; at >= 0; at--) {
    if (code[at] === closing) depth++;
    else if (code[at] === opening && --depth === 0) return at;
  }
  return null;
}

/** The code that stands before a caret; null where none can stand. */
function codeBefore(text: string, caret: number, language: ExpressionLanguage): string | null {
  const before = text.slice(0, caret);
  const open = language === 'template' ? before.lastIndexOf('{{') : -2;
  if (language === 'template' && (open < 0 || before.indexOf('}}', open) >= 0)) return null;
  const inside = before.slice(open + 2);
  return insideQuotes(inside) ? null : inside;
}

function startOfWord(text: string): number {
  let start = text.length;
  while (start > 0 && /[\w$]/.test(text.charAt(start - 1))) start--;
  return start;
}

function isDigit(text: string): boolean {
  return /^\d/.test(text);
}

/** Whether a field can be named after a dot; others stand in brackets. */
function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

/** Those that begin with a prefix, its exact case first. */
function beginningWith(prefix: string, options: readonly CompletionOption[]): readonly CompletionOption[] {
  const lower = prefix.toLowerCase();
  const found = options.filter(({ name }) => name.toLowerCase().startsWith(lower));
  return found.toSorted((a, b) => Number(b.name.startsWith(prefix)) - Number(a.name.startsWith(prefix)));
}

function insideQuotes(text: string): boolean {
  let quote: string | null = null;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (quote !== null && char === '\\') index++;
    else if (quote === char) quote = null;
    else if (quote === null && (char === '"' || char === "'")) quote = char;
  }
  return quote !== null;
}

function called(name: string, note: string): CompletionOption {
  return { name, insert: `${name}(`, note };
}

const CEL_FUNCTIONS: readonly CompletionOption[] = [
  called('size', 'How many items, fields or characters'),
  called('has', 'Whether there is such a field'),
  called('string', 'As a text'),
  called('double', 'As a number'),
  called('int', 'As a whole number'),
  called('bool', 'As true or false'),
  called('timestamp', 'A point in time, from RFC 3339'),
  called('duration', 'A span of time, as “90s”'),
];

const METHODS_OF_TEXTS: readonly CompletionOption[] = [
  called('contains', 'Whether it has this in it'),
  called('startsWith', 'Whether it begins so'),
  called('endsWith', 'Whether it ends so'),
  called('matches', 'Whether it fits a pattern'),
  called('split', 'Its parts, as a list'),
  called('indexOf', 'Where this begins in it'),
  called('substring', 'A part of it'),
  { name: 'trim', insert: 'trim()', note: 'Without space around it' },
  { name: 'lowerAscii', insert: 'lowerAscii()', note: 'In small letters' },
  { name: 'upperAscii', insert: 'upperAscii()', note: 'In capital letters' },
];

const METHODS_OF_LISTS: readonly CompletionOption[] = [
  called('filter', 'The items for which it holds: item, condition'),
  called('map', 'What each item gives: item, expression'),
  called('all', 'Whether it holds for all: item, condition'),
  called('exists', 'Whether it holds for one: item, condition'),
  called('exists_one', 'Whether it holds for exactly one: item, condition'),
  called('join', 'Its texts as one'),
];

const SIZE: CompletionOption = { name: 'size', insert: 'size()', note: 'How many there are' };

/** What can be asked of a value in CEL; of one that nobody knows, everything. */
function methodsOf(known: Known | null): readonly CompletionOption[] {
  const types = known === null ? Shape.UNKNOWN.types : typesOf(known);
  return [
    ...(types.has('array') ? METHODS_OF_LISTS : []),
    ...(types.has('string') ? METHODS_OF_TEXTS : []),
    ...(types.has('array') || types.has('string') || types.has('object') ? [SIZE] : []),
  ];
}

function typesOf({ shape, value }: Known): ReadonlySet<JsonType> {
  if (Array.isArray(value)) return new Set(['array']);
  if (isJsonObject(value)) return new Set(['object']);
  if (typeof value === 'string') return new Set(['string']);
  return value === undefined ? shape.types : new Set();
}

const JSONATA_FUNCTIONS: readonly CompletionOption[] = [
  called('$sum', 'The sum of numbers'),
  called('$count', 'How many there are'),
  called('$average', 'The mean of numbers'),
  called('$max', 'The largest number'),
  called('$min', 'The smallest number'),
  called('$map', 'What a function gives of each item'),
  called('$filter', 'The items for which a function holds'),
  called('$sort', 'In order'),
  called('$distinct', 'Each once'),
  called('$keys', 'The names of the fields'),
  called('$merge', 'Objects as one'),
  called('$join', 'Texts as one'),
  called('$split', 'The parts of a text'),
  called('$contains', 'Whether a text has this in it'),
  called('$replace', 'A text with parts of it replaced'),
  called('$trim', 'A text without space around it'),
  called('$lowercase', 'In small letters'),
  called('$uppercase', 'In capital letters'),
  called('$string', 'As a text'),
  called('$number', 'As a number'),
  called('$round', 'Rounded'),
  called('$exists', 'Whether there is a value'),
];

/** What may stand in a field, by the field's name: tools, models, variables. */
export type SuggestionsOf = (field: string) => readonly Suggestion[];

const NONE: readonly Suggestion[] = [];

export const SuggestionsContext = createContext<SuggestionsOf>(() => NONE);

export function useSuggestionsOf(field: string): readonly Suggestion[] {
  return useContext(SuggestionsContext)(field);
}
