import { type Diagnostic, errorsFirst, withRevision } from '#base';
import { compileBody } from '#compile';
import { hasBehaviour } from '../behaviour';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { limitsFor, plannerDepthOf } from '../rights';
import { openFrame, reviseFrame } from '../scopes/scope';
import type { DynamicPlan } from '../state';
import { executorAt, keptIn, openRevision, stepsBesides } from './checkPlan';
import { giveUp } from './giveUp';
import { planningOf } from './plannerCalls';
import type { ReadPlan } from './readPlan';

/**
 * Compiles the plan and opens its scope under the executor; where a revision of it is open already, the plan becomes the
 * next one (R13).
 */
export function openPlan(
  draft: Draft,
  ref: NodeRef,
  { body, machine, hash }: ReadPlan,
  tools: readonly string[],
): void {
  const scope = compileBody(body);
  if (!scope.ok) {
    refusePlan(draft, ref, scope.problem);
    return;
  }
  const frame = draft.frame(ref.frame);
  const active = draft.active(ref);
  const open = openRevision(draft, ref);
  const made = machine === undefined ? {} : { machine };
  const revision = (open?.dynamic?.revision ?? 0) + 1;
  const address = withRevision(active.address, revision);
  const id = open?.id ?? address;
  const dynamic = dynamicPlan(draft, ref, { body, ...made, hash, revision, tools });
  const kept = keptIn(body, open);
  draft.dynamicSteps += stepsBesides(body, open);
  draft.setActive(ref, { ...active, work: { kind: 'inside', frame: id } });
  const data = { plan: body, ...made, planHash: hash, revision, ...(open === null ? {} : { kept }) };
  draft.emit({ address, data, kind: 'plan.opened' });
  if (open !== null) {
    reviseFrame(draft, id, { address, scope: scope.value, dynamic });
    return;
  }
  openFrame(draft, {
    id,
    address,
    scope: scope.value,
    parent: ref,
    order: [...frame.order, draft.compiled(ref).order],
    layered: false,
    dynamic,
    revisable: draft.proposals.get(hash)?.askAgain != null,
  });
}

function dynamicPlan(
  draft: Draft,
  ref: NodeRef,
  given: Pick<DynamicPlan, 'body' | 'machine' | 'hash' | 'revision' | 'tools'>,
): DynamicPlan {
  const node = executorAt(draft, ref);
  const frame = draft.frame(ref.frame);
  return {
    ...given,
    ...limitsFor(draft, frame, node?.params?.limits),
    depth: plannerDepthOf(draft, frame) + 1,
    timeoutMs: node?.timeoutMs ?? null,
    retry: node?.retry ?? null,
  };
}

/** The plan is none that may run: the executor fails with its problems. */
export function refusePlan(draft: Draft, ref: NodeRef, found: readonly Diagnostic[]): void {
  const { address } = draft.active(ref);
  const problems = hasBehaviour(draft.start, 'errorsFirst') ? errorsFirst(found) : found;
  draft.emit({ address, data: { problems }, kind: 'plan.refused' });
  const [first] = problems;
  giveUp(draft, ref, planningOf(draft, ref), {
    code: 'PLAN_REFUSED',
    message: `The plan was refused: ${first?.message ?? 'it did not pass the check.'}`,
    ...(first ? { help: first.help } : {}),
  });
}
