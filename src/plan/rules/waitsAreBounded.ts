import { problem } from '#base';
import type { Rule } from './rule';

/** L9: a wait's timeout is a parameter of the wait; the node's own would be a second one. */
export const waitsAreBounded: Rule = ({ nodes, at }) =>
  nodes.flatMap(({ node }) => {
    const isWait = node.type === 'HUMAN_INPUT' || node.type === 'EVENT_WAIT';
    if (!isWait || node.timeoutMs === undefined) return [];
    const message = `${node.type === 'HUMAN_INPUT' ? 'A HUMAN_INPUT' : 'An EVENT_WAIT'} has its timeout among its parameters.`;
    const help = 'Set "timeoutMs" among the parameters, and remove it from the node.';
    return [problem('TIMEOUT_MISPLACED', message, help, at(node, '/timeoutMs'))];
  });
