import type { NodeStatus } from '#projection';

/** What a card tells of a run besides its own status (D7). */
export interface CardResult {
  /** What the node came to in a run that is not shown any more; null where the card has a status itself. */
  readonly status: NodeStatus | null;
  readonly stale: StaleMark | null;
}

/** A result that does not hold any more (D11), or may not: why, in a sentence. */
export interface StaleMark {
  readonly word: 'stale' | 'may be stale';
  readonly reason: string;
}
