import type { JsonObject } from '#base';

/** How a JOIN merges, as an ASYNC GROUP does (reference 6, 1.4); the rest of the names do what ALL does. */
export const MERGES: Readonly<Record<string, (branches: number) => JsonObject>> = {
  ALL: () => ({}),
  LAST_WINS: () => ({ merge: 'LAST_WINS' }),
  FIRST_WINS: () => ({ merge: 'FIRST_WINS' }),
  ANY: () => ({ completion: 'N_OF(1)', rest: 'cancel' }),
  MAJORITY: (branches) => ({ completion: `N_OF(${Math.floor(branches / 2) + 1})` }),
  REDUCE: () => ({}),
  PLUGIN: () => ({}),
};

/** Strategies after which the JOIN calls its plugin. */
export const CALLING: ReadonlySet<string> = new Set(['REDUCE', 'PLUGIN']);
