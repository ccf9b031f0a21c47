import {
  type Boxes,
  type GraphBox,
  type GraphNode,
  samePicture,
  sameRounds,
  sameShape,
  sameTold,
} from '#projection';

/**
 * Indexes nodes by key and keeps the objects of `before` that say the same, so that a new graph redraws only the
 * cards it changes.
 */
export function keepEqualNodes(
  nodes: readonly GraphNode[],
  before: ReadonlyMap<string, GraphNode>,
): ReadonlyMap<string, GraphNode> {
  const next = new Map<string, GraphNode>();
  let same = nodes.length === before.size;
  for (const node of nodes) {
    const old = before.get(node.key);
    const kept = old !== undefined && sameNode(old, node) ? old : node;
    same &&= kept === old;
    next.set(node.key, kept);
  }
  return same ? before : next;
}

/** Keeps boxes that say the same, and the whole map when all of them do. */
export function keepEqualBoxes(boxes: Boxes, before: Boxes): Boxes {
  if (boxes === before) return before;
  const next = new Map<string, GraphBox>();
  let same = boxes.size === before.size;
  for (const [key, box] of boxes) {
    const old = before.get(key);
    const kept = old !== undefined && sameBox(old, box) ? old : box;
    same &&= kept === old;
    next.set(key, kept);
  }
  return same ? before : next;
}

function sameNode(a: GraphNode, b: GraphNode): boolean {
  return (
    a === b ||
    (a.status === b.status &&
      a.line === b.line &&
      a.title === b.title &&
      a.mark === b.mark &&
      a.reason === b.reason &&
      a.node === b.node &&
      a.parent === b.parent &&
      a.address === b.address &&
      a.hasInput === b.hasInput &&
      a.container === b.container &&
      a.dynamic === b.dynamic &&
      a.progress?.done === b.progress?.done &&
      a.progress?.total === b.progress?.total &&
      sameShape(a, b) &&
      samePicture(a, b) &&
      sameTold(a, b) &&
      sameRounds(a.rounds, b.rounds) &&
      sameList(a.ports, b.ports))
  );
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}

function sameBox(a: GraphBox, b: GraphBox): boolean {
  return (
    a === b ||
    (a.x === b.x &&
      a.y === b.y &&
      a.width === b.width &&
      a.height === b.height &&
      a.form === b.form &&
      a.scale === b.scale &&
      a.collapsed === b.collapsed &&
      a.overflow === b.overflow &&
      a.picture === b.picture)
  );
}
