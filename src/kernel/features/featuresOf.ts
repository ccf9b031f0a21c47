import { type Json, ok, type Result } from '#base';
import type { Feature, FeaturePhase, PlanNode } from '#plan';
import { catalogueOf } from '../catalogue';
import type { Command } from '../command';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame } from '../state';
import { fillTemplate } from '../values';

/** The features of a kind that a node has: those of the plan that it runs, then its own, each in order (L4). */
export function featuresOf(draft: Draft, node: PlanNode, kind: Feature['kind']): readonly Feature[] {
  const { features = [] } = draft.start.closure;
  return namedBy(draft, node).flatMap(({ feature }) =>
    features.filter((one) => one.id === feature && one.kind === kind),
  );
}

/** Most nodes have none, and pay nothing. */
export function hasFeatures(draft: Draft, node: PlanNode): boolean {
  return node.features !== undefined || (node.type === 'SUB_PLAN' && namedBy(draft, node).length > 0);
}

function namedBy(draft: Draft, node: PlanNode): NonNullable<PlanNode['features']> {
  const own = node.features ?? [];
  if (node.type !== 'SUB_PLAN') return own;
  const plan = draft.start.closure.plans.find(({ id }) => id === node.params.plan);
  return plan?.kind === 'capability' ? [...(plan.features ?? []), ...own] : own;
}

/** The values that a feature may name besides the variables: what it is given when it has no `input` of its own. */
export function shownTo(node: PlanNode, phase: FeaturePhase, values: { readonly [name: string]: Json }) {
  return { node: { id: node.id, type: node.type }, phase, ...values };
}

/** The call of a feature's capability; its input is filled now. */
export function callOf(
  draft: Draft,
  frame: Frame,
  feature: Feature,
  shown: { readonly [name: string]: Json },
): Result<Omit<Extract<Command, { kind: 'call' }>, 'address'>, RunError> {
  const input =
    feature.input === undefined
      ? ok(shown)
      : fillTemplate(draft, frame, feature.input, Object.entries(shown));
  if (!input.ok) return input;
  const descriptor = catalogueOf(draft.start.closure).get(feature.capability);
  return ok({
    capability: feature.capability,
    effect: descriptor?.effect ?? 'unknown',
    idempotent: descriptor?.idempotent ?? false,
    input: input.value,
    kind: 'call',
  });
}
