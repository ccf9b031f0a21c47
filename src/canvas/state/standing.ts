import type { CanvasViewport } from './gestures';

/** How a view is fitted: at a glance, or so that it can be read, as the first one in a hand. */
export type FitAim = 'whole' | 'readable';

/** A view in which the whole was fitted. */
export type FittedView = CanvasViewport & { readonly aim: FitAim };

/** Where the canvas has its room on the page. CSS pixels. */
export interface Room {
  /** How far down its upper edge is. */
  readonly top: number;
  readonly width: number;
}

/** How a view stood before it gave way to what came above the canvas or beside it. */
export interface StoodView {
  readonly view: CanvasViewport;
  readonly room: Room;
  /** Where it was fitted, and nobody had moved it. */
  readonly fitted: FittedView | null;
  /** What giving way has made of it so far; who has moved since has another, and keeps that. */
  readonly now: CanvasViewport;
}

/** What is known of a view when its room changes. */
interface Standing {
  readonly view: CanvasViewport;
  /** As it was until now. */
  readonly room: Room;
  readonly fitted: FittedView | null;
  readonly stood: StoodView | null;
}

/** How a view stood, whose room changes now: as before all that it has given way to since somebody moved it. */
export function stoodBefore({ view, room, fitted, stood }: Standing): StoodView {
  if (stood !== null && isSameView(view, stood.now)) return stood;
  return { view, room, fitted: isSameView(view, fitted) ? fitted : null, now: view };
}

/** Whether nobody has moved the view since it was fitted, however it has given way. */
export function isStillFitted({ view, fitted, stood }: Omit<Standing, 'room'>): boolean {
  if (isSameView(view, fitted)) return true;
  return stood !== null && stood.fitted !== null && isSameView(view, stood.now);
}

export function isSameRoom(one: Room, other: Room): boolean {
  return Math.abs(one.top - other.top) < 1 && Math.abs(one.width - other.width) < 1;
}

/** The view in a canvas that is further down or up on the page now, so that what is shown stays where it is on the screen. */
export function movedDown(view: CanvasViewport, room: Pick<Room, 'top'>, top: number): CanvasViewport {
  return { x: view.x, y: view.y + room.top - top, zoom: view.zoom };
}

/** But for the rounding of a fraction of a pixel. */
export function isSameView(view: CanvasViewport, other: CanvasViewport | null): boolean {
  return (
    other !== null &&
    Math.abs(view.x - other.x) < 1 &&
    Math.abs(view.y - other.y) < 1 &&
    Math.abs(view.zoom - other.zoom) < 0.001
  );
}
