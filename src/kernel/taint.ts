import { type Address, within } from '#base';
import type { Draft } from './draft';
import type { Frame } from './frame';
import type { NodeRef } from './nodeRef';
import { addressesOf, NO_ORIGINS, type Origins, union } from './origin';
import { originsAt, originsOfSteps } from './originsOf';
import { dynamicAround, parentOf } from './variables';
import type { AgentState } from './work';

/**
 * Where foreign text came from that whoever chose a call had read (P15): an agent, the planner of the plan around it, a
 * model that has chosen an event of the machine around it. Empty where an author chose it, or nothing was read before.
 *
 * @param frame where the node stands that calls
 */
export function originsOfChoice(draft: Draft, frame: Frame): readonly Address[] {
  if (draft.has('origins')) return addressesOf(readByWhoChose(draft, frame));
  return draft.has('taint') ? settledBefore(draft, frame) : [];
}

function readByWhoChose(draft: Draft, frame: Frame): Origins {
  let origins = readByAgent(draft, frame);
  const plan = dynamicAround(draft, frame)?.dynamic;
  if (plan) origins = union(origins, draft.proposals.get(plan.hash)?.planning.read ?? NO_ORIGINS);
  for (let at: Frame | undefined = frame; at !== undefined; at = parentOf(draft, at))
    origins = union(origins, readByMachine(draft, at));
  return origins;
}

/** An agent is told of every step of the plan that it is a step of (P14). */
function readByAgent(draft: Draft, frame: Frame): Origins {
  const { parent } = frame;
  if (parent === null || agentChoosing(draft, frame) === null) return NO_ORIGINS;
  return union(originsAt(draft, parent), originsOfSteps(draft, draft.frame(parent.frame)));
}

/** M5: what goes on in a machine may be what a model has chosen, once one has. */
function readByMachine(draft: Draft, { parent }: Frame): Origins {
  if (parent === null) return NO_ORIGINS;
  const work = draft.frames.get(parent.frame)?.active.get(String(parent.node))?.work;
  return work?.kind === 'machine' && work.run.chosen > 0 ? originsAt(draft, parent) : NO_ORIGINS;
}

/** Whether a scope holds what a node asks for inside it (K2). */
export function isAskedInside(draft: Draft, { parent }: Frame): boolean {
  const work = parent && draft.frames.get(parent.frame)?.active.get(String(parent.node))?.work;
  return work?.kind === 'consulting';
}

/** The agent that has chosen what this scope calls; null where none has. */
export function agentChoosing(draft: Draft, { parent }: Frame): AgentState | null {
  return parent === null ? null : agentAt(draft, parent);
}

function agentAt(draft: Draft, { frame, node }: NodeRef): AgentState | null {
  const work = draft.frames.get(frame)?.active.get(String(node))?.work;
  if (work?.kind !== 'consulting' || work.consultation.topic.kind !== 'action') return null;
  return work.consultation.topic.agent;
}

/** K5: in a run that was recorded before origins were known, what an agent had called, and all settled steps of a revised plan. */
function settledBefore(draft: Draft, frame: Frame): readonly Address[] {
  const agent = agentChoosing(draft, frame);
  const plan = dynamicAround(draft, frame);
  const read = plan !== undefined && (agent !== null || isRevised(plan)) ? settledIn(plan) : [];
  return [...read, ...(agent?.read ?? [])];
}

function isRevised({ dynamic }: Frame): boolean {
  return dynamic !== null && dynamic.revision > 1;
}

/** Failed ones too: what a tool fails with is foreign text. */
function settledIn({ address, dynamic, left, results }: Frame): readonly Address[] {
  const nodes = dynamic?.body.nodes ?? [];
  return nodes.flatMap(({ id }) => (results.has(id) || left?.has(id) ? [within(address, id)] : []));
}
