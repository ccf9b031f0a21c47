import { type Address, type Json, type JsonObject, withCall, withoutAttempt } from '#base';
import type { Command, Commit } from '#kernel';
import { allNodes, type CapabilityPlan, type Catalogue, findNode, type PlanNode, titleOf } from '#plan';

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
    const title = address.slice(address.lastIndexOf('/') + 1);
    const kind = `planned step · ${command.capability}`;
    found.set(address, {
      ...{ key: address, address, title, kind, node: null },
      ...outputOf(command.capability, catalogue),
    });
  }
  return [...found.values()];
}

function commandsOf({ entries }: Commit): readonly Command[] {
  return entries.flatMap((entry) => (entry.kind === 'command' ? [entry.data.command] : []));
}

function outputOf(capability: string, catalogue: Catalogue): Pick<Answerable, 'output' | 'sample'> {
  const output = catalogue.get(capability)?.output ?? null;
  return { output, sample: output === null ? null : sampleOf(output) };
}

/** The least value that fits a schema in kind: what a form begins with. */
export function sampleOf(schema: JsonObject): Json {
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return (schema.enum as readonly Json[])[0] ?? null;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inside]) => [
          name,
          sampleOf(inside as JsonObject),
        ]),
      );
    case 'array':
      return [];
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return null;
  }
}

/** A plan of one step, which every planner may propose unless its tools are limited. */
const SAMPLE_PLAN: Json = {
  steps: [{ id: 'step-1', toolId: 'text.say', input: { text: 'Hello.' } }],
};

/** An address at which a person may be waited for, with an answer that fits. */
export interface Askable {
  readonly address: Address;
  readonly title: string;
  readonly sample: Json;
  /** When it began to wait in the last simulation, in virtual milliseconds; null where it did not. */
  readonly waitsFrom: number | null;
}

/**
 * Who may be asked: of rounds the first, as far as the plan alone says it, and all that the last simulation came to.
 */
export function askableNodes(plan: CapabilityPlan, simulated: readonly Commit[]): readonly Askable[] {
  const from = waitsIn(simulated);
  const authored = askedIn(plan, from);
  const known = new Set<string>(authored.map(({ address }) => address));
  const others = [...from].filter(([address]) => !known.has(address));
  return [
    ...authored,
    ...others.map(([address, waitsFrom]) => ({ address, title: address, sample: null, waitsFrom })),
  ];
}

function askedIn(plan: CapabilityPlan, from: ReadonlyMap<Address, number>): readonly Askable[] {
  return [...allNodes(plan)].flatMap(({ node, path, bodies }) => {
    const rounds = path.map((id, depth) => firstRound(plan, id, bodies[depth] ?? id));
    const address = [...rounds, node.id].map((id) => `/${id}`).join('') as Address;
    if (node.type === 'HUMAN_INPUT') {
      const decision = node.params.decisions?.[0]?.id;
      const fields = sampleOf(node.params.schema ?? {});
      const sample = decision === undefined ? fields : { ...Object(fields), decision };
      return [{ address, title: titleOf(node), sample, waitsFrom: from.get(address) ?? null }];
    }
    const asks = node.type === 'PLAN_EXECUTOR' && node.params?.approve !== 'never';
    if (!asks) return [];
    const title = `Approval of ${titleOf(node)}`;
    const wait = withCall(address, 'approve');
    return [{ address: wait, title, sample: { decision: 'approve' }, waitsFrom: from.get(wait) ?? null }];
  });
}

/** A body as the address of a run names it: with its round, where it has rounds (K11). */
function firstRound(plan: CapabilityPlan, container: string, body: string): string {
  const type = findNode(plan, container)?.node.type;
  return type === 'ITERATOR' || type === 'LOOP' || type === 'RETRY' ? `${body}[0]` : body;
}

function waitsIn(commits: readonly Commit[]): ReadonlyMap<Address, number> {
  const start = commits[0]?.at ?? 0;
  const found = new Map<Address, number>();
  for (const commit of commits) {
    for (const { kind, address } of commandsOf(commit))
      if (kind === 'wait') found.set(address.replace(/#\d+$/, '') as Address, commit.at - start);
  }
  return found;
}
