import { type Diagnostic, type Json, LIMITS, ok, parseExactJson, type Result } from '#base';
import { templateText } from './templates';

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
