import { problem } from '#base';
import type { Rule } from './rule';

/** L9: a wait's timeout is a parameter of the wait; the node's own would be a second one. */
export const waitsAreBounded: Rule = ({ nodes, at }) =>
  nodes.flatMap(({ node }) => {
    if (node.type !== 'HUMAN_INPUT' || node.timeoutMs === undefined) return [];
    const help = 'Set "timeoutMs" among the parameters, and remove it from the node.';
    return [
      problem(
        'TIMEOUT_MISPLACED',
        'A HUMAN_INPUT has its timeout among its parameters.',
        help,
        at(node, '/timeoutMs'),
      ),
    ];
  });
