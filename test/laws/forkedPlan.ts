import type { Command, Commit } from '#kernel';
import { type Body, type CapabilityPlan, type PlanNode, withBodies } from '#plan';
import { randomPlan } from './randomPlan';

/**
 * Two random parts, and between them a call whose answer is the variable that the second part reads. A person is asked after it:
 * what follows from the answer by itself has been decided at the position, and a fork there leaves it so.
 *
 * @param options `twice`: a third part and another such call lie in between; `planners`: the last part may plan
 */
export function planAround(seed: number, { twice = false, planners = true } = {}): CapabilityPlan {
  const before = part('before', randomPlan(seed, { nodes: 3, depth: 1, planners: false }));
  const last = randomPlan(seed + 10_000, { nodes: 5, depth: 2, planners });
  const between = part('between', randomPlan(seed + 20_000, { nodes: 3, depth: 1, planners: false }));
  const nodes: readonly PlanNode[] = [
    before,
    edit('edit'),
    hold('hold'),
    ...(twice ? [between, edit('edit2'), hold('hold2')] : []),
    part('after', last),
  ];
  const edges = nodes
    .slice(1)
    .map(({ id }, place) => ({ from: nodes[place]?.id ?? '', port: 'out', to: id }));
  return { ...last, nodes: [...nodes], edges };
}

function edit(id: string): PlanNode {
  return { id, type: 'CAPABILITY', params: { capability: 'echo' }, output: { c: 'result' } };
}

function hold(id: string): PlanNode {
  return { id, type: 'HUMAN_INPUT', params: { message: 'Go on?', timeoutMs: null } };
}

function part(id: 'before' | 'between' | 'after', plan: CapabilityPlan): PlanNode {
  return { id, type: 'GROUP', params: { mode: 'ASYNC' }, body: inPart(id, plan) };
}

/** The nodes of a part have ids of their own, and its calls read the variable. */
function inPart(part: string, { nodes, edges }: Body): Body {
  const named = (id: string) => `${part}-${id}`;
  return {
    nodes: nodes.map((node) => {
      const inside = withBodies(node, (body) => inPart(part, body));
      const own = { ...inside, id: named(node.id) };
      return own.type === 'CAPABILITY' ? { ...own, input: { c: '{{ c }}' } } : own;
    }),
    edges: edges.map((edge) => ({ ...edge, from: named(edge.from), to: named(edge.to) })),
  };
}

/** What the calls in between answer, by their ids. */
export interface Answers {
  readonly edit?: number;
  readonly edit2?: number;
}

/** The commit that brings the answer of a call in between, counted from 1. */
export function answeredAt(commits: readonly Commit[], edit: keyof Answers): number | null {
  const index = commits.findIndex(({ fact }) => 'address' in fact && fact.address === `/${edit}#1`);
  return index < 0 ? null : index + 1;
}

/** All that is asked for. A timeout that is set and withdrawn while an answer is served asks nobody. */
export function commandsIn(commits: readonly Commit[]): readonly Command[] {
  return commits.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      if (entry.kind !== 'command') return [];
      const { command } = entry.data;
      const isTimeout = command.kind === 'timer' || command.kind === 'cancel';
      return isTimeout && /^\/(before|between)/.test(command.address) ? [] : [command];
    }),
  );
}
