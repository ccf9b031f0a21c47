import { type Diagnostic, isJsonObject, type Json, type Result } from '#base';
import { compileCondition } from '../expressions/condition';
import { compileExpression, type Expression, placesOfName } from '../expressions/expression';
import { holesIn } from '../expressions/holes';
import { jsonataReadsOf } from '../expressions/jsonata';
import type { Field } from '../fields/fields';

/** Another name for a variable. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
}

/** A text that is read as a language, of a node or of a machine. */
interface RenamableText {
  readonly kind: 'expression' | 'condition' | 'template' | 'jsonata';
  readonly value: Json;
  /** What it may name besides variables. */
  readonly sees: readonly string[];
}

/** A field of a node or of a machine under the new name; a name that a loop gives is its own. */
export function inField({ is, value, sees }: Field, name: Renaming): Json {
  switch (is) {
    case 'cel':
      return inText({ kind: 'expression', value, sees }, name);
    case 'condition':
    case 'template':
    case 'jsonata':
      return inText({ kind: is, value, sees }, name);
    case 'writes':
    case 'declares':
    case 'reads':
      return value === name.from ? name.to : value;
    default:
      return value;
  }
}

/** What the node itself is called by in a text (`result`, `event`) is no variable of the plan there. */
function inText({ kind, value, sees }: RenamableText, name: Renaming): Json {
  if (sees.includes(name.from)) return value;
  if (kind === 'template') return inTemplate(value, name);
  const source = String(value);
  return kind === 'jsonata'
    ? replacedAt(source, jsonataReadsOf(source, name.from), name)
    : inExpression(source, name, kind === 'condition' ? compileCondition : compileExpression);
}

export function inTemplate(template: Json, name: Renaming): Json {
  return withHoles(template, (source) => inExpression(source, name));
}

/** A template with each of its expressions changed. */
export function withHoles(template: Json, change: (source: string) => string): Json {
  if (typeof template === 'string') return inHoles(template, change);
  if (isJsonArray(template)) return template.map((item) => withHoles(item, change));
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, withHoles(inner, change)]));
}

function inHoles(text: string, change: (source: string) => string): string {
  const pieces = holesIn(text);
  if (!pieces.ok) return text;
  return pieces.value
    .map((piece) => (typeof piece === 'string' ? piece : `{{${change(piece.source)}}}`))
    .join('');
}

function inExpression(
  source: string,
  name: Renaming,
  compile: (source: string) => Result<Expression, Diagnostic> = compileExpression,
): string {
  const before = compile(source);
  if (!before.ok || !before.value.references.variables.has(name.from)) return source;
  const renamed = replacedAt(source, placesOfName(before.value, name.from), name);
  const after = compile(renamed);
  // Where the expression binds the new name itself it would read that.
  const expected = [...before.value.references.variables].map((one) => (one === name.from ? name.to : one));
  const isSame = after.ok && expected.every((one) => after.value.references.variables.has(one));
  return isSame ? renamed : source;
}

/** Replaces the name at places, of which each begins one. */
function replacedAt(source: string, places: readonly number[], { from, to }: Renaming): string {
  let text = source;
  for (const at of places.toSorted((one, other) => other - one)) {
    if (text.startsWith(from, at)) text = `${text.slice(0, at)}${to}${text.slice(at + from.length)}`;
  }
  return text;
}

function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
