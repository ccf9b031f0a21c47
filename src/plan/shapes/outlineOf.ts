import {
  type Diagnostic,
  escapePointer,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  own,
  parseExactJson,
  problem,
} from '#base';
import { isCall, isStep, outlineOfCallList, outlineOfCalls } from './calls';
import { outlineOfGroups } from './groups';
import { machineDraftOf } from './machineDraft';
import {
  type Entry,
  entriesOf,
  firstOf,
  leftOf,
  type Outline,
  outline,
  type RawEdge,
  withRepair,
} from './outline';

/** How many wrappings (`{plan: …}`, JSON in a string, doubled brackets) are taken off. */
const MOST_WRAPPINGS = 4;

/**
 * Recognises the shape of a plan (P4): our own, those of the references, function calls, a lone step. Null when the
 * value is none; nothing is judged here but its shape.
 */
export function outlineOf(value: Json, wrappings = MOST_WRAPPINGS): Outline | null {
  if (typeof value === 'string') return outlineOfText(value, wrappings);
  if (Array.isArray(value)) return outlineOfArray(value, wrappings);
  if (!isJsonObject(value)) return null;
  return outlineOfObject(value, wrappings);
}

function outlineOfText(text: string, wrappings: number): Outline | null {
  if (wrappings === 0 || !/^\s*[{["]/.test(text)) return null;
  const parsed = parseExactJson(text, LIMITS.jsonDepth);
  // Well formed, and something of it would be lost.
  if (!parsed.ok && parsed.problem.code !== 'JSON_INVALID')
    return outline([], { problems: [parsed.problem] });
  const inner = parsed.ok ? outlineOf(parsed.value, wrappings - 1) : null;
  return inner && withRepair(inner, 'Read the plan out of a JSON string.');
}

function outlineOfArray(array: readonly Json[], wrappings: number): Outline | null {
  const [first] = array;
  if (array.length === 1 && Array.isArray(first) && wrappings > 0) {
    const inner = outlineOfArray(first, wrappings - 1);
    return inner && withRepair(inner, 'Took off doubled brackets.');
  }
  const values = array.map(parsedElement);
  // One step that can be known makes the others steps too: what is wrong with them is told, not left out.
  if (!values.every(isJsonObject) || !values.some(isStep)) return null;
  const steps = values.every(isCall)
    ? outlineOfCallList(values, (inner) => outlineOf(inner, wrappings - 1))
    : outline(entriesOf(values, ''));
  return values.some((value, index) => value !== array[index])
    ? withRepair(steps, 'Read steps that were given as JSON strings.')
    : steps;
}

function parsedElement(value: Json): Json {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  const parsed = parseExactJson(value, LIMITS.jsonDepth);
  return parsed.ok ? parsed.value : value;
}

function outlineOfObject(object: JsonObject, wrappings: number): Outline | null {
  const calls = outlineOfCalls(object, (inner) => outlineOf(inner, wrappings - 1));
  if (calls) return calls;
  if (isJsonObject(own(object, 'nodes')) || Array.isArray(own(object, 'nodes')))
    return outlineOfGraph(object);
  if (Array.isArray(own(object, 'groups'))) return outlineOfGroups(object);
  const steps = own(object, 'steps');
  if (Array.isArray(steps)) return outlineOfSteps(object, steps);
  if (isJsonObject(steps)) return outlineOfGraph({ ...leftOf(object, new Set(['steps'])), nodes: steps });
  if (isStep(object) && !isCall(object))
    return outline([{ key: null, value: object, field: '' }], { oneStep: true });
  const plan = own(object, 'plan') ?? own(object, 'dynamicPlan');
  if (plan === undefined || wrappings === 0) return null;
  const inner = outlineOf(plan, wrappings - 1);
  if (inner === null) return null;
  const problems = own(object, 'edges') === undefined ? inner.problems : [...inner.problems, edgesOutside()];
  return withRepair({ ...inner, problems }, 'Read the plan out of the object around it.');
}

/** `{planId?, steps}` of reference 3; steps that are arrays are stages of the execution plan of reference 1. */
function outlineOfSteps(object: JsonObject, steps: readonly Json[]): Outline | null {
  const source = leftOf(object, new Set(['steps', 'edges']));
  if (steps.length > 0 && steps.every((stage) => Array.isArray(stage))) {
    const sizes = steps.map((stage) => stage.length);
    return outline(entriesOf(steps.flat(), '/steps'), { order: { kind: 'stages', sizes }, source });
  }
  const values = steps.map(parsedElement);
  const graph =
    own(object, 'edges') === undefined
      ? null
      : outlineOfGraph({ ...leftOf(object, new Set(['steps'])), nodes: values });
  return graph ?? outline(entriesOf(values, '/steps'), { source });
}

function edgesOutside(): Diagnostic {
  const message = 'The edges stand outside of the plan that they belong to.';
  return problem('EDGE_UNREADABLE', message, 'Put "edges" beside "nodes" or "steps".', { field: '/edges' });
}

/** Whether a value has the shape of a plan, as steps or as a machine (P4): judging one costs far more than this look at it. */
export function isPlanShaped(value: Json): boolean {
  return outlineOf(value) !== null || machineDraftOf(value, new Map()) !== null;
}

/** `{nodes, edges}`: our own with lists, or reference 3's with maps from a key to a step and to what runs after it. */
function outlineOfGraph(object: JsonObject): Outline {
  const nodes = own(object, 'nodes') ?? [];
  const raw = own(object, 'edges') ?? [];
  const entries = Array.isArray(nodes) ? entriesOf(nodes, '/nodes') : isJsonObject(nodes) ? keyed(nodes) : [];
  const read = isJsonObject(raw) ? edgesOfMap(raw) : Array.isArray(raw) ? edgesOfList(raw) : notEdges();
  return outline(entries, {
    order: { kind: 'edges', edges: read.edges },
    source: leftOf(object, new Set(['nodes', 'edges'])),
    repairs: read.repairs,
    problems: read.problems,
  });
}

interface Edges {
  readonly edges: readonly RawEdge[];
  readonly repairs: readonly string[];
  readonly problems: readonly Diagnostic[];
}

function keyed(nodes: JsonObject): readonly Entry[] {
  return Object.entries(nodes).map(([key, value]) => ({ key, value, field: `/nodes/${escapePointer(key)}` }));
}

/** `edges[a]` lists what runs after `a` (P4). */
function edgesOfMap(map: JsonObject): Edges {
  const edges = Object.entries(map).flatMap(([from, after]): readonly RawEdge[] => {
    const field = `/edges/${escapePointer(from)}`;
    return isJsonArray(after)
      ? after.map((to, index) => ({ from, to, where: { field: `${field}/${index}` } }))
      : [{ from, to: after, where: { field } }];
  });
  return { edges, repairs: [], problems: [] };
}

function edgesOfList(list: readonly Json[]): Edges {
  const edges: RawEdge[] = [];
  const repairs = new Set<string>();
  const problems: Diagnostic[] = [];
  list.forEach((raw, index) => {
    const where = { field: `/edges/${index}` };
    const edge = edgeOf(raw);
    const odd = isJsonObject(raw) ? oddKeyOf(raw) : undefined;
    if (edge === null) problems.push(notAnEdge(where.field));
    else if (odd !== undefined) problems.push(notOfAnEdge(odd, `${where.field}/${escapePointer(odd)}`));
    else {
      edges.push({ ...edge, where });
      if (!isJsonObject(raw) || own(raw, 'from') === undefined)
        repairs.add('Read edges that were written in another form.');
    }
  });
  return { edges, repairs: [...repairs], problems };
}

function edgeOf(raw: Json): RawEdge | null {
  if (Array.isArray(raw)) {
    const [from, to] = raw;
    return from === undefined || to === undefined || raw.length !== 2 ? null : { from, to };
  }
  if (!isJsonObject(raw)) return null;
  const from = firstOf(raw, ['from', 'source'])?.value;
  const to = firstOf(raw, ['to', 'target'])?.value;
  if (from === undefined || to === undefined) return null;
  const port = own(raw, 'port');
  return typeof port === 'string' ? { from, to, port } : { from, to };
}

/** What an edge may say besides: a name for itself changes nothing. */
const OF_EDGE = new Set(['from', 'source', 'to', 'target', 'port', 'id', 'name', 'label', 'type']);

/** A condition, say: an edge without it would be another. */
function oddKeyOf(edge: JsonObject): string | undefined {
  return Object.keys(edge).find((key) => !OF_EDGE.has(key) && edge[key] !== null);
}

function notOfAnEdge(key: string, field: string): Diagnostic {
  return problem(
    'EDGE_UNREADABLE',
    `An edge has no "${key}".`,
    'Write edges as {"from": "a", "to": "b"}; for a choice propose a node of type IF or SWITCH.',
    { field },
  );
}

/** Models write `"source": "none"` for a step that follows nothing (case E2). */
export function isNothing(reference: Json): boolean {
  return reference === null || (typeof reference === 'string' && /^(none|null)?$/i.test(reference.trim()));
}

function notEdges(): Edges {
  return { edges: [], repairs: [], problems: [notAnEdge('/edges')] };
}

function notAnEdge(field: string): Diagnostic {
  return problem(
    'EDGE_UNREADABLE',
    'This is no edge between two steps.',
    'Write {"from": "a", "to": "b"}, or a map {"a": ["b"]} that lists what runs after "a".',
    { field },
  );
}

/** What one line of a streamed plan says (P2), and the in-memory forms of reference 3. */
type StreamLine =
  | { readonly kind: 'step'; readonly step: Json }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'finish'; readonly result?: Json };

/**
 * Reads a line in one of the enveloped forms: `{"type":"step","step":…}`, `{"type":"reasoning","text":…}`,
 * `{"type":"finish","result":…}`, `{partialReasoning}`, `{finish}`. Null for anything else, a bare step too.
 */
export function streamLineOf(value: Json): StreamLine | null {
  if (!isJsonObject(value)) return null;
  const step = own(value, 'step');
  if (value.type === 'step' && isJsonObject(step)) return { kind: 'step', step };
  if (value.type === 'reasoning') return { kind: 'reasoning', text: textOf(own(value, 'text')) };
  const partial = own(value, 'partialReasoning');
  if (typeof partial === 'string') return { kind: 'reasoning', text: partial };
  // A finish with an id is a step of reference 3 and stays one.
  if (value.type === 'finish' && own(value, 'id') === undefined) return finish(value);
  const finished = own(value, 'finish');
  return isJsonObject(finished) && Object.keys(value).length === 1 ? finish(finished) : null;
}

function finish(value: JsonObject): StreamLine {
  const result = own(value, 'result');
  return result === undefined ? { kind: 'finish' } : { kind: 'finish', result };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
