import { isSingle } from '#plan';
import { leafCall } from '../consulting/leafCall';
import { startScripted } from '../consulting/scripted';
import { failNode } from '../settle';
import { beginContainer, beginLeaf, startTimeout } from './activate';
import type { Start } from './behaviour';
import { issueCall } from './capability';

/**
 * AGENT: of mode `single` it is one call of its first tool (P14). The loop of a guided one is kept, checked and simulated,
 * and not run yet; `check` says so before (C1).
 */
export const startAgent: Start<'AGENT'> = (draft, ref, node, attempt) => {
  if (startScripted(draft, ref, node, attempt)) return;
  if (isSingle(node)) callOnce(draft, ref, node, attempt);
  else refuseLoop(draft, ref, node, attempt);
};

const callOnce: Start<'AGENT'> = (draft, ref, node, attempt) => {
  const call = leafCall(draft, ref, node);
  if (call === null) return;
  const address = beginLeaf(draft, ref, attempt, { kind: 'calling' }, call.ok ? call.value.input : undefined);
  const refused = call.ok
    ? issueCall(draft, ref, address, call.value.capability, call.value.input)
    : call.problem;
  if (refused === null) startTimeout(draft, ref);
  else failNode(draft, ref, refused, { final: true });
};

const refuseLoop: Start<'AGENT'> = (draft, ref, _node, attempt) => {
  beginContainer(draft, ref, attempt, { kind: 'calling' });
  const error = {
    code: 'NOT_SUPPORTED',
    message: 'Agents that think and act in turn are not run by this version.',
    help: 'Let its mode be "single", use a PLANNER and a PLAN_EXECUTOR, or simulate the plan.',
  };
  failNode(draft, ref, error, { final: true });
};
