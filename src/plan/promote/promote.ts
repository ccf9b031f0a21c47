import { isVariableName, type Json, type JsonObject, own } from '#base';
import { isReservedName } from '../expressions/references';
import { withText } from '../gestures/changeNode';
import { allNodes, type PlacedNode, withBodies } from '../graph/bodies';
import { fieldsOf, namesIn } from '../graph/fieldsOf';
import { NODE_TYPES } from '../nodes';
import type { Body, PlanNode } from '../nodes/node';
import { localsByContainer } from '../rules/names';
import { textsOf } from '../rules/texts';
import type { CapabilityPlan, Plan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import { expressionsOfMachine, nodeReads, stepsReadIn, withSteps } from './texts';

/**
 * P11: a dynamic plan as a plan of the workspace, which remembers its run (`source.run`).
 *
 * @example apply(workspace, { edit: 'add-plan', plan: promote(opened.machine ?? opened.plan, origin) })
 */
export function promote(made: Body | StateMachinePlan, origin: Origin): Plan {
  return 'kind' in made ? promoteMachine(made, origin) : promoteBody(made, origin);
}

/** The output that a plan has whose last step writes to none. */
const RESULT = 'result';

/**
 * Steps of a dynamic plan as a plan of its own: what a step gave is read from a variable, because only dynamic plans know
 * `steps`; what is read of the plan around it is an input, what is written there an output.
 */
function promoteBody(body: Body, origin: Origin): CapabilityPlan {
  const made = [...allNodes(body)];
  const steps = new Set(made.flatMap(({ node }) => textsOf(node).flatMap(stepsReadIn)));
  const results = resultNames([...steps], origin);
  const last = lastOf(body);
  const nodes = withResults(body.nodes, results).map((node) => settled(node, last, origin));
  const all = [...allNodes({ nodes, edges: body.edges })];
  const writes = new Set(all.flatMap(({ node }) => writtenIn(node)));
  const internal = new Set(results.values());
  const reads = Object.keys(origin.values).filter((name) => isRead(name, all) && !writes.has(name));
  const outputs = [...writes].filter((name) => !internal.has(name));
  return {
    id: origin.id,
    kind: 'capability',
    name: origin.name,
    variables: [
      ...reads.map((id) => inputOf(id, origin)),
      ...[...internal].map((id) => ({ id, scope: 'INTERNAL' as const })),
      ...outputs.map((id) => ({ id, scope: 'OUT' as const })),
    ],
    nodes,
    edges: [...body.edges],
    source: sourceOf(origin),
  };
}

/** A variable for each step that is read. */
function resultNames(steps: readonly string[], { values }: Origin): ReadonlyMap<string, string> {
  const taken = new Set([...Object.keys(values), RESULT]);
  return new Map(
    steps.map((id) => {
      const base = `${id.replace(/\W/g, '_')}_result`.slice(-56).replace(/^[^A-Za-z]+/, '');
      let name = base;
      for (let number = 2; taken.has(name) || !isVariableName(name); number++) name = `${base}_${number}`;
      taken.add(name);
      return [id, name] as const;
    }),
  );
}

/** Variables that a node writes and does not declare itself: by its output, and by parameters that name one. */
function writtenIn(node: PlanNode): readonly string[] {
  return namesIn(fieldsOf(node), 'writes');
}

/** Whether any text reads a variable, or a parameter names it; what a loop calls its item is another one inside it. */
function isRead(name: string, nodes: readonly PlacedNode[]): boolean {
  const locals = localsByContainer(nodes);
  return nodes.some(({ node, path }) => {
    if (path.some((container) => locals.get(container)?.includes(name))) return false;
    return nodeReads(node, name);
  });
}

/** Wherever a step lies that is read, it writes what it gives; wherever it is read, its variable stands. */
function withResults(nodes: readonly PlanNode[], results: ReadonlyMap<string, string>): readonly PlanNode[] {
  if (results.size === 0) return nodes;
  return nodes.map((node) => {
    const inside = withBodies(node, ({ nodes: inner, edges }) => ({
      nodes: [...withResults(inner, results)],
      edges,
    }));
    const next: PlanNode = withText(inside, (text) => withSteps(text, (step) => results.get(step)));
    const name = results.get(node.id);
    return name === undefined ? next : { ...next, output: { ...next.output, [name]: 'result' } };
  });
}

/** A step of the plan itself: with what it inherits, and with the output of the plan where it is the last. */
function settled(node: PlanNode, last: string | null, origin: Origin): PlanNode {
  const inherited = NODE_TYPES[node.type].leaf ? { ...origin.inherits, ...node } : node;
  const isAnswer = last === node.id && Object.keys(outputOf(node)).length === 0;
  return isAnswer ? { ...inherited, output: { [RESULT]: 'result' } } : inherited;
}

function outputOf(node: PlanNode): Readonly<Record<string, string>> {
  return node.output ?? {};
}

/** The value of a dynamic plan is that of its last step (R21): of one that ends in several nobody knows which. */
function lastOf({ nodes, edges }: Body): string | null {
  const followed = new Set(edges.map(({ from }) => from));
  const [last, ...others] = nodes.filter(({ id, type }) => type !== 'NOTE' && !followed.has(id));
  return last === undefined || others.length > 0 || last.type === 'END' ? null : last.id;
}

const GOAL_DATA = /\bgoal_data\.([A-Za-z_]\w*)/g;

/** A machine that was made reads what was around it from `goal_data`, which is its input from now on (M3). */
function promoteMachine(made: StateMachinePlan, origin: Origin): StateMachinePlan {
  const declared = new Set(made.variables.map(({ id }) => id));
  const sources = expressionsOfMachine(made);
  const read = new Set(
    sources.flatMap((source) => [...source.matchAll(GOAL_DATA)].flatMap(([, id]) => id ?? [])),
  );
  const inputs = [...read].filter((id) => !declared.has(id) && isVariableName(id) && !isReservedName(id));
  return {
    ...made,
    id: origin.id,
    name: origin.name,
    variables: [...made.variables, ...inputs.map((id) => inputOf(id, origin))],
    source: { ...made.source, ...sourceOf(origin) },
  };
}

/** Where a plan was made, and what it is to be called now. */
export interface Origin {
  /** The id of the plan that it becomes. */
  readonly id: string;
  readonly name: string;
  readonly runId: string;
  /** Of the executor that ran it. */
  readonly address: string;
  /** What the run gave to it by name: variables of the plan around it, and the `goal` of its planner. */
  readonly values: JsonObject;
  /** What its leaf steps inherited from the executor (L9). */
  readonly inherits?: Pick<PlanNode, 'timeoutMs' | 'retry'>;
}

/** Kept in the plan, so that its run is found again. */
function sourceOf({ runId, address }: Origin): JsonObject {
  return { run: { runId, address } };
}

/** An input that has what the run gave as its default. */
function inputOf(id: string, { values }: Origin): { id: string; scope: 'IN'; default?: Json } {
  const value = own(values, id);
  return { id, scope: 'IN', ...(value === undefined ? {} : { default: value }) };
}
