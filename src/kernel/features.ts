import { type Address, type Json, ok, type Result, ROOT, withCall, within } from '#base';
import type { CapabilityPlan, Feature, FeaturePhase, PlanNode } from '#plan';
import { catalogueOf } from './closure';
import type { CallCommand } from './command';
import { baseAddress, type Draft } from './draft';
import type { RunError } from './fact';
import type { Frame, NodeRef } from './frame';
import { inputWithDefaults } from './planInterface';
import { forbiddenUnasked } from './policies';
import { fillTemplate, planOf, resolveInput } from './variables';

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
): Result<Omit<CallCommand, 'address'>, RunError> {
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

/**
 * Id of the frame in which a plan with features stands before its scope opens (L4): one node that no author wrote, at
 * `/<plan>`, so that its guards are asked for the plan as they are for any node. A node of that id would share the
 * address of the calls; `check` refuses it.
 */
export const PLAN_GUARDS_FRAME = 'porch';

/** The plan of the run as one node. */
export function nodeOfPlan({ id }: CapabilityPlan): PlanNode {
  return { id, type: 'SUB_PLAN', params: { plan: id } };
}

/** What the addresses of its features begin with: `/main!pre-1`. */
function addressOfPlan({ id }: CapabilityPlan): Address {
  return within(ROOT, id);
}

/** What guards and observers see as the input of a node; of the plan that runs it is the input of the run. */
export function inputShown(draft: Draft, ref: NodeRef): Result<Json | undefined, RunError> {
  if (ref.frame === PLAN_GUARDS_FRAME) return ok(inputWithDefaults(planOf(draft), draft.start.input));
  return resolveInput(draft, draft.frame(ref.frame), draft.compiled(ref).node);
}

/** A node begins: observers of `pre` are told its input (L4). */
export function observeStart(draft: Draft, ref: NodeRef): void {
  const { node } = draft.compiled(ref);
  const input = inputShown(draft, ref);
  tell(draft, placeOf(draft, ref), node, 'pre', { input: input.ok ? (input.value ?? null) : null });
}

/** A node has succeeded: observers of `postSuccess` and `finally` are told its result. */
export function observeSuccess(draft: Draft, ref: NodeRef, node: PlanNode, result: Json): void {
  // An inline PLANNER goes on with its executing half (L1), which tells how it ended.
  if (!hasFeatures(draft, node) || isFirstHalf(node)) return;
  const place = placeOf(draft, ref);
  tell(draft, place, node, 'postSuccess', { result });
  tell(draft, place, node, 'finally', { result });
}

/** A node has failed, handled or not: observers of `postError` and `finally` are told its error. */
export function observeFailure(
  draft: Draft,
  ref: NodeRef,
  node: PlanNode,
  { code, message }: RunError,
): void {
  if (!hasFeatures(draft, node)) return;
  const place = placeOf(draft, ref);
  tell(draft, place, node, 'postError', { error: { code, message } });
  if (!isFirstHalf(node) || node.onError !== 'continue')
    tell(draft, place, node, 'finally', { error: { code, message } });
}

/** The plan of the run has completed or failed: its observers are told, before the run says so itself (L4). */
export function observePlan(
  draft: Draft,
  frame: Frame,
  phase: 'postSuccess' | 'postError',
  values: { readonly [name: string]: Json },
): void {
  const plan = planOf(draft);
  if (plan.kind !== 'capability' || plan.features === undefined) return;
  const place = { frame, base: addressOfPlan(plan) };
  tell(draft, place, nodeOfPlan(plan), phase, values);
  tell(draft, place, nodeOfPlan(plan), 'finally', values);
}

function isFirstHalf(node: PlanNode): boolean {
  return node.type === 'PLANNER' && node.params?.execute === 'inline';
}

/** Whose variables observers may name, and what their addresses begin with. */
interface Place {
  readonly frame: Frame;
  readonly base: Address;
}

function placeOf(draft: Draft, ref: NodeRef): Place {
  return { frame: draft.frame(ref.frame), base: baseAddress(draft, ref) };
}

/**
 * Tells the observers of a phase, each by a command of its own at `<node>!observe-n`, where n is its place among the
 * observers of the node. Nobody answers: what becomes of it changes nothing (L4).
 */
function tell(
  draft: Draft,
  { frame, base }: Place,
  node: PlanNode,
  phase: FeaturePhase,
  values: { readonly [name: string]: Json },
): void {
  // What a fork serves itself from the record has been told already (K8).
  if (draft.forking) return;
  for (const [index, observer] of featuresOf(draft, node, 'observer').entries()) {
    if (observer.phase !== phase) continue;
    const call = callOf(draft, frame, observer, shownTo(node, phase, values));
    if (!call.ok) continue;
    const address = withCall(base, `observe-${index + 1}`);
    const { capability, input } = call.value;
    // D10: what is pinned is never called, and nobody waits for what comes of it.
    if (draft.isCallPinned(frame, capability, input)) continue;
    // P13: nobody waits for an observer, so what may not be told is not told.
    if (forbiddenUnasked(draft, frame, { capability, input }) !== null) continue;
    draft.calls++;
    draft.send({ address, capability, input, kind: 'observe' });
  }
}
