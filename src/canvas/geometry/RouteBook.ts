import type { RouteInput, Routes } from './routed';
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
    // While a node is dragged the other edges keep their ways; when it is dropped all may find better ones.
    const before = last?.boxes === input.boxes ? this.#routes : undefined;
    this.#routes = routeEdges(input, before);
    this.#input = input;
    return this.#routes;
  }
}
