import { type Address, isJsonArray, type Json, type JsonObject, withCall, withoutAttempt } from '#base';
import type { Command, Commit } from '#kernel';
import {
  allNodes,
  type CapabilityPlan,
  type Catalogue,
  capabilityOfMerge,
  type Feature,
  fieldsOf,
  findNode,
  NODE_TYPES,
  namesIn,
  type Plan,
  type PlanNode,
  titleOf,
} from '#plan';
import { cardTitle } from '#projection';

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
  /** Its outcome may wait for a signal, or end more than itself: a capability's (L7). */
  readonly mayEnd?: true;
}

/** What an answer may be about: the plans of the workspace, and what they can call. */
interface Known {
  readonly plans: readonly Plan[];
  readonly features: readonly Feature[];
  readonly catalogue: Catalogue;
}

/**
 * Everything that a script can answer: the calls and planners of the plan, those of the plans that it runs inside, and
 * steps that the last simulation made.
 */
export function answerableNodes(
  plan: CapabilityPlan,
  known: Known,
  simulated: readonly Commit[],
): readonly Answerable[] {
  return [...answerableIn(plan, [], known), ...plannedSteps(simulated, known.catalogue)];
}

/**
 * Ids are of one plan: what lies in another goes by its address.
 *
 * @param inside the plans that run this one, outermost first, with the address of each of their SUB_PLANs
 */
function answerableIn(
  plan: CapabilityPlan,
  inside: readonly { readonly plan: string; readonly address: Address }[],
  known: Known,
): readonly Answerable[] {
  const around = inside.at(-1)?.address ?? '';
  return [...allNodes(plan)].flatMap(({ node, bodies }) => {
    const address = `${around}${[...bodies, node.id].map((id) => `/${id}`).join('')}` as Address;
    const key = inside.length > 0 ? address : node.id;
    const guards = guardsOf(node, key, address, known);
    if (node.type !== 'SUB_PLAN') return [...guards, ...answerable(node, key, address, known.catalogue)];
    const next = known.plans.find(({ id }) => id === node.params.plan);
    if (next?.kind === 'state-machine') return [...guards, subMachine(node, key, address)];
    // Of a plan that runs itself the first instance is listed.
    if (next === undefined || [plan.id, ...inside.map((one) => one.plan)].includes(next.id)) return guards;
    return [...guards, ...answerableIn(next, [...inside, { plan: plan.id, address }], known)];
  });
}

/** The guards that a node asks before it starts (L4): each has a KEY, and passes where the script has none. */
function guardsOf(node: PlanNode, key: string, address: Address, known: Known): readonly Answerable[] {
  const guards = (node.features ?? []).flatMap(({ feature }) =>
    known.features.filter(({ id, kind }) => id === feature && kind === 'guard'),
  );
  return guards.map((guard, index) => ({
    key: `${key}!pre-${index + 1}`,
    address,
    title: `${guard.name ?? guard.id}, before ${cardTitle(node, known.catalogue)}`,
    kind: `guard · ${guard.capability}`,
    node: null,
    output: null,
    sample: true,
  }));
}

function subMachine(node: PlanNode, key: string, address: Address): Answerable {
  return { key, address, title: titleOf(node), node, kind: 'state machine', output: null, sample: {} };
}

/** What a script answers of a node: what its type says, and the merge of its branches where that is a call. */
function answerable(
  node: PlanNode,
  key: string,
  address: Address,
  catalogue: Catalogue,
): readonly Answerable[] {
  const shared = { address, title: cardTitle(node, catalogue), node };
  const found: Answerable[] = [];
  const type = NODE_TYPES[node.type];
  const scripted = type.scripted(node);
  if (scripted !== null) {
    const { about, answer } = scripted;
    const ends = type.mayEnd ? { mayEnd: type.mayEnd } : {};
    const kind = about === undefined ? node.type : `${node.type} · ${about}`;
    found.push({
      ...shared,
      key,
      kind,
      ...ends,
      ...('of' in answer ? outputOf(answer.of, catalogue) : answer),
    });
  }
  const merge = capabilityOfMerge(node);
  if (merge !== null)
    found.push({ ...shared, key: `${key}!merge`, kind: `merge · ${merge}`, output: null, sample: {} });
  return found;
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
      ...{ key: address, address, title, kind, node: null, mayEnd: true },
      ...outputOf(command.capability, catalogue),
    });
  }
  return [...found.values()];
}

function outputOf(capability: string, catalogue: Catalogue): Pick<Answerable, 'output' | 'sample'> {
  const output = catalogue.get(capability)?.output ?? null;
  return { output, sample: output === null ? null : sampleOf(output) };
}

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

/** The signals that a plan listens for, each once: of its waits, and those that cancel. */
export function signalsOf(plan: CapabilityPlan): readonly string[] {
  const heard = [...allNodes(plan)].flatMap(({ node }) => namesIn(fieldsOf(node), 'event'));
  return [...new Set(heard)];
}

/** The commands that left with a commit. */
function commandsOf({ entries }: Commit): readonly Command[] {
  return entries.flatMap((entry) => (entry.kind === 'command' ? [entry.data.command] : []));
}

/** The least value that fits a schema in kind: what a form begins with. */
export function sampleOf(schema: JsonObject): Json {
  if (schema.default !== undefined) return schema.default;
  if (isJsonArray(schema.enum)) return schema.enum[0] ?? null;
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
