import { type Address, type Json, withCall } from '#base';
import type { Commit } from '#kernel';
import { allNodes, type CapabilityPlan, fieldsOf, findNode, namesIn, titleOf } from '#plan';
import { sampleOf } from './sampleOf';
import { commandsOf } from './whatIfCommands';

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
