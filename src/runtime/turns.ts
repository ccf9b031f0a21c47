import type { EffectCommand } from './effectQueue';
import type { Capabilities } from './ports';

/** One effect's place in the order of handing over. */
export interface Turn {
  /** Resolves when all that left before have been handed over, or withdrawn. */
  readonly come: Promise<void>;
  over(): void;
}

/**
 * The order in which results of local effects are handed over: that in which they left. Which of two answers first
 * then never depends on which library a host happens to load faster, and two hosts write equal ledgers (K3). What
 * waits for a network or a person is handed over as it comes.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  take(signal: AbortSignal): Turn {
    const come = this.#last;
    let over = (): void => {};
    const handed = new Promise<void>((resolve) => {
      over = resolve;
    });
    signal.addEventListener('abort', over, { once: true });
    this.#last = come.then(() => handed);
    return { come, over };
  }
}

/** Whether an effect comes to its result by itself: by computing over what the run and the workspace hold. */
export function isLocal(command: EffectCommand, capabilities: Capabilities): boolean {
  if (command.kind === 'evaluate') return true;
  if (command.kind === 'call' || command.kind === 'observe')
    return capabilities.find(command.capability)?.isLocal === true;
  if (command.flavour === 'capability' && command.text === null)
    return capabilities.find(command.use ?? '')?.isLocal === true;
  return command.text !== null || command.flavour === 'rules' || command.flavour === 'htn';
}
