import { isEventType, isJsonObject, type Json } from '#base';
import type { MachineEvent } from '#compile';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import type { Ending } from '../state';
import { forgetActivity } from './activities';
import { afterChoice, chooseNext } from './choose';
import { failMachine } from './finish';
import { changeMachine, machineAt, machineOf } from './machineAt';
import type { Activity, Awaited } from './machineRun';
import { deliver } from './turn';

/**
 * What went on in a state has ended: the machine hears of it (M1, M2). An invocation's error that no transition is for
 * fails the machine, as it fails an actor of XState; a response that none is for leaves it where it is, if anything
 * else can still move it on.
 */
export function activityEnded(draft: Draft, { ref, scope, result, error }: Ending): void {
  const activity = machineOf(draft, ref).activities.find(({ frame }) => frame === scope);
  if (activity === undefined) return;
  forgetActivity(draft, ref, activity.frame);
  if (activity.purpose.kind === 'choose') {
    const chosen = afterChoice(draft, ref, activity, result, error);
    if (chosen !== null) takeChosen(draft, ref, activity, chosen.event);
    return;
  }
  const event = eventOf(activity, result, error);
  if (event === null) return;
  const isTaken = deliver(draft, ref, event, error);
  if (!isTaken && error !== null) failMachine(draft, ref, error);
}

/** M5: the chosen event is heard; where the machine is still in that state it is asked again, until the breaker trips. */
function takeChosen(draft: Draft, ref: NodeRef, { state }: Activity, type: string): void {
  const before = state === null ? undefined : machineOf(draft, ref).rounds[state];
  deliver(draft, ref, { data: null, kind: 'user', type });
  const after = machineAt(draft, ref);
  if (state === null || after === null || after.rounds[state] !== before) return;
  if (!after.standing.configuration.includes(state)) return;
  changeMachine(draft, ref, { choosing: [...after.choosing, state] });
  chooseNext(draft, ref);
}

function eventOf({ state, purpose }: Activity, result: Json, error: RunError | null): MachineEvent | null {
  if (purpose.kind === 'action' && state !== null) return responseOf(state, purpose.awaited, result, error);
  if (purpose.kind !== 'invoke') return null;
  if (error === null) return { id: purpose.id, kind: 'done', output: result, state };
  const { code, message } = error;
  return { error: { code, message }, id: purpose.id, kind: 'failed', state };
}

/** M2: what came from outside names its event; so may a capability, by `{event, data}`. */
function responseOf(
  state: string,
  { response, failure, came }: Awaited,
  result: Json,
  error: RunError | null,
): MachineEvent {
  if (came !== null) return answer(state, came.event, came.data, came.event === failure);
  if (error !== null) {
    const { code, message } = error;
    return answer(state, failure, { code, message }, true);
  }
  const named = eventNamedBy(result);
  if (named === null) return answer(state, response, result, false);
  return answer(state, named.event, named.data, named.event === failure);
}

function answer(state: string, type: string, data: Json, failed: boolean): MachineEvent {
  return { data, failed, kind: 'response', state, type };
}

function eventNamedBy(result: Json): { readonly event: string; readonly data: Json } | null {
  if (!isJsonObject(result) || typeof result.event !== 'string' || !isEventType(result.event)) return null;
  const others = Object.keys(result).filter((key) => key !== 'event' && key !== 'data');
  return others.length > 0 ? null : { event: result.event, data: result.data ?? null };
}
