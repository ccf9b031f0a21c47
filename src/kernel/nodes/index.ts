import { ok } from '#base';
import type { PlanNode } from '#plan';
import type { Draft } from '../draft';
import { handOver } from '../mutex';
import type { NodeRef } from '../nodeRef';
import { leaveToBackground, openBackground } from '../scopes/background';
import { failNode, succeedNode } from '../settle';
import { resolveInput } from '../values';
import { beginContainer, beginLeaf, opensScope } from './activate';
import { startAgent } from './agent';
import { startCancel } from './cancel';
import { startCapability } from './capability';
import { startDelay } from './delay';
import { startEnd } from './end';
import { startEvaluation } from './evaluation';
import { startEventWait } from './eventWait';
import { startFillTemplate } from './fillTemplate';
import { startFork } from './fork';
import { startGroup } from './group';
import { startHumanInput } from './humanInput';
import { startIf } from './if';
import { startIterator } from './iterator';
import { startJoin } from './join';
import { startLlmDecision } from './llmDecision';
import { startLoop } from './loop';
import { startPlanExecutor } from './planExecutor';
import { startPlanner } from './planner';
import { startReflection } from './reflection';
import { startRetry } from './retry';
import { startStart } from './start';
import { startSubPlan } from './subPlan';
import { startSwitch } from './switch';
import { startToolRouter } from './toolRouter';
import { startTransform } from './transform';
import { startTryCatch } from './tryCatch';

/** Starts an attempt of a node, by its type. */
export function startNode(draft: Draft, ref: NodeRef, attempt: number): void {
  const { node } = draft.compiled(ref);
  if (node.disabled === 'pass') passThrough(draft, ref, node);
  else if (node.background === true && draft.frame(ref.frame).background === null) {
    sendAway(draft, ref, node);
  } else startByType(draft, ref, node, attempt);
}

/**
 * `background: true` (L2): the node starts in a scope of its own, takes what it holds along, and counts as succeeded in
 * the scope that it stands in.
 */
function sendAway(draft: Draft, ref: NodeRef, node: PlanNode): void {
  for (const inner of openBackground(draft, ref, node)) {
    draft.mutexes = handOver(draft.mutexes, ref, inner);
    if (draft.isActive(ref)) draft.release(ref);
    startNode(draft, inner, 1);
  }
  leaveToBackground(draft, ref);
}

function startByType(draft: Draft, ref: NodeRef, node: PlanNode, attempt: number): void {
  switch (node.type) {
    case 'START':
      startStart(draft, ref, node, attempt);
      return;
    case 'END':
      startEnd(draft, ref, node, attempt);
      return;
    case 'CAPABILITY':
      startCapability(draft, ref, node, attempt);
      return;
    case 'TRANSFORM':
      startTransform(draft, ref, node, attempt);
      return;
    case 'FILL_TEMPLATE':
      startFillTemplate(draft, ref, node, attempt);
      return;
    case 'IF':
      startIf(draft, ref, node, attempt);
      return;
    case 'SWITCH':
      startSwitch(draft, ref, node, attempt);
      return;
    case 'GROUP':
      startGroup(draft, ref, node, attempt);
      return;
    case 'ITERATOR':
      startIterator(draft, ref, node, attempt);
      return;
    case 'LOOP':
      startLoop(draft, ref, node, attempt);
      return;
    case 'RETRY':
      startRetry(draft, ref, node, attempt);
      return;
    case 'TRY_CATCH':
      startTryCatch(draft, ref, node, attempt);
      return;
    case 'PLANNER':
      startPlanner(draft, ref, node, attempt);
      return;
    case 'PLAN_EXECUTOR':
      startPlanExecutor(draft, ref, node, attempt);
      return;
    case 'HUMAN_INPUT':
      startHumanInput(draft, ref, node, attempt);
      return;
    case 'LLM_DECISION':
      startLlmDecision(draft, ref, node, attempt);
      return;
    case 'TOOL_ROUTER':
      startToolRouter(draft, ref, node, attempt);
      return;
    case 'EVALUATION':
      startEvaluation(draft, ref, node, attempt);
      return;
    case 'REFLECTION':
      startReflection(draft, ref, node, attempt);
      return;
    case 'AGENT':
      startAgent(draft, ref, node, attempt);
      return;
    case 'FORK':
      startFork(draft, ref, node, attempt);
      return;
    case 'JOIN':
      startJoin(draft, ref, node, attempt);
      return;
    case 'EVENT_WAIT':
      startEventWait(draft, ref, node, attempt);
      return;
    case 'DELAY':
      startDelay(draft, ref, node, attempt);
      return;
    case 'CANCEL':
      startCancel(draft, ref, node, attempt);
      return;
    case 'SUB_PLAN':
      startSubPlan(draft, ref, node, attempt);
      return;
    case 'NOTE':
      return;
  }
}

/** `disabled: pass`: takes `out` and applies `output` to its input as `result` (L2). */
function passThrough(draft: Draft, ref: NodeRef, node: PlanNode): void {
  const input = resolveInput(draft, draft.frame(ref.frame), node);
  const resolved = input.ok ? ok(input.value ?? null) : input;
  const begin = opensScope(node) ? beginContainer : beginLeaf;
  begin(draft, ref, 1, { kind: 'calling' }, input.ok ? input.value : undefined);
  if (resolved.ok) succeedNode(draft, ref, { ports: ['out'], result: resolved.value });
  else failNode(draft, ref, resolved.problem, { final: true });
}
