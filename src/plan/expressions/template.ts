import {
  canonicalJson,
  type Diagnostic,
  err,
  escapePointer,
  isJsonArray,
  isJsonObject,
  type Json,
  ok,
  problem,
  type Result,
  withTexts,
} from '#base';
import { compileExpression, type Expression, type ExpressionError, evaluate, type Scope } from './expression';
import { HANDLE_HELP, holdsHandle } from './handles';
import { meteredTogether } from './meter';
import { mergeReferences, NO_REFERENCES, type References } from './references';

/** A `{{ expression }}` in a text: its source, and where that begins. */
export interface Hole {
  readonly source: string;
  readonly offset: number;
}

/**
 * Splits a text into what is written and its holes. Braces and `}}` inside the expression's own strings, maps
 * and brackets do not close a hole.
 *
 * @returns the pieces in order, or the place of a `{{` that is never closed
 * @example holesIn('Hi {{ name }}!') // ['Hi ', { source: ' name ', offset: 5 }, '!']
 */
export function holesIn(text: string): Result<readonly (string | Hole)[], number> {
  const pieces: (string | Hole)[] = [];
  let at = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    const close = endOfHole(text, open + 2);
    if (close === null) return err(open);
    if (open > at) pieces.push(text.slice(at, open));
    pieces.push({ source: text.slice(open + 2, close), offset: open + 2 });
    at = close + 2;
  }
  if (at < text.length || pieces.length === 0) pieces.push(text.slice(at));
  return ok(pieces);
}

function endOfHole(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      const end = endOfString(text, at);
      if (end === null) return null;
      at = end;
    } else if (character === '{') depth++;
    else if (character === '}') {
      if (depth === 0) return text[at + 1] === '}' ? at : null;
      depth--;
    }
  }
  return null;
}

/** The place of the closing quote; CEL's strings escape with a backslash. */
function endOfString(text: string, start: number): number | null {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return null;
}

/** JSON whose strings may hold `{{ expression }}` (V3), read once. Made by `compileTemplate`, used by `fill`. */
export interface Template {
  readonly source: Json;
  readonly references: References;
  /** Internal. */
  readonly part: Part;
}

type Part =
  | { readonly kind: 'constant'; readonly value: Json }
  /** A string that is exactly one hole keeps the value's type. */
  | { readonly kind: 'value'; readonly expression: Expression }
  | { readonly kind: 'text'; readonly pieces: readonly (string | Expression)[] }
  | { readonly kind: 'list'; readonly items: readonly Part[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Part])[] };

/**
 * Reads a template.
 *
 * @returns the template, or every problem of its holes, with the string's JSON Pointer in `where.field` and the
 * place in that string in `where.offset`
 * @example compileTemplate({ query: '{{ question }}', limit: 3 })
 */
export function compileTemplate(template: Json): Result<Template, readonly Diagnostic[]> {
  const problems: Diagnostic[] = [];
  const references: References[] = [];
  const part = partOf(template, '', problems, references);
  if (problems.length > 0) return err(problems);
  return ok({
    source: template,
    part,
    references: references.length === 0 ? NO_REFERENCES : mergeReferences(references),
  });
}

/**
 * Fills a template in a single pass: what is inserted is never read again (case C6). In a longer string a value
 * that is not text is inserted as its canonical JSON (RFC 8785). Its expressions share what they may use up (case C3).
 */
export function fill(template: Template, scope: Scope, handles = true): Result<Json, ExpressionError> {
  return meteredTogether(() => fillPart(template.part, { scope, handles }));
}

/** The same where text is wanted whatever the template holds: FILL_TEMPLATE and prompts. */
export function fillText(template: Template, scope: Scope, handles = true): Result<string, ExpressionError> {
  const filled = fill(template, scope, handles);
  return filled.ok ? asText(filled.value, handles) : filled;
}

/** What holes are filled with, and whether handles among it are more than objects (V6). */
interface Filling {
  readonly scope: Scope;
  readonly handles: boolean;
}

