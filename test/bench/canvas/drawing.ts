/** A node of the drawing that both canvases show. */
export interface DrawnNode {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
}

const COLUMN = 260;
const ROW = 100;

/** So many nodes on a grid twice as wide as high, with one and a half edges a node, all to the right. */
export function drawing(count: number): {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
} {
  const rows = Math.ceil(Math.sqrt(count / 2));
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    name: `Step ${index}`,
    x: Math.floor(index / rows) * COLUMN,
    y: (index % rows) * ROW,
  }));
  const edges = nodes.flatMap((node, index) => {
    const next = nodes[index + rows];
    const across = index % 2 === 0 ? nodes[index + rows + 1] : undefined;
    return [next, across].flatMap((to) => (to ? [{ from: node.id, to: to.id }] : []));
  });
  return { nodes, edges };
}

/** The same as a document, to be imported as a person would. */
export function drawingAsWorkspace(count: number): string {
  const { nodes, edges } = drawing(count);
  return JSON.stringify({
    format: 'planloom/workspace',
    version: 1,
    id: `drawing-${count}`,
    name: `Drawing of ${count}`,
    plans: [
      {
        id: 'main',
        kind: 'capability',
        nodes: nodes.map(({ id, name }) => ({
          id,
          name,
          type: 'CAPABILITY',
          params: { capability: 'echo' },
        })),
        edges: edges.map(({ from, to }) => ({ from, to })),
      },
    ],
    layout: { main: Object.fromEntries(nodes.map(({ id, x, y }) => [id, { x, y }])) },
  });
}
