import type { SessionEvent } from '#runtime';

/** How those who drive runs of one book reach each other. */
export interface Letters {
  /** Sends an event to the run of that id, wherever it is driven; where it is driven nowhere, nobody hears it. */
  send(to: string, event: SessionEvent): void;
  /** Hears what others send, until the returned function is called. */
  hear(listener: (to: string, event: SessionEvent) => void): () => void;
}

/** For a host that is alone with its book. */
export const NO_LETTERS: Letters = { send: () => {}, hear: () => () => {} };
