import { problem } from '#base';
import { cyclesOf } from '../graph/order';
import type { Rule } from './rule';

/** R2, case D1: edges never form a cycle in a scope; every node on one is listed. */
export const noCycles: Rule = ({ scopes, at }) =>
  scopes.flatMap(({ body }) =>
    cyclesOf(body).map((ids) =>
      problem(
        'CYCLE',
        `These nodes form a cycle: ${ids.join(', ')}.`,
        'Remove one of the edges between them: the nodes of a scope run once each (R2).',
        at(body.nodes.find((node) => node.id === ids[0]) ?? null),
      ),
    ),
  );
