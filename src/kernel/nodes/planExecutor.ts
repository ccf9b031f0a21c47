import {
  type Diagnostic,
  err,
  hasErrors,
  isJsonObject,
  type Json,
  ok,
  problem,
  type Result,
  withCall,
  withRevision,
} from '#base';
import { compileBody } from '#compile';
import { allNodes, type Body, bodyHash, checkBody, type NodeOf, readBody } from '#plan';
import { catalogueOf } from '../catalogue';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import { ask } from '../planning/ask';
import { type ReadPlan, readPlan } from '../planning/readPlan';
import { resolveTools } from '../planning/tools';
import { openFrame } from '../scopes/frames';
import { failNode, succeedNode } from '../settle';
import type { NodeRef } from '../state';
import { declaredIn, planOf, readVariable } from '../variables';
import { beginContainer } from './activate';
import type { Start } from './behaviour';
import { depthOf, limitsFor } from './planner';

/** PLAN_EXECUTOR: runs the plan that is now in its variable, as a nested scope `@1` (R13). */
export const startPlanExecutor: Start<'PLAN_EXECUTOR'> = (draft, ref, _node, attempt) => {
  beginContainer(draft, ref, attempt, { kind: 'calling' });
  approvePlan(draft, ref);
};

function executorAt(draft: Draft, ref: NodeRef): NodeOf<'PLAN_EXECUTOR'> | null {
  const { node } = draft.compiled(ref);
  return node.type === 'PLAN_EXECUTOR' ? node : null;
}

/** Reads and checks the plan of that moment; then it is approved by a person, or runs. */
export function approvePlan(draft: Draft, ref: NodeRef): void {
  const node = executorAt(draft, ref);
  if (node === null) return;
  const variable = node.params?.planVariable ?? 'dynamicPlan';
  const found = readVariable(draft, draft.frame(ref.frame), variable) ?? null;
  const plan = readPlan(found);
  if (plan === null) {
    const { address } = draft.active(ref);
    draft.emit({ address, data: { variable }, kind: 'plan.absent' });
    succeedNode(draft, ref, { ports: ['out'], result: null });
    return;
  }
  const proposal = draft.proposals.get(plan.hash);
  const tools = toolsOf(draft, ref, node, proposal?.planning.request.tools ?? null);
  const problems = checkPlanNow(draft, ref, plan.body, tools);
  if (hasErrors(problems)) refuse(draft, ref, problems);
  else if (node.params?.approve === 'always' || proposal === undefined) {
    askPerson(draft, ref, plan, tools);
  } else run(draft, ref, plan, tools);
}

/** P8: at most its planner's tools; a plan that nobody in this run proposed has only the node's own, none by default. */
function toolsOf(
  draft: Draft,
  ref: NodeRef,
  node: NodeOf<'PLAN_EXECUTOR'>,
  planners: readonly string[] | null,
): readonly string[] {
  const own = resolveTools(
    draft,
    draft.frame(ref.frame),
    node.params?.tools ?? (planners === null ? [] : null),
  );
  return planners === null ? own : own.filter((id) => planners.includes(id));
}

/** `planSafety` (P3): the same check as for every proposed plan, against the catalogue and rights of this moment. */
function checkPlanNow(
  draft: Draft,
  ref: NodeRef,
  plan: Body,
  tools: readonly string[],
): readonly Diagnostic[] {
  const frame = draft.frame(ref.frame);
  const { maxSteps, maxDepth } = limitsFor(draft, frame, executorAt(draft, ref)?.params?.limits);
  const steps = [...allNodes(plan)].length;
  const most = draft.start.limits.dynamicSteps;
  if (draft.dynamicSteps + steps > most) return [tooManySteps(draft.dynamicSteps + steps, most)];
  if (draft.start.closure.policies.some((policy) => policy.planSafety === false)) return [];
  return checkBody(plan, {
    variables: new Set(declaredIn(planOf(draft)).keys()),
    catalogue: catalogueOf(draft.start.closure),
    tools: new Set(tools),
    maxSteps,
    plannerDepth: depthOf(draft, frame) + 1,
    maxPlannerDepth: maxDepth,
  });
}

function tooManySteps(steps: number, most: number): Diagnostic {
  return problem(
    'DYNAMIC_STEPS',
    `The plans of this run would have ${steps} steps in all: ${steps} > ${most}.`,
    'Ask for a shorter plan, or raise the limit of dynamic steps of the run.',
  );
}

