import type { Place } from '#plan';
import type { Boxes, Graph, GraphBox } from '#projection';
import type { Point, Sized } from '../layered';
import { type Size, snap } from '../sizes';
import type { LayoutEngine } from '../tidy';
import { AROUND, type ChartTree, chartTree, insideOfState, NEST } from './chartTree';
import { flowBy } from './flow';
import { placePanes } from './panes';

/**
 * E1 for state machines: lays out state by state from the inside out, to the right or downwards, with room for the
 * labels. Regions stay panes. A second tidy moves nothing, because nothing is read from the old places but
 * the corner of what is tidied.
 *
 * @param selection keys; with two or more only these are laid out, each among its siblings
 * @returns new top left corners by key, from the parent's corner
 */
export async function tidyStates(
  graph: Graph,
  boxes: Boxes,
  places: Readonly<Record<string, Place>>,
  engine: LayoutEngine,
  selection: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, Point>> {
  const tree = chartTree(graph);
  const sizes = new Map<string, GraphBox>(boxes);
  const moved = new Map<string, Point>();
  for (const parent of innermostFirst(tree)) {
    const all = tree.children.get(parent) ?? [];
    if (all.some(({ shape }) => shape.region)) {
      resize(sizes, parent, placePanes(sizes, all, true));
      continue;
    }
    const members = all.filter(({ key }) => boxes.has(key) && (selection.size < 2 || selection.has(key)));
    if (members.length === 0 || (selection.size >= 2 && members.length === 1)) continue;
    const links = tree.links.get(parent) ?? [];
    const sized = members.map(({ key }): Sized => ({ key, ...sizeOf(sizes, key) }));
    const flow = await flowBy(engine, sized, links);
    const holder = parent === null ? undefined : boxes.get(parent);
    const inside = insideOfState(holder?.form === 'region');
    const origin = selection.size >= 2 || holder === undefined ? cornerOf(members, boxes) : inside;
    for (const [key, { x, y }] of flow) moved.set(key, { x: origin.x + x, y: origin.y + y });
    if (parent !== null && selection.size < 2) grow(sizes, tree, parent, moved, places);
  }
  return moved;
}

function sizeOf(sizes: ReadonlyMap<string, Size>, key: string): Size {
  const { width, height } = sizes.get(key) ?? NEST;
  return { width, height };
}

/** The states that hold others, each after all that lie in it; the machine itself comes last. */
function innermostFirst({ children }: ChartTree): readonly (string | null)[] {
  const order: (string | null)[] = [];
  const visit = (parent: string | null): void => {
    for (const { key } of children.get(parent) ?? []) if (children.has(key)) visit(key);
    order.push(parent);
  };
  visit(null);
  return order;
}

/** The size of a state around the new places of what is in it. */
function grow(
  sizes: Map<string, GraphBox>,
  tree: ChartTree,
  parent: string,
  moved: ReadonlyMap<string, Point>,
  places: Readonly<Record<string, Place>>,
): void {
  const place = places[parent.slice(1)];
  const reach = (tree.children.get(parent) ?? []).map(({ key }) => {
    const { width, height } = sizes.get(key) ?? NEST;
    const { x, y } = moved.get(key) ?? { x: 0, y: 0 };
    return { right: x + width + AROUND, bottom: y + height + AROUND };
  });
  resize(sizes, parent, {
    width: Math.max(place?.width ?? NEST.width, ...reach.map(({ right }) => right)),
    height: Math.max(place?.height ?? NEST.height, ...reach.map(({ bottom }) => bottom)),
  });
}

function resize(sizes: Map<string, GraphBox>, key: string | null, size: Size): void {
  const box = key === null ? undefined : sizes.get(key);
  // What is folded keeps its size, whatever is in it.
  if (key !== null && box && !box.collapsed) sizes.set(key, { ...box, ...size });
}

function cornerOf(members: readonly { readonly key: string }[], boxes: Boxes): Point {
  const found = members.flatMap(({ key }) => boxes.get(key) ?? []);
  return { x: snap(Math.min(...found.map(({ x }) => x))), y: snap(Math.min(...found.map(({ y }) => y))) };
}
