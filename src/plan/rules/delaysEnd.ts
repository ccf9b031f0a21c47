import { problem } from '#base';
import type { Rule } from './rule';

/** L1: a DELAY waits for a duration or until a time, and for one of them. */
export const delaysEnd: Rule = ({ nodes, at }) =>
  nodes.flatMap(({ node }) => {
    if (node.type !== 'DELAY') return [];
    const { forMs, until } = node.params;
    if ((forMs === undefined) !== (until === undefined)) return [];
    const both = forMs !== undefined;
    const message = both
      ? `"${node.id}" waits for a while and until a time.`
      : `"${node.id}" does not say how long it waits.`;
    const help = 'Give it either "forMs" or "until".';
    return [problem(both ? 'DELAY_DOUBLED' : 'DELAY_ENDLESS', message, help, at(node, '/params'))];
  });
