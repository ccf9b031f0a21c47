import type { StateAction } from '../schema/state';
import type { Responder } from '../schema/stateMachine';

/** The events that end the waiting of a state for its action (M2). */
export interface Responses {
  readonly response: string;
  readonly failure: string;
}

/**
 * What an action awaits (M2): what it names itself goes before what the responder of its event names, and a failure that
 * nobody names is the response with its last segment replaced by `failed`.
 *
 * @returns null where no response is awaited
 * @example responsesOf({ event: 'ask', response: 'asked.well' }, []) // { response: 'asked.well', failure: 'asked.failed' }
 */
export function responsesOf(action: StateAction, responders: readonly Responder[] = []): Responses | null {
  const responder = responders.find(({ request }) => request === action.event);
  const response = action.response ?? responder?.response;
  if (response === undefined) return null;
  return { response, failure: action.failure ?? responder?.failure ?? failureOf(response) };
}

function failureOf(response: string): string {
  return `${response.slice(0, response.lastIndexOf('.') + 1)}failed`;
}
