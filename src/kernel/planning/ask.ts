import { withCall } from '#base';
import type { PlannerFlavour } from '#plan';
import type { Draft } from '../draft';
import { gateAllows, pause } from '../run/gate';
import type { NodeRef } from '../state';
import { declaredIn, planOf, visibleVariables } from '../variables';
import type { Planning } from './planning';

/**
 * Makes the next call of a planning (K2): a command `<planner>!n`. Held back while the run is paused, and counted
 * against the budget before it leaves (R19, K10).
 */
export function ask(draft: Draft, ref: NodeRef, planning: Planning): void {
  setPlanning(draft, ref, planning);
  if (mayAsk(draft, ref)) askNow(draft, ref);
  else draft.held = [...draft.held, { ...ref, what: { kind: 'plan' } }];
}

function mayAsk(draft: Draft, ref: NodeRef): boolean {
  // The first call leaves with the start of its node, which was let through already.
  if (draft.active(ref).open.length === 0 && draft.active(ref).calls === 0) return true;
  if (!gateAllows(draft, ref)) return false;
  if (hasBudget(draft)) return true;
  pause(draft, 'budget');
  return false;
}

/** Whether one call more is within the budget (K10). */
export function hasBudget(draft: Draft): boolean {
  return draft.budget.calls === undefined || draft.calls < draft.budget.calls;
}

/** Sends the call that a planning stands before. */
export function askNow(draft: Draft, ref: NodeRef): void {
  const active = draft.active(ref);
  if (active.work.kind !== 'planning') return;
  const planning = { ...active.work.planning, call: active.work.planning.call + 1 };
  draft.setActive(ref, { ...active, calls: planning.call, work: { kind: 'planning', planning } });
  draft.calls++;
  const { request, fallback } = planning;
  const frame = draft.frame(ref.frame);
  draft.issue(ref, {
    address: withCall(planning.base, planning.call),
    call: planning.call,
    depth: request.depth,
    flavour: flavourOf(planning),
    goal: request.goal,
    kind: 'plan',
    limits: request.limits,
    memory: request.memory,
    model: usesModel(planning) ? (planning.models[planning.model] ?? null) : null,
    node: request.node,
    prompt: request.prompt,
    repair: fallback ? null : planning.repair,
    text: request.text,
    tools: request.tools,
    use: fallback ? null : planning.use,
    variables: visibleVariables(draft, frame),
    writable: [...declaredIn(planOf(draft)).keys()],
  });
}

function setPlanning(draft: Draft, ref: NodeRef, planning: Planning): void {
  draft.setActive(ref, { ...draft.active(ref), work: { kind: 'planning', planning } });
}

function flavourOf(planning: Planning): PlannerFlavour {
  return planning.fallback ? 'rules' : planning.flavour;
}

/** Rules and HTN are computed, and a text that is there already is only read: nobody is asked. */
export function usesModel({ flavour, fallback, request }: Planning): boolean {
  return !fallback && request.text === null && flavour !== 'rules' && flavour !== 'htn';
}
