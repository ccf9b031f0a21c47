import {
  type Diagnostic,
  IdMint,
  isId,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
  plainText,
  present,
  problem,
  type Where,
} from '#base';
import { compileTemplate } from '../expressions/template';
import type { Entry, Outline, RawEdge } from './outline';
import { AFTER_FIELDS, firstOf } from './outline';
import { isNothing, outlineOf } from './outlineOf';
import { type PlaceholdersRead, readPlaceholders } from './placeholders';
import type { Tools } from './stepToNode';
import { type StepReading, stepToNode } from './stepToNode';

/**
 * Follows renamed steps into the expressions that read them: `steps["load data"]` becomes `steps["step-1"]`. Only the
 * quoted form is followed; anything else keeps its text and is judged by the plan's own rules.
 */
function renamedObject(object: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      key === 'source' ? value : renamedValue(value, renamed),
    ]),
  );
}

function renamedValue(value: Json, renamed: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return renamedText(value, renamed);
  if (Array.isArray(value)) return value.map((item) => renamedValue(item, renamed));
  return isJsonObject(value) ? renamedObject(value, renamed) : value;
}

function renamedText(text: string, renamed: ReadonlyMap<string, string>): string {
  if (!text.includes('steps[')) return text;
  return text.replace(/\bsteps\[\s*(["'])([^"'\\]*)\1\s*\]/g, (whole, _quote, id: string) => {
    const to = renamed.get(id);
    return to === undefined ? whole : `steps["${to}"]`;
  });
}

/** Finds the id of the step that a reference means; null with a problem at that place when none does. */
interface Resolve {
  (reference: Json, where: Where): string | null;
  /** Whether a step is called so. */
  knows(reference: Json): boolean;
}

/**
 * How an edge's end finds its step: by what the reply calls it, by the id we gave it, or by its number where the steps
 * have none of their own. Models count from 0 or from 1 (case E2): the numbers used must fit only one of them.
 *
 * @param taken ids of all steps that there are, these among them
 */
function resolverOf(steps: readonly Step[], taken: IdMint, problems: Diagnostic[]): Resolve {
  const byName = new Map<string, string>();
  for (const { raw, id } of steps) {
    byName.set(id, id);
    if (raw !== undefined) byName.set(plainText(raw), id);
  }
  const find = (name: string): string | undefined => byName.get(name) ?? (taken.has(name) ? name : undefined);
  const told = new Set<string>();
  const resolve = (reference: Json, where: Where): string | null => {
    const name = plainText(reference);
    const found = find(name);
    if (found !== undefined) return found;
    // One name that nobody has is one mistake, however often it is said.
    if (!told.has(name)) problems.push(unknown(reference, where));
    told.add(name);
    return null;
  };
  return Object.assign(resolve, { knows: (reference: Json) => find(plainText(reference)) !== undefined });
}

function unknown(reference: Json, where: Where): Diagnostic {
  if (typeof reference === 'number')
    return problem(
      'STEP_NUMBER_AMBIGUOUS',
      `An edge names step number ${reference}, and the steps have no such numbers: they may count from 0 or from 1.`,
      'Give every step an id and name that id.',
      where,
    );
  return problem(
    'UNKNOWN_STEP',
    `An edge names the step ${JSON.stringify(reference)}, and there is no step of that id.`,
    'Name the id of a step of this plan.',
    where,
  );
}

/**
 * Steps that are called like another: by its id, whether that is one of ours or not, or like an earlier step. Which of the
 * two an edge or an expression means cannot be told: never renamed, always refused (case E2). Two steps of one id of ours
 * are found by the plan's own rules.
 *
 * @param earlier ids of steps that were there before these
 */
function duplicates(steps: readonly Step[], earlier: ReadonlySet<string>): readonly Diagnostic[] {
  const names = new Map<string, Step>();
  for (const step of steps) {
    const name = step.raw === undefined ? undefined : plainText(step.raw);
    if (name !== undefined && !names.has(name)) names.set(name, step);
  }
  const isSecond = (step: Step): boolean => {
    if (earlier.has(step.id)) return true;
    const named = step.raw === undefined ? step : names.get(plainText(step.raw));
    const inside = step.ownId === undefined ? step : (names.get(plainText(step.ownId)) ?? step);
    return (named !== step && step.raw !== step.id) || inside !== step;
  };
  return steps.filter(isSecond).map(({ raw, ownId, id, field }) => {
    const name = plainText(ownId ?? raw ?? id);
    const help = 'Give every step an id of its own.';
    return problem('DUPLICATE_ID', `Two steps are called "${name}".`, help, { node: id, field });
  });
}

/** A body in our own JSON, not validated yet, with what was normalised and what is wrong with it. */
export interface Draft {
  readonly body: JsonObject;
  readonly repairs: readonly string[];
  readonly problems: readonly Diagnostic[];
  /** The value is a step, and not a plan of one. */
  readonly oneStep: boolean;
  /** Ids of steps that are there and could not be read. */
  readonly unread: readonly string[];
}

/** One step on its way: what the reply calls it, what we call it, and what it says it follows. */
interface Step {
  readonly raw: Json | undefined;
  /** What a step of a map calls itself, where that is not its key. */
  readonly ownId: Json | undefined;
  readonly id: string;
  readonly after: After | null;
  readonly reading: StepReading;
  readonly field: string;
}

/** What a step says that it follows, and the field in which it does. */
interface After {
  readonly field: string;
  readonly steps: readonly Json[];
}

/**
 * Turns an outline into a body: nodes by `stepToNode`, ids kept or minted, edges as the outline orders them (R13).
 *
 * @param taken ids of steps that are there already, of the same stream or of the plan that is to be continued; those of this
 *   outline are added
 */
export function assemble(outline: Outline, tools: Tools, taken: IdMint = new IdMint()): Draft {
  const repairs = [...outline.repairs];
  const entries = inOrder(outline.entries, repairs);
  const raws = entries.map(rawIdOf);
  const earlier = new Set(raws.filter((raw): raw is string => typeof raw === 'string' && taken.has(raw)));
  const steps = namedSteps(entries, raws, tools, taken, repairs);
  const problems = [...outline.problems, ...steps.flatMap(problemsOf), ...duplicates(steps, earlier)];
  const resolve = resolverOf(steps, taken, problems);
  const renamed = new Map(
    steps.flatMap(({ raw, id }) => (raw === undefined || raw === id ? [] : [[plainText(raw), id]])),
  );
  const written = steps.flatMap((step, index) => nodeOf(step, index === 0 ? outline.source : {}));
  const { nodes, ...placeholders } = withReferences(
    renamed.size === 0 ? written : written.map((node) => renamedObject(node, renamed)),
    steps,
    renamed,
    tools,
    taken,
  );
  const read = outline.order.kind === 'references' ? readsAmong(nodes) : [];
  repairs.push(...placeholders.repairs);
  problems.push(...placeholders.problems);
  const edges = edgesOf(outline, steps, read, resolve, repairs, problems);
  return {
    body: { nodes, edges },
    repairs: [...new Set(repairs)],
    problems,
    oneStep: outline.oneStep ?? false,
    unread: steps.filter(({ reading }) => reading.node === null).map(({ id }) => id),
  };
}

function withReferences(
  nodes: readonly JsonObject[],
  steps: readonly Step[],
  renamed: ReadonlyMap<string, string>,
  tools: Tools,
  taken: IdMint,
): PlaceholdersRead {
  if (tools.placeholders !== true) return { nodes, repairs: [], problems: [] };
  return readPlaceholders(nodes, {
    find: (name) => renamed.get(name) ?? (taken.has(name) ? name : undefined),
    numbered: steps.every(({ raw }) => raw === undefined) ? steps.map(({ id }) => id) : [],
  });
}

/** Reference 4 numbers its steps: the number is the order, wherever the step stands. */
function inOrder(entries: readonly Entry[], repairs: string[]): readonly Entry[] {
  const numbers = entries.map(({ value }) => (isJsonObject(value) ? own(value, 'step_num') : undefined));
  if (!numbers.every((number) => typeof number === 'number')) return entries;
  const sorted = entries
    .map((entry, index) => ({ entry, number: numbers[index] ?? 0 }))
    .sort((left, right) => left.number - right.number)
    .map(({ entry }) => entry);
  if (sorted.some((entry, index) => entry !== entries[index]))
    repairs.push('Put the steps in the order of their numbers.');
  return sorted;
}

function namedSteps(
  entries: readonly Entry[],
  raws: readonly (Json | undefined)[],
  tools: Tools,
  taken: IdMint,
  repairs: string[],
): readonly Step[] {
  const valid = raws.filter((raw): raw is string => typeof raw === 'string' && isId(raw));
  for (const raw of new Set(valid)) if (!taken.has(raw)) taken.mint(raw, 'step');
  return entries.map((entry, index) => {
    const raw = raws[index];
    const reading = stepToNode(entry.value, tools);
    repairs.push(...reading.repairs);
    const isKept = typeof raw === 'string' && isId(raw);
    const id = isKept ? raw : taken.mint(null, 'step');
    const before = raw === undefined ? 'a step without an id' : `the step ${JSON.stringify(raw)}`;
    if (!isKept) repairs.push(`Called ${before} "${id}".`);
    const after = isJsonObject(entry.value) ? afterOf(entry.value) : null;
    return { raw, ownId: ownIdOf(entry), id, after, reading, field: entry.field };
  });
}

function rawIdOf(entry: Entry): Json | undefined {
  if (entry.key !== null) return entry.key;
  if (!isJsonObject(entry.value)) return undefined;
  const raw = own(entry.value, 'id') ?? own(entry.value, 'nodeId');
  return raw === null || raw === '' ? undefined : raw;
}

/** Edges name the keys of a map, so that the key is the id; another id inside is kept. */
function ownIdOf({ key, value }: Entry): Json | undefined {
  const id = key !== null && isJsonObject(value) ? own(value, 'id') : undefined;
  return id === key ? undefined : id;
}

function afterOf(step: JsonObject): After | null {
  const found = firstOf(step, AFTER_FIELDS);
  if (found === null) return null;
  return { field: `/${found.name}`, steps: Array.isArray(found.value) ? found.value : [found.value] };
}

function problemsOf(step: Step): readonly Diagnostic[] {
  return step.reading.problems.map((one) => ({
    ...one,
    where: { ...one.where, node: step.id, field: one.where.field ?? step.field },
  }));
}

function nodeOf(step: Step, planSource: JsonObject): readonly JsonObject[] {
  const { node } = step.reading;
  if (node === null) return [];
  const ownSource = own(node, 'source');
  const source = {
    ...planSource,
    ...(isJsonObject(ownSource) ? ownSource : {}),
    ...(step.raw === undefined || step.raw === step.id ? {} : { id: step.raw }),
    ...(step.ownId === undefined ? {} : { $id: step.ownId }),
  };
  return [{ id: step.id, ...node, ...(Object.keys(source).length === 0 ? {} : { source }) }];
}

/** From each step to those that read its result. */
function readsAmong(nodes: readonly JsonObject[]): readonly RawEdge[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return nodes.flatMap(({ id, input }): readonly RawEdge[] => {
    const template = compileTemplate(input ?? null);
    const read = template.ok ? [...template.value.references.steps] : [];
    // That a step reads itself is told as that.
    return read.filter((from) => from !== id && ids.has(from)).map((from) => ({ from, to: id ?? null }));
  });
}

function edgesOf(
  outline: Outline,
  steps: readonly Step[],
  read: readonly RawEdge[],
  resolve: Resolve,
  repairs: string[],
  problems: Diagnostic[],
): JsonObject[] {
  const named = steps.flatMap((step): readonly RawEdge[] =>
    (step.after?.steps ?? []).map((from) => ({
      from,
      to: step.id,
      where: { node: step.id, field: step.after?.field ?? '' },
    })),
  );
  const chosen = [...read, ...chosenEdges(outline, steps, named, repairs)];
  // A step that could not be read is told once, not again as the end of an edge to nowhere.
  const unreadable = new Set(steps.filter(({ reading }) => reading.node === null).map(({ id }) => id));
  const ids = steps.map(({ id }) => id);
  const edges = new Map<string, JsonObject>();
  for (const { from, to, port, where = {} } of chosen) {
    const nothing = [from, to].find((end) => isNothing(end) && !resolve.knows(end));
    if (nothing !== undefined) {
      repairs.push(
        nothing === from
          ? `Left out an edge from nothing to ${JSON.stringify(to)}.`
          : `Left out an edge from ${JSON.stringify(from)} to nothing.`,
      );
      continue;
    }
    const source = resolve(from, where);
    const target = resolve(to, where);
    if (source === null || target === null) continue;
    if (unreadable.has(source) || unreadable.has(target)) continue;
    if (source === target) {
      // Two steps of one id are told as that, and not as one that follows itself.
      if (ids.indexOf(source) === ids.lastIndexOf(source)) problems.push(selfDependency(source, where));
      continue;
    }
    edges.set(`${source}:${port ?? 'out'}->${target}`, {
      from: source,
      ...present({ port }),
      to: target,
    });
  }
  return [...edges.values()];
}

/** Once one step of a list names what it follows, those names are the edges, and a step without them follows nothing. */
function chosenEdges(
  outline: Outline,
  steps: readonly Step[],
  named: readonly RawEdge[],
  repairs: string[],
): readonly RawEdge[] {
  const { order } = outline;
  if (order.kind === 'edges') return [...order.edges, ...named];
  if (order.kind === 'references') return named;
  if (order.kind === 'stages') return stages(steps, order.sizes);
  if (steps.every(({ after }) => after === null)) return chain(steps);
  repairs.push('Took the edges from what each step says it follows.');
  return [...named, ...endsAfterAll(steps, named)];
}

function chain(steps: readonly Step[]): readonly RawEdge[] {
  return steps.slice(1).map((step, index) => ({ from: steps[index]?.id ?? null, to: step.id }));
}

function stages(steps: readonly Step[], sizes: readonly number[]): readonly RawEdge[] {
  const edges: RawEdge[] = [];
  let start = 0;
  let before: readonly Step[] = [];
  for (const size of sizes) {
    const stage = steps.slice(start, start + size);
    for (const from of before) for (const to of stage) edges.push({ from: from.id, to: to.id });
    start += size;
    if (stage.length > 0) before = stage;
  }
  return edges;
}

/** A finish that follows nothing would end the plan at once: it comes after every step that nothing follows. */
function endsAfterAll(steps: readonly Step[], named: readonly RawEdge[]): readonly RawEdge[] {
  const ends = steps.filter(
    ({ reading, after }) => reading.node?.type === 'END' && (after?.steps ?? []).every(isNothing),
  );
  const followed = new Set(named.map(({ from }) => plainText(from)));
  const last = steps.filter((step) => !ends.includes(step) && !followed.has(plainText(step.raw ?? step.id)));
  return ends.flatMap((end) => last.map((step) => ({ from: step.id, to: end.id })));
}

function selfDependency(id: string, where: Where): Diagnostic {
  return problem('SELF_DEPENDENCY', `The step "${id}" follows itself.`, 'Leave that dependency out.', {
    ...where,
    node: id,
  });
}

/**
 * Reads a value in any known plan shape as a body in our own JSON; null when it is no plan (P4).
 *
 * @param taken ids of steps that are there already, when a planner is asked what comes after them
 * @param reserved ids of steps that may be written anew under the same id, and that no other step is called by
 */
export function draftOf(
  value: Json,
  tools: Tools,
  taken?: readonly string[],
  reserved?: readonly string[],
): Draft | null {
  const outline = outlineOf(value);
  return outline && assemble(outline, tools, new IdMint(taken, reserved));
}
