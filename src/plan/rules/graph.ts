import {
  type Diagnostic,
  didYouMean,
  isJsonObject,
  itemsIn,
  type Json,
  LIMITS,
  own,
  problem,
  type Where,
  warning,
} from '#base';
import { cyclesOf, reachableFrom, successorsOf } from '../graph/order';
import { enoughOf } from '../nodes/branching';
import { type Edge, edgeKey, type PlanNode, portsOf } from '../nodes/node';
import type { CapabilityPlan } from '../schema/plan';
import { listed, type Rule, type Scope, type Subject, subjectOfBody } from './rule';

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

function* atEnds(from: PlanNode, to: PlanNode, where: Where): Generator<Diagnostic> {
  if (from.type === 'NOTE' || to.type === 'NOTE')
    yield problem('EDGE_AT_NOTE', 'A note has no edges: it is never executed.', 'Remove the edge.', where);
  if (to.type === 'START') {
    const help = 'Remove the edge: a scope begins at its START.';
    yield problem('EDGE_INTO_START', `An edge leads into the start "${to.id}".`, help, where);
  }
  if (from.type === 'END') {
    const help = 'Remove the edge: nothing comes after an END.';
    yield problem('EDGE_OUT_OF_END', `An edge leads out of the end "${from.id}".`, help, where);
  }
}

function atPort(edge: Edge, from: PlanNode, where: Where): readonly Diagnostic[] {
  const ports = portsOf(from);
  if (ports.length === 0 || ports.includes(edge.port)) return [];
  const help = `${didYouMean(edge.port, ports)}Its ports are ${listed(ports)}.`;
  return [problem('EDGE_UNKNOWN_PORT', `"${edge.from}" has no port "${edge.port}".`, help, where)];
}

/** R3: a scope has at most one START, and nodes that cannot be reached from it are skipped. */
export const startsOnce: Rule = (subject) => subject.scopes.flatMap((scope) => [...ofScope(scope, subject)]);

function* ofScope({ body, isSequence }: Scope, { at }: Subject): Generator<Diagnostic> {
  const starts = body.nodes.filter((node) => node.type === 'START');
  const [start, ...others] = starts;
  for (const other of others) {
    const help = 'Keep one, and lead from it to where the scope begins.';
    yield problem('SEVERAL_STARTS', 'This scope has more than one START.', help, at(other));
  }
  for (const disabled of starts.filter((one) => one.disabled !== undefined)) {
    const message = 'A START cannot be disabled: nothing would run.';
    yield problem('START_DISABLED', message, 'Enable it, or remove it.', at(disabled, '/disabled'));
  }
  if (!start || isSequence) return;
  const reached = reachableFrom(successorsOf(body), [start.id]);
  for (const node of body.nodes) {
    if (node.type === 'START' || node.type === 'NOTE' || reached.has(node.id)) continue;
    const message = `"${node.id}" cannot be reached from the START, and is skipped.`;
    yield warning('UNREACHABLE', message, 'Lead an edge to it, or remove it.', at(node));
  }
}

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

/** L1: the children of a SYNC GROUP run in document order, without edges. */
export const sequencesHaveNoEdges: Rule = ({ scopes, at }) =>
  scopes.flatMap(({ body, container, isSequence }) => {
    if (!isSequence || body.edges.length === 0) return [];
    const help = 'Remove the edges and put the nodes into order, or make it an ASYNC GROUP.';
    const message = 'A SYNC GROUP runs its nodes in order and has no edges.';
    return [problem('SYNC_GROUP_WITH_EDGES', message, help, at(container, '/body/edges'))];
  });

/** R6: a JOIN N_OF(k) with fewer than k edges starves at the first that is taken. */
export const joinsCanStart: Rule = ({ scopes, at }) =>
  scopes.flatMap(({ body }) =>
    body.nodes.flatMap((node) => {
      const need = node.type === 'JOIN' ? enoughOf(node.params?.need) : null;
      const ways = need === null ? 0 : body.edges.filter(({ to }) => to === node.id).length;
      if (need === null || ways === 0 || ways >= need) return [];
      const message = `"${node.id}" needs ${need} ways, and only ${ways} ${ways === 1 ? 'leads' : 'lead'} to it.`;
      const help = 'Lower the number that it needs, or draw more edges to it.';
      return [warning('JOIN_OUT_OF_REACH', message, help, at(node, '/params/need'))];
    }),
  );

/** Rules about the graph alone, which say something of a document that cannot be opened too (case D2). */
const GRAPH_RULES: readonly Rule[] = [edgesLead, noCycles, startsOnce, sequencesHaveNoEdges];

/** Checks the graph of a plan alone, without a workspace around it. */
export function checkGraph(plan: CapabilityPlan): readonly Diagnostic[] {
  const subject = subjectOfBody(plan, new Set(), new Map(), null, { plan: plan.id });
  return GRAPH_RULES.flatMap((rule) => [...rule(subject)]);
}

/** T4: the one refusal of containers that are nested too deeply, wherever that is found. */
export function containersTooDeep(where: Where): Diagnostic {
  return problem(
    'CONTAINER_TOO_DEEP',
    `Containers are nested more than ${LIMITS.containerDepth} deep.`,
    'Flatten the groups.',
    where,
  );
}

/** The names under which a node may have bodies. */
export const BODIES = ['body', 'try', 'catch', 'finally'] as const;

/**
 * Looks through a value that is too deep for JSON of ours: is it containers inside each other that make it so? They are told
 * as such, and not by levels of JSON, of which each container takes three.
 *
 * @param value a workspace, a plan or a body
 */
export function nestedTooDeep(value: Json): Diagnostic | null {
  const pending: {
    readonly value: Json | undefined;
    readonly depth: number;
    readonly plan: string | null;
  }[] = [
    ...listIn(value, 'plans').map((plan) => ({ value: plan, depth: 0, plan: idOf(plan) })),
    { value, depth: 0, plan: null },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { depth, plan } = next;
    for (const node of listIn(next.value, 'nodes')) {
      const id = idOf(node);
      const where = { ...(plan === null ? {} : { plan }), ...(id === null ? {} : { node: id }) };
      if (depth > LIMITS.containerDepth) return containersTooDeep(where);
      if (!isJsonObject(node)) continue;
      for (const body of BODIES) pending.push({ value: own(node, body), depth: depth + 1, plan });
    }
  }
  return null;
}

function listIn(value: Json | undefined, key: string): readonly Json[] {
  return isJsonObject(value) ? itemsIn(own(value, key)) : [];
}

function idOf(value: Json): string | null {
  const id = isJsonObject(value) ? own(value, 'id') : undefined;
  return typeof id === 'string' ? id : null;
}
