import type { EventObject } from 'xstate';
import { implementationsOf } from './implementations';

/** A node of the scope has settled, or a branch has ended (then `node` is its slot). */
export interface DoneEvent {
  readonly type: 'done';
  readonly node: number;
  readonly ports: readonly string[];
  /** Nothing started in the branch (R9). */
  readonly skipped: boolean;
}

/** Events of the lowered machines. They come from the kernel alone; no fact is ever one of them (T6). */
export type ScopeEvent =
  | DoneEvent
  | { readonly type: 'error' }
  | { readonly type: 'enter'; readonly node: number };

/** The flavour that the kernel steps: actions stay plain data that it reads. */
export const KERNEL_FLAVOUR = implementationsOf(
  {
    settled: (event) => (isDone(event) ? event : { node: -1, ports: [] }),
    outcome: (event) => (isDone(event) ? (event.skipped ? 'skipped' : 'ok') : 'bad'),
  },
  (enqueue, effect) => enqueue(effect),
);

function isDone(event: EventObject): event is DoneEvent {
  return event.type === 'done';
}
