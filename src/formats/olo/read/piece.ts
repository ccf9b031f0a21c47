import type { JsonObject } from '#base';

/** A way out of a piece of a graph. */
export interface Exit {
  readonly from: string;
  readonly port: string;
}

/** What one node of a tree becomes: some nodes and edges with one way in, and the ways that lead on from it. */
export interface Piece {
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
  readonly entry: string;
  readonly exits: readonly Exit[];
}

/** A single node. */
export function single(
  node: JsonObject & { readonly id: string },
  ports: readonly string[] = ['out'],
): Piece {
  return { nodes: [node], edges: [], entry: node.id, exits: ports.map((port) => ({ from: node.id, port })) };
}

/** Edges from ways out to what comes next. */
export function lead(exits: readonly Exit[], to: string): readonly JsonObject[] {
  return exits.map(({ from, port }) => ({ from, ...(port === 'out' ? {} : { port }), to }));
}

/** Pieces one after another; null for none. */
export function chain(pieces: readonly Piece[]): Piece | null {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return null;
  const edges = pieces.flatMap((piece, index) => {
    const before = pieces[index - 1];
    return before === undefined ? piece.edges : [...lead(before.exits, piece.entry), ...piece.edges];
  });
  return { nodes: pieces.flatMap(({ nodes }) => nodes), edges, entry: first.entry, exits: last.exits };
}

/** The inside of a container. */
export function bodyOf(piece: Piece | null): JsonObject {
  return { nodes: piece?.nodes ?? [], edges: piece?.edges ?? [] };
}

/**
 * A GROUP that runs pieces one after another: in order where each is one node; where one of them is a choice, as a chain of
 * edges in a group of one branch, because a SYNC GROUP has no edges.
 */
export function sequenceBody(pieces: readonly Piece[]): JsonObject {
  const isPlain = pieces.every(fitsInOrder);
  const nodes = pieces.flatMap((piece) => piece.nodes);
  return {
    type: 'GROUP',
    params: { mode: isPlain ? 'SYNC' : 'ASYNC' },
    body: isPlain ? { nodes, edges: [] } : bodyOf(chain(pieces)),
  };
}

/** Whether a piece may stand in a SYNC GROUP, where the next follows whatever port was taken (R5): a choice may not. */
export function fitsInOrder({ nodes }: Piece): boolean {
  return nodes.length === 1 && nodes[0]?.type !== 'IF' && nodes[0]?.type !== 'SWITCH';
}
