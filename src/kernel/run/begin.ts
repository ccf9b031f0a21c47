import { firstAddress } from '../activation';
import type { Draft } from '../draft';
import { admit } from '../features/guards';
import { acquire, holdsMutex } from '../mutex';
import type { NodeRef } from '../nodeRef';

/**
 * The turn of a node has come. One whose mutex another holds waits for it, and is active meanwhile; its first attempt
 * begins when it has it (L2).
 */
export function beginNode(draft: Draft, ref: NodeRef): void {
  const { node } = draft.compiled(ref);
  const { mutex } = node;
  if (mutex === undefined || node.disabled === 'pass') {
    admit(draft, ref);
    return;
  }
  draft.mutexes = acquire(draft.mutexes, mutex, ref);
  if (holdsMutex(draft.mutexes, mutex, ref)) admit(draft, ref);
  else queue(draft, ref);
}

function queue(draft: Draft, ref: NodeRef): void {
  const address = firstAddress(draft, ref);
  const work = { kind: 'queued' } as const;
  draft.setActive(ref, { node: ref.node, address, attempt: 1, open: [], work, layer: null });
  draft.emit({ address, data: { for: 'mutex' }, kind: 'node.waiting' });
}

/** The nodes that were passed a mutex and have not started with it yet, in the order of the passing. */
export function passedMutex(draft: Draft): readonly NodeRef[] {
  if (draft.mutexes.length === 0) return [];
  return draft.mutexes
    .map(({ holder }) => holder)
    .filter((holder) => draft.active(holder).work.kind === 'queued');
}
