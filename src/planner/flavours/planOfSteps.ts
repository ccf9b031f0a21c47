import {
  type Diagnostic,
  err,
  isJsonArray,
  isJsonObject,
  isVariableName,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  own,
  parseExactJson,
  problem,
  type Result,
} from '#base';
import { isSubPlanner, subPlannerParams, subPlannerSays } from '#plan';
import { judgeAdded } from '../choose/judge';
import type { ReplyReading } from '../choose/readReply';
import type { PlannerState } from '../contracts';
import { parseBlock } from '../extract/parseBlock';

/** A reading of a reply with the variables that its plan brings along (V1, P13). */
export interface StepReading extends ReplyReading {
  readonly inject: JsonObject;
}

/** The variable that holds the prompt of a step, and the one that its answer is written to (reference 1, 7.3). */
function promptOf(index: number): string {
  return `__planner_step_${index}_prompt`;
}

function responseOf(index: number): string {
  return `__planner_step_${index}_response`;
}

/**
 * The parser that reference 1 calls `default`: a list of steps, each of which calls a plugin with an injected prompt and
 * writes its answer to an injected variable.
 *
 * @returns null where the text is no list of steps; then it may be a plan in another form
 * @example planOfStepArray('[{"toolId": "PEN", "input": {"prompt": "Draw"}}]', state)?.inject.__planner_step_0_prompt // 'Draw'
 */
export function planOfStepArray(text: string, state: PlannerState): StepReading | null {
  const read = readStepArray(text);
  if (read === null) return null;
  if (!read.ok) return refused([read.problem]);
  const { steps, repairs } = read.value;
  const calls = steps.filter(({ planner }) => planner === null);
  const prompts = Object.fromEntries(calls.map(({ index, prompt }) => [promptOf(index), prompt]));
  return { ...planOf(steps, prompts, state), repairs };
}

/**
 * What a subtree creator returned for a plan text (reference 1, 7.2): `variablesToInject`, and `steps` with the plugin of
 * each and perhaps its prompt. A step without a plugin is passed over, and counts.
 */
export function planOfCreator(output: Json, state: PlannerState): StepReading {
  const given = isJsonObject(output) ? own(output, 'steps') : undefined;
  // JSONata gives a list of one item as that item.
  const steps = isJsonObject(given) ? [given] : given;
  const variables = (isJsonObject(output) ? own(output, 'variablesToInject') : undefined) ?? {};
  if (!isJsonArray(steps) || !isJsonObject(variables)) return refused([notSteps()]);
  const named = steps.flatMap((step, index) => creatorStep(step, index));
  const prompts = named.flatMap(({ index, prompt }) =>
    prompt === null ? [] : [[promptOf(index), prompt] as const],
  );
  return planOf(named, { ...variables, ...Object.fromEntries(prompts) }, state);
}

function creatorStep(step: Json, index: number): readonly ArrayStep[] {
  if (!isJsonObject(step)) return [];
  const plugin = own(step, 'pluginRef');
  const tool = typeof plugin === 'string' ? plugin.trim() : '';
  return tool === '' ? [] : [{ index, tool, prompt: own(step, 'prompt') ?? null, name: null, planner: null }];
}

function planOf(steps: readonly ArrayStep[], injected: JsonObject, state: PlannerState): StepReading {
  const odd = Object.keys(injected).find((name) => !isVariableName(name));
  if (odd !== undefined) return refused([notAName(odd)]);
  const calls = steps.filter(({ planner }) => planner === null);
  const known = new Set([...state.writable, ...Object.keys(state.variables)]);
  // What a step reads and writes is there before it runs: null, where nobody has declared it.
  const empty = calls
    .flatMap(({ index }) => [promptOf(index), responseOf(index)])
    .filter((name) => !known.has(name));
  const inject = { ...Object.fromEntries(empty.map((name) => [name, null])), ...injected };
  const ids = steps.map((_, at) => `step-${at + 1}`);
  const body = {
    nodes: steps.map((step, at) => nodeOf(step, ids[at] ?? '')),
    edges: ids.slice(1).map((to, at) => ({ from: ids[at] ?? '', to })),
  };
  const writable = [...new Set([...state.writable, ...Object.keys(inject)])];
  const { plan, problems } = judgeAdded(body, {
    ...state,
    writable,
    variables: { ...state.variables, ...inject },
  });
  const verdict = plan === null ? 'refused' : 'accepted';
  return { verdict, plan, problems, repairs: [], oneStep: false, inject };
}

function nodeOf({ index, tool, name, planner }: ArrayStep, id: string): JsonObject {
  // A planner inside the plan: it plans when it is reached, and its steps run in its place.
  if (planner !== null) return { id, type: 'PLANNER', name: name ?? tool, params: subPlannerParams(planner) };
  return {
    id,
    type: 'CAPABILITY',
    name: `step-${index}-${tool}`,
    params: { capability: tool },
    input: { prompt: `{{ ${promptOf(index)} }}` },
    output: { [responseOf(index)]: 'result.responseText' },
  };
}

function refused(problems: readonly Diagnostic[]): StepReading {
  return { verdict: 'refused', plan: null, problems, repairs: [], oneStep: false, inject: {} };
}

function notSteps(): Diagnostic {
  const message = 'The subtree creator gave no steps.';
  return problem('NO_PLAN_IN_REPLY', message, 'It must return {"variablesToInject": {…}, "steps": […]}.');
}

function notAName(name: string): Diagnostic {
  const message = `The plan wants to inject "${name.slice(0, 80)}", which is not a name of a variable.`;
  return problem('INJECTION_INVALID', message, 'Use letters, digits and "_".');
}

/** A step as a reply in reference 1's form has it. */
interface ArrayStep {
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
interface StepArray {
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
function readStepArray(text: string): Result<StepArray, Diagnostic> | null {
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
  const parsed = parseBlock({ start: 0, text });
  if (parsed.ok) return listOf(parsed.value.value, parsed.value.repairs);
  for (const { reading, repair } of readingsOf(text)) {
    const read = parseExactJson(reading, LIMITS.jsonDepth);
    if (read.ok) return listOf(read.value, [repair]);
  }
  return null;
}

function listOf(value: Json, repairs: readonly string[]): FoundList | null {
  return isJsonArray(value) ? { list: value, repairs } : null;
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
    if (!isJsonArray(read.value) || depth === LIMITS.jsonDepth) entries.push(read.value);
    else {
      const inner = entriesOf(read.value, depth + 1);
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
