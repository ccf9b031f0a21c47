import {
  type Diagnostic,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  own,
  parseExactJson,
  problem,
  type Result,
} from '#base';
import { isSubPlanner, subPlannerSays } from '#plan';
import { parseBlock } from '../extract/parseBlock';

/** A step as a reply in reference 1's form has it. */
export interface ArrayStep {
  /** Its place in the reply, from 0, which the names of its variables hold. */
  readonly index: number;
  /** The plugin that it calls; null for a planner inside the plan. */
  readonly tool: string;
  readonly prompt: Json;
  readonly name: string | null;
  /** What a planner inside the plan is told; null for a call. */
  readonly planner: JsonObject | null;
}

/** The steps of a reply, and in words what had to be forgiven to read them. */
export interface StepArray {
  readonly steps: readonly ArrayStep[];
  readonly repairs: readonly string[];
}

/**
 * Reads a reply as DEFAULT_JSON_ARRAY_PARSER does (reference 6, 1.3): a list of `{toolId, input: {prompt}}`. Spaces in a
 * `toolId` become `_`; an entry without one is dropped, and counts in the index. Also read are entries that are JSON as
 * text, doubled brackets, and a list that was escaped once too often; fences are not. As any reply it is taken exactly as
 * it is written, or not at all (P4).
 *
 * @returns null where the text is no such list; a problem where an entry of it cannot be taken as it is written
 */
export function readStepArray(text: string): Result<StepArray, Diagnostic> | null {
  const found = listIn(text.trim());
  if (found === null) return null;
  const entries = entriesOf(found.list);
  if (!entries.ok) return entries;
  const steps = entries.value.flatMap((entry, index) => stepOf(entry, index));
  if (steps.length === 0) return null;
  const taken = new Set(steps.map(({ index }) => index));
  const dropped = entries.value.flatMap((_, index) =>
    taken.has(index) ? [] : [`Left out entry ${index + 1} of the list, which names no "toolId".`],
  );
  return ok({ steps, repairs: [...found.repairs, ...dropped] });
}

interface FoundList {
  readonly list: readonly Json[];
  readonly repairs: readonly string[];
}

/** A text that cannot be read at all is left to the reader of other replies, which says what is wrong with it. */
function listIn(text: string): FoundList | null {
  const parsed = parseBlock({ start: 0, end: text.length, text, truncated: false });
  if (parsed.ok) return listOf(parsed.value.value, parsed.value.repairs);
  for (const { reading, repair } of readingsOf(text)) {
    const read = parseExactJson(reading, LIMITS.jsonDepth);
    if (read.ok) return listOf(read.value, [repair]);
  }
  return null;
}

function listOf(value: Json, repairs: readonly string[]): FoundList | null {
  return Array.isArray(value) ? { list: value as readonly Json[], repairs } : null;
}

const UNQUOTED = 'Read a list out of the text that it stood in.';
const UNBROKEN = 'Read line ends that were escaped outside of texts as blanks.';

/** The text as it was meant where it was wrapped in quotes or escaped too often: no text inside it is changed by that. */
function readingsOf(text: string): readonly { readonly reading: string; readonly repair: string }[] {
  const readings: { reading: string; repair: string }[] = [];
  const inner = /^\["\s*([[{][\s\S]*)"\]$/.exec(text)?.[1]?.trim();
  if (inner !== undefined) {
    readings.push({ reading: `[${inner}]`, repair: UNQUOTED });
    const unescaped = inner.replaceAll('\\\\"', '"');
    // With another backslash nobody knows how often that one was escaped.
    if (!unescaped.includes('\\')) readings.push({ reading: `[${unescaped}]`, repair: UNQUOTED });
  }
  if (text.startsWith('[['))
    readings.push({
      reading: text.replace(TEXT_OR_BREAK, (found) => (found.startsWith('"') ? found : ' ')),
      repair: UNBROKEN,
    });
  return readings;
}

/** A text that does not end goes to the end, also where that is in the middle of an escape: or each quote in it would be tried anew. */
const TEXT_OR_BREAK = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|\\[nrt]/g;

/** Entries in order; lists inside the list, and those that stand in texts, are taken apart. */
function entriesOf(list: readonly Json[], depth = 0): Result<readonly Json[], Diagnostic> {
  const entries: Json[] = [];
  for (const entry of list) {
    const read = typeof entry === 'string' ? entryIn(entry.trim()) : ok(entry);
    if (!read.ok) return read;
    if (!Array.isArray(read.value) || depth === LIMITS.jsonDepth) entries.push(read.value);
    else {
      const inner = entriesOf(read.value as readonly Json[], depth + 1);
      if (!inner.ok) return inner;
      entries.push(...inner.value);
    }
  }
  return ok(entries);
}

/** An entry that is a text: JSON that was put into one, or words. */
function entryIn(text: string): Result<Json, Diagnostic> {
  const read = parseExactJson(text, LIMITS.jsonDepth);
  if (read.ok || !/^[[{]/.test(text)) return ok(read.ok ? read.value : text);
  const { code, message } = read.problem;
  return err(
    problem(
      code === 'JSON_INVALID' ? 'REPLY_NOT_JSON' : code,
      `An entry of the list is a text that begins as JSON, and cannot be read: ${message}`,
      'Reply with a list of objects.',
    ),
  );
}

function stepOf(entry: Json, index: number): readonly ArrayStep[] {
  if (!isJsonObject(entry)) return [];
  const id = own(entry, 'toolId');
  const tool = typeof id === 'string' ? id.trim().replaceAll(' ', '_') : '';
  if (tool === '') return [];
  const input = own(entry, 'input');
  const prompt = isJsonObject(input) ? (own(input, 'prompt') ?? '') : '';
  const name = own(entry, 'displayName');
  return [
    {
      index,
      tool,
      prompt,
      name: typeof name === 'string' && name !== '' ? name : null,
      planner: isSubPlanner(entry) ? subPlannerSays(entry) : null,
    },
  ];
}
