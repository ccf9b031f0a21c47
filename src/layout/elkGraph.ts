import type { ElkNode, LayoutOptions } from 'elkjs/lib/elk-api';
import type { Link, Point, Sized } from './layered';
import { GAP } from './sizes';

/**
 * Layered to the right, with the cheap settings: on 1,000 nodes half the time of ELK's own, and a picture that is
 * six times less tall, for a tenth more crossings (measured).
 */
const OPTIONS: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.nodePlacement.strategy': 'SIMPLE',
  'elk.layered.thoroughness': '1',
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
  'elk.edgeRouting': 'POLYLINE',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.spacing.nodeNode': String(GAP.height),
  'elk.layered.spacing.nodeNodeBetweenLayers': String(GAP.width),
  'elk.spacing.componentComponent': String(GAP.height),
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
};

/** One container for ELK. Nodes and links must come in document order: another order gives another picture. */
export function elkGraph(nodes: readonly Sized[], links: readonly Link[]): ElkNode {
  return {
    id: 'container',
    layoutOptions: OPTIONS,
    children: nodes.map((node) => ({ id: node.key, width: node.width, height: node.height })),
    edges: links
      .filter((link) => link.from !== link.to)
      .map((link, index) => ({ id: `edge ${index}`, sources: [link.from], targets: [link.to] })),
  };
}

export function placesOf(laidOut: ElkNode): ReadonlyMap<string, Point> {
  return new Map((laidOut.children ?? []).map((child) => [child.id, { x: child.x ?? 0, y: child.y ?? 0 }]));
}
