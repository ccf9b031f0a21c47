/** What a run that is about to start would do with a node (D1, D3), in words for its badge. */
export interface ForeseenMark {
  /** `stale`: called again, because what the record has does not hold any more; `asks`: only after a yes. */
  readonly kind: 'reused' | 'called' | 'stale' | 'asks';
  readonly word: string;
}
