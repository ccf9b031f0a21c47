import { type Json, LIMITS, parseJson } from '#base';
import { jsonText } from './jsonText';
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
