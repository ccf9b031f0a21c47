import { Draft, type ReuseLookup } from './draft';
import { NODE_BEHAVIOURS } from './nodes/behaviours';
import { isPutIn, mayBeDone, servedBy } from './reuse/match';
import { pinOfCall, pinOfCommand, pinOfNextCall, pinOfNode } from './reuse/pins';
import type { RunState } from './state';

/** A draft of a run as it stands, with what draws on all of the kernel, which knows it by the draft alone. */
export function draftOf(state: RunState): Draft {
  return new Draft(state, NODE_BEHAVIOURS, REUSE);
}

const REUSE: ReuseLookup = {
  servedBy,
  mayBeDone,
  isPutIn,
  pinOfCommand,
  pinOfNode,
  pinOfNextCall,
  pinOfCall,
};
