import { isEventType, type Json, LIMITS, parseJson } from '#base';
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
  if (event === undefined || text === undefined || !isEventType(event))
    throw refuse('USAGE', `--signal takes NAME=JSON, not "${given}".`, help);
  const data = parseJson(text, LIMITS.jsonDepth);
  if (!data.ok) throw refuse('USAGE', `--signal ${event}: ${data.problem.message}`, help);
  return { event, data: data.value };
}
