import {
  type Diagnostic,
  isJsonObject,
  type Json,
  LIMITS,
  own,
  parseJson,
  type Severity,
  type Where,
} from '#base';

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
