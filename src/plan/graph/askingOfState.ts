import type { State } from '../schema/state';
import type { Responder } from '../schema/stateMachine';
import type { AskingFields } from './asking';
import { MODEL_CAPABILITY } from './calls';

/** Where a state asks a model in words of its own. */
export interface StateAsking extends AskingFields {
  /** The invocation that asks; null where the state itself does. */
  readonly invocation: string | null;
}

/**
 * All places in a state that ask a model: its action, where a responder hands its data to one as they are (M2), its question to who
 * chooses (M5), and what it invokes. Of action and question the first is what people mean by its prompt.
 */
export function askingOfState(state: State, responders: readonly Responder[] = []): readonly StateAsking[] {
  const own = ownAsking(state, responders);
  const invoked = (state.invoke ?? []).flatMap(({ id, capability }, index) =>
    capability === MODEL_CAPABILITY
      ? [
          {
            invocation: id ?? invocationId(index),
            prompt: ['invoke', index, 'input', 'prompt'],
            model: ['invoke', index, 'input', 'model'],
          },
        ]
      : [],
  );
  return own === null ? invoked : [{ invocation: null, ...own }, ...invoked];
}

function ownAsking({ action, choose }: State, responders: readonly Responder[]): AskingFields | null {
  const responder = responders.find(({ request }) => request === action?.event);
  if (responder?.capability === MODEL_CAPABILITY && responder.input === undefined)
    return { prompt: ['action', 'data', 'prompt'], model: ['action', 'data', 'model'] };
  return choose === undefined ? null : { prompt: ['choose', 'question'], model: ['choose', 'models'] };
}

/** What an invocation is called that has no id (K11). */
export function invocationId(index: number): string {
  return index === 0 ? 'invoke' : `invoke-${index + 1}`;
}
