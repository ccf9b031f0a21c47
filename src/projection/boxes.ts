/**
 * How a node is drawn: a card, a bar where ways part or meet, a container with its inside, a lane of one, a sticky note,
 * or a row where cards would be too small; of a state machine also the region of a parallel state, and a history mark.
 */
export type BoxForm = 'card' | 'bar' | 'box' | 'lane' | 'note' | 'row' | 'region' | 'mark';

/**
 * Where one node of a graph is drawn. Units are canvas pixels at zoom 1; `x` and `y` count from the top left
 * corner of the parent's box, or from the origin of the canvas at the top.
 */
export interface GraphBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly form: BoxForm;
  /** How large the card is drawn: below 1 inside an executor whose steps are scaled to fit (D4). */
  readonly scale: number;
  /** Of a container: its inside is folded away. */
  readonly collapsed: boolean;
  /** Of a container: how many nodes inside it found no room, for the "+n" chip. */
  readonly overflow: number;
  /** Where the states of the machine stand that it shows as a picture. */
  readonly picture?: Boxes;
}

/** Boxes by the key of their node. A node without one is not drawn: folded away, or out of room. */
export type Boxes = ReadonlyMap<string, GraphBox>;
