import { failNode, succeedNode } from '../completion';
import { afterCall } from '../consulting/afterCall';
import type { Draft } from '../draft';
import { activityEnded } from '../machine/activityEnded';
import { breakFrom } from '../scopes/unwinding';
import type { Ending } from '../state';

/** The scope of a container has ended, or its branches have been merged: what the container does then. */
export function scopeEnded(draft: Draft, ending: Ending): void {
  const { ref, result, error, breaks = null, usage } = ending;
  if (!draft.isActive(ref)) return;
  if (draft.active(ref).work.kind === 'machine') {
    activityEnded(draft, ending);
    return;
  }
  const { node } = draft.compiled(ref);
  const behaviour = draft.behaviourOf(node);
  if (behaviour.onScopeEnd !== undefined) behaviour.onScopeEnd(draft, node, ending);
  else if (draft.active(ref).work.kind === 'consulting') afterCall(draft, ending);
  else if (error !== null) failNode(draft, ref, error);
  else if (breaks === null) succeedNode(draft, ref, { ports: ['out'], result, usage });
  else if (succeedNode(draft, ref, { ports: [], result, usage, stays: true })) {
    breakFrom(draft, ref.frame, breaks);
  }
}
