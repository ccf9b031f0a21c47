import { type Address, depthOf } from '#base';
import { callerOf, type RunView } from '#projection';

/** The innermost node that failed last: containers fail because of it. A call inside a node is told by the node. */
export function culpritOf(view: RunView): Address | null {
  let found: Address | null = null;
  let depth = -1;
  for (const record of view.nodes.values()) {
    const own = depthOf(record.address);
    if (record.status === 'failed' && own >= depth && callerOf(record.address, view) === null) {
      found = record.address;
      depth = own;
    }
  }
  return found;
}
