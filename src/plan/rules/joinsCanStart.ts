import { warning } from '#base';
import type { PlanNode } from '../nodes/node';
import type { Rule } from './rule';

/** R6: a JOIN N_OF(k) with fewer than k edges starves at the first that is taken. */
export const joinsCanStart: Rule = ({ scopes, at }) =>
  scopes.flatMap(({ body }) =>
    body.nodes.flatMap((node) => {
      const need = needOf(node);
      const ways = need === null ? 0 : body.edges.filter(({ to }) => to === node.id).length;
      if (need === null || ways === 0 || ways >= need) return [];
      const message = `"${node.id}" needs ${need} ways, and only ${ways} ${ways === 1 ? 'leads' : 'lead'} to it.`;
      const help = 'Lower the number that it needs, or draw more edges to it.';
      return [warning('JOIN_OUT_OF_REACH', message, help, at(node, '/params/need'))];
    }),
  );

function needOf(node: PlanNode): number | null {
  if (node.type !== 'JOIN') return null;
  const count = /^N_OF\((\d+)\)$/.exec(node.params?.need ?? '')?.[1];
  return count === undefined ? null : Number(count);
}
