import { type Diagnostic, withRevision } from '#base';
import { compileBody } from '#compile';
import { allNodes } from '#plan';
import type { Draft } from '../draft';
import { openFrame } from '../scopes/frames';
import { failNode } from '../settle';
import type { NodeRef } from '../state';
import { executorAt } from './checkPlan';
import { depthOf, limitsFor } from './limits';
import type { ReadPlan } from './readPlan';

/** Compiles the plan and opens its scope under the executor. */
export function openPlan(
  draft: Draft,
  ref: NodeRef,
  { body, hash }: ReadPlan,
  tools: readonly string[],
): void {
  const scope = compileBody(body);
  if (!scope.ok) {
    refusePlan(draft, ref, scope.problem);
    return;
  }
  const node = executorAt(draft, ref);
  const frame = draft.frame(ref.frame);
  const active = draft.active(ref);
  const address = withRevision(active.address, 1);
  const { maxSteps, maxDepth } = limitsFor(draft, frame, node?.params?.limits);
  draft.dynamicSteps += [...allNodes(body)].length;
  draft.setActive(ref, { ...active, work: { kind: 'inside', frame: address } });
  draft.emit({ address, data: { plan: body, planHash: hash, revision: 1 }, kind: 'plan.opened' });
  openFrame(draft, {
    id: address,
    address,
    scope: scope.value,
    parent: ref,
    order: [...frame.order, draft.compiled(ref).order],
    layered: false,
    dynamic: {
      body,
      tools,
      depth: depthOf(draft, frame) + 1,
      maxDepth,
      maxSteps,
      timeoutMs: node?.timeoutMs ?? null,
      retry: node?.retry ?? null,
    },
  });
}

/** The plan is none that may run: the executor fails with its problems. */
export function refusePlan(draft: Draft, ref: NodeRef, problems: readonly Diagnostic[]): void {
  const { address } = draft.active(ref);
  draft.emit({ address, data: { problems }, kind: 'plan.refused' });
  const [first] = problems;
  failNode(draft, ref, {
    code: 'PLAN_REFUSED',
    message: `The plan was refused: ${first?.message ?? 'it did not pass the check.'}`,
    ...(first ? { help: first.help } : {}),
  });
}
