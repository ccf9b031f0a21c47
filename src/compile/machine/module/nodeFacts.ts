import { NODE_TYPES } from '#plan';
import type { NodeFact } from './standing';

/** What the definitions of node types say that the engine asks for. An exported module carries it as data. */
export const NODE_FACTS: Readonly<Record<string, NodeFact | undefined>> = Object.fromEntries(
  Object.entries(NODE_TYPES).map(
    ([type, { hasNoValue, leaf, boundsItself, handsDown, resolvesAnew }]): [string, NodeFact] => [
      type,
      {
        ...(leaf ? { leaf } : {}),
        ...(hasNoValue ? { hasNoValue } : {}),
        ...(boundsItself ? { boundsItself } : {}),
        ...(handsDown ? { handsDown } : {}),
        ...(resolvesAnew ? { resolvesAnew } : {}),
      },
    ],
  ),
);
