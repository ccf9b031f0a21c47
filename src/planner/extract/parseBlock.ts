import {
  type Diagnostic,
  err,
  type Json,
  LIMITS,
  ok,
  parseExactJson,
  parseJson,
  problem,
  type Result,
} from '#base';
import type { Block } from './blocksOf';
import { type Mend, mendJson } from './mendJson';

/** A value read from a reply, and in words what had to be forgiven to read it. */
export interface ParsedBlock {
  readonly value: Json;
  readonly repairs: readonly string[];
}

/**
 * Parses one block: as JSON, else with what `mendJson` forgives. A value is taken exactly as it is written, or not at all:
 * what JSON.parse itself would change or drop is refused, too (P4, case E3).
 *
 * @returns the value with its repairs, or one problem `JSON_TOO_DEEP`, `NUMBER_NOT_FINITE`, `NUMBER_NOT_EXACT`,
 *   `DUPLICATE_KEY` or `REPLY_NOT_JSON`
 */
export function parseBlock(block: Block): Result<ParsedBlock, Diagnostic> {
  const strict = parseExactJson(block.text, LIMITS.jsonDepth);
  if (strict.ok) return ok({ value: strict.value, repairs: [] });
  if (strict.problem.code !== 'JSON_INVALID') return err(at(strict.problem, block));
  const unescaped = parseEscaped(block.text);
  if (unescaped !== null)
    return ok({ value: unescaped, repairs: ['Read JSON whose quotes were all escaped.'] });
  const { text, mends, placeOf } = mendJson(block.text);
  const mended = parseExactJson(text, LIMITS.jsonDepth);
  if (mended.ok) return ok({ value: mended.value, repairs: repairsOf(mends, block.start) });
  const offset = placeOf(mended.problem.where.offset ?? 0);
  if (mended.problem.code === 'JSON_INVALID') return err(notJson(block, offset));
  return err(at({ ...mended.problem, where: { ...mended.problem.where, offset } }, block));
}

/** A value that stands in a text, without the quotes of that text: each of its own quotes has a backslash. */
function parseEscaped(text: string): Json | null {
  if (!text.includes('\\"') || /(?<!\\)"/.test(text)) return null;
  const inner = parseJson(`"${text.replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}"`, 1);
  const value =
    inner.ok && typeof inner.value === 'string' ? parseExactJson(inner.value, LIMITS.jsonDepth) : null;
  return value?.ok ? value.value : null;
}

const SHOWN = 40;

/** What was changed into what (P4): each kind once, with its first place and how often. */
function repairsOf(mends: readonly Mend[], start: number): readonly string[] {
  const kinds = new Map<string, { readonly first: Mend; count: number }>();
  for (const mend of mends) {
    // Each of Python's constants has a value of its own.
    const kind = PYTHON.has(mend.was) ? mend.was : mend.did;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, { first: mend, count: 1 });
    else known.count++;
  }
  return [...kinds.values()].map(({ first: { did, was, now, offset }, count }) => {
    const change = now === '' ? cut(was) : `${cut(was)} → ${cut(now)}`;
    const place = `at character ${start + offset}`;
    return `${did}: ${change} (${count === 1 ? place : `${count} times, first ${place}`}).`;
  });
}

const PYTHON: ReadonlySet<string> = new Set(['True', 'False', 'None']);

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Words that some languages have for numbers that are none. */
const NOT_FINITE = /^[+-]?(?:NaN|Infinity|inf)\b/i;

/** What stands at the place where a block stops being JSON, and how to write it. */
const FAULTS: readonly { readonly sign: RegExp; readonly help: string }[] = [
  { sign: /^\\/, help: 'Write a backslash in a text as two: "\\\\d" for \\d.' },
  { sign: /^(?:true|false|null|none|undefined)\b/i, help: 'Write true, false or null, in small letters.' },
  { sign: /^-(?!\d)|^[+.]|^0\d/, help: 'Write a number as JSON has it: -1, 0.5, 10.' },
  { sign: /^\//, help: 'Leave comments out.' },
];

function notJson(block: Block, offset: number): Diagnostic {
  const rest = block.text.slice(offset);
  const where = { offset: block.start + offset };
  // A number stops being one after its sign.
  const word = block.text.slice(offset - 1).match(NOT_FINITE) ?? rest.match(NOT_FINITE);
  if (word !== null)
    return problem(
      'NUMBER_NOT_FINITE',
      `The reply holds ${word[0]}, which JSON has no word for.`,
      'Write a number, or null.',
      where,
    );
  const near = block.text.slice(Math.max(0, offset - SHOWN / 2), offset + SHOWN / 2);
  const found = FAULTS.find(({ sign }) => sign.test(rest) || sign.test(block.text.slice(offset - 1)));
  return problem(
    'REPLY_NOT_JSON',
    rest === ''
      ? `The part of the reply that begins at character ${block.start} is not JSON: it ends too early.`
      : `The reply is not JSON at character ${where.offset}, in …${near}…`,
    found?.help ?? 'Reply with exactly one valid JSON object.',
    where,
  );
}

function at(diagnostic: Diagnostic, block: Block): Diagnostic {
  return {
    ...diagnostic,
    where: { ...diagnostic.where, offset: block.start + (diagnostic.where.offset ?? 0) },
  };
}
