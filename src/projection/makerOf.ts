import { type Hash, handlesIn, hashOfHandle, type Json } from '#base';
import type { NodeRecord, RunView } from './runView';

/** The step that made what a handle names (V6): the first that gave it without having been handed it; null where none did. */
export function makerOf({ nodes }: Pick<RunView, 'nodes'>, hash: Hash): NodeRecord | null {
  const makers = [...nodes.values()].filter(
    ({ input, result }) => namesHash(result, hash) && !namesHash(input, hash),
  );
  return makers.toSorted((one, other) => one.seq - other.seq)[0] ?? null;
}

function namesHash(value: Json | undefined, hash: Hash): boolean {
  if (value === undefined) return false;
  for (const handle of handlesIn(value)) if (hashOfHandle(handle) === hash) return true;
  return false;
}