function partOf(template: Json, path: string, problems: Diagnostic[], references: References[]): Part {
  if (typeof template === 'string') return textPart(template, path, problems, references);
  if (isJsonArray(template)) {
    const items = template.map((item, index) => partOf(item, `${path}/${index}`, problems, references));
    return items.every(isConstant) ? { kind: 'constant', value: template } : { kind: 'list', items };
  }
  if (!isJsonObject(template)) return { kind: 'constant', value: template };
  const entries = Object.entries(template).map(
    ([key, value]) => [key, partOf(value, `${path}/${escapePointer(key)}`, problems, references)] as const,
  );
  if (entries.every(([, part]) => isConstant(part))) return { kind: 'constant', value: template };
  return { kind: 'object', entries };
}

function isConstant(part: Part): boolean {
  return part.kind === 'constant';
}

function textPart(text: string, path: string, problems: Diagnostic[], references: References[]): Part {
  const holes = holesIn(text);
  if (!holes.ok) {
    problems.push(unclosed(holes.problem, path));
    return { kind: 'constant', value: text };
  }
  const pieces: (string | Expression)[] = [];
  for (const piece of holes.value) {
    if (typeof piece === 'string') {
      pieces.push(piece);
      continue;
    }
    const expression = compileExpression(piece.source);
    if (expression.ok) {
      pieces.push(expression.value);
      references.push(expression.value.references);
    } else problems.push(placed(expression.problem, path, piece.offset));
  }
  const [first] = pieces;
  if (pieces.length === 1 && typeof first === 'object') return { kind: 'value', expression: first };
  const hasHole = pieces.some((piece) => typeof piece !== 'string');
  return hasHole ? { kind: 'text', pieces } : { kind: 'constant', value: text };
}

function placed(diagnostic: Diagnostic, path: string, start: number): Diagnostic {
  const offset = start + (diagnostic.where.offset ?? 0);
  return { ...diagnostic, where: { ...(path === '' ? {} : { field: path }), offset } };
}

function unclosed(offset: number, path: string): Diagnostic {
  return problem(
    'TEMPLATE_INVALID',
    'A "{{" is never closed.',
    'Close it with "}}". To write the characters themselves, use {{ "{{" }}.',
    { ...(path === '' ? {} : { field: path }), offset },
  );
}

function fillPart(part: Part, from: Filling): Result<Json, ExpressionError> {
  switch (part.kind) {
    case 'constant':
      return ok(part.value);
    case 'value':
      return evaluate(part.expression, from.scope, from.handles);
    case 'text':
      return fillPieces(part.pieces, from);
    case 'list':
      return fillList(part.items, from);
    case 'object':
      return fillObject(part.entries, from);
  }
}

function fillPieces(
  pieces: readonly (string | Expression)[],
  from: Filling,
): Result<string, ExpressionError> {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    const value = evaluate(piece, from.scope, from.handles);
    if (!value.ok) return value;
    const written = asText(value.value, from.handles);
    if (!written.ok) return written;
    text += written.value;
  }
  return ok(text);
}

function fillList(items: readonly Part[], from: Filling): Result<Json, ExpressionError> {
  const filled: Json[] = [];
  for (const [index, item] of items.entries()) {
    const value = fillPart(item, from);
    if (!value.ok) return within(String(index), value.problem);
    filled.push(value.value);
  }
  return ok(filled);
}

function fillObject(
  entries: readonly (readonly [string, Part])[],
  from: Filling,
): Result<Json, ExpressionError> {
  const filled: [string, Json][] = [];
  for (const [key, part] of entries) {
    const value = fillPart(part, from);
    if (!value.ok) return within(key, value.problem);
    filled.push([key, value.value]);
  }
  return ok(Object.fromEntries(filled));
}

function within(key: string, problem: ExpressionError): Result<never, ExpressionError> {
  return err({ ...problem, field: `/${escapePointer(key)}${problem.field ?? ''}` });
}

function asText(value: Json, handles: boolean): Result<string, ExpressionError> {
  if (typeof value === 'string') return ok(value);
  if (!handles || !holdsHandle(value)) return ok(canonicalJson(value));
  return err({ code: 'EXPRESSION_ERROR', message: `A table cannot be written into text: ${HANDLE_HELP}.` });
}

/** A template with each of its expressions changed. */
export function withHoles(template: Json, change: (source: string) => string): Json {
  return withTexts(template, (text) => {
    const pieces = holesIn(text);
    if (!pieces.ok) return text;
    return pieces.value
      .map((piece) => (typeof piece === 'string' ? piece : `{{${change(piece.source)}}}`))
      .join('');
  });
}
