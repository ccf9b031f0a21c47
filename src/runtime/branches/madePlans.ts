import { type Address, type Hash, present } from '#base';
import type { Commit, Fact, Recorded, Reuse } from '#kernel';
import {
  type Body,
  bodyHash,
  type CapabilityPlan,
  machineHash,
  type StateMachinePlan,
  type Workspace,
} from '#plan';

/** A plan that a planner made in a run and an executor has open, with the place in the record of the reply that brought it. */
export interface MadePlan {
  /** What the addresses of its steps begin with: `/answer@1`. */
  readonly scope: Address;
  readonly plan: Body;
  /** The machine that it is (M5): `plan` is the one step that runs it. */
  readonly machine?: StateMachinePlan;
  readonly place: number;
}

type Reply = Extract<Fact, { type: 'plan.replied' }>;

/**
 * The plans that are open where a record ends, the last revision of each executor. One that no planner of the record brought as it
 * stands, because a person had edited it or it came from elsewhere, is not among them.
 *
 * @param kept the commits that the record was made of
 */
export function madePlans(kept: readonly Commit[], { served }: Reuse): readonly MadePlan[] {
  const open = new Map<string, MadePlan>();
  for (const { entries } of kept)
    for (const entry of entries) {
      if (entry.kind !== 'plan.opened') continue;
      const { address: scope, data } = entry;
      const { plan, machine, planHash } = data;
      const place = served.findLastIndex((one) => brings(one, planHash));
      const executor = scope.replace(/@\d+$/, '');
      if (place < 0) open.delete(executor);
      else open.set(executor, { scope, plan, place, ...present({ machine }) });
    }
  return [...open.values()];
}

function brings(one: Reuse['served'][number], hash: Hash): boolean {
  const reply = replyIn(one);
  if (reply?.machine !== undefined) return machineHash(reply.machine) === hash;
  return reply !== null && reply.plan !== null && bodyHash(reply.plan) === hash;
}

function replyIn(one: Reuse['served'][number]): Reply | null {
  return 'fact' in one && one.fact.type === 'plan.replied' ? one.fact : null;
}

/** The record in which the replies that brought these plans bring them as they are here. */
export function withMadePlans(reuse: Reuse, made: readonly MadePlan[]): Reuse {
  const served = reuse.served.map((one, place) => {
    const found = made.find((plan) => plan.place === place);
    const reply = replyIn(one);
    return found === undefined || reply === null || !('fact' in one) ? one : bringing(one, reply, found);
  });
  return { ...reuse, served };
}

function bringing(one: Recorded, reply: Reply, { plan, machine }: MadePlan): Recorded {
  return { ...one, fact: { ...reply, plan, ...present({ machine }) } };
}

/** No plan of a workspace is called so: ids begin with a letter. */
const MADE = '@made';

/** A workspace that has a plan that was made as one of its own, and how it is called there: it is read and edited as any other. */
export function workspaceWith(
  workspace: Workspace,
  { plan, machine }: MadePlan,
): { readonly workspace: Workspace; readonly id: string } {
  const made: CapabilityPlan = { id: MADE, kind: 'capability', variables: 'open', ...plan };
  const inside = machine === undefined ? [] : [machine];
  const others = workspace.plans.filter(({ id }) => id !== machine?.id);
  return { workspace: { ...workspace, plans: [...others, ...inside, made] }, id: MADE };
}

/** The plan that was made, as it stands in such a workspace. It opens no others of it, so nothing else was edited there. */
export function madePlanIn({ plans }: Workspace, made: MadePlan): MadePlan {
  const plan = plans.find(({ id }) => id === MADE);
  const machine = plans.find(({ id }) => id === made.machine?.id);
  return {
    ...made,
    ...(plan?.kind === 'capability' ? { plan: { nodes: plan.nodes, edges: plan.edges } } : {}),
    ...(machine?.kind === 'state-machine' ? { machine } : {}),
  };
}
