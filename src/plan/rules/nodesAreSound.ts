import { problem } from '#base';
import { NODE_TYPES } from '../nodes';
import type { Rule } from './rule';

/** L1: what the type of a node finds wrong with it, wherever it stands. */
export const nodesAreSound: Rule = ({ nodes, at }) =>
  nodes.flatMap(({ node }) =>
    NODE_TYPES[node.type]
      .flaws(node)
      .map(({ code, message, help, field }) => problem(code, message, help, at(node, field))),
  );
