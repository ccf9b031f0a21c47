import type { Address, Json } from '#base';
import type { Budget } from '#kernel';
import type { RunHandle, Settlement } from '#runtime';
import { say } from '../parts/Toasts';
import { openSessionStore } from '../state/session';

/** Sends a command to the run that is shown, where this tab drives it; says so where it does not. */
function steer(command: (handle: RunHandle) => Promise<void>): void {
  const steered = openSessionStore.getState().session?.shown.facts.getState().steered ?? null;
  if (steered === null) {
    say({
      tone: 'bad',
      text: 'This tab does not write this run.',
      help: 'Take it over first, or open it where it runs.',
    });
    return;
  }
  command(steered).catch((error: unknown) => {
    say({ tone: 'bad', text: error instanceof Error ? error.message : 'The run did not take the command.' });
  });
}

export const pauseRun = (): void => steer((run) => run.pause());
/** Writes what could not be written. A run that was paused stays so; one that was going goes on by itself. */
export const retryStorage = (): void => steer((run) => run.retryStorage());
export const resumeRun = (): void => steer((run) => run.resume());
export const cancelRun = (): void => steer((run) => run.cancel());
/** P5: the models of that planner are not waited for. */
export const planByRules = (call: Address): void => steer(async (run) => run.planByRules(call));
export const stepRun = (mode: 'over' | 'into' | 'out'): void => steer((run) => run.step(mode));
export const raiseBudget = (budget: Budget): void =>
  steer((run) => run.send({ type: 'budget.raised', budget }));
/** K15: what was allowed for the run asks again. */
export const revokePolicy = (address: Address): void =>
  steer((run) => run.send({ type: 'policy.revoked', address }));
export const answerWait = (address: Address, value: Json): void => steer((run) => run.answer(address, value));
export const sendSignal = (event: string, data: Json): void => steer((run) => run.signal(event, data));
export const settleEffect = (address: Address, as: Settlement): void =>
  steer((run) => run.settle(address, as));
