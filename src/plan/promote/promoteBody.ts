import { isJsonObject, isVariableName, type Json } from '#base';
import { allNodes } from '../graph/allNodes';
import { NODE_TYPES } from '../nodes';
import type { Body, PlanNode } from '../schema/node';
import type { CapabilityPlan } from '../schema/plan';
import { inputOf, type Origin, sourceOf } from './origin';
import { foundInExpressions } from './texts';

const STEPS = /\bsteps\[\s*["']([^"'\\]*)["']\s*\]/g;
const NAMES = /(?<![.\w"'])([A-Za-z_]\w*)/g;
/** The output that a plan has whose last step writes to none. */
const RESULT = 'result';

/**
 * Steps of a dynamic plan as a plan of its own: what a step gave is read from a variable, because only dynamic plans know
 * `steps`; what is read of the plan around it is an input, what is written there an output.
 */
export function promoteBody(body: Body, origin: Origin): CapabilityPlan {
  const results = resultNames(foundInExpressions(body, STEPS), origin);
  const last = lastOf(body);
  const nodes = withResults(body, results).map((node) => settled(node, last, origin));
  const all = [...allNodes({ nodes, edges: body.edges })];
  const writes = new Set(all.flatMap(({ node }) => Object.keys(outputOf(node))));
  const internal = new Set(results.values());
  const names = new Set(foundInExpressions(nodes, NAMES));
  const reads = Object.keys(origin.values).filter((name) => names.has(name) && !writes.has(name));
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

/** Wherever a step lies that is read, it writes what it gives; wherever it is read, its variable stands. */
function withResults({ nodes }: Body, results: ReadonlyMap<string, string>): readonly PlanNode[] {
  if (results.size === 0) return nodes;
  const inText = (text: string): string =>
    text.replace(STEPS, (whole, id: string) => results.get(id) ?? whole);
  return JSON.parse(JSON.stringify(nodes), (_, value: Json) => {
    if (typeof value === 'string') return inText(value);
    const name =
      isJsonObject(value) && typeof value.type === 'string' ? results.get(String(value.id)) : undefined;
    return name === undefined
      ? value
      : { ...Object(value), output: { ...Object(value).output, [name]: 'result' } };
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
