import { type ComponentType, createContext, useContext } from 'react';
import {
  type Diagnostic,
  escapePointer,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  LIMITS,
  own,
  parseJson,
  problem,
  type Severity,
  type Where,
} from '#base';
import { type Shape, validateJson } from '#plan';
import type { FieldIds } from '../ui/Field';
import type { SchemaField } from './schema';

/** How a form's strings are read. */
export type FormMode =
  /** Values as they are: parameters, answers, inputs of a run. */
  | 'literal'
  /** Any value may be a template with `{{ expressions }}` (V3). */
  | 'template';

/** Where a value lies in the object that a form edits. */
export type Path = JsonPath;

/**
 * Puts a value at a place, or takes away what is there (undefined). A change names its place and never carries the
 * object around it, so that two fields that rest at the same moment do not undo one another.
 */
export type Change = (path: Path, value: Json | undefined) => Refusal;

export interface SchemaFormProps {
  readonly schema: JsonObject;
  readonly value: JsonObject;
  readonly mode: FormMode;
  readonly disabled?: boolean | undefined;
  /** The fields to show, in this order; all, in the schema's order, when left out. */
  readonly only?: readonly string[];
  /** Controls of fields for which the schema alone makes no good one. */
  readonly controls?: Readonly<Record<string, Control>> | undefined;
  /** Choices that are part of the language and are not run yet, by field. */
  readonly later?: Readonly<Record<string, ReadonlySet<string>>> | undefined;
  /** Fields stand beside one another where there is room. */
  readonly inLine?: boolean;
  /** Objects inside have no frame of their own. */
  readonly flat?: boolean;
  /** What is wrong with the value; `where.field` points into it (RFC 6901). */
  readonly problems?: readonly Diagnostic[] | undefined;
  readonly onChange: Change;
}

export interface ControlProps {
  readonly ids: FieldIds & { readonly disabled: boolean; readonly required: boolean };
  readonly field: SchemaField;
  readonly value: Json | undefined;
  /** Choices of the field that are not run yet. */
  readonly later: ReadonlySet<string>;
  readonly onChange: (value: Json | undefined) => Refusal;
}

/** What edits one value: a choice, a number, a text, an expression. */
export type Control = ComponentType<ControlProps>;

/** What an expression may name, and what those names hold in the run that is shown. */
export interface ExpressionScope {
  readonly variables: readonly string[];
  /** Names and values of the shown run at its position; null while no run is shown. */
  readonly values: JsonObject | null;
  /** What schemas say of them. */
  readonly shapes?: ReadonlyMap<string, Shape>;
}

const EMPTY: ExpressionScope = { variables: [], values: null };

export const ExpressionScopeContext = createContext<ExpressionScope>(EMPTY);

export function useExpressionScope(): ExpressionScope {
  return useContext(ExpressionScopeContext);
}

/** What is said of a field that is needed and empty. */
interface Needed {
  readonly message: string;
  readonly help: string;
}

/**
 * What is wrong with what stands in a form, each problem at its own field: one that is missing is told there, and not
 * at the object around it.
 */
export function formProblems(schema: JsonObject, value: JsonObject, needed: Needed): readonly Diagnostic[] {
  return validateJson(schema, value).map(({ path, message, keyword }) => {
    const missing = keyword === 'required' ? /property "(.*)"/.exec(message)?.[1] : undefined;
    return missing === undefined
      ? problem('INPUT_INVALID', message, 'Correct the value.', { field: path })
      : problem('INPUT_INVALID', needed.message, needed.help, {
          field: `${path}/${escapePointer(missing)}`,
        });
  });
}

/**
 * The problems that lie at or under a place, told from there.
 *
 * @param pointer JSON Pointer (RFC 6901) into what the problems are about
 */
export function problemsInside(
  problems: readonly Diagnostic[] | undefined,
  pointer: string,
): readonly Diagnostic[] {
  if (problems === undefined) return [];
  return problems.flatMap((problem) => {
    const { field } = problem.where;
    if (field !== pointer && !field?.startsWith(`${pointer}/`)) return [];
    return [{ ...problem, where: { ...problem.where, field: field.slice(pointer.length) } }];
  });
}

