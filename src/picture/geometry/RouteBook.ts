import type { RoutedEdge, RouteInput, Routes } from './routed';
import { hasTransitions, routeInSlices } from './routes';
import { transitionsInSlices } from './transitions/transitionRoutes';

/** Keeps the ways of a canvas' edges until something moves; painting and pointing read the same. */
export class RouteBook {
  #routes: Routes = new Map();
  #input: RouteInput | null = null;
  /** What is still to be routed of a large graph. */
  #rest: Generator<void, void> | null = null;
  /** Where the ways of transitions come together whose labels wait for their place. */
  #labelled: Map<string, RoutedEdge> | null = null;

  /** The ways for a state of the canvas; of a large graph those that are there so far. */
  of(input: RouteInput): Routes {
    const last = this.#input;
    if (last && last.edges === input.edges && last.rects === input.rects && last.boxes === input.boxes)
      return this.#routes;
    this.#input = input;
    if (!hasTransitions(input)) this.#begin(input, last);
    else if (
      last?.rects === input.rects &&
      last.boxes === input.boxes &&
      sameLines(last.edges, input.edges)
    ) {
      // Only what they look like has changed; labels that wait for their place are placed before that.
      while (this.isPending) this.goOn();
      this.#routes = withEdges(this.#routes, input.edges);
    } else this.#beginTransitions(input);
    return this.#routes;
  }

  /** Whether edges wait for their way: they come with the next frames, like cards. */
  get isPending(): boolean {
    return this.#rest !== null;
  }

  /**
   * Routes the next of the edges that wait.
   *
   * @returns whether labels, which are elements of the page, stand elsewhere now
   */
  goOn(): boolean {
    if (this.#rest === null) return false;
    if (this.#rest.next().done) this.#rest = null;
    if (this.#labelled === null) return false;
    // Whoever holds the ways of before is to see that these are others.
    this.#routes = new Map(this.#labelled);
    if (this.#rest === null) this.#labelled = null;
    return true;
  }

  #begin(input: RouteInput, last: RouteInput | null): void {
    const old = this.#routes;
    // Until an edge has its new way it is where it was.
    const routes = new Map(withEdges(old, input.edges));
    // While a node is dragged the other edges keep their ways; when it is dropped all may find better ones.
    this.#rest = routeInSlices(input, routes, last?.boxes === input.boxes ? old : undefined);
    this.#labelled = null;
    this.#routes = routes;
    this.goOn();
  }

  #beginTransitions(input: RouteInput): void {
    this.#labelled = new Map();
    this.#rest = transitionsInSlices(input, this.#labelled, this.#routes.size === 0);
    this.goOn();
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
