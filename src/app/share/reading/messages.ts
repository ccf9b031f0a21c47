import type { FormatId } from '#formats';
import type { Judged, Source } from './judge';

/** What the page asks of the worker that reads: one thing at a time. */
export interface Asked {
  readonly source: Source;
  readonly format: FormatId | null;
}

/** What the worker says. */
export type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'judged'; readonly judged: Judged }
  | { readonly kind: 'failed'; readonly why: string };
