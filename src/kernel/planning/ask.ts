import { withCall } from '#base';
import type { PlannerFlavour } from '#plan';
import { mayGo, plansByModel, type Verdict, verdictOnPlanning } from '../budget';
import type { Draft } from '../draft';
import { gateAllows } from '../gate';
import type { NodeRef } from '../nodeRef';
import { scopeOpenIn } from '../state';
import { declaredIn, planAt, visibleVariables } from '../variables';
import { planningOf } from './owner';
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

/** The first call leaves with the start of its node, which was let through already. */
export function askFirst(draft: Draft, ref: NodeRef, planning: Planning): void {
  setPlanning(draft, ref, planning);
  askNow(draft, ref);
}

function mayAsk(draft: Draft, ref: NodeRef): boolean {
  return gateAllows(draft, ref) && mayGo(draft, verdictOnAsking(draft, ref));
}

/** What the budget says to the call that a planning stands before (K10). */
export function verdictOnAsking(draft: Draft, ref: NodeRef): Verdict {
  const planning = planningOf(draft, ref);
  if (planning === null) return 'go';
  return verdictOnPlanning(draft, planning.models[planning.model] ?? null, usesModel(planning));
}

/** Sends the call that a planning stands before. */
export function askNow(draft: Draft, ref: NodeRef): void {
  const planning = planningOf(draft, ref);
  if (planning === null) return;
  const call = (draft.plannerCalls.get(planning.base) ?? 0) + 1;
  draft.plannerCalls = draft.plannerCalls.set(planning.base, call);
  const { request, fallback, again } = planning;
  const frame = draft.frame(ref.frame);
  draft.issue(ref, {
    ...(again === null ? {} : { again }),
    address: withCall(planning.base, call),
    call,
    depth: request.depth,
    flavour: flavourOf(planning),
    goal: request.goal,
    kind: 'plan',
    limits: request.limits,
    ...(request.parser === undefined ? {} : { parser: request.parser }),
    ...(request.subtreeCreator === undefined ? {} : { subtreeCreator: request.subtreeCreator }),
    memory: request.memory,
    model: usesModel(planning) ? (planning.models[planning.model] ?? null) : null,
    node: request.node,
    prompt: request.prompt,
    repair: fallback ? null : planning.repair,
    text: request.text,
    tools: request.tools,
    use: fallback ? null : planning.use,
    variables: visibleVariables(draft, frame),
    writable: [...declaredIn(planAt(draft, frame)).keys()],
  });
}

/** The node is busy with this planning from now on; a scope that it has open stays open. */
export function setPlanning(draft: Draft, ref: NodeRef, planning: Planning): void {
  const active = draft.active(ref);
  draft.setActive(ref, { ...active, work: { frame: scopeOpenIn(active.work), kind: 'planning', planning } });
}

function flavourOf(planning: Planning): PlannerFlavour {
  return planning.fallback ? 'rules' : planning.flavour;
}

/** Rules and HTN are computed, and a text that is there already is only read: nobody is asked. */
export function usesModel({ flavour, fallback, request }: Planning): boolean {
  return !fallback && request.text === null && plansByModel(flavour);
}
