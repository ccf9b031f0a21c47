import type { Draft } from '../draft';
import { hearSignal } from '../machine/hear';
import { awaits, respond, waiters } from '../machine/respond';
import type { NodeRef } from '../nodeRef';
import type { Signal } from '../state';
import { wakes } from './waitFor';

/**
 * Offers a signal to whatever waits at a node (R16): a machine, what a machine has published (M2), the node itself, or
 * the capability that it calls (L7).
 *
 * @returns `taken` when it goes on with it; `failed` when its condition could not be decided, and the node failed (K5)
 */
export function hear(draft: Draft, ref: NodeRef, signal: Signal): 'taken' | 'failed' | null {
  if (draft.active(ref).work.kind === 'machine') return hearSignal(draft, ref, signal) ? 'taken' : null;
  const waiter = waiters(draft).find(({ activity }) => activity.frame === ref.frame);
  if (waiter !== undefined) {
    if (!awaits(waiter, signal)) return null;
    respond(draft, waiter, signal);
    return 'taken';
  }
  const { node } = draft.compiled(ref);
  const behaviour = draft.behaviourOf(node);
  if (behaviour.onSignal !== undefined) return behaviour.onSignal(draft, ref, node, signal);
  return wakes(draft, ref, signal) ? 'taken' : null;
}
