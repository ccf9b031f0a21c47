import { allNodes, type Feature, type FeaturePhase, type Plan, titleOf } from '#plan';

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

/** The plans and nodes that a feature stands beside, by name. */
export function featureUses(feature: string, plans: readonly Plan[]): readonly string[] {
  return plans.flatMap((plan) => {
    if (plan.kind !== 'capability') return [];
    const name = plan.name ?? plan.id;
    const ofPlan = plan.features?.some((one) => one.feature === feature) ? [`the plan ${name}`] : [];
    const nodes = [...allNodes(plan)].filter(({ node }) =>
      node.features?.some((one) => one.feature === feature),
    );
    return [...ofPlan, ...nodes.map(({ node }) => `“${titleOf(node)}” in ${name}`)];
  });
}

/** A guard is asked before a node starts, and at no other time (L4). */
export function withKind(feature: Feature, kind: Feature['kind']): Feature {
  return kind === 'guard' ? { ...feature, kind, phase: 'pre' } : { ...feature, kind };
}
