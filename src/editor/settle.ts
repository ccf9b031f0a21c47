import type { Rect } from '#layout';
import { apply, type Edit, type Place, type Workspace } from '#plan';
import type { Boxes, GraphNode } from '#projection';
import type { Drawings, PlanDrawing } from './drawings';
import { gridAtLeast, push, shareBand } from './push';

/** The document after an edit, and the edit that leads back. */
export interface Changed {
  readonly workspace: Workspace;
  readonly inverse: Edit;
}

type Places = Readonly<Record<string, Place>>;

/** A group that holds groups may have to grow once for each of them. */
const MOST_ROUNDS = 16;
/** How near to a neighbour a group may grow. */
const APART = 20;
/** What is kept free between a group that has grown and its neighbours. */
const BESIDE = 56;

/**
 * What an edit that places nodes does to the picture besides: nothing moves by itself, and nothing is covered.
 * Nodes that had no place yet get the one where they were drawn; a box that has grown, to the right or downwards,
 * pushes its neighbours aside. All of it is part of the edit: one undo takes it back.
 *
 * @param drawings remember what was drawn: of a large plan only what the edit has changed is drawn
 */
export function settle(
  before: Workspace,
  changed: Changed,
  planId: string | null,
  drawings: Drawings,
): Changed {
  if (planId === null || before.layout[planId] === changed.workspace.layout[planId]) return changed;
  const was = drawings.of(before, planId);
  if (was === null) return changed;
  let settled = placed(changed, planId, unplaced(was, before, changed.workspace, { planId, drawings }));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const now = drawings.of(settled.workspace, planId);
    const places = now === null ? {} : pushedBy(was.boxes, now, settled.workspace.layout[planId] ?? {});
    if (Object.keys(places).length === 0) break;
    settled = placed(settled, planId, places);
  }
  return settled;
}

function placed({ workspace, inverse }: Changed, plan: string, places: Places): Changed {
  if (Object.keys(places).length === 0) return { workspace, inverse };
  const moved = apply(workspace, { edit: 'place-nodes', plan, places });
  if (!moved.ok) return { workspace, inverse };
  const back: Edit = { edit: 'batch', label: 'Place', edits: [moved.value.inverse, inverse] };
  return { workspace: moved.value.workspace, inverse: back };
}

/** Places, as they were drawn, of the nodes that have none and are still where they were in the plan. */
function unplaced(
  { graph, boxes }: PlanDrawing,
  before: Workspace,
  after: Workspace,
  { planId, drawings }: { readonly planId: string; readonly drawings: Drawings },
): Places {
  const stored = before.layout[planId] ?? {};
  const now = after.layout[planId] ?? {};
  const homeless = graph.nodes.filter((card) => !isPane(card) && !stored[card.node.id] && !now[card.node.id]);
  if (homeless.length === 0) return {};
  const there = new Set(drawings.of(after, planId)?.graph.nodes.map((node) => node.key));
  return Object.fromEntries(
    homeless.flatMap(({ key, node }) => {
      const box = boxes.get(key);
      return box && there.has(key) ? [[node.id, { x: box.x, y: box.y }]] : [];
    }),
  );
}

/** New places of what the first group that has grown would cover. */
function pushedBy(was: Boxes, { graph, boxes }: PlanDrawing, layout: Places): Places {
  for (const group of graph.nodes) {
    const before = was.get(group.key);
    const now = boxes.get(group.key);
    // Lanes make room for each other; what is around them sees the box grow.
    if (!group.container || isPane(group) || !before || !now) continue;
    if (now.width <= before.width && now.height <= before.height) continue;
    const siblings = graph.nodes.filter((node) => node.parent === group.parent && node !== group);
    const rects = new Map(siblings.map((node): [string, Rect] => [node.key, boxes.get(node.key) ?? NOTHING]));
    const moves = new Map([...covered(before, now, rects, 'x'), ...covered(before, now, rects, 'y')]);
    if (moves.size === 0) continue;
    return Object.fromEntries(
      siblings.flatMap(({ key, node }) => {
        const point = moves.get(key);
        return point ? [[node.id, { ...layout[node.id], ...point }]] : [];
      }),
    );
  }
  return {};
}

/** A lane of a box, or a region of a parallel state: its box says where it stands. */
function isPane(card: GraphNode): boolean {
  return card.lane !== null || (card.type === 'STATE' && card.shape.region);
}

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** What lay beyond the group's old size and would lie too near to the new one, and all that it pushes. */
function covered(
  before: Rect,
  now: Rect,
  siblings: ReadonlyMap<string, Rect>,
  axis: 'x' | 'y',
): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const size = axis === 'x' ? 'width' : 'height';
  const grown = now[size] - before[size];
  const end = now[axis] + now[size];
  const near = [...siblings].filter(
    ([, rect]) => rect[axis] >= end - grown && rect[axis] < end + APART && shareBand(now, rect, axis),
  );
  if (grown <= 0 || near.length === 0) return new Map();
  const by = Math.max(...near.map(([, rect]) => gridAtLeast(end + BESIDE - rect[axis])));
  return push(
    siblings,
    near.map(([key]) => key),
    axis,
    by,
  );
}
