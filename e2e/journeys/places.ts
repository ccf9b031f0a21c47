import type { Locator } from '@playwright/test';
import type { Planloom } from '../pages/planloom';

/** Where something stands on the screen, in whole pixels. */
export interface Place {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The nodes that a person placed (those of the document, not those of a streamed plan), where they stand now. */
export function placesOf(app: Planloom): Promise<readonly Place[]> {
  return measure(app.canvas.locator('[data-address]:not([data-address*="@"])'));
}

/** The steps of a dynamic plan, by the address of its scope. */
export function stepsIn(app: Planloom, scope: string): Promise<readonly Place[]> {
  return measure(app.canvas.locator(`[data-address^="${scope}/"]`));
}

/** Pairs of places that share a pixel. */
export function overlaps(places: readonly Place[]): readonly string[] {
  return places.flatMap((one, index) =>
    places.slice(index + 1).flatMap((other) => (touch(one, other) ? [`${one.name} and ${other.name}`] : [])),
  );
}

function touch(one: Place, other: Place): boolean {
  const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  const above = one.y + one.height <= other.y || other.y + other.height <= one.y;
  return !beside && !above;
}

function measure(nodes: Locator): Promise<readonly Place[]> {
  return nodes.evaluateAll((all) =>
    all.map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return {
        name: node.getAttribute('data-address') ?? '',
        x: Math.round(x),
        y: Math.round(y),
        width: Math.round(width),
        height: Math.round(height),
      };
    }),
  );
}
