import { problem } from '#base';
import type { Rule } from './rule';

/** L1: the children of a SYNC GROUP run in document order, without edges. */
export const sequencesHaveNoEdges: Rule = ({ scopes, at }) =>
  scopes.flatMap(({ body, container, isSequence }) => {
    if (!isSequence || body.edges.length === 0) return [];
    const help = 'Remove the edges and put the nodes into order, or make it an ASYNC GROUP.';
    return [
      problem(
        'SYNC_GROUP_WITH_EDGES',
        'A SYNC GROUP runs its nodes in order and has no edges.',
        help,
        at(container, '/body/edges'),
      ),
    ];
  });
