import { startScripted } from '../consulting/scripted';
import { failNode } from '../settle';
import { beginContainer } from './activate';
import type { Start } from './behaviour';

/** AGENT: kept, checked and simulated; its loop is not run yet, and `check` says so before (C1). */
export const startAgent: Start<'AGENT'> = (draft, ref, node, attempt) => {
  if (startScripted(draft, ref, node, attempt)) return;
  beginContainer(draft, ref, attempt, { kind: 'calling' });
  const error = {
    code: 'NOT_SUPPORTED',
    message: 'Agents are not run by this version.',
    help: 'Use a PLANNER and a PLAN_EXECUTOR, or simulate the plan.',
  };
  failNode(draft, ref, error, { final: true });
};
