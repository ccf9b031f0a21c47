import type { GraphNode } from '#projection';

/** A width and a height in canvas pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The grid that nodes snap to, and the dots of the background. */
export const GRID = 20;
/** A card of the design: one width, and a height that grows only with many ports. */
export const CARD: Size = { width: 204, height: 56 };
/** D4: the room that an executor keeps free for the plan it will run. */
export const EXECUTOR: Size = { width: 640, height: 280 };
/** The picture of the machine that a SUB_PLAN runs, where there is so much room. */
export const PICTURE: Size = { width: 460, height: 280 };
export const LEAST_PICTURE: Size = { width: CARD.width, height: 160 };
/** An agent with its limits, turns and criteria, where there is so much room; at least a few of its turns. */
export const AGENT: Size = { width: 520, height: 440 };
export const LEAST_AGENT: Size = { width: 320, height: 140 };
export const GROUP: Size = { width: 244, height: 136 };
/** A container that repeats says how in its title bar: wide enough to be read, and for the picker of rounds. */
export const REPEATING: Size = { width: 380, height: 136 };
/** One body of a TRY_CATCH: as high as a card in it needs. */
export const LANE: Size = { width: 244, height: 120 };
/** FORK and JOIN: as high as a card, so that edges run straight through. */
export const BAR: Size = { width: 40, height: 56 };
export const NOTE: Size = { width: 240, height: 140 };
/** A container that is folded away. */
export const FOLDED: Size = { width: 284, height: 56 };
export const TITLE_BAR = 40;
/** Free room between a container's border and its inside. */
export const PADDING = 20;
/** What a lane keeps free at its top for its name. */
const LANE_HEAD = 20;
/** Between cards, so that columns (204 + 56) and rows (56 + 44) fall on the grid. */
export const GAP: Size = { width: 56, height: 44 };

/** Where the inside of a container begins, from its top left corner. */
export function insideOf({ lane }: Pick<GraphNode, 'lane'>): { readonly x: number; readonly y: number } {
  return { x: PADDING, y: PADDING + (lane === null ? TITLE_BAR : LANE_HEAD) };
}

const PORTS_THAT_FIT = 2;
const PORT_PITCH = 20;

/** The size of a leaf's card: it grows when more ports leave it than its right side has room for. */
export function cardSize(node: Pick<GraphNode, 'ports'>): Size {
  const ports = node.ports.filter((port) => port !== 'error').length;
  return { width: CARD.width, height: CARD.height + Math.max(0, ports - PORTS_THAT_FIT) * PORT_PITCH };
}

export function snap(value: number): number {
  return Math.round(value / GRID) * GRID;
}
