import type { Draft } from '../draft';
import type { Frame } from '../state';

/** Whether a scope holds what a node calls inside it (K2), or what goes on in a machine, and no nodes of a plan. */
export function isInsideNode(draft: Draft, { parent }: Frame): boolean {
  if (parent === null) return false;
  const around = draft.frames.get(parent.frame)?.active.get(String(parent.node));
  return around?.work.kind === 'consulting' || around?.work.kind === 'machine';
}