const WEIGHT = { error: 0, warning: 1, info: 2 };

/** The one to show where there is room for one: the gravest, in document order. */
export function worstOf(problems: readonly Diagnostic[]): Diagnostic | undefined {
  return problems.toSorted((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity])[0];
}

/** A text that its field did not take, and the value that stands until it does. */
interface RefusedText {
  readonly value: string;
  readonly text: string;
  readonly refusal: Diagnostic;
}

/** Refused texts that are kept; the oldest go first. */
const MOST = 200;

/** By the path of their field. Kept while the page is open, so that looking at another node loses nothing. */
const kept = new Map<string, RefusedText>();

/** The text that was refused here; null when there is none, or when the value has changed since. */
export function refusedText(path: string, value: string): RefusedText | null {
  const found = kept.get(path);
  return found?.value === value ? found : null;
}

/** @param path empty where a field has no place of its own: nothing is kept then */
export function keepRefused(path: string, refused: RefusedText): void {
  if (path === '') return;
  kept.delete(path);
  kept.set(path, refused);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}

export function forgetRefused(path: string): void {
  kept.delete(path);
}

/** Why a value was not taken; null when it was. */
export type Refusal = Diagnostic | null;

/** What is wrong at a place of a text: underlined there, and said where the pointer rests. */
export interface Fault {
  readonly from: number;
  readonly to: number;
  readonly severity: Severity;
  readonly message: string;
}

/**
 * Where the text that a field shows has a problem of its value: problems tell a place, and what stands there is underlined.
 *
 * @returns null where the problem tells none, or one that is not in the text
 * @example faultIn('size(a', problem(…, { offset: 6 })) // { from: 5, to: 6, … }
 */
export function faultIn(text: string, problem: Diagnostic | null | undefined): Fault | null {
  if (!problem) return null;
  const at = placeIn(text, problem.where);
  if (at === null) return null;
  // JSONata tells where it stopped reading: behind the token that it did not expect.
  return faultAt(text, problem, problem.code === 'JSONATA_INVALID' ? tokenThatEnds(text, at) : at);
}

/** The same of a problem of the text itself, whatever its value is. */
export function faultAt(text: string, { severity, message }: Diagnostic, at: number): Fault | null {
  // What ends too early is missed after what stands there last.
  const end = text.trimEnd().length;
  const from = at < end ? skipSpace(text, at) : tokenThatEnds(text, end);
  const to = from + tokenAt(text, from).length;
  return to > from ? { from, to, severity, message } : null;
}

/** A problem of a value names the string that has it; where that is part of JSON, it stands there as JSON. */
function placeIn(text: string, { field = '', offset }: Where): number | null {
  if (offset === undefined || field === '') return offset ?? null;
  const read = parseJson(text, LIMITS.jsonDepth);
  const part = read.ok ? partAt(read.value, field) : undefined;
  if (typeof part !== 'string') return null;
  const at = text.indexOf(JSON.stringify(part));
  return at < 0 ? null : at + JSON.stringify(part.slice(0, offset)).length - 1;
}

/** @param pointer JSON Pointer (RFC 6901) */
function partAt(value: Json, pointer: string): Json | undefined {
  let part: Json | undefined = value;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    part = Array.isArray(part) ? part[Number(name)] : isJsonObject(part) ? own(part, name) : undefined;
  }
  return part;
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[\w$]+|\s+|./gsu;

function tokenAt(text: string, at: number): string {
  TOKEN.lastIndex = at;
  return TOKEN.exec(text)?.[0] ?? '';
}

function skipSpace(text: string, at: number): number {
  return at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
}

/** Where the token begins that reaches to a place. */
function tokenThatEnds(text: string, end: number): number {
  TOKEN.lastIndex = 0;
  for (const { index, 0: token } of text.matchAll(TOKEN)) if (index + token.length >= end) return index;
  return end;
}
