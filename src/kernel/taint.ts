import { type Address, within } from '#base';
import type { Draft } from './draft';
import type { Frame } from './frame';
import { dynamicAround } from './variables';
import type { AgentState } from './work';

/**
 * Where foreign text came from that whoever chose a call had read (P15): the actions of an agent, and the settled steps
 * of a plan whose planner was asked again after them. Empty where an author chose it, or nothing was read before.
 *
 * @param frame where the node stands that calls
 */
export function originsOfChoice(draft: Draft, frame: Frame): readonly Address[] {
  if (!draft.has('taint')) return [];
  const agent = agentChoosing(draft, frame);
  const plan = dynamicAround(draft, frame);
  // An agent is told of every step of the plan that it is a step of (P14); a planner, once it is asked again.
  const read = plan !== undefined && (agent !== null || isRevised(plan)) ? settledIn(plan) : [];
  return [...read, ...(agent?.read ?? [])];
}

/** The agent that has chosen what this scope calls; null where none has. */
export function agentChoosing(draft: Draft, { parent }: Frame): AgentState | null {
  if (parent === null) return null;
  const work = draft.frames.get(parent.frame)?.active.get(String(parent.node))?.work;
  if (work?.kind !== 'consulting' || work.consultation.topic.kind !== 'action') return null;
  return work.consultation.topic.agent;
}

function isRevised({ dynamic }: Frame): boolean {
  return dynamic !== null && dynamic.revision > 1;
}

/** Failed ones too: what a tool fails with is foreign text. */
function settledIn({ address, dynamic, left, results }: Frame): readonly Address[] {
  const nodes = dynamic?.body.nodes ?? [];
  return nodes.flatMap(({ id }) => (results.has(id) || left?.has(id) ? [within(address, id)] : []));
}
