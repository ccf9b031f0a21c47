import type { Graph, GraphEdge, GraphNode, StateCard } from '#projection';
import { childrenOf } from '../children';
import type { Link } from '../layered';
import { FOLDED, GAP, GRID, PADDING, type Size, TITLE_BAR } from '../sizes';

/** A state: a little less wide than the card of a node, because its label stands on its lines. */
export const STATE: Size = { width: 180, height: 60 };
/** A history state is a mark. */
export const HISTORY: Size = { width: 40, height: 40 };
/** The least size of a state that holds others. */
export const NEST: Size = { width: 260, height: 140 };
/** The least size of a region of a parallel state. */
export const REGION: Size = { width: 240, height: 140 };
/** Of a letter of a label, and around it. */
const LETTER = 6.6;
const AROUND_LABEL = 16;
const LONGEST_ROOM = 180;
/** Of labels one below the other: each, around them, and the most room that a state gets for them. */
const LABEL_ROW = 22;
const LABEL_AIR = 8;
const MOST_ROWS = 120;

/** The states of a machine by their parents, with the transitions lifted to where both ends are siblings. */
export interface ChartTree {
  readonly children: ReadonlyMap<string | null, readonly StateCard[]>;
  readonly links: ReadonlyMap<string | null, readonly LabelledLink[]>;
  /** Keys of the states that a region, or the machine, begins with. */
  readonly initials: ReadonlySet<string>;
}

export interface LabelledLink extends Link {
  readonly label: string;
}

export function chartTree(graph: Graph): ChartTree {
  const states = graph.nodes.filter(isStateCard);
  const parents = new Map(states.map(({ key, parent }) => [key, parent]));
  const links = new Map<string | null, LabelledLink[]>();
  const initials = new Set<string>();
  for (const edge of graph.edges) {
    if (edge.transition?.cause === 'initial') initials.add(edge.to);
    const lifted = edge.transition?.cause === 'initial' ? null : lift(edge, parents);
    if (lifted === null) continue;
    const list = links.get(lifted.container);
    if (list) list.push(lifted.link);
    else links.set(lifted.container, [lifted.link]);
  }
  return { children: initialFirst(childrenOf(states), initials), links, initials };
}

function isStateCard(node: GraphNode): node is StateCard {
  return node.type === 'STATE';
}

/** What flows begins at the left: a machine is read from where it begins. */
function initialFirst(
  children: ReadonlyMap<string | null, readonly StateCard[]>,
  initials: ReadonlySet<string>,
): ReadonlyMap<string | null, readonly StateCard[]> {
  return new Map(
    [...children].map(([parent, states]) => [
      parent,
      states.some(({ shape }) => shape.region)
        ? states
        : [
            ...states.filter(({ key }) => initials.has(key)),
            ...states.filter(({ key }) => !initials.has(key)),
          ],
    ]),
  );
}

/** The siblings between which a transition leads, and the state that both lie in; null within one state. */
function lift(
  { from, to, transition }: GraphEdge,
  parents: ReadonlyMap<string, string | null>,
): { readonly container: string | null; readonly link: LabelledLink } | null {
  const up = (key: string): readonly string[] => {
    const path: string[] = [];
    for (let at: string | null = key; at !== null; at = parents.get(at) ?? null) path.unshift(at);
    return path;
  };
  const [one, other] = [up(from), up(to)];
  const fork = one.findIndex((key, index) => key !== other[index]);
  const [a, b] = [one[fork], other[fork]];
  if (fork < 0 || a === undefined || b === undefined) return null;
  return { container: one[fork - 1] ?? null, link: { from: a, to: b, label: transition?.label ?? '' } };
}

/** The room that labels of transitions want beyond the gaps between states. */
interface LabelRooms {
  /** Between two columns, for the longest label of the ways out of a state. */
  beside(key: string): number;
  /** Below a state, for the labels that stand one below the other between it and the next row. */
  below(key: string): number;
}

export function labelRooms(links: readonly LabelledLink[]): LabelRooms {
  const longest = new Map<string, number>();
  const targets = new Map<string, Set<string>>();
  for (const { from, to, label } of links) {
    longest.set(from, Math.max(longest.get(from) ?? 0, label.length));
    targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  const rows = new Map<string, number>();
  const count = (key: string) => rows.set(key, (rows.get(key) ?? 0) + 1);
  for (const { from, to, label } of links) {
    if (label === '' || from === to) continue;
    count(from);
    if (targets.get(to)?.has(from)) count(to);
  }
  return {
    beside: (key) => {
      const letters = longest.get(key) ?? 0;
      if (letters === 0) return 0;
      return Math.min(LONGEST_ROOM, Math.ceil((letters * LETTER + AROUND_LABEL) / GRID) * GRID);
    },
    below: (key) => {
      const wanted = (rows.get(key) ?? 0) * LABEL_ROW + LABEL_AIR - GAP.width;
      return Math.min(MOST_ROWS, Math.max(0, Math.ceil(wanted / GRID) * GRID));
    },
  };
}

/** Where the states inside a state begin: the dot of the initial one stands before it. */
export function insideOfState(region: boolean): { readonly x: number; readonly y: number } {
  return { x: PADDING + 2 * GRID, y: (region ? GRID : TITLE_BAR) + PADDING };
}

/** Free room below and at the right of what is inside: ways back lead around there. */
export const AROUND = 2 * PADDING;

/** The size of a state that holds no others on the canvas. */
export function leafSize({ shape, container }: StateCard, collapsed: boolean): Size {
  if (shape.kind === 'history') return HISTORY;
  return container && collapsed ? FOLDED : STATE;
}
