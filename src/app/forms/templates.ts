import { type Diagnostic, type Json, LIMITS, ok, parseExactJson, parseJson, type Result } from '#base';
import type { FieldKind } from './schema';

/** Whether a value is a text with `{{ expressions }}` (V3). */
export function isTemplate(value: Json | undefined): value is string {
  return typeof value === 'string' && value.includes('{{');
}

/** Kinds whose every text is a value. Of other kinds a text is a value of the type, or an expression that gives one. */
const TEXTUAL: ReadonlySet<FieldKind['kind']> = new Set(['text', 'choice', 'suggest', 'expression']);

/**
 * A value as it is typed into a template field. A text that would be read as something else is written as JSON.
 *
 * @example templateText('3', { kind: 'json' }) // '"3"'
 */
export function templateText(value: Json | undefined, kind: FieldKind['kind']): string {
  if (typeof value !== 'string') return jsonText(value);
  if (TEXTUAL.has(kind)) return value;
  return value === '' || parseJson(value, LIMITS.jsonDepth).ok ? JSON.stringify(value) : value;
}

/**
 * What was typed into a template field: JSON where the text is JSON, also with expressions inside its strings; else
 * the text. Of `templateText` it is the inverse.
 *
 * @example templateValue('{ "a": "{{ b }}" }', 'json') // { a: '{{ b }}' }
 */
export function templateValue(text: string, kind: FieldKind['kind']): Json | undefined {
  if (TEXTUAL.has(kind)) return text;
  if (text.trim() === '') return undefined;
  const read = parseJson(text, LIMITS.jsonDepth);
  return read.ok ? read.value : text;
}

/** Characters up to which a value stands on one line. */
const ROOM = 60;

/** JSON as a person writes it: short lists and objects on one line. Nothing is nothing. */
export function jsonText(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value, null, 2);
  if (text.length > ROOM * 2) return text;
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  return line.length <= ROOM ? line : text;
}

/** What begins so is meant as JSON; what is blank, as nothing. */
const NO_TEXT = /^\s*(?:[[{"]|$)/;

/**
 * A value whose type nobody has said, as it is typed: a text as it is, unless it would be read as something else.
 *
 * @example untypedText('bees') // 'bees'
 * @example untypedText('3') // '"3"'
 */
export function untypedText(value: Json | undefined): string {
  return typeof value === 'string' && NO_TEXT.test(value)
    ? JSON.stringify(value)
    : templateText(value, 'json');
}

/**
 * What was typed for such a value: JSON where it is JSON, else the text. What begins like JSON and is none is refused: a
 * bracket that is missing is a slip, and no text.
 */
export function readUntyped(text: string): Result<Json | undefined, Diagnostic> {
  if (text.trim() === '') return ok(undefined);
  const read = parseExactJson(text, LIMITS.jsonDepth);
  return read.ok || NO_TEXT.test(text) ? read : ok(text);
}

/** How such a value is read, in words. */
export function untypedWords(value: Json | undefined): string {
  if (value === undefined) return 'Text, or JSON.';
  if (value === null) return 'Read as null.';
  if (Array.isArray(value)) return 'Read as a list.';
  switch (typeof value) {
    case 'string':
      return 'Read as a text.';
    case 'number':
      return 'Read as a number.';
    case 'boolean':
      return 'Read as true or false.';
    default:
      return 'Read as an object.';
  }
}
