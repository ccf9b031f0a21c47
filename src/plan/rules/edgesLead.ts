import { type Diagnostic, didYouMean, problem, type Where } from '#base';
import { portsOf } from '../nodes';
import { type Edge, edgeKey, type PlanNode } from '../nodes/node';
import { listed, type Rule } from './rule';

/** W1, R5: an edge joins two nodes of one container, from a port that is there, and keeps off START, END, NOTE. */
export const edgesLead: Rule = ({ scopes, nodes, at }) => {
  const everywhere = new Set(nodes.map(({ node }) => node.id));
  return scopes.flatMap(({ body }) => {
    const here = new Map(body.nodes.map((node) => [node.id, node]));
    return body.edges.flatMap((edge) => {
      const from = here.get(edge.from);
      const to = here.get(edge.to);
      const where = { ...at(from ?? to ?? null), edge: edgeKey(edge) };
      const lost = from ? edge.to : edge.from;
      if (!from || !to) return [toNowhere(edge, lost, everywhere.has(lost), where)];
      return [...atEnds(from, to, where), ...atPort(edge, from, where)];
    });
  });
};

function toNowhere(edge: Edge, lost: string, isElsewhere: boolean, where: Where): Diagnostic {
  const message = isElsewhere
    ? `The edge from "${edge.from}" to "${edge.to}" crosses the border of a container.`
    : `The edge from "${edge.from}" to "${edge.to}" leads to nowhere: there is no node "${lost}".`;
  const help = isElsewhere
    ? 'Join the containers themselves, or move one of the nodes.'
    : 'Remove the edge, or join it to a node that is there.';
  return problem('EDGE_TO_NOWHERE', message, help, where);
}

function atEnds(from: PlanNode, to: PlanNode, where: Where): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (from.type === 'NOTE' || to.type === 'NOTE') {
    found.push(
      problem('EDGE_AT_NOTE', 'A note has no edges: it is never executed.', 'Remove the edge.', where),
    );
  }
  if (to.type === 'START') {
    found.push(
      problem(
        'EDGE_INTO_START',
        `An edge leads into the start "${to.id}".`,
        'Remove the edge: a scope begins at its START.',
        where,
      ),
    );
  }
  if (from.type === 'END') {
    found.push(
      problem(
        'EDGE_OUT_OF_END',
        `An edge leads out of the end "${from.id}".`,
        'Remove the edge: nothing comes after an END.',
        where,
      ),
    );
  }
  return found;
}

function atPort(edge: Edge, from: PlanNode, where: Where): readonly Diagnostic[] {
  const ports = portsOf(from);
  if (ports.length === 0 || ports.includes(edge.port)) return [];
  return [
    problem(
      'EDGE_UNKNOWN_PORT',
      `"${edge.from}" has no port "${edge.port}".`,
      `${didYouMean(edge.port, ports)}Its ports are ${listed(ports)}.`,
      where,
    ),
  ];
}
