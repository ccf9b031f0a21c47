import { type Address, type Json, type JsonObject, withoutAttempt } from '#base';
import type { Commit } from '#kernel';
import { allNodes, type CapabilityPlan, type Catalogue, type PlanNode, titleOf } from '#plan';
import { commandsOf } from './commandsOf';
import { sampleOf } from './sampleOf';

/** A node that a script answers. */
export interface Answerable {
  /** Its KEY: the id of an authored node, or the address of a step that a planner made. */
  readonly key: string;
  /** Key of it on the canvas. */
  readonly address: Address;
  readonly title: string;
  /** "CAPABILITY · table.load" */
  readonly kind: string;
  readonly node: PlanNode | null;
  /** JSON Schema of what it gives back, where that is known. */
  readonly output: JsonObject | null;
  /** What a first outcome gives back. */
  readonly sample: Json;
}

/** Everything that a script can answer: the calls and planners of the plan, and steps that the last simulation made. */
export function answerableNodes(
  plan: CapabilityPlan,
  catalogue: Catalogue,
  simulated: readonly Commit[],
): readonly Answerable[] {
  const authored = [...allNodes(plan)].flatMap(({ node, bodies }) => {
    const address = [...bodies, node.id].map((id) => `/${id}`).join('') as Address;
    return answerable(node, address, catalogue);
  });
  return [...authored, ...plannedSteps(simulated, catalogue)];
}

function answerable(node: PlanNode, address: Address, catalogue: Catalogue): readonly Answerable[] {
  const shared = { key: node.id, address, title: titleOf(node), node };
  switch (node.type) {
    case 'CAPABILITY': {
      const { capability } = node.params;
      return [{ ...shared, kind: `CAPABILITY · ${capability}`, ...outputOf(capability, catalogue) }];
    }
    case 'PLANNER':
      return [{ ...shared, kind: 'PLANNER', output: null, sample: SAMPLE_PLAN }];
    case 'GROUP':
    case 'ITERATOR':
      return mergeOf(node.params.merge, shared);
    default:
      return [];
  }
}

/** A container whose merge is a call is answered as well. */
function mergeOf(
  merge: string | undefined,
  shared: Pick<Answerable, 'key' | 'address' | 'title' | 'node'>,
): readonly Answerable[] {
  const capability = /^CAPABILITY\((.+)\)$/.exec(merge ?? '')?.[1];
  if (capability === undefined) return [];
  const kind = `merge · ${capability}`;
  return [{ ...shared, key: `${shared.key}!merge`, kind, output: null, sample: {} }];
}

function plannedSteps(commits: readonly Commit[], catalogue: Catalogue): readonly Answerable[] {
  const found = new Map<Address, Answerable>();
  for (const command of commits.flatMap(commandsOf)) {
    const address = withoutAttempt(command.address);
    if (command.kind !== 'call' || !address.includes('@') || command.address.includes('!')) continue;
    const called = catalogue.get(command.capability)?.title ?? command.capability;
    const title = `${address.slice(address.lastIndexOf('/') + 1)} · ${called}`;
    const kind = `planned step · ${command.capability}`;
    found.set(address, {
      ...{ key: address, address, title, kind, node: null },
      ...outputOf(command.capability, catalogue),
    });
  }
  return [...found.values()];
}

function outputOf(capability: string, catalogue: Catalogue): Pick<Answerable, 'output' | 'sample'> {
  const output = catalogue.get(capability)?.output ?? null;
  return { output, sample: output === null ? null : sampleOf(output) };
}

/** A plan of one step, which every planner may propose unless its tools are limited. */
const SAMPLE_PLAN: Json = {
  steps: [{ id: 'step-1', toolId: 'text.say', input: { text: 'Hello.' } }],
};
