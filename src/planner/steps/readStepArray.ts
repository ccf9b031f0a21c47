import { isJsonObject, type Json, type JsonObject, LIMITS, own, parseJson } from '#base';
import { isSubPlanner, subPlannerSays } from '#plan';

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

/**
 * Reads a reply as DEFAULT_JSON_ARRAY_PARSER does (reference 6, 1.3): a list of `{toolId, input: {prompt}}`. Spaces in a
 * `toolId` become `_`; an entry without one is dropped, and counts in the index. Also read are entries that are JSON as
 * text, doubled brackets, and a list that was escaped once too often; fences are not.
 *
 * @returns null where the text is no such list
 */
export function readStepArray(text: string): readonly ArrayStep[] | null {
  const list = listIn(text.trim());
  if (list === null) return null;
  const steps = entriesOf(list).flatMap((entry, index) => stepOf(entry, index));
  return steps.length === 0 ? null : steps;
}

function listIn(text: string): readonly Json[] | null {
  for (const reading of readingsOf(text)) {
    const parsed = parseJson(reading, LIMITS.jsonDepth);
    if (parsed.ok && Array.isArray(parsed.value)) return parsed.value as readonly Json[];
  }
  return null;
}

/** The text as it is, and as it was meant where it was wrapped in quotes or escaped too often. */
function readingsOf(text: string): readonly string[] {
  const inner = /^\["\s*([[{][\s\S]*)"\]$/.exec(text)?.[1]?.trim();
  const unescaped = inner?.replaceAll('\\\\', '\\').replaceAll('\\"', '"');
  const unbroken = text.startsWith('[[') ? text.replace(/\\[nrt]/g, ' ') : undefined;
  const readings = [text, inner && `[${inner}]`, unescaped && `[${unescaped}]`, unbroken];
  return readings.filter((reading) => typeof reading === 'string');
}

/** Entries in order; lists inside the list, and those that stand in texts, are taken apart. */
function entriesOf(list: readonly Json[], depth = 0): readonly Json[] {
  return list.flatMap((entry): readonly Json[] => {
    if (Array.isArray(entry) && depth < LIMITS.jsonDepth)
      return entriesOf(entry as readonly Json[], depth + 1);
    if (typeof entry !== 'string') return [entry];
    const parsed = parseJson(entry.trim(), LIMITS.jsonDepth);
    if (!parsed.ok) return [entry];
    return Array.isArray(parsed.value)
      ? entriesOf(parsed.value as readonly Json[], depth + 1)
      : [parsed.value];
  });
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