function refuse(draft: Draft, ref: NodeRef, problems: readonly Diagnostic[]): void {
  const { address } = draft.active(ref);
  draft.emit({ address, data: { problems }, kind: 'plan.refused' });
  const [first] = problems;
  failNode(draft, ref, {
    code: 'PLAN_REFUSED',
    message: `The plan was refused: ${first?.message ?? 'it did not pass the check.'}`,
    ...(first ? { help: first.help } : {}),
  });
}

const DECISIONS = [
  { id: 'approve', label: 'Approve' },
  { id: 'reject', label: 'Reject' },
  { id: 'another', label: 'Ask for another' },
] as const;

/** Waits for a person at `<executor>!approve` (L10). */
function askPerson(draft: Draft, ref: NodeRef, plan: ReadPlan, tools: readonly string[]): void {
  const active = draft.active(ref);
  const steps = plan.body.nodes.length;
  const message = `Approve this plan of ${steps} ${steps === 1 ? 'step' : 'steps'}?`;
  draft.setActive(ref, { ...active, work: { kind: 'approving', plan, tools } });
  draft.emit({ address: active.address, data: { for: 'approval', message }, kind: 'node.waiting' });
  draft.issue(ref, {
    address: withCall(active.address, 'approve'),
    decisions: DECISIONS,
    for: 'approval',
    kind: 'wait',
    message,
    schema: null,
  });
}

/**
 * A person has decided about a plan (L10). An edited plan passes the same check; a refusal leaves the node waiting.
 *
 * @returns why the answer is none, or null when it was taken
 */
export function onApproval(draft: Draft, ref: NodeRef, value: Json): Diagnostic | null {
  const { work, address } = draft.active(ref);
  if (work.kind !== 'approving' || !isJsonObject(value)) return notADecision();
  const wait = withCall(address, 'approve');
  if (value.decision === 'reject') {
    draft.answered(wait);
    failNode(draft, ref, rejected(value.reason));
    return null;
  }
  if (value.decision === 'another') return askAnother(draft, ref, work.plan);
  if (value.decision !== 'approve') return notADecision();
  const plan = value.plan === undefined ? ok(work.plan) : editedPlan(draft, ref, value.plan, work.tools);
  if (!plan.ok) return plan.problem[0] ?? notADecision();
  draft.answered(wait);
  run(draft, ref, plan.value, work.tools);
  return null;
}

function editedPlan(
  draft: Draft,
  ref: NodeRef,
  plan: Json,
  tools: readonly string[],
): Result<ReadPlan, readonly Diagnostic[]> {
  const body = readBody(plan);
  if (!body.ok) return body;
  const errors = checkPlanNow(draft, ref, body.value, tools).filter(({ severity }) => severity === 'error');
  return errors.length > 0 ? err(errors) : ok({ body: body.value, hash: bodyHash(body.value) });
}

/** The PLANNER that made the plan is asked again; its calls go on counting (K11). */
function askAnother(draft: Draft, ref: NodeRef, plan: ReadPlan): Diagnostic | null {
  const proposal = draft.proposals.get(plan.hash);
  if (proposal === undefined) {
    return problem(
      'NO_PLANNER',
      'No planner of this run made this plan, so there is none to ask for another.',
      'Approve it, perhaps edited, or reject it.',
    );
  }
  draft.answered(withCall(draft.active(ref).address, 'approve'));
  const anew = { model: 0, repairs: 0, fallback: false, repair: null, tried: [], help: null };
  const planning = { ...proposal.planning, ...anew };
  draft.setActive(ref, { ...draft.active(ref), calls: planning.call });
  ask(draft, ref, planning);
  return null;
}

function notADecision(): Diagnostic {
  return problem(
    'DECISION_UNKNOWN',
    'The answer is none of approve, reject and another.',
    'Answer with {"decision": "approve"}, "reject" or "another".',
  );
}

function rejected(reason: Json | undefined): RunError {
  const because = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '.';
  return {
    code: 'REJECTED',
    message: `A person rejected the plan${because}`,
    help: 'Ask for another plan, or change the goal.',
  };
}

/** Compiles the plan and opens its scope under the executor. */
function run(draft: Draft, ref: NodeRef, { body, hash }: ReadPlan, tools: readonly string[]): void {
  const scope = compileBody(body);
  if (!scope.ok) {
    refuse(draft, ref, scope.problem);
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
