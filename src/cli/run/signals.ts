import { isEventType, type Json, LIMITS, parseExactJson } from '#base';
import { eventOfOurs, type Workspace } from '#plan';
import { refuse } from '../outcome';

/** A signal that is sent right after start or resume. */
export interface GivenSignal {
  readonly event: string;
  readonly data: Json;
}

/** H1 `--signal NAME=JSON`. @throws Refusal when it is not of that form */
export function readSignal(given: string): GivenSignal {
  const [, event, text] = /^([^=]+)=([\s\S]*)$/.exec(given) ?? [];
  const help = `For example --signal 'paid={"amount": 12}'.`;
  if (event === undefined || text === undefined)
    throw refuse('USAGE', `--signal takes NAME=JSON, not "${given}".`, help);
  const data = parseExactJson(text, LIMITS.jsonDepth);
  if (!data.ok) throw refuse('USAGE', `--signal ${event}: ${data.problem.message}`, help);
  return { event, data: data.value };
}

/** The same by the name that a machine of the workspace hears it under, also where it was imported under another. */
export function namedHere({ event, data }: GivenSignal, { plans }: Workspace): GivenSignal {
  const names = plans.map((plan) => (plan.kind === 'state-machine' ? eventOfOurs(plan, event) : event));
  const ours = names.find((name) => name !== event) ?? event;
  if (!isEventType(ours))
    throw refuse(
      'USAGE',
      `--signal takes NAME=JSON, where NAME is the type of an event, and "${event}" is not one.`,
      'A type begins with a letter and continues with letters, digits, "_", "." and "-"; "xstate." is reserved.',
    );
  return { event: ours, data };
}
