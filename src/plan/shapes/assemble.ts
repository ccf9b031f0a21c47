import {
  type Diagnostic,
  IdMint,
  isId,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
  plainText,
  problem,
  type Where,
} from '#base';
import { compileTemplate } from '../expressions/template';
import { AFTER_FIELDS, firstOf } from './fields';
import { isNothing } from './graph';
import type { Entry, Outline, RawEdge } from './outline';
import { type PlaceholdersRead, readPlaceholders } from './placeholders';
import { renameSteps } from './renameSteps';
import { type Resolve, resolverOf } from './resolveStep';
import { duplicates } from './sameNames';
import type { StepReading } from './stepReading';
import { stepToNode } from './stepToNode';
import type { Tools } from './tools';

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
    renameSteps(written, renamed),
    steps,
    renamed,
    tools,
    taken,
  );
  const read = outline.order.kind === 'references' ? readsAmong(nodes) : [];
  repairs.push(...placeholders.repairs);
  problems.push(...placeholders.problems);
  const edges = edgesOf(outline, steps, read, resolve, repairs, problems);
  const { oneStep = false } = outline;
  return {
    body: { nodes, edges },
    repairs: [...new Set(repairs)],
    problems,
    oneStep,
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
    const { field } = entry;
    const ownId = ownIdOf(entry);
    const after = isJsonObject(entry.value) ? afterOf(entry.value) : null;
    if (typeof raw === 'string' && isId(raw)) return { raw, ownId, id: raw, after, reading, field };
    const id = taken.mint(null, 'step');
    repairs.push(
      raw === undefined
        ? `Called a step without an id "${id}".`
        : `Called the step ${JSON.stringify(raw)} "${id}".`,
    );
    return { raw, ownId, id, after, reading, field };
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
      ...(port === undefined ? {} : { port }),
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
