import type { Edit } from '#plan';

/** One step of undo: what it was called, when and in which gesture it was made, and the edit that takes it back. */
export interface Transaction {
  readonly label: string;
  /** Milliseconds since the epoch, written when the edit was made and never compared with the clock again. */
  readonly at: number;
  /** Edits of one gesture (a drag, a word that is typed) are one step; null is a step of its own. */
  readonly gesture: string | null;
  readonly inverse: Edit;
  /** What was selected before: undo brings it back. */
  readonly selected: readonly string[];
  /** What was shown when it was made: a plan, and the box of it that was entered. */
  readonly planId: string | null;
  readonly inside: string | null;
}

/** What can be undone and redone, the newest last in both. */
export interface History {
  readonly past: readonly Transaction[];
  readonly future: readonly Transaction[];
}

export const NO_HISTORY: History = { past: [], future: [] };

/** Edits of one gesture that are further apart than this are two steps. */
const GESTURE_PAUSE_MS = 1_000;
const MOST_STEPS = 1_000;

/** Adds a step, or joins it to the last one when both belong to one gesture. Redo ends where an edit begins. */
export function record(history: History, made: Transaction): History {
  const last = history.past.at(-1);
  const joins =
    last !== undefined &&
    history.future.length === 0 &&
    made.gesture !== null &&
    made.gesture === last.gesture &&
    made.at - last.at <= GESTURE_PAUSE_MS;
  if (!joins) return { past: [...history.past.slice(1 - MOST_STEPS), made], future: [] };
  const inverse: Edit = { edit: 'batch', label: last.label, edits: [made.inverse, last.inverse] };
  return { past: [...history.past.slice(0, -1), { ...last, at: made.at, inverse }], future: [] };
}
