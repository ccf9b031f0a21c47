import type { Feature, FeaturePhase } from '#plan';

/** A moment of a node at which a feature is called, in the words of the screen (L4). */
export const MOMENTS: readonly { readonly phase: FeaturePhase; readonly words: string }[] = [
  { phase: 'pre', words: 'before it starts' },
  { phase: 'postSuccess', words: 'when it has succeeded' },
  { phase: 'postError', words: 'when it has failed' },
  { phase: 'finally', words: 'when it has ended' },
];

/** What a line of the list says of a feature. */
export function featureKind({ kind, phase }: Pick<Feature, 'kind' | 'phase'>): string {
  if (kind === 'guard') return 'guard';
  return `observer, ${MOMENTS.find((moment) => moment.phase === phase)?.words ?? phase}`;
}

/** A guard is asked before a node starts, and at no other time (L4). */
export function withKind(feature: Feature, kind: Feature['kind']): Feature {
  return kind === 'guard' ? { ...feature, kind, phase: 'pre' } : { ...feature, kind };
}
