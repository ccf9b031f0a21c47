import { jsonrepair } from 'jsonrepair';
import { type Diagnostic, type Json, LIMITS, parseJson, problem, type Result } from '#base';
import type { Block } from './blocksOf';
import { outsideStrings } from './outsideStrings';

/** A value read from a reply, and in words what had to be forgiven to read it. */
export interface ParsedBlock {
  readonly value: Json;
  readonly repairs: readonly string[];
}

/** What tolerant reading forgives, in the order in which it is told. */
const FORGIVEN: readonly { readonly sign: RegExp; readonly words: string }[] = [
  { sign: /\/\/|\/\*/, words: 'Left out comments.' },
  { sign: /,\s{0,1000}[}\]]/, words: 'Left out trailing commas.' },
  { sign: /\b(?:True|False|None)\b/, words: "Read Python's True, False and None as true, false and null." },
  { sign: /\bundefined\b/, words: 'Read undefined as null.' },
  { sign: /[“”‘’]/, words: 'Read typographic quotes as plain ones.' },
  { sign: /'/, words: 'Read single quotes as double ones.' },
  { sign: /[{,]\s{0,1000}[A-Za-z_$][\w$-]*\s{0,1000}:/, words: 'Put quotes around keys.' },
];

/**
 * Parses one block: strictly, else tolerantly (LIBRARIES §8: extraction first, then jsonrepair). The result is a
 * value, not yet a plan: strict validation follows (case E3).
 *
 * @returns the value with its repairs, or one problem `JSON_TOO_DEEP`, `NUMBER_NOT_FINITE` or `REPLY_NOT_JSON`
 */
export function parseBlock(block: Block): Result<ParsedBlock, Diagnostic> {
  const strict = parseJson(block.text, LIMITS.jsonDepth);
  if (strict.ok) return { ok: true, value: { value: strict.value, repairs: [] } };
  if (strict.problem.code === 'JSON_TOO_DEEP') return { ok: false, problem: at(strict.problem, block) };
  const bare = outsideStrings(block.text);
  if (/(?<![\w"'])-?(?:NaN|Infinity)\b/.test(bare)) return { ok: false, problem: notFinite(block) };
  return parseTolerantly(block, bare);
}

function parseTolerantly(block: Block, bare: string): Result<ParsedBlock, Diagnostic> {
  try {
    const parsed = parseJson(jsonrepair(block.text), LIMITS.jsonDepth);
    if (!parsed.ok) return { ok: false, problem: notJson(block, parsed.problem.message) };
    const repairs = FORGIVEN.filter(({ sign }) => sign.test(bare)).map(({ words }) => words);
    return {
      ok: true,
      value: {
        value: parsed.value,
        repairs: repairs.length > 0 ? repairs : ['Mended missing or doubled punctuation.'],
      },
    };
  } catch (cause) {
    return { ok: false, problem: notJson(block, cause instanceof Error ? cause.message : String(cause)) };
  }
}

function notFinite(block: Block): Diagnostic {
  return problem(
    'NUMBER_NOT_FINITE',
    'The reply holds NaN or Infinity, which JSON has no word for.',
    'Write a number, or null.',
    { offset: block.start },
  );
}

function notJson(block: Block, reason: string): Diagnostic {
  return problem(
    'REPLY_NOT_JSON',
    `The part of the reply that begins at character ${block.start} is not JSON: ${reason.replace(/\.$/, '')}.`,
    'Reply with exactly one valid JSON object.',
    { offset: block.start },
  );
}

function at(diagnostic: Diagnostic, block: Block): Diagnostic {
  return {
    ...diagnostic,
    where: { ...diagnostic.where, offset: block.start + (diagnostic.where.offset ?? 0) },
  };
}
