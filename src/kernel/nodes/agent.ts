import { isJsonObject, ok, type Result } from '#base';
import { isSingle, type NodeOf } from '#plan';
import { beginContainer, beginLeaf, startTimeout } from '../activation';
import { failNode } from '../completion';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame } from '../frame';
import type { LeafCall } from '../nodeBehaviour';
import { fillTextIn, resolveInput } from '../values';
import type { Behaviour, Start } from './behaviour';
import { issueCall } from './capability';

/**
 * AGENT: of mode `single` it is one call of its first tool (P14). The loop of a guided one is kept, checked and simulated,
 * and not run yet; `check` says so before (C1).
 */
export const agent: Behaviour<'AGENT'> = {
  isScripted: true,
  callsItself: isSingle,
  call: (draft, ref, node) => (isSingle(node) ? firstTool(draft, draft.frame(ref.frame), node) : null),
  start: (draft, ref, node, attempt) => {
    if (isSingle(node)) callOnce(draft, ref, node, attempt);
    else refuseLoop(draft, ref, node, attempt);
  },
};

const callOnce: Start<'AGENT'> = (draft, ref, node, attempt) => {
  const call = firstTool(draft, draft.frame(ref.frame), node);
  const address = beginLeaf(draft, ref, attempt, { kind: 'calling' }, call.ok ? call.value.input : undefined);
  const refused = call.ok
    ? issueCall(draft, ref, address, call.value.capability, call.value.input)
    : call.problem;
  if (refused === null) startTimeout(draft, ref);
  else failNode(draft, ref, refused, { final: true });
};

/** P14: the first tool, given the goal as its query, beside the input that the author wrote. */
function firstTool(draft: Draft, frame: Frame, node: NodeOf<'AGENT'>): Result<LeafCall, RunError> {
  const [capability = ''] = node.params.tools ?? [];
  const input = resolveInput(draft, frame, node);
  if (!input.ok) return input;
  const goal = fillTextIn(draft, frame, node.params.goal);
  if (!goal.ok) return goal;
  const given = input.value ?? {};
  return ok({ capability, input: isJsonObject(given) ? { query: goal.value, ...given } : given });
}

const refuseLoop: Start<'AGENT'> = (draft, ref, _node, attempt) => {
  beginContainer(draft, ref, attempt, { kind: 'calling' });
  const error = {
    code: 'NOT_SUPPORTED',
    message: 'Agents that think and act in turn are not run by this version.',
    help: 'Let its mode be "single", use a PLANNER and a PLAN_EXECUTOR, or simulate the plan.',
  };
  failNode(draft, ref, error, { final: true });
};
