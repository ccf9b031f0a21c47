import type { Piece } from '../../opening/pieces';
import type { Tasks } from './desk';

/** What the page asks of the worker that reads: one thing at a time. */
export type Asked = {
  readonly [Task in keyof Tasks]: { readonly task: Task; readonly given: Tasks[Task]['given'] };
}[keyof Tasks];

/** What the worker says. An answer comes in pieces, so that the page is never held by the size of it. */
export type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'doing'; readonly doing: string }
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'whole' }
  | { readonly kind: 'failed'; readonly why: string };
