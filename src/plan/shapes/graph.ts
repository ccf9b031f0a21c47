import {
  type Diagnostic,
  escapePointer,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
  problem,
} from '#base';
import { firstOf, leftOf } from './fields';
import { type Entry, entriesOf, type Outline, outline, type RawEdge } from './outline';

/** `{nodes, edges}`: our own with lists, or reference 3's with maps from a key to a step and to what runs after it. */
export function outlineOfGraph(object: JsonObject): Outline {
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
    return Array.isArray(after)
      ? (after as readonly Json[]).map((to, index) => ({ from, to, where: { field: `${field}/${index}` } }))
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
