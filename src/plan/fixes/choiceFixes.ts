import { mintId } from '#base';
import type { Edit } from '../edits/edit';
import { editsAdding } from '../edits/graph';
import type { PlacedNode } from '../graph/bodies';
import type { Edge } from '../nodes/node';
import { portsOf, titleOf } from '../nodes/node';
import { type Alternatives, type Faulty, type Fixer, fieldEdit, fixOf, placedOf, valueAt } from './fix';

/** Fixes for the ways of a choice: cases, decisions, events, routes. */
export const CHOICE_FIXES: Readonly<Record<string, Fixer>> = {
  CHOICE_ID_DOUBLED: renamed,
  CHOICE_ID_RESERVED: renamed,
  CASE_NEVER_TAKEN: (faulty) => {
    const row = rowOf(faulty);
    return row === null ? [] : [row.list === 'routes' ? earlier(faulty, row) : removed(faulty, row)];
  },
  CASE_LEADS_NOWHERE: ledOrRemoved,
  CHOICE_LEADS_NOWHERE: ledOrRemoved,
  NO_DEFAULT_WAY: (faulty) => [ledToEnd(faulty, 'default')],
};

/** One of the ways of a node, as the problem names it. */
interface Row {
  readonly placed: PlacedNode;
  readonly list: string;
  readonly index: number;
  readonly id: string;
}

function rowOf(faulty: Faulty): Row | null {
  const placed = placedOf(faulty);
  const [, list = '', index = ''] = /^\/params\/(\w+)\/(\d+)/.exec(faulty.diagnostic.where.field ?? '') ?? [];
  const id = valueAt(faulty, `/params/${list}/${index}/id`);
  if (placed === null || typeof id !== 'string') return null;
  return { placed, list, index: Number(index), id };
}

/** Under an id of its own it still leads to where it led. */
function renamed(faulty: Faulty): readonly Alternatives[] {
  const row = rowOf(faulty);
  if (row === null) return [];
  const { placed, list, index, id } = row;
  const free = mintId(id, new Set([...portsOf(placed.node), 'then', 'else', 'timeout', 'out']));
  const edit = fieldEdit(faulty, [[`/params/${list}/${index}/id`, free]]);
  if (edit === null) return [];
  const led = edgesAt(placed, id).map((edge) => ({ ...edge, port: free }));
  const label = `Call it “${free}”`;
  // Where nothing else has the old id its edges follow by themselves.
  return [[fixOf(label, edit, ...editsAdding(faulty.plan.id, led)), fixOf(label, edit)]];
}

function ledOrRemoved(faulty: Faulty): readonly Alternatives[] {
  const row = rowOf(faulty);
  return row === null ? [] : [ledToEnd(faulty, row.id), removed(faulty, row)];
}

/** Where a container has one END, what leads nowhere can only lead there. */
function ledToEnd(faulty: Faulty, port: string): Alternatives {
  const placed = placedOf(faulty);
  const [end, another] = placed?.body.nodes.filter(({ type }) => type === 'END') ?? [];
  if (placed === null || end === undefined || another !== undefined) return [];
  const edges = editsAdding(faulty.plan.id, [{ from: placed.node.id, port, to: end.id }]);
  return [fixOf(`Lead “${port}” to “${titleOf(end)}”`, ...edges)];
}

function removed(faulty: Faulty, { placed, list, index, id }: Row): Alternatives {
  const edit = fieldEdit(faulty, [[`/params/${list}/${index}`, undefined]]);
  if (edit === null) return [];
  const edges = edgesAt(placed, id);
  const remove: readonly Edit[] =
    edges.length === 0 ? [] : [{ edit: 'remove-edges', plan: faulty.plan.id, edges }];
  return [fixOf(`Remove “${id}”`, ...remove, edit)];
}

/** A route is asked before the one that always holds. */
function earlier(faulty: Faulty, { list, index, id }: Row): Alternatives {
  const pointer = `/params/${list}`;
  const edit = fieldEdit(faulty, [
    [`${pointer}/${index}`, valueAt(faulty, `${pointer}/${index - 1}`)],
    [`${pointer}/${index - 1}`, valueAt(faulty, `${pointer}/${index}`)],
  ]);
  return edit === null ? [] : [fixOf(`Ask “${id}” first`, edit)];
}

function edgesAt({ node, body }: PlacedNode, port: string): readonly Edge[] {
  return body.edges.filter((edge) => edge.from === node.id && edge.port === port);
}
