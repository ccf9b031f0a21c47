import { problem } from '#base';
import { NODE_TYPES } from '../nodes';
import type { Rule } from './rule';

/** L9: a wait's timeout is a parameter of the wait; the node's own would be a second one. */
export const waitsAreBounded: Rule = ({ nodes, at }) =>
  nodes.flatMap(({ node }) => {
    if (!NODE_TYPES[node.type].boundsItself || node.timeoutMs === undefined) return [];
    const message = `${/^[AEIOU]/.test(node.type) ? 'An' : 'A'} ${node.type} has its timeout among its parameters.`;
    const help = 'Set "timeoutMs" among the parameters, and remove it from the node.';
    return [problem('TIMEOUT_MISPLACED', message, help, at(node, '/timeoutMs'))];
  });
