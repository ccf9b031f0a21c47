import { isJsonObject, isVariableName, type Json, type JsonObject, own } from '#base';
import { holesIn, isReservedName } from '#plan';
import { keptUnder } from '../common/kept';

/**
 * How a machine of ours is written as XState JSON, and how a module's functions are written before they are imported:
 * XState's own words for what it has words for (`xstate.assign`, `xstate.raise` … with `params`), and these marks for
 * expressions, which JSON has none for.
 */

/** A guard whose `params.when` is a condition in CEL. */
export const WHEN_GUARD = 'planloom.when';
/** An entry action that publishes an event and awaits its response (M2): a state's `action`. */
export const PUBLISH = 'planloom.publish';
/** `{"$cel": "count + 1"}`: the value of an expression. */
const CEL_MARK = '$cel';
/** `{"$template": "Hello {{ name }}"}`: a text with holes. */
const TEMPLATE_MARK = '$template';
/** `{"$data": …}` beside an event's `type`: its data where that is no object of literal members. */
export const DATA_MARK = '$data';

/** The value of an expression, marked. */
export function marked(cel: string): JsonObject {
  return { [CEL_MARK]: cel };
}

/** A text with holes, marked. */
export function markedTemplate(text: string): JsonObject {
  return { [TEMPLATE_MARK]: text };
}

/** A constant as CEL writes it. Integers that CEL's `int` cannot hold are written as doubles. */
export function celLiteral(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return celNumber(value);
  if (Array.isArray(value)) return `[${value.map(celLiteral).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${celLiteral(member)}`,
  );
  return `{${members.join(', ')}}`;
}

function celNumber(value: number): string {
  const text = String(value);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** The CEL that a value stands for: what is marked, as it is; all else as a constant, in whose depth marks count too. */
export function celOf(value: Json): string {
  const cel = markOf(value, CEL_MARK);
  if (cel !== null) return cel;
  if (Array.isArray(value)) return `[${value.map(celOf).join(', ')}]`;
  if (!isJsonObject(value)) return celLiteral(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${celOf(member)}`);
  return `{${members.join(', ')}}`;
}

/** The way back: a constant where the expression is one as `celLiteral` writes it. */
export function valueOfCel(cel: string): Json {
  const constant = jsonOf(cel);
  return constant !== undefined && celLiteral(constant) === cel ? constant : marked(cel);
}

/** The template (V3) that a value stands for. A literal text with `{{` in it becomes a hole that gives that text. */
export function templateOf(value: Json): Json;
export function templateOf(value: Json | undefined): Json | undefined;
export function templateOf(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return value.includes('{{') ? `{{ ${JSON.stringify(value)} }}` : value;
  if (Array.isArray(value)) return value.map((item) => templateOf(item));
  if (!isJsonObject(value)) return value;
  const cel = markOf(value, CEL_MARK);
  if (cel !== null) return `{{ ${cel} }}`;
  const template = markOf(value, TEMPLATE_MARK);
  if (template !== null) return template;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, templateOf(member)]));
}

/** The way back, string by string. */
export function valueOfTemplate(template: Json): Json;
export function valueOfTemplate(template: Json | undefined): Json | undefined;
export function valueOfTemplate(template: Json | undefined): Json | undefined {
  if (typeof template === 'string') return valueOfText(template);
  if (Array.isArray(template)) return template.map((item) => valueOfTemplate(item));
  if (!isJsonObject(template)) return template;
  const members = Object.entries(template).map(([key, member]) => [key, valueOfTemplate(member)] as const);
  return Object.fromEntries(members);
}

function valueOfText(text: string): Json {
  if (!text.includes('{{')) return text;
  const holes = holesIn(text);
  const [only] = holes.ok ? holes.value : [];
  if (typeof only !== 'object' || (holes.ok && holes.value.length > 1)) return { [TEMPLATE_MARK]: text };
  const cel = only.source.trim();
  if (text !== `{{ ${cel} }}`) return { [TEMPLATE_MARK]: text };
  const constant = jsonOf(cel);
  return typeof constant === 'string' && templateOf(constant) === text ? constant : marked(cel);
}

function markOf(value: Json, mark: string): string | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return null;
  const text = own(value, mark);
  return typeof text === 'string' ? text : null;
}

function jsonOf(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Changes the states that a condition names: `inState("idle")`. Text inside other strings is left alone.
 *
 * @param rename gets what stands between the quotes, gives what is to stand there
 */
export function renameStates(cel: string, rename: (state: string) => string): string {
  const strings = /\binState\s*\(\s*("(?:[^"\\]|\\.)*")\s*\)|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
  return cel.replace(strings, (all, quoted: string | undefined) => {
    const state = quoted === undefined ? undefined : jsonOf(quoted);
    return typeof state === 'string' ? `inState(${JSON.stringify(rename(state))})` : all;
  });
}

/** Names that every condition of a machine knows: no variable of theirs may hide behind them. */
const OF_THE_SCOPE = new Set(['event', 'results', 'goal_data', 'params', 'steps', 'inState', 'guard']);

/**
 * What a member of an XState `context` is called here (W2): itself where it can be a variable, else what letters and
 * digits it has. The same wherever it is named, so that a translated function and the context agree.
 */
export function variableName(theirs: string): string {
  const fits = isVariableName(theirs) && !isReservedName(theirs) && !OF_THE_SCOPE.has(theirs);
  if (fits) return theirs;
  const readable = theirs.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 56);
  return /^[A-Za-z_]/.test(readable) ? `${readable}_` : `_${readable}_`;
}

/** What is kept of XState with a plan, a state, a transition or an action. */
export function keptOf(of: { readonly source?: JsonObject | undefined }): JsonObject {
  return keptUnder('xstate', of);
}
