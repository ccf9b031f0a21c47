import type { RoutedEdge, RouteInput, Routes } from './routed';
import { routeEdges } from './routes';

/** Keeps the ways of a canvas' edges until something moves; painting and pointing read the same. */
export class RouteBook {
  #routes: Routes = new Map();
  #input: RouteInput | null = null;

  /** The ways for a state of the canvas. */
  of(input: RouteInput): Routes {
    const last = this.#input;
    if (last && last.edges === input.edges && last.rects === input.rects && last.boxes === input.boxes)
      return this.#routes;
    if (
      last &&
      last.rects === input.rects &&
      last.boxes === input.boxes &&
      sameLines(last.edges, input.edges)
    ) {
      this.#routes = withEdges(this.#routes, input.edges);
      this.#input = input;
      return this.#routes;
    }
    // While a node is dragged the other edges keep their ways; when it is dropped all may find better ones.
    const before = last?.boxes === input.boxes ? this.#routes : undefined;
    this.#routes = routeEdges(input, before);
    this.#input = input;
    return this.#routes;
  }
}

/** Whether only what transitions look like is another: which are possible, which delay runs. */
function sameLines(before: RouteInput['edges'], edges: RouteInput['edges']): boolean {
  return (
    before.length === edges.length &&
    edges.every(({ key, transition }, index) => {
      const old = before[index];
      return (
        old?.key === key &&
        transition !== undefined &&
        old.transition?.label === transition.label &&
        old.transition.offset?.x === transition.offset?.x &&
        old.transition.offset?.y === transition.offset?.y
      );
    })
  );
}

function withEdges(routes: Routes, edges: RouteInput['edges']): Routes {
  const next = new Map<string, RoutedEdge>();
  for (const edge of edges) {
    const route = routes.get(edge.key);
    if (route !== undefined) next.set(edge.key, route.edge === edge ? route : { ...route, edge });
  }
  return next;
}
